import { fileURLToPath } from "node:url";

/** Oldest engines that the file is written for: what is newer in its source is put in older words. */
const TARGETS = ["chrome109", "firefox115", "safari16.4"];
const NOTICE = "/*! Quire's service worker. With MiniSearch, (c) Luca Ongaro, MIT License. */";

export interface ServiceWorkerBundle {
  /**
   * Origin of the write server, `https://api.ines.example`; the site's own where a proxy leads from there to the server. null: whatever the host
   * answers on the server's paths. Default null.
   */
  readonly server?: string | null;
}

/** The service worker in one file: a classic script, minified, the same bytes for the same options. */
export async function bundleServiceWorker({ server = null }: ServiceWorkerBundle = {}): Promise<string> {
  // Native code, loaded when it is needed.
  const { rolldown } = await import("rolldown");
  // The entry is a sibling: TypeScript here, JavaScript in the npm package.
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const bundle = await rolldown({
    input: fileURLToPath(new URL(`./worker.${extension}`, import.meta.url)),
    platform: "browser",
    tsconfig: false,
    transform: { target: TARGETS, define: { QUIRE_SERVER: JSON.stringify(server) } },
    onLog: (_level, { message }) => {
      throw new Error(`bundling the service worker: ${message}`);
    },
  });
  try {
    const { output } = await bundle.generate({ format: "iife", minify: true, comments: false, postBanner: NOTICE });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}
