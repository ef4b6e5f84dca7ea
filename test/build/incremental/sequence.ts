import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { buildSite } from "../../../build/build-site.ts";
import { BLOCK_NAMES } from "./body-blocks.ts";
import { buildStep, settle, type Tally } from "./build-step.ts";
import { at, type Change, type Choice, editBlock, editField, FILE_EDITS, PREPARATIONS } from "./content-edits.ts";
import { closePlace, createPlace, DISK_EDITS, type Place } from "./disk-edits.ts";
import { type DocumentKind, OTHER_KINDS, valuesOf } from "./front-matter-values.ts";
import { SETTING_EDITS } from "./setting-edits.ts";
import { createSite, type Site } from "./site-model.ts";

/** An edit: its name, and three numbers that choose its target and its value. */
export type Edit = readonly [name: string, choice: Choice];

const POST_EDITS = fieldEdits("posts");
export const TAKE_BACK = "undo the last edit";
/**
 * Settings that do not change any bytes: the parsers give the same result, and no plugin reads
 * anything here.
 */
const QUIET_SETTINGS = ["use another parser", "name what plugins read"];

const CONTENT_EDITS: Readonly<Record<string, Change>> = {
  ...POST_EDITS,
  ...Object.fromEntries(BLOCK_NAMES.map((name) => [`body: ${name}`, editBlock(name)])),
  ...Object.assign({}, ...OTHER_KINDS.map(fieldEdits)),
  ...FILE_EDITS,
  ...SETTING_EDITS,
};

const QUIET_EDITS = [...Object.keys(DISK_EDITS), ...QUIET_SETTINGS];
/** Edits that change dist or the build's result. */
export const LOUD_EDITS = [...Object.keys(CONTENT_EDITS), TAKE_BACK].filter((name) => !QUIET_SETTINGS.includes(name));

/**
 * All groups of edits are drawn equally often. For kinds other than posts, a group contains the
 * edits of all fields.
 */
export const EDIT_GROUPS = [
  ...[...LOUD_EDITS, ...QUIET_EDITS].filter((name) => !OTHER_KINDS.some((kind) => name.startsWith(`${kind}: `))).map((name) => [name]),
  ...OTHER_KINDS.map((kind) => Object.keys(fieldEdits(kind))),
];

function fieldEdits(kind: DocumentKind): Readonly<Record<string, Change>> {
  return Object.fromEntries(Object.keys(valuesOf(kind, "")).map((field) => [`${kind}: ${field}`, editField(kind, field)]));
}

/**
 * Returns the edits of a sequence. Groups are dealt like cards, so that every group is drawn before
 * any is drawn again.
 */
export function dealEdits(seed: number, index: number): readonly Edit[] {
  const first = index * EDITS_PER_SEQUENCE;
  return Array.from({ length: EDITS_PER_SEQUENCE }, (_, place): Edit => {
    const position = first + place;
    const deck = draw(
      fc.shuffledSubarray(EDIT_GROUPS, { minLength: EDIT_GROUPS.length }),
      seed + Math.floor(position / EDIT_GROUPS.length),
    );
    const [which, ...choice] = draw(fc.tuple(fc.nat(10_000), NUMBER, NUMBER, NUMBER), seed * 31 + position);
    return [at(at(deck, position), which), choice];
  });
}

/** The number of sequences that `npm test` runs. */
export const SEQUENCES = 20;
/** The number of edits per sequence that is enough for these sequences to draw every group. */
const EDITS_PER_SEQUENCE = Math.ceil(EDIT_GROUPS.length / SEQUENCES);
const NUMBER = fc.nat({ max: 11 });

function draw<T>(arbitrary: fc.Arbitrary<T>, seed: number): T {
  return at(fc.sample(arbitrary, { seed, numRuns: 1 }), 0);
}

export interface SequenceOptions {
  readonly inMemory: boolean;
  readonly tally: Tally;
  /**
   * The build to compare with clean builds. Default: Octavo's own; a test may use a changed copy.
   */
  readonly build?: typeof buildSite;
}

/**
 * Edits a site, builds it after each edit on top of the files of earlier builds, and compares it
 * with a clean build in another place.
 * @throws Error with the edit and the difference
 */
export async function runSequence(edits: readonly Edit[], { inMemory, tally, build = buildSite }: SequenceOptions): Promise<void> {
  const place = createPlace(mkdtempSync(join(tmpdir(), "octavo-edits-")), inMemory);
  let site = createSite();
  const sites = [site];
  try {
    let former = await buildStep(place, site, { edit: "", former: null, tally, build });
    for (const [index, [edit, choice]] of edits.entries()) {
      site = applyEdit(place, sites, edit, choice);
      former = await buildStep(place, site, { edit, former, tally, build }).catch((error: unknown) => {
        throw new Error(`after edit ${index + 1}, ${JSON.stringify([edit, choice])}: ${error instanceof Error ? error.message : error}`);
      });
      // The next edit undoes an edit that breaks the build.
      if (former.ok === true) sites.push(site);
    }
    await settle(place, site, { former, tally, build });
  } finally {
    closePlace(place);
    rmSync(place.base, { recursive: true, force: true });
  }
}

function applyEdit(place: Place, sites: readonly Site[], name: string, choice: Choice): Site {
  const site = sites.at(-1) ?? createSite();
  if (name === TAKE_BACK) return sites.at(-2) ?? site;
  const change = CONTENT_EDITS[name] ?? PREPARATIONS[name];
  if (change !== undefined) return change(site, choice);
  DISK_EDITS[name as keyof typeof DISK_EDITS](place, choice);
  return site;
}
