import { API_PREFIX, INDEX_PREFIX, MANIFEST_FILE, SNAPSHOT_PREFIX } from "../../contract/paths.ts";
import type { StartTimer } from "../../edge/counts/live-counts.ts";
import type { ReadFile } from "../../edge/read-file.ts";
import type { BoundedCache } from "./bounded-cache.ts";

const API_FILE = new RegExp(`^(${API_PREFIX.slice(1)}/.+)\\.json$`);
const SEARCH_BASE = /search\.base\.[0-9a-f]+\.json/;
const SEARCH_FILE = /\/search\.[a-z]+\.[0-9a-f]+\.json$/;

/**
 * How long to wait for the network if there is a copy, milliseconds. A telephone in a tunnel gets
 * neither a response nor an error.
 */
const PATIENCE_MS = 3_000;

export interface StoredFilesOptions {
  /** Base of the site with a final slash. */
  readonly base: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Hashed files. A stored one is never requested again. */
  readonly hashed: BoundedCache;
  /** All other files, for when the network is unavailable. */
  readonly changing: BoundedCache;
  readonly startTimer: StartTimer;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * The site's files for a service worker: hashed ones from the browser's cache, others from the
 * network. If the network is unavailable or slow, the last stored version is used.
 */
export function createStoredFiles({ base, fetch, hashed, changing, startTimer, now }: StoredFilesOptions): ReadFile {
  /** Pending reads: several requests for a file share one read. */
  const reading = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>();

  /** The last manifest from the network. */
  let manifest = "";
  /** The base of the search index in the manifest, which names the other search files. */
  let searchBase: string | null = null;

  async function followManifest(text: string): Promise<void> {
    if (text === manifest) return;
    manifest = text;
    const name = SEARCH_BASE.exec(text)?.[0];
    searchBase = name === undefined ? null : `${INDEX_PREFIX.slice(1)}/${name}`;
    await dropOld();
  }

  /**
   * Removes hashed files that the manifest does not lead to: a withdrawn post must not stay in the
   * browser. Their hashes are in the manifest and in the base of the search index. The new base
   * decides which search files are still in use, so it is requested in the background.
   */
  async function dropOld(): Promise<void> {
    try {
      const base = searchBase === null ? null : await hashed.get(searchBase);
      const named = manifest + (base === null ? "" : new TextDecoder().decode(base));
      let isOpen = false;
      await hashed.retain((path) => {
        if (named.includes(hashIn(path) ?? path)) return true;
        if (base !== null || searchBase === null || !SEARCH_FILE.test(path)) return false;
        isOpen = true;
        return true;
      });
      if (isOpen && searchBase !== null) void readFile(searchBase).catch(() => undefined);
    } catch {
      // The browser does not allow access to its cache.
    }
  }

  /**
   * null: the file does not exist.
   * @throws if the host or the connection fails
   */
  async function download(path: string, init: RequestInit): Promise<Uint8Array<ArrayBuffer> | null> {
    // A cache that does not revalidate may have an outdated copy. Another address is another entry
    // there.
    const url = base + path + (init.cache === "no-store" ? `?fresh=${now()}` : "");
    const options: RequestInit = { ...init, credentials: "same-origin" };
    const file = await fetch(url, options);
    // A host that runs the API has no such files, but answers at the path itself.
    const [, answered] = (isMissing(file) && API_FILE.exec(path)) || [];
    const response = answered === undefined ? file : await fetch(base + answered, options).catch(() => file);
    if (isMissing(response)) return null;
    if (!response.ok) throw new Error(`${path}: status ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }

  async function readHashed(path: string, hash: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const cachedBytes = await hashed.get(path).catch(() => null);
    if (cachedBytes !== null) return cachedBytes;
    // A stored file stays for good, so it must be right. If it is a page of the host or truncated,
    // it is requested once more past every cache.
    for (const cache of ["default", "no-store"] as const) {
      const bytes = await download(path, { cache });
      if (bytes === null) return null;
      if ((await hashOf(bytes, hash.length)) !== hash) continue;
      await hashed.put(path, bytes);
      if (path === searchBase) await dropOld();
      return bytes;
    }
    return null;
  }

  async function readChanging(path: string, fresh: boolean): Promise<Uint8Array<ArrayBuffer> | null> {
    // Revalidated each time, whatever the host's headers say, because file hosts set the same ones
    // for all files.
    const network = download(path, { cache: fresh ? "no-store" : "no-cache" }).then(async (bytes) => {
      await (bytes === null ? changing.delete(path) : changing.put(path, bytes));
      if (path === MANIFEST_FILE && bytes !== null) await followManifest(new TextDecoder().decode(bytes));
      return bytes;
    });
    const copy = () => changing.get(path).catch(() => null);
    const late = new Promise<"late">((resolve) => {
      const cancel = startTimer(PATIENCE_MS, () => resolve("late"));
      network.then(cancel, cancel);
    });
    try {
      const first = await Promise.race([network, late]);
      return first === "late" ? ((await copy()) ?? (await network)) : first;
    } catch (error) {
      const kept = await copy();
      if (kept === null) throw error;
      return kept;
    }
  }

  /** Comments are never stored, because withdrawn ones would stay in the browser. */
  const readComments = (path: string, fresh: boolean): Promise<Uint8Array<ArrayBuffer> | null> =>
    download(path, { cache: fresh ? "no-store" : hashIn(path) === null ? "no-cache" : "default" });

  const readFile: ReadFile = (path, { fresh = false } = {}) => {
    const key = fresh ? `${path} fresh` : path;
    let result = reading.get(key);
    if (result === undefined) {
      const hash = hashIn(path);
      const read = (): Promise<Uint8Array<ArrayBuffer> | null> => {
        if (`/${path}`.startsWith(SNAPSHOT_PREFIX)) return readComments(path, fresh);
        return hash === null ? readChanging(path, fresh) : readHashed(path, hash);
      };
      result = read().finally(() => reading.delete(key));
      reading.set(key, result);
    }
    return result;
  };
  return readFile;
}

/**
 * For missing files, plain hosts answer 404 or 410, storages without public lists 403, and others a
 * page of their own.
 */
function isMissing({ status, headers }: Response): boolean {
  return [403, 404, 410].includes(status) || (headers.get("Content-Type") ?? "").startsWith("text/html");
}

/** The hash in the name of an index file. null: it changes in place. */
function hashIn(path: string): string | null {
  return path.startsWith(`${INDEX_PREFIX.slice(1)}/`) ? (/\.([0-9a-f]{12,64})\.json$/.exec(path)?.[1] ?? null) : null;
}

/** The first digits of the bytes' SHA-256, as the build computes them. */
async function hashOf(bytes: Uint8Array<ArrayBuffer>, length: number): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, length);
}
