import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startSnapshots } from "../../../../cli/serve/upkeep/snapshot-timer.ts";
import { type CommentedSite, createCommentedSite, toSiteFiles } from "../../../threads/commented-site.ts";

/** A clock that the test controls. */
function createTimer(site: CommentedSite) {
  const waiting = new Set<{ callback: () => void; at: number }>();
  const start = site.clock.now;
  const setTimer = (callback: () => void, ms: number): (() => void) => {
    const timer = { callback, at: site.clock.now + ms };
    waiting.add(timer);
    return () => void waiting.delete(timer);
  };
  const io = { now: () => site.clock.now, setTimer };
  const snapshots = startSnapshots({ io, store: site.store, published: site.published, outDir: site.outDir, log: site.log });
  return {
    snapshots,
    /** Lets time pass, in steps, until everything that is due has ended. */
    async pass(ms: number): Promise<void> {
      for (const end = site.clock.now + ms; site.clock.now < end; ) {
        site.clock.now += 1_000;
        for (const timer of [...waiting].filter(({ at }) => at <= site.clock.now)) {
          waiting.delete(timer);
          timer.callback();
          // The next check is scheduled after this one has ended.
          while (waiting.size === 0) await new Promise((resolve) => setImmediate(resolve));
        }
      }
    },
    takenAfterMs: (): number => Date.parse(JSON.parse(readFileSync(join(site.outDir, "index/v1/comments.json"), "utf8")).takenAt) - start,
    waiting,
  };
}

it("a snapshot follows each change within half a minute, and none is written without a change", async () => {
  const site = createCommentedSite(toSiteFiles(["hello", "tides"]));
  const first = await site.approved("first");
  const { snapshots, pass, takenAfterMs } = createTimer(site);
  await pass(5_000);
  expect(takenAfterMs()).toBe(5_000);
  await pass(60_000);
  expect(takenAfterMs()).toBe(5_000);
  await site.store.comments.decide({ id: first, revision: 1, decision: "delete" });
  await pass(30_000);
  expect(takenAfterMs()).toBeGreaterThan(60_000);
  expect(await (await site.readFiles("/posts/hello/comments")).text()).not.toContain("first");
  rmSync(join(site.outDir, "index/v1/comments.json"));
  await pass(30_000);
  expect((await site.readFiles("/posts/hello/comments")).status).toBe(200);
  // A post that is no longer published is also a change.
  await site.approved("on tides", { slug: "tides" });
  await pass(30_000);
  site.deploy(toSiteFiles(["hello"]));
  await pass(60_000);
  expect(await (await site.readFiles("/comments")).text()).not.toContain("on tides");
  await snapshots.stop();
});

it("the timer reports once that it cannot write, and writes when it can", async () => {
  const site = createCommentedSite(toSiteFiles(["hello"]));
  await site.approved("first");
  mkdirSync(join(site.outDir, "index/v1/comments.json"));
  const { snapshots, pass, takenAfterMs, waiting } = createTimer(site);
  await pass(120_000);
  expect(site.logs().filter(({ message }) => String(message).includes("snapshot of the comments cannot be written"))).toHaveLength(1);
  rmSync(join(site.outDir, "index/v1/comments.json"), { recursive: true });
  await pass(60_000);
  expect(takenAfterMs()).toBeGreaterThan(120_000);
  await snapshots.stop();
  expect(waiting.size).toBe(0);
});
