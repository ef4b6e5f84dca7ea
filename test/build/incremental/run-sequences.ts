import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import { type BuildResult, buildSite } from "../../../build/build.ts";
import { type BuildMemory, createBuildMemory } from "../../../build/cache/memory.ts";
import { loadConfig } from "../../../build/config.ts";
import { applyEdit, createModel, createPlainModel, EDITS, type Edit, type Site, toFiles, writeChanges } from "./site-model.ts";

const EDIT_NAMES = Object.keys(EDITS) as (keyof typeof EDITS)[];
const small = fc.nat({ max: 11 });
const editOf = (names: readonly (keyof typeof EDITS)[]): fc.Arbitrary<Edit> => fc.tuple(fc.constantFrom(...names), small, small, small);

export interface Lot {
  readonly seed: number;
  readonly sequences: number;
  /** Builds of one process, as `dev` does them; else each finds what is on disk. */
  readonly inMemory: boolean;
  /**
   * Only edits that say what other documents need not hear of, each made when all files are old enough to be believed: of a site that gives nothing to find
   * fault with.
   */
  readonly ownTextsOnly?: boolean;
}

const OWN_TEXT_EDITS = ["reword", "retitle", "summarize", "update", "changeBody", "nothing"] as const satisfies (keyof typeof EDITS)[];

export interface Tally {
  builds: number;
  succeeded: number;
  /** Builds that found that nothing had changed. */
  unchanged: number;
  /** Builds that changed posts alone, and looked at no others. */
  patched: number;
  /** Builds that found the out folder gone, and wrote it from copies. */
  restored: number;
}

/**
 * Edits a site at random, builds it after each edit with what the builds before left, and holds it to a clean build elsewhere.
 */
export async function runSequences({ seed, sequences, inMemory, ownTextsOnly = false }: Lot): Promise<Tally> {
  const tally: Tally = { builds: 0, succeeded: 0, unchanged: 0, patched: 0, restored: 0 };
  const edit = editOf(ownTextsOnly ? OWN_TEXT_EDITS : EDIT_NAMES);
  const property = fc.asyncProperty(fc.array(edit, { minLength: 2, maxLength: 5 }), async (edits) => {
    await runSequence(edits, { tally, memory: inMemory ? createBuildMemory() : null, ownTextsOnly });
  });
  await fc.assert(property, { seed, numRuns: sequences, endOnFailure: false });
  return tally;
}

interface Run {
  readonly tally: Tally;
  readonly memory: BuildMemory | null;
  readonly ownTextsOnly: boolean;
}

async function runSequence(edits: readonly Edit[], { tally, memory, ownTextsOnly }: Run): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "quire-edits-"));
  try {
    const site = ownTextsOnly ? createPlainModel() : createModel();
    let files = new Map<string, string>();
    for (const [index, step] of [null, ...edits].entries()) {
      if (step !== null) applyEdit(site, step);
      const next = toFiles(site);
      writeChanges(join(root, "site"), files, next);
      files = next;
      const built = await buildIn(join(root, "site"), site, memory);
      writeChanges(join(root, `clean-${index}`), new Map(), files);
      const clean = await buildIn(join(root, `clean-${index}`), site, null);
      expect(summarize(built)).toEqual(summarize(clean));
      if (clean.ok) expect(readTree(join(root, "site/dist"))).toEqual(readTree(join(root, `clean-${index}/dist`)));
      tally.builds += 1;
      if (built.ok) tally.succeeded += 1;
      if (ownTextsOnly) await buildUntilSettled(() => buildIn(join(root, "site"), site, memory));
      if (built.ok && built.stats.stages.length === 0) tally.unchanged += 1;
      if (built.ok && built.stats.stages.length > 0 && !built.stats.stages.some(({ name }) => name === "parse")) tally.patched += 1;
      if (!ownTextsOnly || memory !== null) continue;
      rmSync(join(root, "site/dist"), { recursive: true, force: true });
      const restored = await buildIn(join(root, "site"), site, null);
      expect(readTree(join(root, "site/dist"))).toEqual(readTree(join(root, `clean-${index}/dist`)));
      if (!restored.stats.stages.some(({ name }) => name === "parse")) tally.restored += 1;
      await buildUntilSettled(() => buildIn(join(root, "site"), site, null));
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Files are believed only when they are older than the build that noted them. */
async function buildUntilSettled(build: () => Promise<BuildResult>): Promise<void> {
  for (let builds = 0; (await build()).stats.stages.length > 0; builds += 1) if (builds > 50) throw new Error("never settles");
}

async function buildIn(cwd: string, { now, drafts, config }: Site, memory: BuildMemory | null): Promise<BuildResult> {
  const { config: base } = await loadConfig({ cwd });
  return buildSite({
    cwd,
    config: { ...base, ...config },
    contentDir: join(cwd, "content"),
    outDir: join(cwd, "dist"),
    cacheDir: join(cwd, ".quire/cache"),
    now,
    drafts,
    future: false,
    search: true,
    strict: false,
    ...(memory === null ? {} : { memory }),
  });
}

/** All that a build says, but how long it took and what it had to write. */
function summarize({ ok, diagnostics, notices, stats, nextPublication }: BuildResult): unknown {
  const { documents, bytes, searchBytes } = stats;
  return { ok, diagnostics: diagnostics.all(), notices, documents, bytes, searchBytes, nextPublication };
}

/** All files below a folder: relative path → bytes. */
function readTree(root: string): Map<string, string> {
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => statSync(join(root, path)).isFile());
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), "utf8")]));
}
