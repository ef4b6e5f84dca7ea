import { createHash, hash } from "node:crypto";
import { z } from "zod";
import { byKey } from "../contract/by-key.ts";
import { INDEX_FORMAT, type Published, UNLISTED_KEY_LENGTH, type UnlistedPosts } from "../contract/index-format.ts";
import { pageKey } from "../contract/page-key.ts";
import { MANIFEST_FILE } from "../contract/paths.ts";
import { toSupportedTimeZone } from "../contract/query/time-zone.ts";
import { LIST_KINDS, type ListKind } from "../kinds/list-kinds.ts";

/**
 * The published content as the write server needs it. Slugs are compared exactly. It never changes
 * after it has been read.
 */
export interface PublishedContent {
  readonly buildId: string;
  /** Public base of the API, including `/api/v1`, without a trailing slash. */
  readonly baseUrl: string;
  /** The base of problem types. */
  readonly problemBaseUrl: string;
  /** Known to this runtime. */
  readonly timeZone: string;
  /** File of the page frame; null if the site has none. */
  readonly frame: string | null;
  /** A post by its current slug or a former one; null if there is none. */
  findPost(slug: string): PublishedPost | null;
  /**
   * Whether there is a document whose current slug is this one. Posts are also found by former
   * slugs.
   */
  has(kind: ListKind | "services", slug: string): boolean;
  /** Whether a page, or a document of one of the site's own kinds, is published under that slug. */
  hasOwn(kind: string, slug: string): boolean;
  /**
   * Whether a path from `normalizePath` is the page of a published document. False if the build did
   * not state its page paths.
   */
  isPage(path: string): boolean;
  hasServiceId(id: string): boolean;
  /** Whether views are counted by campaign. */
  readonly countsCampaigns: boolean;
}

export interface PublishedPost {
  /** The current slug. */
  readonly slug: string;
  readonly commentsOpen: boolean;
  /** False for an unlisted post, which is therefore not in /counts either. */
  readonly listed: boolean;
}

/** Hashed file names. Any other name could point outside the folder. */
const FileName = z.string().regex(/^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/);
const BaseUrl = z.string().regex(/^https?:\/\/[^\s?#]+[^\s?#/]$/);
const ManifestSchema = z.object({
  format: z.literal(INDEX_FORMAT),
  buildId: z.string(),
  site: z.object({ baseUrl: BaseUrl, problemBaseUrl: BaseUrl.optional(), timeZone: z.string() }),
  published: FileName,
  frame: FileName.exactOptional(),
});
const Slugs = z.array(z.string());
const PublishedSchema = z.object({
  slugs: z.object({ ...byKey(LIST_KINDS, () => Slugs.exactOptional()), posts: Slugs }),
  own: z.record(z.string(), Slugs).exactOptional(),
  pages: z.object(byKey(LIST_KINDS, () => z.string().exactOptional())).optional(),
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
  campaigns: z.boolean().exactOptional(),
});
type KnownManifest = z.infer<typeof ManifestSchema>;

export function parseManifest(value: unknown): KnownManifest {
  const parsed = ManifestSchema.safeParse(value);
  if (!parsed.success) throw new Error(`${MANIFEST_FILE} does not have format ${INDEX_FORMAT}`, { cause: parsed.error });
  return parsed.data;
}

export function parsePublished(value: unknown): Published {
  const parsed = PublishedSchema.safeParse(value);
  if (!parsed.success) throw new Error("the file named `published` in the manifest has an unknown format", { cause: parsed.error });
  return parsed.data;
}

export function toPublishedContent(manifest: KnownManifest, published: Published): PublishedContent {
  const slugs = {
    ...byKey(LIST_KINDS, (kind) => new Set(published.slugs[kind] ?? [])),
    services: new Set(published.services.map(({ slug }) => slug)),
  };
  const own = new Map(Object.entries(published.own ?? {}).map(([kind, all]) => [kind, new Set(all)]));
  const aliases = new Map(Object.entries(published.aliases));
  const closed = new Set(published.commentsClosed);
  const { baseUrl, problemBaseUrl = baseUrl } = manifest.site;
  const ids = new Set(published.services.map(({ id }) => id));
  const findUnlisted = createUnlistedFinder(published.unlisted);
  const findPost = (slug: string): PublishedPost | null => {
    const present = slugs.posts.has(slug) ? slug : aliases.get(slug);
    if (present === undefined || !slugs.posts.has(present)) return findUnlisted(slug);
    return { slug: present, commentsOpen: !closed.has(present), listed: true };
  };
  const has = (kind: ListKind | "services", slug: string): boolean => (kind === "posts" ? findPost(slug) !== null : slugs[kind].has(slug));
  const { pages } = published;
  const paths = new Set(published.paths);
  const unlistedPaths = new Set(published.unlisted?.paths);
  const isElsewhere = (path: string): boolean => paths.has(path) || (unlistedPaths.size > 0 && unlistedPaths.has(unlistedKeyOf(path)));
  return {
    buildId: manifest.buildId,
    baseUrl,
    problemBaseUrl,
    timeZone: toSupportedTimeZone(manifest.site.timeZone),
    frame: manifest.frame ?? null,
    findPost,
    has,
    isPage: (path) => LIST_KINDS.some((kind) => has(kind, slugOfPage(path, pages?.[kind]) ?? "")) || isElsewhere(pageKey(path)),
    hasOwn: (kind, slug) => (kind === "pages" ? slugs.pages : own.get(kind))?.has(slug) === true,
    hasServiceId: (id) => ids.has(id),
    countsCampaigns: published.campaigns === true,
  };
}

/**
 * The index names unlisted posts by hash (contract/index-format.ts), so a slug can be looked up but
 * not read.
 */
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

/** The name of an unlisted post in public files, which does not reveal its slug. */
export function unlistedKeyOf(slug: string): string {
  return hash("sha256", slug).slice(0, UNLISTED_KEY_LENGTH);
}

function unseal(sealed: string, key: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const mask = createHash("shake256", { outputLength: bytes.length }).update(key).digest();
  return Buffer.from(bytes.map((byte, at) => byte ^ (mask[at] ?? 0))).toString();
}

/**
 * The slug in a page's path; null if the path does not match the pattern. Paths have no trailing
 * slash.
 */
export function slugOfPage(path: string, pattern: string | undefined): string | null {
  const [before, after = "", ...more] = pattern?.split("{slug}") ?? [];
  if (before === undefined || more.length > 0) return null;
  const end = after.replace(/\/$/, "");
  const isLike = path.length > before.length + end.length && path.startsWith(before) && path.endsWith(end);
  return isLike ? path.slice(before.length, path.length - end.length) : null;
}
