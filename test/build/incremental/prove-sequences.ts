import { expect } from "vitest";
import { createTally, type Tally } from "./build-step.ts";
import { dealEdits, type Edit, LOUD_EDITS, runSequence, TAKE_BACK } from "./sequence.ts";

export interface Sequences {
  readonly seed: number;
  /**
   * Numbers of the sequences with that seed. Even ones build in a new process each time, odd ones
   * in one process, like `dev`.
   */
  readonly indexes: readonly number[];
}

/**
 * Compares sequences of edits with clean builds, and checks that this proves something.
 * @throws Error with the edits that reproduce a difference
 */
export async function proveSequences({ seed, indexes }: Sequences): Promise<void> {
  const tally = createTally();
  for (const index of indexes) await proveSequence(seed, index, tally);
  const { builds, succeeded, unchanged, files, drawn } = tally;
  // Failed builds prove little about written files.
  expect(succeeded).toBeGreaterThan(builds * 0.8);
  // A build that always started from scratch would be correct, too.
  expect(unchanged).toBeGreaterThan(indexes.length / 2);
  expect(files.written).toBeLessThan(files.clean / 3);
  expect(await findUnseen([...drawn], tally)).toEqual([]);
}

/**
 * Proves one sequence. @throws Error with the difference, the edits that lead to it, and how to run
 * them again
 */
export async function proveSequence(seed: number, index: number, tally: Tally): Promise<void> {
  const edits = dealEdits(seed, index);
  const options = { inMemory: index % 2 === 1, tally };
  const failure = await failureOf(edits, options);
  if (failure === null) return;
  const fewest = await leaveOut(edits, options);
  const why = (await failureOf(fewest, options)) ?? failure;
  const again = `OCTAVO_PROOF_SEED=${seed}/${index} npm run test:proof gives sequence ${index} of seed ${seed} again`;
  throw new Error(`${why}\n${again}; the edits that it takes are\n${fewest.map((edit) => JSON.stringify(edit)).join("\n")}`);
}

type RunOptions = Parameters<typeof runSequence>[1];

async function failureOf(edits: readonly Edit[], options: RunOptions): Promise<string | null> {
  return runSequence(edits, options).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

/** Omits every edit without which the sequence still fails. */
async function leaveOut(edits: readonly Edit[], options: RunOptions): Promise<readonly Edit[]> {
  let needed = edits;
  for (const edit of edits) {
    const fewer = needed.filter((one) => one !== edit);
    if ((await failureOf(fewer, options)) !== null) needed = fewer;
  }
  return needed;
}

const CHOICES = 12;

/**
 * Edits on which another edit depends: without them, there is nothing to undo, no finding that a
 * setting could silence, no page, or no translation.
 */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  [TAKE_BACK]: ["posts: title"],
  "check pages, places and Markdown": ["body: mistyped", "body: place", "body: own page"],
  "read wiki links": ["body: wiki link"],
  "photos: translationKey": ["add translations"],
  "projects: translationKey": ["add translations"],
  "site: look": ["make a website"],
  "site: colorSchemeSwitch": ["make a website"],
};

/**
 * Applies edits that have not yet had an effect to the original site, one at a time and each with
 * several values, until they change dist or the build's messages.
 * @returns the edits that never do
 */
async function findUnseen(names: readonly string[], tally: Tally): Promise<readonly string[]> {
  const loud = names.filter((name) => LOUD_EDITS.includes(name));
  for (const name of loud)
    for (let number = 0; number < CHOICES && !tally.seen.has(name); number += 1) {
      // The second value is not always combined with the second file.
      const choice = [number, number + Math.floor(number / 4), number] as const;
      const before = (NEEDED[name] ?? []).map((needed): Edit => [needed, choice]);
      await runSequence([...before, [name, choice]], { inMemory: number % 2 === 1, tally });
    }
  return loud.filter((name) => !tally.seen.has(name));
}
