import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";

const HEAP = new URL("../../server/heap.ts", import.meta.url).href;
/** Objects that live for a while, as those of requests under way do: V8 gives them more and more room. Prints that room, bytes. */
const CHURN = `
  const kept = new Array(20_000);
  for (let turn = 0; turn < 1_000_000; turn += 1) kept[turn % kept.length] = { turn, text: ["a", turn] };
  const { getHeapSpaceStatistics } = await import("node:v8");
  console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space").space_size);`;

function roomForNewObjects(before: string): number {
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", `${before}${CHURN}`], { encoding: "utf8" });
  expect(run.stderr).toBe("");
  return Number(run.stdout);
}

describe("keepHeapSmall", () => {
  it("keeps V8 from giving new objects ever more room", () => {
    const usual = roomForNewObjects("");
    const small = roomForNewObjects(`const { keepHeapSmall } = await import(${JSON.stringify(HEAP)}); keepHeapSmall();`);
    expect(small).toBeLessThan(usual / 2);
  });
});
