import { API_PREFIX, INDEX_PREFIX, MANIFEST_FILE, SNAPSHOT_PREFIX } from "../../contract/paths.ts";
import type { StartTimer } from "../../edge/counts/live-counts.ts";
import type { ReadFile } from "../../edge/read-file.ts";
import type { BoundedCache } from "./bounded-cache.ts";

const API_FILE = new RegExp(`^(${API_PREFIX.slice(1)}/.+)\\.json$`);
const SEARCH_BASE = /search\.base\.[0-9a-f]+\.json/;
const SEARCH_FILE = /\/search\.[a-z]+\.[0-9a-f]+\.json$/;

/**
 * How long to wait for the network if there is a copy, in milliseconds. A phone in a tunnel gets
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
export function createStoredFiles(options: StoredFilesOptions): ReadFile {
  const files = new StoredFiles(options);
  return (path, { fresh = false } = {}) => files.read(path, fresh);
}

type Bytes = Uint8Array<ArrayBuffer> | null;

class StoredFiles {
  readonly #options: StoredFilesOptions;
  /** Reads in progress: several requests for one file share one read. */
  readonly #reading = new Map<string, Promise<Bytes>>();
  /** The last manifest from the network. */
  #manifest = "";
  /** Path of the search base that the manifest names; it names the files of the search index. */
  #searchBase: string | null = null;

  constructor(options: StoredFilesOptions) {
    this.#options = options;
  }

  read(path: string, fresh: boolean): Promise<Bytes> {
    const key = fresh ? `${path} fresh` : path;
    let result = this.#reading.get(key);
    if (result === undefined) {
      result = this.#open(path, fresh).finally(() => this.#reading.delete(key));
      this.#reading.set(key, result);
    }
    return result;
  }

  #open(path: string, fresh: boolean): Promise<Bytes> {
    const hash = hashIn(path);
    // Comments are never stored: a withdrawn one would stay in the browser.
    if (`/${path}`.startsWith(SNAPSHOT_PREFIX))
      return this.#download(path, { cache: fresh ? "no-store" : hash === null ? "no-cache" : "default" });
    return hash === null ? this.#readChanging(path, fresh) : this.#readHashed(path, hash);
  }

  async #readHashed(path: string, hash: string): Promise<Bytes> {
    const { hashed } = this.#options;
    const cachedBytes = await hashed.get(path).catch(() => null);
    if (cachedBytes !== null) return cachedBytes;
    // A stored file is kept forever, so it must be right. If it is the host's own page, or
    // truncated, it is requested once more, bypassing every cache.
    for (const cache of ["default", "no-store"] as const) {
      const bytes = await this.#download(path, { cache });
      if (bytes === null) return null;
      if ((await hashOf(bytes, hash.length)) !== hash) continue;
      await hashed.put(path, bytes);
      if (path === this.#searchBase) await this.#dropOld();
      return bytes;
    }
    return null;
  }

  async #readChanging(path: string, fresh: boolean): Promise<Bytes> {
    const { changing, startTimer } = this.#options;
    // Requested again each time, whatever the host's headers say, because a file host gives all
    // files the same headers.
    const network = this.#download(path, { cache: fresh ? "no-store" : "no-cache" }).then(async (bytes) => {
      await (bytes === null ? changing.delete(path) : changing.put(path, bytes));
      if (path === MANIFEST_FILE && bytes !== null) await this.#followManifest(new TextDecoder().decode(bytes));
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
      const stored = await copy();
      if (stored === null) throw error;
      return stored;
    }
  }

  /**
   * Returns null if there is no such file.
   * @throws if the host or the network fails
   */
  async #download(path: string, init: RequestInit): Promise<Bytes> {
    const { base, fetch, now } = this.#options;
    // A cache that does not revalidate may hold an outdated copy. Another address is another entry
    // there.
    const url = base + path + (init.cache === "no-store" ? `?fresh=${now()}` : "");
    const options: RequestInit = { ...init, credentials: "same-origin" };
    const file = await fetch(url, options);
    // A host that runs the API has no such files, but answers at the API's own path.
    const [, answered] = (isMissing(file) && API_FILE.exec(path)) || [];
    const response = answered === undefined ? file : await fetch(base + answered, options).catch(() => file);
    if (isMissing(response)) return null;
    if (!response.ok) throw new Error(`${path}: status ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }

  async #followManifest(text: string): Promise<void> {
    if (text === this.#manifest) return;
    this.#manifest = text;
    const name = SEARCH_BASE.exec(text)?.[0];
    this.#searchBase = name === undefined ? null : `${INDEX_PREFIX.slice(1)}/${name}`;
    await this.#dropOld();
  }

  /**
   * Drops hashed files that are not reachable from the manifest: a withdrawn post must not stay in
   * the browser. The manifest and the base of the search index contain the hashes of their names.
   * Until the base is loaded, it is unknown which files the old and the new search share, so it is
   * requested in the background.
   */
  async #dropOld(): Promise<void> {
    const { hashed } = this.#options;
    const searchBase = this.#searchBase;
    try {
      const base = searchBase === null ? null : await hashed.get(searchBase);
      const named = this.#manifest + (base === null ? "" : new TextDecoder().decode(base));
      let isOpen = false;
      await hashed.retain((path) => {
        if (named.includes(hashIn(path) ?? path)) return true;
        if (base !== null || searchBase === null || !SEARCH_FILE.test(path)) return false;
        isOpen = true;
        return true;
      });
      if (isOpen && searchBase !== null) void this.read(searchBase, false).catch(() => undefined);
    } catch {
      // This browser gives no access to its cache.
    }
  }
}

/**
 * For missing files, plain hosts answer 404 or 410, storages without public lists 403, and others
 * their own page.
 */
function isMissing({ status, headers }: Response): boolean {
  return [403, 404, 410].includes(status) || (headers.get("Content-Type") ?? "").startsWith("text/html");
}

/** The hash in the name of an index file, or null if the file changes in place. */
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
