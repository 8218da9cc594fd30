export {};
// The engine: CPython in a worker of its own, so that the page never waits for it.
// Told once where its parts lie, then a method and its arguments at a time.
interface Begin {
  base: string;
  engine: string;
  program: string;
  stdlib: string;
  lock: object;
  /** Whether the page's service worker serves what is fetched, the engine unpacked already. */
  kept: boolean;
}
interface Python {
  FS: any;
  runPython(code: string): any;
  globals: any;
  unpackArchive(data: ArrayBuffer, format: string, options: { extractDir: string }): void;
}

let call: ((method: string, params: string) => string) | undefined;
const plain = self.fetch.bind(self);
const tell = (message: object) => postMessage(message);

/** Fetches, telling how much has come; a compressed file comes out as it is, not unpacked. */
async function load(url: string): Promise<Response> {
  const got = await plain(url, { cache: "force-cache" });
  if (!got.ok || !got.body) throw new Error(`${got.status} ${url}`);
  let loaded = 0;
  const counted = got.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, out) {
        loaded += part.length;
        tell({ loaded, of: url });
        out.enqueue(part);
      },
    }),
  );
  return new Response(counted, { headers: got.headers });
}

const unpacked = (got: Response) => got.body!.pipeThrough(new DecompressionStream("gzip") as any);

async function begin(where: Begin): Promise<void> {
  const at = (path: string) => new URL(path, where.base).href;
  const started = performance.now();
  self.fetch = async (asked: RequestInfo | URL, how?: RequestInit) => {
    const url = typeof asked === "string" ? asked : asked instanceof URL ? asked.href : asked.url;
    if (url.endsWith(".zip")) return new Response(unpacked(await load(`${url}.gz`)));
    // The engine asks for its binary by name; it is stored compressed, and kept unpacked.
    if (url.endsWith(".wasm") && !where.kept) {
      return new Response(unpacked(await load(`${url}.gz`)), { headers: { "Content-Type": "application/wasm" } });
    }
    return plain(asked, how);
  };
  const program = self.fetch(at(where.program).replace(/\.gz$/, "")).then((got) => got.arrayBuffer());
  const { loadPyodide } = await import(at(`${where.engine}pyodide.mjs`));
  const python: Python = await loadPyodide({
    indexURL: at(where.engine),
    stdLibURL: at(where.stdlib).replace(/\.gz$/, ""),
    lockFileContents: where.lock,
    packageBaseUrl: at(where.engine),
    checkAPIVersion: false,
    fullStdLib: false,
  });
  tell({ phase: "program" });
  python.unpackArchive(await program, "zip", { extractDir: "/program" });
  python.runPython("import sys; sys.path.insert(0, '/program'); sys.dont_write_bytecode = True; import bridge");
  call = python.runPython("bridge.call");
  tell({ ready: Math.round(performance.now() - started) });
}

onmessage = async (event: MessageEvent) => {
  const told = event.data;
  if (told.begin) {
    try {
      await begin(told.begin);
    } catch (error) {
      tell({ failed: String(error) });
    }
    return;
  }
  tell({ id: told.id, result: call!(told.method, told.params) });
};
