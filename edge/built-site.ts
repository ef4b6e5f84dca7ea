import { type Manifest, UNLISTED_KEY_LENGTH } from "../contract/index-format.ts";
import { type CommentSnapshot, createCommentSnapshots } from "./comments/comment-snapshot.ts";
import { type PostCounts, parseCounts } from "./counts/post-counts.ts";
import { createIndexFiles, parseChunk } from "./index-files.ts";
import { planChunks } from "./lists/chunks.ts";
import { type FacetNeeds, type Facets, needsFilters, parseColumns } from "./lists/facets.ts";
import { listOf } from "./lists/kind-lists.ts";
import { isRecord, isTexts, type ManifestSource } from "./manifest.ts";
import { IndexUnavailable, REAL_READS_MAX, type ReadFile, type ReadOptions, requirePart, toText } from "./read-file.ts";
import { createSearch, type Search, type SearchGate } from "./search/search-index.ts";

// Sizes of the in-memory index caches, in bytes of cached files. The summaries of 10,000 posts take
// about 10 million bytes.
const CHUNK_CACHE_BYTES = 16_000_000;
const COLUMNS_CACHE_BYTES = 4_000_000;
const COUNTS_CACHE_BYTES = 2_000_000;
const PUBLISHED_CACHE_BYTES = 2_000_000;
const PAGES_CACHE_BYTES = 1_000_000;

/** A built site, as one request sees it. */
export interface Site {
  readonly read: ReadFile;
  /**
   * A document as it is sent, or null if it does not exist. A file that is truncated, or is neither
   * a JSON object nor (for a `.md` path) Markdown, may be the host's own page, so it is read again,
   * bypassing every cache.
   * @throws IndexUnavailable if the second read fails too
   */
  document(path: string, options?: ReadOptions): Promise<Uint8Array | null>;
  /** Like `document`, but parsed. */
  record(path: string, options?: ReadOptions): Promise<JsonRecord | null>;
  /**
   * Runs a function with the index. If one of its files has vanished because the site was deployed
   * again, the manifest is read again, bypassing every cache, and the function runs once more.
   * @throws IndexUnavailable, FilesUnavailable
   */
  withIndex<T>(use: (manifest: Manifest) => Promise<T>): Promise<T>;
  /** The manifest, or null if none is usable, for callers that can do without it. */
  manifest(): Promise<Manifest | null>;
  /** @param needs the required facets; default: tags and former slugs */
  facets(manifest: Manifest, kind: string, needs?: FacetNeeds): Promise<Facets>;
  /** Whether the index has the document. Unlisted posts count. */
  lists(manifest: Manifest, kind: string, slug: string): Promise<boolean>;
  published(manifest: Manifest): Promise<PublishedNames>;
  /**
   * The current snapshot of comments, or null if none is usable.
   * @param fresh whether to bypass every cache
   */
  comments(fresh: boolean): Promise<CommentSnapshot | null>;
  /** A JSON file under index/v1, parsed and cached between requests. */
  indexFile<T>(name: string): Promise<T>;
  /**
   * The JSON text of each document, all of one kind.
   * @param numbers document numbers, in the order of the result
   * @param readsMax maximum number of files to read
   */
  documents(manifest: Manifest, kind: string, numbers: readonly number[], readsMax: number): Promise<readonly string[]>;
  /** The counts of posts, or null if they are unknown. */
  counts(): Promise<PostCounts | null>;
  readonly search: Search;
}

export interface SiteOptions {
  /** Loads current counts; null if they are unknown. Never rejects. */
  readonly liveCounts?: (() => Promise<PostCounts | null>) | undefined;
  readonly searchGate?: SearchGate | undefined;
}

/**
 * @returns a function that, given a request's signal, opens the site for the request; index files
 * are cached between requests
 */
export function createSite(
  read: ReadFile,
  manifests: ManifestSource,
  { liveCounts, searchGate }: SiteOptions = {},
): (signal: AbortSignal) => Site {
  const readColumns = createIndexFiles((bytes) => parseColumns(toText(bytes)), COLUMNS_CACHE_BYTES);
  const readChunk = createIndexFiles(parseChunk, CHUNK_CACHE_BYTES);
  const readCounts = createIndexFiles((bytes) => parseCounts(toText(bytes)), COUNTS_CACHE_BYTES);
  const readPublished = createIndexFiles((bytes) => parsePublished(toText(bytes)), PUBLISHED_CACHE_BYTES);
  const readPages = createIndexFiles((bytes): unknown => JSON.parse(toText(bytes)), PAGES_CACHE_BYTES);
  const openSearch = createSearch(read, searchGate);
  const openComments = createCommentSnapshots();
  /**
   * Checked documents. A host that caches files returns the same array each time, which is then
   * checked only once.
   */
  const whole = new WeakSet<Uint8Array>();
  const isWhole = (path: string, bytes: Uint8Array): boolean => {
    if (whole.has(bytes)) return true;
    if (path.endsWith(".md") ? !isMarkdownFile(bytes) : parseRecord(bytes) === null) return false;
    whole.add(bytes);
    return true;
  };

  return (signal) => {
    let reads = 0;
    const own: ReadFile = async (path, options) => {
      reads += 1;
      if (reads > REAL_READS_MAX) throw new IndexUnavailable(`the site changed: no reads left for ${path}`);
      return read(path, options);
    };
    let current: Promise<Manifest> | null = null;
    const getManifest = (fresh = false): Promise<Manifest> => {
      if (current === null || fresh) {
        reads += 1;
        current = manifests.get(fresh);
      }
      return current;
    };
    /** @param check returns null if the bytes are incomplete */
    const readWhole = async <T>(
      path: string,
      options: ReadOptions | undefined,
      check: (bytes: Uint8Array) => T | null,
    ): Promise<T | null> => {
      const bytes = await own(path, options);
      if (bytes === null) return null;
      const checked = check(bytes);
      if (checked !== null) return checked;
      const again = options?.fresh === true ? null : await own(path, { fresh: true });
      const found = again && check(again);
      if (found === null) throw new IndexUnavailable(`${path} is incomplete`);
      return found;
    };
    return {
      read: own,
      document: (path, options) => readWhole(path, options, (bytes) => (isWhole(path, bytes) ? bytes : null)),
      record: (path, options) => readWhole(path, options, parseRecord),
      search: openSearch(own, signal),
      async withIndex(use) {
        const manifest = await getManifest();
        try {
          return await use(manifest);
        } catch (error) {
          if (!(error instanceof IndexUnavailable)) throw error;
          return use(await getManifest(true));
        }
      },
      manifest: () => getManifest().catch(() => null),
      async facets(manifest, kind, { given = [], sort = null } = {}) {
        const { columns, filters, languages = filters, sorts } = listOf(manifest, kind).index;
        const further = given.every(({ filter: { type } }) => type === "language") ? languages : filters;
        return readColumns(own, requirePart(sort !== null ? sorts : needsFilters(given) ? further : columns, kind));
      },
      async lists(manifest, kind, slug) {
        const published = await readPublished(own, manifest.published);
        const { unlisted } = published;
        const isListed = published.slugs.get(kind)?.has(slug) ?? false;
        if (isListed || kind !== "posts" || unlisted.posts.size + unlisted.aliases.size === 0) return isListed;
        // Each unlisted post has its own file, and one under each former slug.
        const key = await slugKeyOf(slug);
        return unlisted.posts.has(key) || unlisted.aliases.has(key);
      },
      published: ({ published }) => readPublished(own, published),
      comments: (fresh) => openComments(own, fresh),
      // The name contains a hash of these bytes.
      indexFile: async <T>(name: string) => (await readPages(own, name)) as T,
      async documents(manifest, kind, numbers, readsMax) {
        const places = planChunks(listOf(manifest, kind).index, numbers, readsMax);
        const names = new Set(places.map(({ name }) => requirePart(name, kind)));
        const chunks = new Map(await Promise.all([...names].map(async (name) => [name, await readChunk(own, name)] as const)));
        return places.map(({ name = "", index }) => requirePart(chunks.get(name)?.document(index), kind));
      },
      async counts() {
        // A response without counts is still valid, so problems with counts must not prevent it.
        const live = (await liveCounts?.()) ?? null;
        if (live !== null) return live;
        const manifest = await getManifest().catch(() => null);
        return manifest === null || manifest.counts === null ? null : readCounts(own, manifest.counts).catch(() => null);
      },
    };
  };
}

export type JsonRecord = Readonly<Record<string, unknown>>;

/** Parses a JSON object; null if the bytes are not one. */
export function parseRecord(bytes: Uint8Array): JsonRecord | null {
  try {
    const value: unknown = JSON.parse(toText(bytes));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Whether the text begins with front matter and ends with a line break. The host's own pages and
 * most truncated files do not.
 */
function isMarkdownFile(bytes: Uint8Array): boolean {
  const start = MARKDOWN_START.every((byte, at) => bytes[at] === byte);
  return start && bytes.at(-1) === LINE_FEED;
}

const MARKDOWN_START: readonly number[] = [...new TextEncoder().encode("---\n")];
const LINE_FEED = 0x0a;

export interface PublishedNames {
  /** Slugs by kind: kinds with a list, series, services, and the site's own kinds. */
  readonly slugs: ReadonlyMap<string, ReadonlySet<string>>;
  /** Former slug of a listed post → current slug. */
  readonly aliases: ReadonlyMap<string, unknown>;
  /** Keys of current and former slugs. */
  readonly unlisted: { readonly posts: ReadonlySet<string>; readonly aliases: ReadonlySet<string> };
}

/** @throws Error if the text is not a valid Published object */
function parsePublished(text: string): PublishedNames {
  const published: unknown = JSON.parse(text);
  if (!isRecord(published) || !isRecord(published.slugs) || !isTexts(published.slugs.posts)) throw new Error("no slugs");
  const unlisted = isRecord(published.unlisted) ? published.unlisted : {};
  const keysOf = (value: unknown): ReadonlySet<string> => new Set(isRecord(value) ? Object.keys(value) : []);
  const services = Array.isArray(published.services) ? published.services : [];
  const lists = {
    ...published.slugs,
    ...(isRecord(published.own) ? published.own : {}),
    series: published.series,
    services: services.map((service: unknown) => (isRecord(service) ? service.slug : undefined)),
  };
  return {
    slugs: new Map(Object.entries(lists).map(([kind, slugs]) => [kind, new Set(isTexts(slugs) ? slugs : [])])),
    aliases: new Map(Object.entries(isRecord(published.aliases) ? published.aliases : {})),
    unlisted: { posts: keysOf(unlisted.posts), aliases: keysOf(unlisted.aliases) },
  };
}

/** The key for an unlisted post in the index. */
export async function slugKeyOf(slug: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(slug)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, UNLISTED_KEY_LENGTH);
}
