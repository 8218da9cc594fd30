export {};
// Keeps the whole page on the phone: after the first visit nothing is asked of the network any more.
// Each version has a store of its own; what did not change is taken over from the version before.
declare const VERSION: string;
declare const POLICY: string;
declare const ASSETS: { url: string; from?: string; size: number; mark?: string }[];
const scope = self as any;
const OWN = "adjudicator-page-";
const STORE = OWN + VERSION;

async function tell(message: object): Promise<void> {
  for (const client of await scope.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message);
}

/** What is kept of an answer: the page's policy goes with every file, whatever the web space sends. */
function guarded(got: Response, body: BodyInit | null, url: string): Response {
  const headers = new Headers();
  const kind = url.endsWith(".wasm") ? "application/wasm" : got.headers.get("Content-Type");
  if (kind) headers.set("Content-Type", kind);
  headers.set("Content-Security-Policy", POLICY);
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  return new Response(body, { headers });
}

async function install(): Promise<void> {
  const store = await caches.open(STORE);
  const total = ASSETS.reduce((sum, one) => sum + one.size, 0);
  let loaded = 0;
  for (const one of ASSETS) {
    const url = new URL(one.url, scope.registration.scope).href;
    // Names that a content decides are the same in every version; the others are asked for anew.
    const before = one.mark ? undefined : await caches.match(url);
    if (before) {
      await store.put(url, before);
      loaded += one.size;
    } else {
      const got = await fetch(new URL(one.from ?? one.url, scope.registration.scope), { cache: one.mark ? "no-cache" : "default" });
      if (!got.ok || !got.body) throw new Error(`${got.status} ${url}`);
      let part = 0;
      let body = got.body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, out) {
            part += chunk.length;
            void tell({ loaded: loaded + Math.min(part, one.size), total });
            out.enqueue(chunk);
          },
        }),
      );
      if (one.from) body = body.pipeThrough(new DecompressionStream("gzip") as any);
      await store.put(url, guarded(got, body, url));
      loaded += one.size;
    }
    await tell({ loaded, total });
  }
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(OWN) && name !== STORE) await caches.delete(name);
  }
  await scope.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (url.origin !== scope.location.origin || request.method !== "GET") return Response.error();
  const wanted = request.mode === "navigate" ? new URL("index.html", scope.registration.scope).href : url.origin + url.pathname;
  const store = await caches.open(STORE);
  const kept = await store.match(wanted);
  if (kept) return kept;
  return fetch(request);
}

scope.addEventListener("install", (event: any) => event.waitUntil(install()));
scope.addEventListener("activate", (event: any) => event.waitUntil(activate()));
scope.addEventListener("fetch", (event: any) => event.respondWith(answer(event.request)));
scope.addEventListener("message", (event: any) => {
  if (event.data === "take-over") void scope.skipWaiting();
});
