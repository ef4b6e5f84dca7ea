import { fileOfPath, INDEX_PREFIX, MANIFEST_FILE } from "../contract/paths.ts";
import type { FrameFile } from "../views/site-view.ts";
import { type PublishedContent, parseManifest, parsePublished, toPublishedContent } from "./published-content.ts";

/** The only operation needed from the place that stores the files. */
export type ReadPublishedFile = (path: string) => Promise<Uint8Array | null>;

export interface PublishedStatus {
  readonly buildId: string | null;
  /** When the source last returned a usable manifest, in milliseconds since 1970; null if never. */
  readonly readAt: number | null;
  /** The error of the last attempt; null if it worked. */
  readonly error: string | null;
}

export interface PublishedSource {
  /**
   * The last good copy; null if there has never been one. If the last check is older than the
   * interval, checks the manifest again, in the background except for the first time.
   */
  current(): Promise<PublishedContent | null>;
  /**
   * Checks the manifest now, before refusing something that may have just been published.
   * Concurrent calls share one check.
   */
  refresh(): Promise<PublishedContent | null>;
  /**
   * The document that the build wrote for a path relative to the API's base (`/site-settings`);
   * null if it does not exist.
   * @throws Error if the source cannot be read now
   */
  document(path: string): Promise<unknown>;
  /**
   * The frame (header and footer) of the site's pages; null if it has none.
   * @throws Error if the source cannot be read now
   */
  frame(): Promise<FrameFile | null>;
  status(): PublishedStatus;
}

export interface PublishedOptions {
  readonly read: ReadPublishedFile;
  readonly clock: () => number;
  /** How old the last check may be, in ms. Default 5,000. */
  readonly intervalMs?: number;
  /** Shortest time between two checks forced by requests, in ms. Default 0. */
  readonly forcedIntervalMs?: number;
  /** How long to wait for an answer, in ms. Default 3,000. */
  readonly timeoutMs?: number;
  /**
   * Runs before new content takes effect. If it fails, the content takes effect anyway, and it runs
   * again at the next check.
   */
  readonly onChange?: (content: PublishedContent) => Promise<void>;
  readonly onError?: (error: unknown) => void;
}

const CHECK_INTERVAL_MS = 5_000;
/** How long to wait after a failure before another forced check, in ms. */
const FAILED_PAUSE_MS = 2_000;
const TIMEOUT_MS = 3_000;

export function createPublished(options: PublishedOptions): PublishedSource {
  return new WatchedPublished(options);
}

class WatchedPublished implements PublishedSource {
  readonly #options: PublishedOptions;
  #content: PublishedContent | null = null;
  #identity = "";
  #frame: { readonly name: string; readonly file: FrameFile } | null = null;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #readAt: number | null = null;
  #failure: string | null = null;
  #looking: Promise<void> | null = null;
  /** Whether `onChange` has succeeded for the current content. */
  #isFollowed = false;

  constructor(options: PublishedOptions) {
    this.#options = options;
  }

  async current(): Promise<PublishedContent | null> {
    if (this.#isDue(this.#options.intervalMs ?? CHECK_INTERVAL_MS)) {
      const look = this.#share();
      if (this.#content === null) await look;
    } else if (this.#content === null && (this.#looking !== null || this.#isDue(FAILED_PAUSE_MS))) await this.#share();
    return this.#content;
  }

  async refresh(): Promise<PublishedContent | null> {
    const { forcedIntervalMs = 0 } = this.#options;
    if (this.#looking !== null || this.#isDue(this.#failure === null ? forcedIntervalMs : FAILED_PAUSE_MS)) await this.#share();
    return this.#content;
  }

  document(path: string): Promise<unknown> {
    return readWithin(this.#options, fileOfPath(path));
  }

  async frame(): Promise<FrameFile | null> {
    const name = (await this.current())?.frame ?? null;
    if (name === null) return null;
    if (this.#frame?.name === name) return this.#frame.file;
    // The cast is safe: a build wrote the file, and its name contains a hash.
    const file = (await readRequired(this.#options, `${INDEX_PREFIX.slice(1)}/${name}`)) as FrameFile;
    this.#frame = { name, file };
    return file;
  }

  status(): PublishedStatus {
    return { buildId: this.#content?.buildId ?? null, readAt: this.#readAt, error: this.#failure };
  }

  #isDue(ms: number): boolean {
    const now = this.#options.clock();
    return now - this.#lookedAt >= ms || now < this.#lookedAt;
  }

  #share(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    const { clock, onError } = this.#options;
    this.#lookedAt = clock();
    try {
      await this.#readContent();
      this.#readAt = clock();
      this.#failure = null;
    } catch (error) {
      const message = error instanceof Error ? error.message : "unreadable";
      if (this.#failure !== message) onError?.(error);
      this.#failure = message;
    }
  }

  async #readContent(): Promise<void> {
    const manifest = parseManifest(await readRequired(this.#options, MANIFEST_FILE));
    const identity = JSON.stringify([manifest.published, manifest.site, manifest.frame]);
    let next = this.#content;
    if (next === null || identity !== this.#identity) {
      const published = parsePublished(await readRequired(this.#options, `${INDEX_PREFIX.slice(1)}/${manifest.published}`));
      next = toPublishedContent(manifest, published);
      this.#isFollowed = false;
    } else if (next.buildId !== manifest.buildId) next = { ...next, buildId: manifest.buildId };
    try {
      if (!this.#isFollowed) await this.#options.onChange?.(next);
      this.#isFollowed = true;
    } finally {
      this.#content = next;
      this.#identity = identity;
    }
  }
}

async function readRequired(options: PublishedOptions, path: string): Promise<unknown> {
  const value = await readWithin(options, path);
  if (value === null) throw new Error(`there is no ${path}`);
  return value;
}

/** The file as JSON; null if it does not exist. */
async function readWithin({ read, timeoutMs = TIMEOUT_MS }: PublishedOptions, path: string): Promise<unknown> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${path} did not arrive within ${timeoutMs} ms`)), timeoutMs);
  try {
    const bytes = await Promise.race([read(path), promise]);
    return bytes === null ? null : JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) throw new Error(`${path} cannot be read as JSON`, { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
