import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { byKey } from "../contract/by-key.ts";
import { COLLECTION_NAMES } from "../contract/config/define-config.ts";
import { pathOfAddress } from "../contract/text/base-path.ts";
import { assemble } from "./assemble/assemble.ts";
import { checkGroupPages } from "./assemble/groups/check-group-pages.ts";
import { createSchedule } from "./assemble/schedule.ts";
import type { BuildOptions, BuildResult, BuildStats, MoreFiles, SiteFile } from "./build-options.ts";
import type { BuildCache } from "./cache/build-cache.ts";
import type { SiteFacts } from "./cache/key/cache-key.ts";
import type { SourceRows } from "./cache/source-rows.ts";
import { readConfigPlaces } from "./config/config-places.ts";
import { noticeOfAddresses, resolveAddresses } from "./config/site-addresses.ts";
import { emit } from "./emit/emit.ts";
import { NEVER, type OutputFile, UNLISTED } from "./emit/output-file.ts";
import type { OutputTable } from "./emit/output-table.ts";
import { identityOf } from "./emit/stager.ts";
import type { SpecialKind } from "./kinds/document/kind-name.ts";
import type { Content } from "./kinds/kinds.ts";
import { toOutputs } from "./outputs.ts";
import { createPageFinder, findPreviews } from "./page-lookup.ts";
import { parseContent } from "./parse/parse-content.ts";
import { mergeMarkedFiles, toRulesFile, writeForeignFiles } from "./public/marked-files.ts";
import { findHostConflict } from "./public/public-conflicts.ts";
import { listNewFiles, readPublicFolder } from "./public/public-folder.ts";
import { reportRuleConflicts } from "./public/rule-conflicts.ts";
import { SettingsError } from "./render/markdown/markdown-settings.ts";
import { lazyRenderer, renderSite } from "./render/render-site.ts";
import { compareText, Diagnostics, type Finding, startOf } from "./shared/diagnostics.ts";
import { isStandInUrl } from "./shared/slugs.ts";
import { showPath } from "./shared/source-file.ts";
import { createStages } from "./stages.ts";

const NOTHING_WRITTEN: Omit<BuildStats, "stages"> = {
  documents: {},
  withheld: { drafts: 0, scheduled: 0, expired: 0 },
  files: { written: 0, unchanged: 0, removed: 0 },
  bytes: 0,
  searchBytes: 0,
};

/** Builds with what the cache knows. */
export async function buildAll(options: BuildOptions, cache: BuildCache): Promise<BuildResult> {
  const { inputs, memos } = cache;
  const { cwd, config, contentDir, outDir } = options;
  const diagnostics = new Diagnostics();
  const stages = createStages(options.onProgress);
  const notices: string[] = [];
  const renderer = lazyRenderer(config, { cwd, notice: (text) => notices.push(text) });
  let rows: SourceRows | null = null;
  const parsed = await stages.run("parse", (onProgress) => {
    const openRows = (site: SiteFacts | null): SourceRows => {
      rows = cache.openSources(site);
      return rows;
    };
    return parseContent({
      contentDir,
      cwd,
      config,
      diagnostics,
      onProgress,
      ...(options.onManyFiles === undefined ? {} : { onManyFiles: options.onManyFiles }),
      inputs,
      memos,
      openRows,
    });
  });
  if (options.counts !== undefined) inputs.note(options.counts);
  const counts =
    options.counts === undefined ? null : await (await import("./sources/counts-file.ts")).readCounts(options.counts, cwd, diagnostics);
  const failed = (): boolean => diagnostics.errorCount > 0 || (options.strict && diagnostics.warningCount > 0);
  const result = (
    ok: boolean,
    stats: Omit<BuildStats, "stages">,
    nextChange: string | null,
    changed: readonly string[] = [],
  ): BuildResult => ({
    ok,
    diagnostics,
    sources: parsed.sources,
    pageOf: parsed.content === null ? () => null : createPageFinder(parsed.content),
    previews: () => (parsed.content === null ? {} : findPreviews(parsed.content, options)),
    notices: [...parsed.notices, ...notices],
    stats: { ...stats, stages: stages.times },
    gone: [],
    added: [],
    nextChange,
    changed,
    outDir,
  });
  if (parsed.content === null || rows === null) return result(false, NOTHING_WRITTEN, null);

  const reportSettings = async (findings: readonly Finding[]): Promise<void> => {
    if (config.file === null || findings.length === 0) return;
    const written = { ...config, urls: { ...config.urls, ...config.groupUrls, services: config.servicesUrl } };
    const places = await readConfigPlaces(written, resolve(cwd, config.file), config.file);
    for (const finding of findings) diagnostics.error(places.value(finding.field ?? []), finding);
  };
  const content = parsed.content;
  const opened: SourceRows = rows;
  const addresses = resolveAddresses(options.addresses ?? {}, content.site.url);
  const notice = noticeOfAddresses(addresses);
  // The address of a site that cannot be read may be a stand-in.
  if (notice !== null && diagnostics.errorCount === 0) notices.push(notice);
  if (config.discovery.robots !== null && pathOfAddress(addresses.site) !== "" && diagnostics.errorCount === 0)
    notices.push(`no robots.txt: crawlers read ${new URL("/robots.txt", addresses.site).href} alone, which is outside of this site`);
  if (options.check !== true && diagnostics.errorCount === 0 && isStandInUrl(addresses.canonical))
    diagnostics.warning(content.site.locate(["url"]), {
      code: "stand-in-url",
      message: `${addresses.canonical} is a stand-in: feeds, sitemap.xml and robots.txt would name it`,
      hint: "put the site's real address here before you publish",
    });
  await reportSettings(checkGroupPages(content, config, diagnostics));
  const schedule = createSchedule(content, options);
  const renderedSite = await stages.run("render", (onProgress) =>
    renderSite(content, {
      config,
      contentDir,
      cacheDir: options.cacheDir,
      privatePaths: options.privatePaths ?? [],
      rows: opened,
      inputs,
      memos,
      ...(options.memory === undefined ? {} : { pictureMemo: options.memory.pictures }),
      addresses,
      schedule,
      diagnostics,
      renderer,
      onProgress,
    }).catch(async (error: unknown) => {
      if (!(error instanceof SettingsError) || config.file === null) throw error;
      await reportSettings(error.findings);
      return null;
    }),
  );
  if (renderedSite === null) return result(false, NOTHING_WRITTEN, null);
  const publicDir = join(config.root, config.public?.folder ?? "");
  const readPublic = readPublicFolder({
    ...{ cwd, config, inputs, diagnostics, isContent: parsed.isContent },
    privatePaths: [config.root, contentDir, outDir, options.cacheDir, ...(options.privatePaths ?? [])],
  });
  const { content: rendered, media, bytesOf } = renderedSite;
  const countOf = (name: string): number => (rendered.documents[name] ?? rendered[name as SpecialKind]).length;
  const documents = byKey([...COLLECTION_NAMES, ...Object.keys(rendered.documents)], countOf);
  const { withheld } = schedule;
  const isComputing = config.ownKinds.some(({ code }) => code.compute !== null);
  const nothing = { ...NOTHING_WRITTEN, documents, withheld };
  if (failed() || (options.check && !isComputing)) return result(!failed(), nothing, schedule.nextChange);

  const assembled = await stages.run("assemble", () =>
    assemble(rendered, {
      feeds: config.discovery.feeds,
      memos,
      urls: config.urls,
      groupUrls: config.groupUrls,
      servicesUrl: config.servicesUrl,
      ownKinds: config.ownKinds,
      report: (entry, finding) => diagnostics.error(entry.locate(finding.field ?? []), finding),
    }),
  );
  await reportRuleConflicts({
    cwd,
    config,
    base: pathOfAddress(addresses.site),
    pages: assembled.sitePages,
    inPublic: readPublic,
    diagnostics,
  });
  if (failed() || options.check) return result(!failed(), nothing, schedule.nextChange);
  const outputs = await toOutputs({
    rendered,
    assembled,
    pages: config.urls,
    discovery: config.discovery,
    postsAsMarkdown: config.postsAsMarkdown,
    scripts: config.scripts && options.scripts !== undefined ? await memos.remember("scripts", "", options.scripts) : {},
    counts,
    stages,
    search: options.search,
    bytesOf,
    memos,
    bodies: opened.bodies,
  });
  const { more } = options;
  const texts = concat(toRulesFile(config.rules), outputs.files);
  const { site, made: unmarked } =
    more === undefined ? { site: texts, made: [] } : await stages.run("hosts", () => makeMore(texts, more, cache.outputs));
  const merged = { made: unmarked, inPublic: readPublic, outDir, publicDir, cwd, diagnostics };
  const { made, inPublic, foreign } = await mergeMarkedFiles(merged);
  const madePaths = new Set(made.map(({ path }) => path));
  for (const { path } of inPublic) {
    const conflict = findHostConflict(path, madePaths);
    const at = startOf(showPath(cwd, join(publicDir, path)));
    if (conflict !== null) diagnostics.error(at, conflict);
  }
  if (failed()) return result(false, { ...NOTHING_WRITTEN, documents, withheld }, schedule.nextChange);
  const added = listNewFiles(inPublic, outDir);
  const emitted = await stages.run("write", (onProgress) => {
    const total = media.length + inPublic.length + made.length + outputs.count;
    // The manifest stays last.
    return emit(outDir, concat<OutputFile>(media, inPublic, made, site), {
      outputs: cache.outputs,
      onProgress: (done) => onProgress(done, total),
      grace: options.graceMs === undefined ? null : { ms: options.graceMs, now: options.now },
    });
  });
  await writeForeignFiles(foreign);
  for (const { file } of foreign) inputs.note(file);
  const { bytes, changed, left, gone, ...files } = emitted;
  for (const path of left) {
    // Once it is gone, ours takes its place.
    inputs.note(join(outDir, path));
    notices.push(`${showPath(cwd, join(outDir, path))} is your own, and stays as it is`);
  }
  const built = result(true, { documents, withheld, files, bytes, searchBytes: outputs.searchBytes }, schedule.nextChange, changed);
  return { ...built, gone: findGonePosts(gone, content), added };
}

/** Slugs that were published and belong to nothing any more: a draft, and a post that has expired, are the author's will. */
function findGonePosts(gone: readonly string[], { posts }: Content): readonly string[] {
  const known = new Set(posts.flatMap(({ slug, aliases }) => [slug, ...aliases]));
  const slugs = gone.flatMap((path) => /^api\/v1\/posts\/([^/]+)\.json$/.exec(path)?.[1] ?? []);
  return slugs.filter((slug) => !known.has(slug)).sort(compareText);
}

/** Makes the files that depend on the site's other files. @param former of the last build */
async function makeMore(
  site: Iterable<OutputFile>,
  more: MoreFiles,
  former: OutputTable,
): Promise<{ readonly site: readonly OutputFile[]; readonly made: readonly OutputFile[] }> {
  const files = [...site];
  const unlisted = files.filter(({ content }) => "identity" in content && content.identity.startsWith(UNLISTED)).map(({ path }) => path);
  const made = await more.make(files.map((file) => toSiteFile(file, former)));
  return {
    site: files,
    made: made.map(({ path, content }) => {
      // A compressed copy has its file's name, and more.
      const mark = unlisted.some((name) => path.startsWith(name)) ? UNLISTED : "";
      if (typeof content !== "string" && "bytes" in content)
        return { path, content: { bytes: () => content.bytes(), identity: mark + content.identity } };
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      return { path, content: { bytes: () => bytes, identity: `${mark}${hash("sha1", bytes)}` } };
    }),
  };
}

function toSiteFile({ path, content }: OutputFile, former: OutputTable): SiteFile {
  const identity = identityOf(content, path);
  return {
    path,
    get identity() {
      return identity === NEVER ? hash("sha1", this.text) : identity;
    },
    get text() {
      if ("text" in content) return content.text;
      return Buffer.from("bytes" in content ? content.bytes() : readFileSync(content.copyFrom)).toString("utf8");
    },
    get size() {
      return former.sizeIfSame(path, identity) ?? Buffer.byteLength(this.text);
    },
  };
}

function* concat<T>(...lists: Iterable<T>[]): Generator<T, void, undefined> {
  for (const list of lists) yield* list;
}
