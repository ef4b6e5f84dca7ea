import { createHash, hash } from "node:crypto";
import { createStorage, type Storage } from "unstorage";
import fsDriver from "unstorage/drivers/fs-lite";
import { z } from "zod";
import { INDEX_FORMAT, type Published, UNLISTED_KEY_LENGTH, type UnlistedPosts } from "../contract/index-format.ts";
import { pageKey } from "../contract/page-key.ts";
import { fileOfPath, INDEX_PREFIX, LIST_KINDS, type ListKind, MANIFEST_FILE } from "../contract/paths.ts";

/** The published content as the write server needs it. Slugs are compared as they stand; nothing of it changes once it was read. */
export interface PublishedContent {
  readonly buildId: string;
  /** Public base of the API, `/api/v1` included, without a slash at the end. */
  readonly baseUrl: string;
  /** The one that problem types are below. */
  readonly problemBaseUrl: string;
  readonly timeZone: string;
  /** A post by its present slug or a former one; null: there is no such post. */
  findPost(slug: string): PublishedPost | null;
  /** By present slug; posts by a former one too. */
  has(kind: ListKind, slug: string): boolean;
  /** Whether a path, as `normalizePath` gives it, is that of a published document's page; false where the build did not say how they are called. */
  isPage(path: string): boolean;
  hasServiceId(id: string): boolean;
  hasServiceSlug(slug: string): boolean;
}

export interface PublishedPost {
  /** The present one. */
  readonly slug: string;
  readonly commentsOpen: boolean;
  /** false: it stands in no list, and so not in /counts. */
  readonly listed: boolean;
}

export interface PublishedStatus {
  readonly buildId: string | null;
  /** When the source last gave a manifest that can be used, ms since 1970; null: never. */
  readonly readAt: number | null;
  /** What went wrong at the last attempt; null: nothing. */
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
   * What the build wrote for a path below the API's base (`/site-settings`); null: there is no such file.
   * @throws Error where the source cannot be read now
   */
  document(path: string): Promise<unknown>;
  status(): PublishedStatus;
}

/** The only thing that is asked of the place where the files are. */
export type ReadPublishedFile = (path: string) => Promise<Uint8Array | null>;

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
        next = toContent(manifest, published);
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
        // What unstorage 1.17's http driver makes of a 404.
        if (isRemote && error instanceof TypeError) return null;
        throw error;
      });
      if (value instanceof Uint8Array) return value;
      // What unstorage 1.17's fs driver makes of a file that it may not read; /readyz shows the message to anybody, so it has no path of the machine.
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

/** Hashed names of files; anything else could lead out of the folder. */
const FileName = z.string().regex(/^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/);
const BaseUrl = z.string().regex(/^https?:\/\/[^\s?#]+[^\s?#/]$/);
const ManifestSchema = z.object({
  format: z.literal(INDEX_FORMAT),
  buildId: z.string(),
  site: z.object({ baseUrl: BaseUrl, problemBaseUrl: BaseUrl.optional(), timeZone: z.string() }),
  published: FileName,
});
const Slugs = z.array(z.string());
const PublishedSchema = z.object({
  slugs: z.object({ posts: Slugs, projects: Slugs, books: Slugs, photos: Slugs }),
  pages: z.object({ posts: z.string(), projects: z.string(), books: z.string(), photos: z.string() }).optional(),
  paths: z.array(z.string()).exactOptional(),
  aliases: z.record(z.string(), z.string()),
  commentsClosed: Slugs,
  services: z.array(z.object({ id: z.string(), slug: z.string() })),
  unlisted: z
    .object({
      posts: z.record(z.string(), z.object({ commentsOpen: z.boolean() })),
      aliases: z.record(z.string(), z.string()),
      paths: z.array(z.string()).exactOptional(),
    })
    .exactOptional(),
});
type KnownManifest = z.infer<typeof ManifestSchema>;

function parseManifest(value: unknown): KnownManifest {
  const parsed = ManifestSchema.safeParse(value);
  if (!parsed.success) throw new Error(`${MANIFEST_FILE} is not one of format ${INDEX_FORMAT}`, { cause: parsed.error });
  return parsed.data;
}

function parsePublished(value: unknown): Published {
  const parsed = PublishedSchema.safeParse(value);
  if (!parsed.success) throw new Error("the file that the manifest names as `published` is not one", { cause: parsed.error });
  return parsed.data;
}

function toContent(manifest: KnownManifest, published: Published): PublishedContent {
  const { posts, projects, books, photos } = published.slugs;
  const slugs = { posts: new Set(posts), projects: new Set(projects), books: new Set(books), photos: new Set(photos) };
  const aliases = new Map(Object.entries(published.aliases));
  const closed = new Set(published.commentsClosed);
  const { baseUrl, problemBaseUrl = baseUrl, timeZone } = manifest.site;
  const ids = new Set(published.services.map(({ id }) => id));
  const serviceSlugs = new Set(published.services.map(({ slug }) => slug));
  const findUnlisted = createUnlistedFinder(published.unlisted);
  const findPost = (slug: string): PublishedPost | null => {
    const present = slugs.posts.has(slug) ? slug : aliases.get(slug);
    if (present === undefined || !slugs.posts.has(present)) return findUnlisted(slug);
    return { slug: present, commentsOpen: !closed.has(present), listed: true };
  };
  const has = (kind: ListKind, slug: string): boolean => (kind === "posts" ? findPost(slug) !== null : slugs[kind].has(slug));
  const { pages } = published;
  const paths = new Set(published.paths);
  const unlistedPaths = new Set(published.unlisted?.paths);
  const isElsewhere = (path: string): boolean => paths.has(path) || (unlistedPaths.size > 0 && unlistedPaths.has(unlistedKeyOf(path)));
  return {
    buildId: manifest.buildId,
    baseUrl,
    problemBaseUrl,
    timeZone,
    findPost,
    has,
    isPage: (path) => LIST_KINDS.some((kind) => has(kind, slugOfPage(path, pages?.[kind]) ?? "")) || isElsewhere(pageKey(path)),
    hasServiceId: (id) => ids.has(id),
    hasServiceSlug: (slug) => serviceSlugs.has(slug),
  };
}

/** The index names unlisted posts by hashes (contract/index-format.ts): a slug can be looked up, but not read. */
function createUnlistedFinder(unlisted: UnlistedPosts | undefined): (slug: string) => PublishedPost | null {
  if (unlisted === undefined) return () => null;
  const posts = new Map(Object.entries(unlisted.posts));
  const aliases = new Map(Object.entries(unlisted.aliases));
  const find = (slug: string): PublishedPost | null => {
    const post = posts.get(unlistedKeyOf(slug));
    return post === undefined ? null : { slug, commentsOpen: post.commentsOpen, listed: false };
  };
  return (slug) => {
    const sealed = aliases.get(unlistedKeyOf(slug));
    return find(slug) ?? (sealed === undefined ? null : find(unseal(sealed, slug)));
  };
}

/** How public files name a post without saying its slug. */
export function unlistedKeyOf(slug: string): string {
  return hash("sha256", slug).slice(0, UNLISTED_KEY_LENGTH);
}

function unseal(sealed: string, key: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const mask = createHash("shake256", { outputLength: bytes.length }).update(key).digest();
  return Buffer.from(bytes.map((byte, at) => byte ^ (mask[at] ?? 0))).toString();
}

/** The slug in a page's path; null where the path is not of the pattern. Paths come without a slash at the end. */
export function slugOfPage(path: string, pattern: string | undefined): string | null {
  const [before, after = "", ...more] = pattern?.split("{slug}") ?? [];
  if (before === undefined || more.length > 0) return null;
  const end = after.replace(/\/$/, "");
  const isLike = path.length > before.length + end.length && path.startsWith(before) && path.endsWith(end);
  return isLike ? path.slice(before.length, path.length - end.length) : null;
}
