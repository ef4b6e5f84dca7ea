import { join } from "node:path";
import { concat, type WithHostFiles } from "./add-host-files.ts";
import { type Assembled, assemble } from "./assemble/assemble.ts";
import type { RenderedContent, RenderedDocument } from "./assemble/documents/input.ts";
import { checkGroupPages } from "./assemble/groups/check-group-pages.ts";
import { findLeftOut, withholdFiles } from "./assemble/left-out.ts";
import type { Schedule } from "./assemble/schedule.ts";
import type { BuildCache } from "./build-cache.ts";
import type { BuildOptions } from "./build-options.ts";
import type { SiteFacts } from "./cache/cache-key.ts";
import { MemoryStorage } from "./cache/storage/memory-storage.ts";
import { type Build, checksPages, reportSettings } from "./current-build.ts";
import { type EmitResult, emit } from "./emit/emit.ts";
import type { OutputFile } from "./emit/output-file.ts";
import { pagePatternsOf } from "./kinds/addresses/page-pattern.ts";
import type { Content } from "./kinds/kinds.ts";
import { SettingsError } from "./markdown/markdown-settings.ts";
import { type Outputs, toOutputs } from "./outputs/outputs.ts";
import { loadSiteAssets, type SiteAssets } from "./outputs/website/site-assets.ts";
import type { OwnLook } from "./outputs/website/style-files.ts";
import { type ParseResult, parseContent } from "./parse/parse-content.ts";
import { writeForeignFiles } from "./public/marked-files.ts";
import { readPublicFolder } from "./public/public-folder.ts";
import { warnOfRenamedPosts } from "./public/renamed-posts.ts";
import { checkNavigation } from "./references/check-navigation.ts";
import type { IsServed } from "./references/other-addresses.ts";
import { lazyRenderer, type RenderedSiteContent, renderSite } from "./render/render-site.ts";
import { Bodies } from "./rows/bodies.ts";
import { SourceRows } from "./rows/source-rows.ts";
import type { Addresses } from "./shared/site-addresses.ts";
import { showPath } from "./shared/source-file.ts";

export async function parseSources({ options, cache, diagnostics, stages }: Build) {
  const { contentDir, cwd, config, onManyFiles } = options;
  const { inputs, memos } = cache;
  let rows: SourceRows | null = null;
  const openRows = (site: SiteFacts | null): SourceRows => {
    rows = openSourceRows(options, cache, site);
    return rows;
  };
  const many = onManyFiles === undefined ? {} : { onManyFiles };
  const parsed = await stages.run("parse", (onProgress) =>
    parseContent({ contentDir, cwd, config, diagnostics, onProgress, ...many, inputs, memos, openRows }),
  );
  return { parsed, rows: rows as SourceRows | null };
}

/** @param site facts about the site; null if they are unknown, so no row is used or stored */
function openSourceRows(options: BuildOptions, cache: BuildCache, site: SiteFacts | null): SourceRows {
  const { config, check, isOnlyBuild, memory } = options;
  const { inputs } = cache;
  const dates = config.fileDates;
  // A check that runs once reads no rendered text, unless it assembles pages.
  if (isOnlyBuild === true && check === true && !checksPages(config))
    return new SourceRows(new Map(), inputs, new Bodies(null, ""), { dates });
  if (site === null) return new SourceRows(new Map(), inputs, new Bodies(new MemoryStorage(), ""));
  return cache.openSources(site, ({ key, storage, lookups }) => {
    return new SourceRows(storage.sources(key), inputs, new Bodies(storage, key), { lookups, joined: memory?.facts ?? null, dates });
  });
}

export async function loadCounts({ options: { counts, cwd }, cache, diagnostics }: Build) {
  if (counts === undefined) return null;
  cache.inputs.note(counts);
  const { readCounts: read } = await import("./sources/counts-file.ts");
  return read(counts, cwd, diagnostics);
}

/**
 * Reports addresses that two pages share, broken links in the menu, and posts with changed slugs.
 * @returns a function that tells whether the website has anything at a path; null if the build
 * makes no website
 */
export async function checkContent(build: Build, content: Content, inPublic: readonly OutputFile[]): Promise<IsServed | null> {
  const { config, outDir } = build.options;
  const { diagnostics } = build;
  // These modules are loaded only for a site with pages, because they import the views.
  const generated = config.website ? await import("./outputs/website/generated-paths.ts") : null;
  const served = config.website ? await import("./outputs/website/served-paths.ts") : null;
  const describeGenerated = generated?.createGeneratedPaths(content, config) ?? (() => null);
  const isServed = served?.createServedPaths({ content, config, describeGenerated, inPublic }) ?? null;
  checkNavigation(content, { patterns: pagePatternsOf(config), isServed, severity: config.checks.pages, diagnostics });
  generated?.checkGeneratedPaths(content, describeGenerated, diagnostics);
  if (config.datesRepeatedSlugs) warnOfRenamedPosts(content.posts, outDir, diagnostics);
  await reportSettings(build, [
    ...(generated?.checkListPaths(content, config) ?? []),
    ...checkGroupPages(content, config, diagnostics, describeGenerated),
  ]);
  return isServed;
}

interface AssetsOf {
  readonly site: Content["site"];
  readonly content: RenderedContent;
  readonly addresses: Addresses;
}

/** Loads the styles, cards and scripts of the pages. */
export async function loadAssets(build: Build, { content, ...input }: AssetsOf): Promise<SiteAssets> {
  const { options, cache, diagnostics } = build;
  const hasPages = options.config.website !== null || options.pagesOnRequest !== undefined;
  const assets = await loadSiteAssets(content, { ...options, ...input, hasPages, inputs: cache.inputs, diagnostics });
  await reportSettings(build, assets.findings);
  return assets;
}

interface RenderInput {
  readonly content: Content;
  readonly rows: SourceRows;
  readonly addresses: Addresses;
  readonly schedule: Schedule;
  readonly isServed: IsServed | null;
}

/**
 * Renders the site. If the build continues despite errors, it renders the site again without the
 * files that have them.
 */
export async function renderPublic(build: Build, input: RenderInput) {
  const site = await render(build, input);
  const { options, diagnostics, leftOut, notices } = build;
  if (site === null || options.keepGoing !== true || diagnostics.errorCount === 0) return { schedule: input.schedule, site };
  for (const file of findLeftOut(diagnostics, input.content)) leftOut.add(file);
  if (leftOut.size === 0) {
    notices.push("--keep-going: an error about visibility or dates, or in a file that is not a document, stops the build");
    return { schedule: input.schedule, site };
  }
  const schedule = withholdFiles(input.schedule, leftOut);
  return { schedule, site: await render(build, { ...input, schedule }) };
}

/** @returns null if the Markdown settings cannot be used */
async function render(build: Build, { content, ...input }: RenderInput): Promise<RenderedSiteContent | null> {
  const { options, cache, diagnostics, stages, notices } = build;
  const { cwd, config, contentDir, cacheDir, privatePaths = [], memory } = options;
  const { inputs, memos } = cache;
  const renderer = lazyRenderer(config, {
    ...{ cwd, notice: (text) => notices.push(text) },
    ...(memory === undefined ? {} : { code: memory.code }),
  });
  const pictures = memory === undefined ? {} : { pictureMemo: memory.pictures };
  try {
    return await stages.run("render", (onProgress) =>
      renderSite(content, {
        ...{ config, contentDir, cacheDir, privatePaths, inputs, memos, ...pictures, diagnostics, renderer, onProgress },
        ...input,
      }),
    );
  } catch (error) {
    if (!(error instanceof SettingsError) || config.file === null) throw error;
    await reportSettings(build, error.findings);
    return null;
  }
}

export function readPublic({ options, cache: { inputs }, diagnostics }: Build, { isContent }: ParseResult): readonly OutputFile[] {
  const { cwd, config, contentDir, outDir, cacheDir } = options;
  const privatePaths = [config.root, contentDir, outDir, cacheDir, ...(options.privatePaths ?? [])];
  return readPublicFolder({ cwd, config, inputs, diagnostics, isContent, privatePaths });
}

export function assembleSite(
  { options: { config }, cache: { memos }, diagnostics, stages }: Build,
  content: RenderedSiteContent["content"],
  missing: RenderedDocument | null,
): Promise<Assembled> {
  const { urls, groupUrls, servicesUrl, ownKinds, discovery } = config;
  return stages.run("assemble", () =>
    assemble(content, {
      ...{ feeds: discovery.feeds, memos, urls, groupUrls, servicesUrl, ownKinds, missing },
      // Computed fields have no position in the file.
      report: (entry, finding) => diagnostics.error(entry.locate([]), finding),
    }),
  );
}

interface OutputsOf {
  readonly site: RenderedSiteContent;
  readonly assembled: Assembled;
  readonly counts: Awaited<ReturnType<typeof loadCounts>>;
  readonly rows: SourceRows;
  readonly website: OwnLook | null;
}

export async function makeOutputs(
  { options, cache: { memos }, stages }: Build,
  { site, assembled, counts, rows, website }: OutputsOf,
): Promise<Outputs> {
  const { urls: pages, discovery, postsAsMarkdown, scripts: hasScripts } = options.config;
  const scripts = hasScripts && options.scripts !== undefined ? await memos.remember("scripts", "", options.scripts) : {};
  const { content: rendered, bytesOf } = site;
  const { search } = options;
  const { bodies } = rows;
  return toOutputs({
    rendered,
    assembled,
    pages,
    discovery,
    postsAsMarkdown,
    scripts,
    counts,
    stages,
    search,
    bytesOf,
    memos,
    bodies,
    website:
      website === null
        ? null
        : {
            own: website,
            rendering: options.config.website,
            hasWriteServer: options.config.hasWriteServer,
            pagesOfHost: options.more?.pagesOfHost,
            ...(options.pagesOnRequest && { onRequest: options.pagesOnRequest }),
          },
  });
}

export async function writeSite(
  { options, cache, stages, notices }: Build,
  { site, count, made, inPublic, foreign }: WithHostFiles,
  media: readonly OutputFile[],
): Promise<Omit<EmitResult, "skippedForeignFiles">> {
  const { outDir, cwd, now, graceMs } = options;
  const { outputs, inputs } = cache;
  const total = media.length + inPublic.length + made.length + count;
  // The manifest stays last.
  const files = concat<OutputFile>(media, inPublic, made, site);
  const grace = graceMs === undefined ? null : { ms: graceMs, now };
  const { skippedForeignFiles, ...emitted } = await stages.run("write", (onProgress) =>
    emit(outDir, files, { outputs, onProgress: (done) => onProgress(done, total), grace }),
  );
  await writeForeignFiles(foreign);
  for (const { file } of foreign) inputs.note(file);
  for (const path of skippedForeignFiles) {
    // The file is recorded, because Octavo's file takes its place when the owner removes it.
    inputs.note(join(outDir, path));
    notices.push(`${showPath(cwd, join(outDir, path))} is your own file, so it stays unchanged`);
  }
  return emitted;
}
