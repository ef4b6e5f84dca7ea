import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { SnapshotEntry } from "../../threads/snapshot-format.ts";
import { createData, type DataFixture } from "../cli/data-fixture.ts";
import { toSiteFiles } from "../threads/commented-site.ts";

const SLUGS = ["hello", "rain", "tides"];
/** The minimum number of snapshots that each of the two processes writes. */
const SNAPSHOTS_MIN = 5;
const PADDING = "x".repeat(3_000);

let data: DataFixture;
beforeEach(async () => {
  data = await createData();
  for (const [path, text] of toSiteFiles(SLUGS)) {
    const file = join(data.cwd, "dist", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
});
afterEach(() => data.remove());

const indexFile = (name: string): string => join(data.cwd, "dist/index/v1", name);
const readText = (name: string): string => readFileSync(indexFile(name), "utf8");

/**
 * The texts of a snapshot, each file with its name, as a reader gets them: a reader that meets a
 * missing file requests the entry again.
 */
function readSnapshot(): Readonly<Record<string, string>> {
  for (;;) {
    const text = readText("comments.json");
    const { packs, recent } = JSON.parse(text) as SnapshotEntry;
    try {
      const files = Object.fromEntries([...packs.map(([, name]) => name), recent].map((name) => [name, readText(name)]));
      const chunks = Object.values(files).flatMap((pack) =>
        (JSON.parse(pack) as { readonly chunks?: readonly [number, string][] }[]).flatMap((post) => post.chunks ?? []),
      );
      return { ...files, ...Object.fromEntries(chunks.map(([, name]) => [name, readText(name)])) };
    } catch (error) {
      if (text === readText("comments.json")) throw error;
    }
  }
}

interface Writer {
  readonly child: ChildProcess;
  /** How many snapshots it has written. */
  readonly written: () => number;
  readonly said: () => string;
}

function startWriter(how: "by-hand" | "timer"): Writer {
  const child = fork(fileURLToPath(new URL("snapshot-writer.ts", import.meta.url)), [how, data.cwd], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let written = 0;
  let said = "";
  child.on("message", () => {
    written += 1;
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return { child, written: () => written, said: () => said };
}

it("a server's snapshots and manual ones, from two processes at once, are each complete, and the last one equals that of a single writer", async () => {
  const ids = [await data.comment({ slug: "hello", state: "approve", body: "the first of all" })];
  expect((await data.run(["comments", "snapshot"])).code).toBe(0);
  const writers = [startWriter("by-hand"), startWriter("timer")];
  const isRunning = (): boolean => writers.every(({ child }) => child.exitCode === null);
  try {
    for (let n = 0; isRunning() && writers.some(({ written }) => written() < SNAPSHOTS_MIN); n += 1) {
      // More than fit in a pack, so that posts have chunks; every third time a comment is
      // withdrawn, and its files are deleted at once.
      ids.push(await data.comment({ slug: SLUGS[n % SLUGS.length] ?? "", state: "approve", body: `comment ${n} ${PADDING}` }));
      const [oldest = ""] = ids;
      if (n % 3 === 2) {
        const taken = await data.use(({ comments }) => comments.decide({ id: oldest, revision: 1, decision: "delete" }));
        expect(taken.kind).toBe("decided");
        ids.shift();
      }
      for (let reads = 0; reads < 5; reads += 1) {
        readSnapshot();
        await nextTurn();
      }
    }
    const ends = writers.map(({ child }) => (child.exitCode === null ? once(child, "exit") : [child.exitCode]));
    for (const { child } of writers) if (child.connected) child.send("stop");
    for (const [at, end] of ends.entries()) expect([(await end)[0], writers[at]?.said()]).toEqual([0, ""]);
  } finally {
    for (const { child } of writers) child.kill("SIGKILL");
  }
  expect((await data.run(["comments", "snapshot"])).code).toBe(0);
  const together = readSnapshot();
  expect(readdirSync(join(data.cwd, "dist")).filter((name) => name.startsWith(".octavo-staging"))).toEqual([]);
  expect(existsSync(join(data.cwd, "dist/.octavo-lock"))).toBe(false);
  for (const name of readdirSync(indexFile("."))) if (name.startsWith("comments")) rmSync(indexFile(name));
  expect((await data.run(["comments", "snapshot"])).code).toBe(0);
  expect(readSnapshot()).toEqual(together);
  expect(Object.values(together).join("")).not.toContain("the first of all");
}, 120_000);
