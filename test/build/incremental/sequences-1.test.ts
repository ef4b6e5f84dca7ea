import { expect, it } from "vitest";
import { runSequences } from "./run-sequences.ts";

it("any edits give the bytes of a clean build, first lot", async () => {
  const { builds, succeeded, unchanged } = await runSequences({ seed: 7, sequences: 60 });
  console.log(builds, succeeded, unchanged);
  expect(succeeded).toBeGreaterThan(builds / 3);
}, 600_000);
