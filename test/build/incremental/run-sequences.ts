import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import type { BuildResult } from "../../../build/build.ts";
import { type BuildMemory, createBuildMemory } from "../../../build/cache/memory.ts";
import { loadConfig } from "../../../build/config.ts";
import { buildIn, buildUntilSettled, treeOf } from "../site-folder.ts";
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
  const root = mkdtempSync(join(tmpdir(), "octavo-edits-"));
  try {
    const site = ownTextsOnly ? createPlainModel() : createModel();
    let files = new Map<string, string>();
    for (const [index, step] of [null, ...edits].entries()) {
      if (step !== null) applyEdit(site, step);
      const next = toFiles(site);
      writeChanges(join(root, "site"), files, next);
      files = next;
      const built = await buildModel(join(root, "site"), site, memory);
      writeChanges(join(root, `clean-${index}`), new Map(), files);
      const clean = await buildModel(join(root, `clean-${index}`), site, null);
      expect(summarize(built)).toEqual(summarize(clean));
      if (clean.ok) expect(treeOf(join(root, "site/dist"))).toEqual(treeOf(join(root, `clean-${index}/dist`)));
      tally.builds += 1;
      if (built.ok) tally.succeeded += 1;
      if (ownTextsOnly) await buildUntilSettled(() => buildModel(join(root, "site"), site, memory));
      if (built.ok && built.stats.stages.length === 0) tally.unchanged += 1;
      if (built.ok && built.stats.stages.length > 0 && !built.stats.stages.some(({ name }) => name === "parse")) tally.patched += 1;
      if (!ownTextsOnly || memory !== null) continue;
      rmSync(join(root, "site/dist"), { recursive: true, force: true });
      const restored = await buildModel(join(root, "site"), site, null);
      expect(treeOf(join(root, "site/dist"))).toEqual(treeOf(join(root, `clean-${index}/dist`)));
      if (!restored.stats.stages.some(({ name }) => name === "parse")) tally.restored += 1;
      await buildUntilSettled(() => buildModel(join(root, "site"), site, null));
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function buildModel(cwd: string, { now, drafts, config }: Site, memory: BuildMemory | null): Promise<BuildResult> {
  const { config: base } = await loadConfig({ cwd });
  return buildIn(cwd, { config: { ...base, ...config }, now, drafts, ...(memory === null ? {} : { memory }) });
}

/** All that a build says, but how long it took and what it had to write. */
function summarize({ ok, diagnostics, notices, stats, nextChange }: BuildResult): unknown {
  const { documents, bytes, searchBytes } = stats;
  return { ok, diagnostics: diagnostics.all(), notices, documents, bytes, searchBytes, nextChange };
}
