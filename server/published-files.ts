import { createStorage, type Storage } from "unstorage";
import fsDriver from "unstorage/drivers/fs-lite";

/** The only thing that is asked of the place where the files are. */
export type ReadPublishedFile = (path: string) => Promise<Uint8Array | null>;

/**
 * Reads from a folder that a build wrote, or from where the CDN serves it.
 * @param location path of the folder, or `https://…` of what stands at its root
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
      // unstorage 1.17's fs driver returns an error for a file that it may not read. /readyz shows
      // the message to anybody, so it has no path of the machine.
      if (value instanceof Error)
        throw new Error(`${path} cannot be read (${"code" in value ? String(value.code) : value.name})`, { cause: value });
      return value instanceof ArrayBuffer ? new Uint8Array(value) : null;
    },
  };
}

async function openCdn(base: string): Promise<Storage> {
  // Its client takes a quarter of a start to load, and few need it.
  const { default: httpDriver } = await import("unstorage/drivers/http");
  // no-cache: an intermediate may keep the manifest, if it asks each time whether it is still good.
  return createStorage({ driver: httpDriver({ base, headers: { "Cache-Control": "no-cache" } }) });
}
