import { it } from "vitest";
import { proveSequences } from "./prove-sequences.ts";

it("after each of many edits, a build produces the same bytes as a clean build: one process for each build", {
  timeout: 300_000,
}, async () => {
  await proveSequences({ seed: 1, indexes: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18] });
});
