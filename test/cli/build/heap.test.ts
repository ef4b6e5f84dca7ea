import { spawnSync } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSite, post } from "../site-fixture.ts";

const HEAP = new URL("../../../cli/build/heap.ts", import.meta.url).href;
const MAIN = new URL("../../../cli/main.ts", import.meta.url).href;
const MIB = 1024 * 1024;
/** `say()` prints the size of the space for new objects, in bytes. */
const SAY = `
  const { getHeapSpaceStatistics } = await import("node:v8");
  const say = () => console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space").space_size);`;
/**
 * Objects that live for a while, like the objects of current requests, for which V8 gives more and
 * more space.
 */
const CHURN = `
  const kept = new Array(20_000);
  for (let turn = 0; turn < 1_000_000; turn += 1) kept[turn % kept.length] = { turn, text: ["a", turn] };`;
/** Objects that all survive, for which V8 provides as much space as it ever does. */
const HOARD = `
  const kept = [];
  for (let turn = 0; turn < 1_500_000; turn += 1) kept.push({ turn, text: ["a", turn] });`;

/** From here on, V8 enlarges the space only for programs that request it. */
const STOP_GROWTH = 'const { setFlagsFromString } = await import("node:v8"); setFlagsFromString("--semi-space-growth-factor=1");';

/**
 * Runs a script and returns the numbers that it prints. Disables V8's memory reducer, which shrinks
 * the space whenever a busy machine makes the process wait.
 */
function roomsOf(script: string): number[] {
  const run = spawnSync(process.execPath, ["--no-memory-reducer", "--input-type=module", "-e", `${SAY}${script}`], { encoding: "utf8" });
  expect(run.stderr).toBe("");
  return run.stdout.trim().split("\n").map(Number);
}

/**
 * Prints how often the whole heap is collected while lists that live long enough to become old are
 * created and dropped, beside 40 MB that stay.
 */
const COLLECT = `
  const { PerformanceObserver, constants } = await import("node:perf_hooks");
  let collected = 0;
  const count = (list) => { for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collected += 1; };
  const observer = new PerformanceObserver(count);
  observer.observe({ entryTypes: ["gc"] });
  const fill = (size) => Array.from({ length: size }, (_, at) => ({ at, text: ["a", at] }));
  const kept = fill(400_000);
  for (let build = 0; build < 12; build += 1) {
    fill(200_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  console.log(kept.length > 0 && collected);`;

const call = (name: string): string => `const { ${name} } = await import(${JSON.stringify(HEAP)}); ${name}(); say();`;

describe("keepHeapSmall", () => {
  it("keeps V8 from giving new objects ever more space", () => {
    const [usual = 0] = roomsOf(`${CHURN} say();`);
    const [atOnce = 0, later = 0] = roomsOf(`${call("keepHeapSmall")} ${CHURN} say();`);
    expect(atOnce).toBeGreaterThanOrEqual(4 * MIB);
    expect(later).toBeLessThan(usual / 2);
  });
});

describe("makeRoomForSaves", () => {
  it("collects the whole heap less often than a long build does", () => {
    const [, often = 0] = roomsOf(`${call("makeRoomForBuild")} ${COLLECT}`);
    const [, , seldom = 0] = roomsOf(`${call("makeRoomForBuild")} ${call("makeRoomForSaves")} ${COLLECT}`);
    expect(seldom).toBeLessThan(often);
  });
});

describe("makeRoomForBuild", () => {
  it("gives new objects their space at once, and no more later", () => {
    const [before = 0, usual = 0] = roomsOf(`say(); ${HOARD} say();`);
    const [atOnce = 0, later = 0] = roomsOf(`${call("makeRoomForBuild")} ${HOARD} say();`);
    expect(before).toBeLessThan(32 * MIB);
    expect(atOnce).toBe(32 * MIB);
    expect(later).toBe(atOnce);
    expect(usual).toBeGreaterThan(later);
  });

  it("works even if less space was set before", () => {
    const [small = 0, large = 0] = roomsOf(`${call("keepHeapSmall")} ${call("makeRoomForBuild")}`);
    expect(small).toBeLessThan(large);
    expect(large).toBe(32 * MIB);
  });

  it.each([
    [99, "usual"],
    [100, "settled"],
  ])("is applied to a build with %d files to parse: %s", async (files, wanted) => {
    const posts = Array.from({ length: files - 1 }, (_, number) => [`content/posts/${number}.md`, post(`Post ${number}`, "2026-01-01")]);
    const site = await createSite(Object.fromEntries(posts));
    onTestFinished(() => site.remove());
    const [after = 0] = roomsOf(`${STOP_GROWTH}
      const { main } = await import(${JSON.stringify(MAIN)});
      const [stdout, stderr] = [{ write() {} }, process.stderr];
      const io = { cwd: ${JSON.stringify(site.cwd)}, env: {}, stdout, stderr, now: () => 1_800_000_000_000, setTimer: () => () => {}, signal: new AbortController().signal };
      if (await main(["build", "--quiet", "--no-search"], io) !== 0) throw new Error("the build failed");
      say();`);
    expect(after < 32 * MIB ? "usual" : "settled").toBe(wanted);
  });
});
