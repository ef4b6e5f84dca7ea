import { expect, it } from "vitest";
import { runSequences } from "./run-sequences.ts";

it("any sequence of edits gives, after each, the bytes of a clean build", { timeout: 900_000 }, async () => {
  const { builds, succeeded, unchanged } = await runSequences({ seed: 2, sequences: 70, inMemory: false });
  // Builds that fail say little of what is written.
  expect(succeeded).toBeGreaterThan(builds / 2);
  expect(unchanged).toBeGreaterThan(0);
});
