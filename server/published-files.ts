import { createStorage, type Storage } from "unstorage";
import fsDriver from "unstorage/drivers/fs-lite";
import { createPublished, type PublishedOptions, type PublishedSource, type ReadPublishedFile } from "./published.ts";

/** Shortest time between forced checks of a CDN, in ms, because anybody can make up slugs. */
const CDN_FORCED_INTERVAL_MS = 1_000;

/**
 * The published content of a build's output folder or a CDN.
 * @param location folder path, or the `https://…` URL of its root
 */
export function openPublished(location: string, options: Omit<PublishedOptions, "read">): PublishedSource {
  const { read, isRemote } = openPublishedFiles(location);
  return createPublished({ ...(isRemote ? { forcedIntervalMs: CDN_FORCED_INTERVAL_MS } : {}), ...options, read });
}

/**
 * Reads from a build's output folder, or from the CDN that serves it.
 * @param location folder path, or the `https://…` URL of its root
 */
export function openPublishedFiles(location: string): { readonly read: ReadPublishedFile; readonly isRemote: boolean } {
  const isRemote = /^https?:\/\//i.test(location);
  const storage = isRemote ? openCdn(location) : Promise.resolve(createStorage({ driver: fsDriver({ base: location, readOnly: true }) }));
  return {
    isRemote,
    read: async (path) => {
      const value: unknown = await (await storage).getItemRaw(path).catch((error: unknown) => {
        // unstorage 1.17's http driver throws this for a 404.
        if (isRemote && error instanceof TypeError) return null;
        throw error;
      });
      if (value instanceof Uint8Array) return value;
      // unstorage 1.17's fs driver returns an error for an unreadable file. /readyz is public, so
      // the message contains no path of this machine.
      if (value instanceof Error)
        throw new Error(`${path} cannot be read (${"code" in value ? String(value.code) : value.name})`, { cause: value });
      return value instanceof ArrayBuffer ? new Uint8Array(value) : null;
    },
  };
}

async function openCdn(base: string): Promise<Storage> {
  // Loading its client takes a quarter of the startup time, and few sites need it.
  const { default: httpDriver } = await import("unstorage/drivers/http");
  // With no-cache, a proxy may keep the manifest if it revalidates it each time.
  return createStorage({ driver: httpDriver({ base, headers: { "Cache-Control": "no-cache" } }) });
}
