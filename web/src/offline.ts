// Registers the service worker, tells how much has come, and whether a new version waits.
import { signal } from "@preact/signals";
import { progress } from "./engine";

/** A new version that has been loaded and waits to be taken. */
export const waiting = signal<ServiceWorker | null>(null);
/** Whether everything is on the phone. */
export const offline = signal(false);
let taking = false;

/** Resolves once the page is served from the phone, or as soon as it is clear that it cannot be. */
export async function keep(): Promise<void> {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  workers.addEventListener("message", (event) => {
    const { loaded, total } = event.data ?? {};
    if (total && progress.value.state === "loading") progress.value = { ...progress.value, loaded, total };
  });
  workers.addEventListener("controllerchange", () => {
    if (taking) location.reload();
  });
  try {
    const registration = await workers.register("sw.js", { scope: "./", updateViaCache: "none" });
    const watch = (worker: ServiceWorker | null) =>
      worker?.addEventListener("statechange", () => {
        if (worker.state === "installed" && workers.controller) waiting.value = worker;
      });
    if (registration.waiting && workers.controller) waiting.value = registration.waiting;
    watch(registration.installing);
    registration.addEventListener("updatefound", () => watch(registration.installing));
    if (workers.controller) {
      // Looks for a new version now and not in a day; without a network there is none.
      void registration.update().catch(() => undefined);
      offline.value = true;
      return;
    }
    await new Promise<void>((done) => {
      workers.addEventListener("controllerchange", () => ((offline.value = true), done()), { once: true });
      const first = registration.installing;
      first?.addEventListener("statechange", () => first.state === "redundant" && done());
    });
  } catch {
    // A private window, or a web space without encryption: the page works, but only with the network.
  }
}

/** Lets the version that waits take over, and loads the page anew. */
export function takeOver(): void {
  taking = true;
  waiting.value?.postMessage("take-over");
}
