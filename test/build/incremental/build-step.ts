import { hash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { BuildResult, MoreFiles } from "../../../build/build-options.ts";
import type { buildSite } from "../../../build/build-site.ts";
import { loadConfig } from "../../../build/config/load-config.ts";
import { generateHostFiles } from "../../../hosts/hosts.ts";
import { treeOf } from "../site-folder.ts";
import { createPlace, keepCache, type Place, writeSite } from "./disk-edits.ts";
import { COUNTS_FILE, type Site, toFiles } from "./site-model.ts";

/** Counts over all sequences, to show that they test something. */
export interface Tally {
  builds: number;
  succeeded: number;
  /** Number of sequences at the end of which a build found no changes. */
  unchanged: number;
  /** Numbers of files: those written by builds after edits, and those written by clean builds. */
  readonly files: { written: number; clean: number };
  readonly drawn: Set<string>;
  /** Edits that changed dist or the build's messages. */
  readonly seen: Set<string>;
  /**
   * The most recent clean builds by their inputs: sequences start from the same site, and many
   * edits do not change it.
   */
  readonly clean: Map<string, CleanBuild>;
}

interface CleanBuild {
  readonly result: BuildResult;
  readonly dist: ReadonlyMap<string, string>;
}

export function createTally(): Tally {
  return { builds: 0, succeeded: 0, unchanged: 0, files: { written: 0, clean: 0 }, drawn: new Set(), seen: new Set(), clean: new Map() };
}

/** The result of a build by name, and the files of dist by path. */
export type Outcome = Readonly<Record<string, unknown>>;

interface Step {
  readonly edit: string;
  /** The outcome of the clean build before this edit; null if there was none. */
  readonly former: Outcome | null;
  readonly tally: Tally;
  readonly build: typeof buildSite;
}

/**
 * Builds a site in its folder, and again without any cache.
 * @returns the outcome of the clean build
 * @throws Error with the difference
 */
export async function buildStep(place: Place, site: Site, { edit, former, tally, build }: Step): Promise<Outcome> {
  const files = toFiles(site);
  writeSite(place, files);
  const before = treeIfThere(place);
  const built = await buildAt(place, site, build);
  const wanted = await buildClean(place, site, { tally, build });
  // A failed build leaves dist unchanged.
  const outcome = toOutcome(wanted.result, wanted.result.ok ? wanted.dist : before);
  const wrong = differenceOf(toOutcome(built, treeIfThere(place)), outcome);
  if (wrong !== null) throw new Error(wrong);
  keepCache(place);
  tally.builds += 1;
  tally.succeeded += built.ok ? 1 : 0;
  if (former === null) return outcome;
  tally.drawn.add(edit);
  // After a failed build, the correction is also visible.
  if (former.ok === true && differenceOf(outcome, former) !== null) tally.seen.add(edit);
  tally.files.written += built.stats.files.written;
  tally.files.clean += wanted.result.stats.files.written;
  return outcome;
}

async function buildClean({ base }: Place, site: Site, { tally: { clean }, build }: Pick<Step, "tally" | "build">): Promise<CleanBuild> {
  const files = toFiles(site);
  const texts = [...files].map(([path, content]) => [path, typeof content === "string" ? content : content.toString("base64")]);
  const key = hash("sha256", JSON.stringify([site.options, texts]));
  const made = clean.get(key) ?? (await buildAnew(createPlace(join(base, "clean"), false), site, build));
  // The most recently used builds are kept; the first site of all sequences is always among them.
  clean.delete(key);
  clean.set(key, made);
  for (const old of [...clean.keys()].slice(0, -CLEAN_BUILDS_KEPT)) clean.delete(old);
  return made;
}

/** More than the number of edits in a sequence. */
const CLEAN_BUILDS_KEPT = 10;

async function buildAnew(place: Place, site: Site, build: typeof buildSite): Promise<CleanBuild> {
  rmSync(place.base, { recursive: true, force: true });
  writeSite(place, toFiles(site));
  return { result: await buildAt(place, site, build), dist: treeIfThere(place) };
}

/**
 * Builds a site without edits until a build finds nothing to do.
 * @throws Error if there is no such build, or if a build produces a different dist
 */
export async function settle(place: Place, site: Site, { former, tally, build }: Omit<Step, "edit">): Promise<void> {
  for (let builds = 0; builds < SETTLING_BUILDS_MAX; builds += 1) {
    const built = await buildAt(place, site, build);
    const wrong = former === null ? null : differenceOf(toOutcome(built, treeIfThere(place)), former);
    if (wrong !== null) throw new Error(`after no edit: ${wrong}`);
    if (!built.ok) return;
    if (built.stats.stages.length > 0) continue;
    tally.unchanged += 1;
    return;
  }
  throw new Error(`${SETTLING_BUILDS_MAX} builds of the same site all found something to do`);
}

/**
 * Stats are trusted if the files are older than the build that stored them, which takes one or two
 * builds.
 */
const SETTLING_BUILDS_MAX = 8;

async function buildAt({ root, out, memory }: Place, { options, counts }: Site, build: typeof buildSite): Promise<BuildResult> {
  const { config } = await loadConfig({ cwd: root });
  const { addresses, hosts, ...others } = options;
  return build({
    cwd: root,
    config,
    contentDir: join(root, "content"),
    outDir: join(root, out),
    cacheDir: join(root, ".octavo/cache"),
    strict: false,
    ...others,
    ...(addresses === null || addresses === undefined ? {} : { addresses }),
    ...(hosts.length === 0 ? {} : { more: filesOf(hosts) }),
    ...(counts === null ? {} : { counts: join(root, COUNTS_FILE) }),
    ...(memory === null ? {} : { memory }),
  });
}

function filesOf(hosts: Site["options"]["hosts"]): MoreFiles {
  const options = { server: null, reader: null, origins: [], folder: "dist" };
  return { key: JSON.stringify(hosts), make: (files) => generateHostFiles(hosts, files, options) };
}

function treeIfThere({ root, out }: Place): Map<string, string> {
  try {
    return treeOf(join(root, out));
  } catch {
    return new Map();
  }
}

/**
 * Returns everything except the duration, the number of written files, and the state of the cache.
 */
function toOutcome({ ok, diagnostics, notices, stats, nextChange }: BuildResult, dist: ReadonlyMap<string, string>): Outcome {
  const { documents, bytes, searchBytes } = stats;
  const said = notices.filter((notice) => !/\bcache\b/.test(notice));
  return { ok, diagnostics: diagnostics.all(), notices: said, documents, bytes, searchBytes, nextChange, ...Object.fromEntries(dist) };
}

/**
 * Describes the first difference between two outcomes, with the text around it; null if they are
 * the same.
 */
function differenceOf(found: Outcome, wanted: Outcome): string | null {
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(found)])].sort();
  const wrong = names.filter((name) => textOf(found[name]) !== textOf(wanted[name]));
  const [first] = wrong;
  if (first === undefined) return null;
  const [has, should] = [textOf(found[first]), textOf(wanted[first])];
  let at = 0;
  while (has[at] === should[at]) at += 1;
  const excerpt = (text: string): string => text.slice(Math.max(0, at - 60), at + 100);
  return `unlike a clean build: ${wrong.join(", ")}. In ${first} there is …${excerpt(has)}… and not …${excerpt(should)}…`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
}
