import type { ServiceWorkerScope } from "./scope.ts";
import { createServiceWorkerApp } from "./worker-app.ts";

/** The file that runs in the browser. scripts/pack/bundle-program.ts assembles it. */

/** Defined before the bundled program. */
declare const OCTAVO_SERVER: string | null;

const scope = self as unknown as ServiceWorkerScope;
const app = createServiceWorkerApp({
  base: new URL(".", scope.location.href).href,
  server: OCTAVO_SERVER,
  caches: scope.caches,
  fetch: (request, init) => fetch(request, init),
  update: () => void scope.registration.update().catch(() => undefined),
});

// A new worker takes over immediately, even for open pages: both versions read the same files.
scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener("activate", (event) => event.waitUntil(Promise.all([scope.clients.claim(), app.dropOldCaches()])));
// A page loaded without the worker (with Shift held) sends this message.
scope.addEventListener("message", (event) => {
  if (event.data === "octavo:claim") event.waitUntil(scope.clients.claim());
});
scope.addEventListener("fetch", (event) => {
  const response = app.respond(event.request);
  if (response !== null) event.respondWith(response);
});
