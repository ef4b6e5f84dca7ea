import { it } from "vitest";
import { proveSequences } from "./prove-sequences.ts";

it("after each of many edits, a build produces the same bytes as a clean build: builds in one process", { timeout: 300_000 }, async () => {
  await proveSequences({ seed: 1, indexes: [1, 3, 5, 7, 9, 11, 13, 15, 17, 19] });
});
