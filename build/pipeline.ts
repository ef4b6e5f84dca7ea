import { addHostFiles } from "./add-host-files.ts";
import { checkAddresses } from "./assemble/check-addresses.ts";
import { setMissingPageApart } from "./assemble/own-missing-page.ts";
import { createSchedule } from "./assemble/schedule.ts";
import type { BuildCache } from "./build-cache.ts";
import type { BuildOptions, BuildResult } from "./build-options.ts";
import {
  assembleSite,
  checkContent,
  loadAssets,
  loadCounts,
  makeOutputs,
  parseSources,
  readPublic,
  renderPublic,
  writeSite,
} from "./build-steps.ts";
import { checksPages, countDocuments, findGonePosts, openBuild, toResult } from "./current-build.ts";
import { checkPosts, checkPreviews } from "./parse/check-posts.ts";
import { listNewFiles } from "./public/public-folder.ts";
import { reportRuleConflicts } from "./public/rule-conflicts.ts";

/** Builds a site, using the cache: content → rows → documents → files. */
export async function buildAll(options: BuildOptions, cache: BuildCache): Promise<BuildResult> {
  const build = openBuild(options, cache);
  const { diagnostics } = build;
  const { cwd, config, outDir } = options;
  const { parsed, rows } = await parseSources(build);
  const counts = await loadCounts(build);
  const { content } = parsed;
  if (content === null || rows === null) return toResult(build, parsed, { ok: false });

  const addresses = checkAddresses(options, content.site, build);
  const inPublic = readPublic(build, parsed);
  const isServed = await checkContent(build, content, inPublic);
  const scheduled = createSchedule(content, { ...options, hasPreviews: config.website !== null });
  const { isPublished } = scheduled;
  checkPosts(content.posts, { siteUrl: content.site.url, now: options.now, isPublished }, diagnostics);
  checkPreviews(content.posts, { ...scheduled, hasPages: config.website !== null, ...build });
  const { schedule, site } = await renderPublic(build, { content, rows, addresses, schedule: scheduled, isServed });
  if (site === null) return toResult(build, parsed, { ok: false });
  const assets = await loadAssets(build, { site: content.site, content: site.content, addresses });
  const { listed, missing } = config.website ? setMissingPageApart(site.content) : { listed: site.content, missing: null };
  const found = { stats: countDocuments(listed, schedule), nextChange: schedule.nextChange };
  if (build.failed() || (options.check && !checksPages(config))) return toResult(build, parsed, { ok: !build.failed(), ...found });

  const assembled = { ...(await assembleSite(build, listed, missing)), cards: assets.cards };
  const groupPages = assembled.groupPages.filter(({ kind }) => kind !== "services" || config.servicesUrl !== null);
  const { sitePages: pages } = assembled;
  await reportRuleConflicts({ cwd, config, addresses: [addresses.site, content.site.url], pages, groupPages, inPublic, diagnostics });
  if (build.failed() || options.check) return toResult(build, parsed, { ok: !build.failed(), ...found });

  const outputs = await makeOutputs(build, { site: { ...site, content: listed }, assembled, counts, rows, website: assets.look });
  const all = await addHostFiles(build, outputs, inPublic);
  if (build.failed()) return toResult(build, parsed, { ok: false, ...found });
  const added = listNewFiles(all.inPublic, outDir);
  const { bytes, changed, gone, ...files } = await writeSite(build, all, [...site.media, ...assets.files]);
  const stats = { ...found.stats, files, bytes, searchBytes: outputs.searchBytes };
  return toResult(build, parsed, { ok: true, ...found, stats, changed, added, gone: findGonePosts(gone, content) });
}
