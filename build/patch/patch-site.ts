import { readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { PAGE_SIZE_DEFAULT, SERIES_ITEMS_MAX } from "../../contract/limits.ts";
import { paginate, toListText } from "../../contract/list-text.ts";
import { fileOfPath, INDEX_PREFIX } from "../../contract/paths.ts";
import type { PostSummary } from "../../contract/schemas/post.ts";
import type { BuildOptions, BuildResult } from "../build.ts";
import { digestOfBytes, digestOfPath } from "../cache/contents.ts";
import { CacheDamageError } from "../cache/damage.ts";
import { type LastBuild, repeatBuild } from "../cache/last-build.ts";
import type { Remember } from "../cache/made-texts.ts";
import type { OutputCopies } from "../cache/output-copies.ts";
import type { PackStore } from "../cache/pack-store.ts";
import { type Body, openBody, reopenBody } from "../cache/rendering.ts";
import type { SearchStore } from "../cache/search-store.ts";
import { type Stamp, setLook, settle } from "../cache/stamps.ts";
import { emitChanges } from "../emit/emit.ts";
import type { KnownOutputs } from "../emit/known-outputs.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { SourceFile } from "../entries.ts";
import { FEED_ITEMS_MAX } from "../feeds/options.ts";
import type { LateFile, TextFile } from "../index/files.ts";
import { toManifestFile } from "../index/index.ts";
import { jsonOf } from "../json-text.ts";
import { showPath } from "../show-path.ts";
import { createStages } from "../stages.ts";
import { CHANGES_MAX, type ChangedFile, type KeptSite, type OwnFacts } from "./kept-site.ts";
import type { SoundPost } from "./outward.ts";
import { type ChangedPost, createPatchedPosts, type PatchedPosts, patchPosts } from "./patch-posts.ts";
import { WrittenSite } from "./written-site.ts";

export interface PatchInput {
  readonly options: BuildOptions;
  readonly last: LastBuild;
  /** Inputs that look otherwise than they did. */
  readonly touched: readonly { readonly at: number; readonly stamp: Stamp }[];
  /** When this build began, by the file system's clock, nanoseconds. */
  readonly since: bigint;
  readonly outputs: KnownOutputs;
  readonly copies: OutputCopies | null;
  readonly packs: PackStore;
  readonly remember: Remember;
  readonly keptSearch: SearchStore;
  /** What is known of a file of the site that has not changed since the content cache was written. @param relative path below the content folder */
  known(relative: string, digest: string): ChangedFile | null;
}

export interface Patched {
  readonly result: BuildResult;
  readonly last: LastBuild;
}

/** Files that the content cache does not know of, until it is written again. */
const OVERLAY_MAX = 200;
/** Builds of one or a few posts after which a whole one clears up what they have left in the cache. */
const PATCHES_MAX = 100;

/**
 * Builds a site of which no more has changed than what some posts say: finds out what that touches, and changes those files alone.
 * @returns null: more may have changed; nothing was written
 */
export async function patchSite(input: PatchInput): Promise<Patched | null> {
  const { last, options } = input;
  const found = findChangedPosts(input);
  if (found === null) return null;
  const stages = createStages(options.onProgress);
  const kept = last.site();
  if (found.posts.length === 0) {
    return input.outputs.areAsLeft() ? { result: repeatBuild(last, options), last: found.last } : null;
  }
  if (kept === null || Object.keys(kept.changed).length > OVERLAY_MAX || kept.patches >= PATCHES_MAX) return null;
  const changes = await readChanges(input, kept, found.posts);
  if (changes === null) return null;
  const site = new WrittenSite(options.outDir);
  const patch = await stages.run("index", () => toPatch(input, { site, kept, changes }));
  if (patch === null) return null;
  const before = sizesOf(input.outputs, [...patch.files.map(({ path }) => path), ...patch.gone]);
  const emitted = await stages.run("write", () =>
    emitChanges(options.outDir, patch.files, { known: input.outputs, copies: input.copies, gone: patch.gone }),
  );
  if (emitted === null) return null;
  const after = sizesOf(
    input.outputs,
    patch.files.map(({ path }) => path),
  );
  const { stats } = last.head;
  const total = stats.files.written + stats.files.unchanged + after.size - before.size;
  const isSearch = (path: string): boolean => SEARCH_FILES.some((start) => path.startsWith(start));
  const next: Omit<BuildResult["stats"], "stages"> = {
    documents: stats.documents,
    files: { written: emitted.written, unchanged: total - emitted.written, removed: emitted.removed },
    bytes: stats.bytes + sum(after) - sum(before),
    searchBytes: stats.searchBytes + sum(after, isSearch) - sum(before, isSearch),
  };
  const nextSite = toNextSite(kept, changes);
  const { head } = found.last;
  const nextLast: LastBuild = { ...found.last, head: { ...head, stats: next, now: options.now }, site: () => nextSite };
  const said = repeatBuild(nextLast, options);
  return { result: { ...said, stats: { ...next, stages: stages.times } }, last: nextLast };
}

const SEARCH_FILES = ["search", "minisearch"].map((name) => `${INDEX_PREFIX.slice(1)}/${name}.`);

function sizesOf(outputs: KnownOutputs, paths: readonly string[]): Map<string, number> {
  return new Map(
    paths.flatMap((path) => {
      const size = outputs.sizeOf(path);
      return size === null ? [] : [[path, size] as const];
    }),
  );
}

function sum(sizes: ReadonlyMap<string, number>, counts: (path: string) => boolean = () => true): number {
  let total = 0;
  for (const [path, size] of sizes) if (counts(path)) total += size;
  return total;
}

interface FoundPost {
  readonly place: number;
  readonly file: SourceFile;
  readonly bytes: Buffer;
  /** Of what it held before. */
  readonly digest: string;
}

/** Which of the inputs that look otherwise are published posts with a new text, where all others hold what they held. */
function findChangedPosts({ options, last, touched, since }: PatchInput): { readonly posts: FoundPost[]; readonly last: LastBuild } | null {
  const looks = last.looks.slice();
  const digests = [...last.digests()];
  const posts: FoundPost[] = [];
  const start = join(options.contentDir, sep);
  for (const { at, stamp } of touched) {
    const path = last.paths[at] ?? "";
    const known = digests[at] ?? "";
    if (stamp === "" || known === "") return null;
    setLook(looks, at, settle(stamp, since));
    if (known.startsWith("/")) {
      if (digestOfPath(path) !== known) return null;
      continue;
    }
    const bytes = readIfPossible(path);
    const digest = bytes === null ? "" : digestOfBytes(bytes);
    if (bytes === null || digest === known) {
      if (bytes === null) return null;
      continue;
    }
    const relative = path.slice(start.length);
    const place = path.startsWith(start) ? (last.site()?.files.indexOf(relative) ?? -1) : -1;
    if (place < 0 || posts.length === CHANGES_MAX) return null;
    digests[at] = digest;
    posts.push({ place, file: { path: showPath(options.cwd, path), relative, absolute: path }, bytes, digest: known });
  }
  const { head, paths, site } = last;
  return { posts, last: { head, paths, looks, digests: () => digests, site } };
}

function readIfPossible(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

interface Change {
  readonly place: number;
  readonly relative: string;
  readonly before: ChangedFile;
  readonly after: ChangedFile & { readonly parsed: SoundPost };
}

/** Parses and renders changed posts; null where more than they may be touched. */
async function readChanges(input: PatchInput, kept: KeptSite, posts: readonly FoundPost[]): Promise<readonly Change[] | null> {
  const { options, last, packs } = input;
  const { createChangeReader } = await import("./render-change.ts");
  const reader = createChangeReader(options.config, kept.timeZone, packs);
  const changes: Change[] = [];
  for (const { place, file, bytes, digest } of posts) {
    // What was found fault with is found again by a whole build.
    if (last.head.found.some((diagnostic) => diagnostic.file === file.path)) return null;
    const before = kept.changed[file.relative] ?? input.known(file.relative, digest);
    if (before === null || before.rendering.body.join(" ") !== kept.bodies[place]) return null;
    const after = await reader.read(file, bytes, before);
    if (after === null) return null;
    changes.push({ place, relative: file.relative, before, after });
  }
  return changes;
}

interface Parts {
  readonly site: WrittenSite;
  readonly kept: KeptSite;
  readonly changes: readonly Change[];
}

/** What is to be written, and what goes. */
async function toPatch(input: PatchInput, { site, kept, changes }: Parts): Promise<{ files: OutputFile[]; gone: string[] } | null> {
  const { packs, outputs, remember, keptSearch } = input;
  const changed = new Map(changes.map((change) => [change.place, toChangedPost(change, { site, kept, packs })]));
  // All of its posts would be looked at, though few show the ones that changed.
  if ([...changed.values()].some(({ summary }) => (summary.series?.total ?? 0) > SERIES_ITEMS_MAX)) return null;
  const posts = createPatchedPosts(site, kept, changed, (place, summary) => openKept(kept.bodies[place] ?? "", summary, packs));
  const patch = patchPosts(site, kept, changed, posts);
  const files: (TextFile | LateFile)[] = [...patch.files];
  const gone = new Set(patch.gone);
  const isListed = [...changed].some(([place, { summary }]) => place < PAGE_SIZE_DEFAULT && jsonOf(summary) !== site.summaryText(place));
  if (isListed) files.push(toFirstPage(site.total, posts));
  if ([...changed].some((change) => isInSiteFiles(change, site, kept)) || patch.affected.has(0)) {
    const { remakeSiteFiles } = await import("./whole-site.ts");
    files.push(...(await remakeSiteFiles({ site, kept, posts, outputs, remember })));
  }
  let { search } = site.manifest;
  if (search !== null) {
    const { patchIndexOf } = await import("./patch-index.ts");
    const formerBody = (place: number): Body => openKept(kept.bodies[place] ?? "", site.summary(place), packs);
    const index = patchIndexOf({ site, changes: changed, posts, identities: kept.bodies, formerBody, store: keptSearch });
    if (index === null) return null;
    search = index.names;
    files.push(...index.files);
    for (const name of index.gone) gone.add(`${INDEX_PREFIX.slice(1)}/${name}`);
  }
  const { buildId, ...manifest } = site.manifest;
  const present = new Set(files.map(({ path }) => path));
  files.push(toManifestFile({ ...manifest, lists: { ...manifest.lists, posts: patch.list }, search }));
  // The same list may have been made twice.
  const byPath = new Map(files.map((file) => [file.path, file]));
  return { files: [...byPath.values()].map(toOutput), gone: [...gone].filter((path) => !present.has(path)) };
}

function toOutput(file: TextFile | LateFile): OutputFile {
  return "bytes" in file ? { path: file.path, content: file } : { path: file.path, content: { text: file.text } };
}

function toFirstPage(total: number, posts: PatchedPosts): TextFile {
  const size = Math.min(PAGE_SIZE_DEFAULT, total);
  const texts = Array.from({ length: size }, (_, place) => jsonOf(posts.summary(place)));
  return { path: fileOfPath("/posts"), text: toListText(texts, paginate(1, PAGE_SIZE_DEFAULT, total)) };
}

/** Whether feeds, the sitemap, or the examples of the API's description (the first post, the first series) may say something else. */
function isInSiteFiles([place, { summary, own }]: readonly [number, ChangedPost], site: WrittenSite, kept: KeptSite): boolean {
  const former = site.summary(place);
  if (summary.series !== null && summary.series.slug === kept.series[0]) return true;
  return place < FEED_ITEMS_MAX || former.updatedAt !== summary.updatedAt || (kept.own[place]?.canonicalUrl ?? null) !== own.canonicalUrl;
}

function toChangedPost({ place, after }: Change, { site, kept, packs }: Pick<Parts, "site" | "kept"> & { packs: PackStore }): ChangedPost {
  const { entry } = after.parsed;
  const { facts, body } = after.rendering;
  const former = site.summary(place);
  const summary: PostSummary = {
    ...former,
    title: entry.title,
    excerpt: entry.excerpt ?? facts.excerpt,
    updatedAt: entry.updatedAt ?? entry.publishedAt,
    language: entry.language ?? kept.language,
    wordCount: facts.wordCount,
    readingTimeMinutes: facts.readingTimeMinutes,
    hasCode: facts.hasCode,
    codeLanguages: [...facts.codeLanguages],
    featured: entry.featured,
  };
  return { summary, body: openBody(facts, body, packs), own: ownOf(after.parsed) };
}

function ownOf({ entry: { commentsOpen, canonicalUrl, author } }: SoundPost): OwnFacts {
  return { commentsOpen, canonicalUrl, author };
}

function openKept(
  identity: string,
  { excerpt, wordCount, readingTimeMinutes, hasCode, codeLanguages }: PostSummary,
  packs: PackStore,
): Body {
  const body = reopenBody({ excerpt, wordCount, readingTimeMinutes, hasCode, codeLanguages }, identity, packs);
  if (body === null) throw new CacheDamageError(`${identity} is no body`);
  return body;
}

function toNextSite(kept: KeptSite, changes: readonly Change[]): KeptSite {
  const bodies = [...kept.bodies];
  const own: Record<number, OwnFacts> = { ...kept.own };
  const changed: Record<string, ChangedFile> = { ...kept.changed };
  for (const { place, relative, after } of changes) {
    bodies[place] = after.rendering.body.join(" ");
    own[place] = ownOf(after.parsed);
    changed[relative] = { parsed: after.parsed, rendering: after.rendering };
  }
  return { ...kept, bodies, own, changed, patches: kept.patches + 1 };
}
