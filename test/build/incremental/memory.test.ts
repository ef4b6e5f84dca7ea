import { expect, it } from "vitest";
import { runSequences } from "./run-sequences.ts";

it("any sequence of edits gives, after each, the bytes of a clean build, in one process", { timeout: 900_000 }, async () => {
  const { builds, succeeded } = await runSequences({ seed: 3, sequences: 60, inMemory: true });
  // Builds that fail say little of what is written.
  expect(succeeded).toBeGreaterThan(builds / 2);
});
