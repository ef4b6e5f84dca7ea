import { fileOfPath, INDEX_PREFIX, MANIFEST_FILE } from "../contract/paths.ts";
import { type PublishedContent, parseManifest, parsePublished, toPublishedContent } from "./published-content.ts";
import { openPublishedFiles, type ReadPublishedFile } from "./published-files.ts";

export interface PublishedStatus {
  readonly buildId: string | null;
  /** When the source last gave a manifest that can be used, ms since 1970; null: never. */
  readonly readAt: number | null;
  /** The error of the last attempt; null: it worked. */
  readonly error: string | null;
}

export interface PublishedSource {
  /**
   * The last good copy; null while there has never been one. Looks at the manifest where the last look is older than the interval: in
   * the background, except for the first time.
   */
  current(): Promise<PublishedContent | null>;
  /** Looks at the manifest now: before something is refused that may have been published a moment ago. Those who ask at once share a look. */
  refresh(): Promise<PublishedContent | null>;
  /**
   * The document that the build wrote for a path below the API's base (`/site-settings`); null: there is no such file.
   * @throws Error where the source cannot be read now
   */
  document(path: string): Promise<unknown>;
  status(): PublishedStatus;
}

export interface PublishedOptions {
  readonly read: ReadPublishedFile;
  readonly clock: () => number;
  /** How old a look at the manifest may be, ms. Default 5,000. */
  readonly intervalMs?: number;
  /** Time between two looks that requests can force, ms. Default 0. */
  readonly forcedIntervalMs?: number;
  /** How long an answer is waited for, ms. Default 3,000. */
  readonly timeoutMs?: number;
  /** Runs before new content is in force. Where it fails, the content comes into force all the same, and it runs again at the next look. */
  readonly onChange?: (content: PublishedContent) => Promise<void>;
  readonly onError?: (error: unknown) => void;
}

const CHECK_INTERVAL_MS = 5_000;
/** A CDN is not asked more often than this for slugs that somebody makes up. */
const CDN_FORCED_INTERVAL_MS = 1_000;
/** A source that failed is not forced again before this, ms. */
const FAILED_PAUSE_MS = 2_000;
const TIMEOUT_MS = 3_000;

export function createPublished(options: PublishedOptions): PublishedSource {
  const { clock, intervalMs = CHECK_INTERVAL_MS, forcedIntervalMs = 0, onError = () => {} } = options;
  let content: PublishedContent | null = null;
  let identity = "";
  let lookedAt = Number.NEGATIVE_INFINITY;
  let readAt: number | null = null;
  let failure: string | null = null;
  let looking: Promise<void> | null = null;
  let followed = false;

  const look = async (): Promise<void> => {
    lookedAt = clock();
    try {
      const manifest = parseManifest(await readRequired(options, MANIFEST_FILE));
      const found = JSON.stringify([manifest.published, manifest.site]);
      let next = content;
      if (next === null || found !== identity) {
        const published = parsePublished(await readRequired(options, `${INDEX_PREFIX.slice(1)}/${manifest.published}`));
        next = toPublishedContent(manifest, published);
        followed = false;
      } else if (next.buildId !== manifest.buildId) next = { ...next, buildId: manifest.buildId };
      try {
        if (!followed) await options.onChange?.(next);
        followed = true;
      } finally {
        content = next;
        identity = found;
      }
      readAt = clock();
      failure = null;
    } catch (error) {
      const message = error instanceof Error ? error.message : "unreadable";
      if (failure !== message) onError(error);
      failure = message;
    }
  };
  const share = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };
  const isDue = (ms: number): boolean => clock() - lookedAt >= ms || clock() < lookedAt;

  return {
    async current() {
      if (isDue(intervalMs)) {
        const look = share();
        if (content === null) await look;
      } else if (content === null && (looking !== null || isDue(FAILED_PAUSE_MS))) await share();
      return content;
    },
    async refresh() {
      if (looking !== null || isDue(failure === null ? forcedIntervalMs : FAILED_PAUSE_MS)) await share();
      return content;
    },
    document: (path) => readWithin(options, fileOfPath(path)),
    status: () => ({ buildId: content?.buildId ?? null, readAt, error: failure }),
  };
}

/**
 * The published content of a folder that a build wrote, or of a CDN.
 * @param location path of the folder, or `https://…` of what stands at its root
 */
export function openPublished(location: string, options: Omit<PublishedOptions, "read">): PublishedSource {
  const { read, isRemote } = openPublishedFiles(location);
  return createPublished({ ...(isRemote ? { forcedIntervalMs: CDN_FORCED_INTERVAL_MS } : {}), ...options, read });
}

async function readRequired(options: PublishedOptions, path: string): Promise<unknown> {
  const value = await readWithin(options, path);
  if (value === null) throw new Error(`there is no ${path}`);
  return value;
}

/** The file as JSON; null: there is none. */
async function readWithin({ read, timeoutMs = TIMEOUT_MS }: PublishedOptions, path: string): Promise<unknown> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${path} did not come within ${timeoutMs} ms`)), timeoutMs);
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
