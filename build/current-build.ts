import { resolve } from "node:path";
import { byKey } from "../contract/by-key.ts";
import { COLLECTION_NAMES } from "../contract/config/config-names.ts";
import { pageKey } from "../contract/page-key.ts";
import type { RenderedContent } from "./assemble/documents/input.ts";
import { createSchedule, type Schedule } from "./assemble/schedule.ts";
import type { BuildCache } from "./build-cache.ts";
import type { BuildOptions, BuildResult, BuildStats, PostState, PreviewReason } from "./build-options.ts";
import { readConfigPlaces } from "./config/config-places.ts";
import { type Content, entriesOf } from "./kinds/kinds.ts";
import type { PostEntry } from "./kinds/post-kind.ts";
import type { ParseResult } from "./parse/parse-content.ts";
import { compareText, Diagnostics, type Finding } from "./shared/diagnostics.ts";
import type { SpecialKind } from "./shared/kind-name.ts";
import type { ResolvedConfig } from "./shared/resolved-config.ts";
import { createStages, type Stages } from "./shared/stages.ts";

/** A running build: the state that its steps share. */
export interface Build {
  readonly options: BuildOptions;
  readonly cache: BuildCache;
  readonly diagnostics: Diagnostics;
  readonly stages: Stages;
  readonly notices: string[];
  /** Files with errors that are left out, named as in messages. */
  readonly leftOut: Set<string>;
  /** Whether the build must not write anything. */
  failed(): boolean;
}

/**
 * Whether a check assembles pages. Otherwise, it would miss mistakes in computed fields, and pages
 * that a redirect hides.
 */
export function checksPages({ rules, ownKinds }: ResolvedConfig): boolean {
  return rules.redirects.length > 0 || ownKinds.some(({ code }) => code.compute !== null);
}

export function openBuild(options: BuildOptions, cache: BuildCache): Build {
  const diagnostics = new Diagnostics();
  const leftOut = new Set<string>();
  const hasOtherErrors = (): boolean => diagnostics.all().some(({ severity, file }) => severity === "error" && !leftOut.has(file));
  const hasErrors = (): boolean => diagnostics.errorCount > 0 && (leftOut.size === 0 || hasOtherErrors());
  const failed = (): boolean => hasErrors() || (options.strict && diagnostics.warningCount > 0);
  return { options, cache, diagnostics, stages: createStages(options.onProgress), notices: [], leftOut, failed };
}

const NO_STATS: Omit<BuildStats, "stages"> = {
  documents: {},
  withheld: { drafts: 0, scheduled: 0, expired: 0 },
  files: { written: 0, unchanged: 0, removed: 0 },
  bytes: 0,
  searchBytes: 0,
};

type Outcome = Pick<BuildResult, "ok"> &
  Partial<Pick<BuildResult, "nextChange" | "changed" | "added" | "gone">> & { readonly stats?: Omit<BuildStats, "stages"> };

export function toResult(
  { options, diagnostics, stages, notices, leftOut }: Build,
  { content, sources, notices: whileParsing }: ParseResult,
  { stats = NO_STATS, ...outcome }: Outcome,
): BuildResult {
  return {
    diagnostics,
    sources,
    pageOf: content === null ? () => null : createPageFinder(content),
    fileOf: (path) =>
      content === null ? null : (pagesOf(content).find(({ page }) => isSamePath(page, path))?.entry.file.absolute ?? null),
    previews: () => (content === null ? {} : findPreviews(content, options)),
    posts: () => (content === null ? null : { siteUrl: content.site.url, posts: listPosts(content, options) }),
    notices: [...whileParsing, ...notices],
    stats: { ...stats, stages: stages.times },
    leftOut: [...leftOut],
    gone: [],
    added: [],
    nextChange: null,
    changed: [],
    outDir: options.outDir,
    ...outcome,
  };
}

/** Whether two paths belong to the same page, with or without a final slash and in any encoding. */
function isSamePath(one: string, other: string): boolean {
  return pageKey(one) === pageKey(other);
}

/** Documents with their own pages. */
function pagesOf(content: Content) {
  return entriesOf(content).flatMap((entry) => ("page" in entry && entry.page !== null ? [{ entry, page: entry.page }] : []));
}

/**
 * Creates a function that finds the path of a content file's page. Files are named as in messages.
 * Null if the file has no page.
 */
function createPageFinder(content: Content): (file: string) => string | null {
  let pages: ReadonlyMap<string, string> | null = null;
  return (file) => {
    pages ??= new Map(pagesOf(content).map(({ entry, page }) => [entry.file.path, page]));
    return pages.get(file) ?? null;
  };
}

/** Finds pages that a build shows although they are not public, with the reason. */
function findPreviews(
  content: Content,
  { drafts, future, now }: Pick<BuildOptions, "drafts" | "future" | "now">,
): Record<string, PreviewReason> {
  const found: Record<string, PreviewReason> = {};
  for (const { page, entry } of pagesOf(content)) {
    const { draft, publishedAt } = entry;
    if (draft && drafts) found[page] = "draft";
    else if (future && publishedAt !== null && compareText(publishedAt, now) > 0) found[page] = "scheduled";
  }
  return found;
}

function listPosts(content: Content, { now }: Pick<BuildOptions, "now">): readonly PostState[] {
  const { isPublished } = createSchedule(content, { now, drafts: false, future: false });
  const stateOf = (post: PostEntry): PostState["state"] => {
    if (isPublished(post)) return "public";
    if (post.draft) return "draft";
    return post.publishedAt !== null && compareText(post.publishedAt, now) > 0 ? "scheduled" : "expired";
  };
  return content.posts.map((post) => {
    const { file, slug, page, preview: word } = post;
    return { file: file.path, path: file.absolute, slug, state: stateOf(post), page, word };
  });
}

/**
 * Finds slugs that were published and no longer belong to a post. Drafts and expired posts are
 * hidden on purpose, so they do not count.
 */
export function findGonePosts(gone: readonly string[], { posts }: Content): readonly string[] {
  const present = new Set(posts.flatMap(({ slug, aliases }) => [slug, ...aliases]));
  const slugs = gone.flatMap((path) => /^api\/v1\/posts\/([^/]+)\.json$/.exec(path)?.[1] ?? []);
  return slugs.filter((slug) => !present.has(slug)).sort(compareText);
}

/** Reports mistakes in settings, with their places in the configuration file. */
export async function reportSettings({ options: { cwd, config }, diagnostics }: Build, findings: readonly Finding[]): Promise<void> {
  if (config.file === null || findings.length === 0) return;
  const urls = { ...config.urls, ...config.groupUrls, services: config.servicesUrl };
  const written = { ...config, urls, kinds: Object.fromEntries(config.ownKinds.map((kind) => [kind.name, kind])) };
  const places = await readConfigPlaces(written, resolve(cwd, config.file), config.file);
  for (const finding of findings) diagnostics.error(places.value(finding.field ?? []), finding);
}

export function countDocuments(content: RenderedContent, { withheld }: Schedule): Omit<BuildStats, "stages"> {
  const names = [...COLLECTION_NAMES, ...Object.keys(content.documents)];
  const countOf = (name: string): number => (content.documents[name] ?? content[name as SpecialKind]).length;
  return { ...NO_STATS, documents: byKey(names, countOf), withheld };
}
