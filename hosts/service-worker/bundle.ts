import { bundleHost } from "../bundle.ts";

export interface ServiceWorkerBundle {
  /**
   * Origin of the write server, `https://api.ines.example`; the site's own where a proxy leads from there to the server. null: whatever the host
   * answers on the server's paths. Default null.
   */
  readonly server?: string | null;
}

/** The service worker in one file: a classic script, minified, the same bytes for the same options. */
export function bundleServiceWorker({ server = null }: ServiceWorkerBundle = {}): Promise<string> {
  return bundleHost({ entry: "service-worker/worker", platform: "browser", server, format: "iife" });
}
