import { expect, it } from "vitest";
import { runSequences } from "./run-sequences.ts";

it.each([
  ["from disk", false],
  ["in one process", true],
])(
  "posts that change their own texts alone give, %s, the bytes of a clean build, and no others are looked at",
  { timeout: 900_000 },
  async (_, inMemory) => {
    const { builds, succeeded, patched, restored } = await runSequences({ seed: 4, sequences: 20, inMemory, ownTextsOnly: true });
    expect(succeeded).toBe(builds);
    // The first of each sequence is a whole one, and texts with other links need one too.
    expect(patched).toBeGreaterThan(builds / 4);
    expect(restored > builds / 2).toBe(!inMemory);
  },
);
