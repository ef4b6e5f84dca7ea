import { randomBytes } from "node:crypto";
import { setTimeout as rest } from "node:timers/promises";
import { main } from "../../cli/main.ts";
import { startSnapshots } from "../../cli/serve/upkeep/snapshot-timer.ts";
import { createLog } from "../../server/log.ts";
import { openPublished } from "../../server/published-files.ts";
import { openStore } from "../../server/store/sqlite/sqlite-store.ts";
import { createTestIo } from "../cli/test-io.ts";

/**
 * A process that writes snapshots of `data/octavo.db` into `dist` until it is stopped:
 * `fork(snapshot-writer, [how, cwd])`. `by-hand` runs the command over and over; `timer` works like
 * a server, with a clock on which a minute passes at each check. It reports each snapshot; an error
 * ends it.
 */
const [how, cwd = ""] = process.argv.slice(2);
const [file, outDir] = [`${cwd}/data/octavo.db`, `${cwd}/dist`];
/**
 * A server rests for a minute, an owner longer: the lock has no queue, so without any pause the
 * other writer would hardly ever get it.
 */
const REST_MS = 200;
/** Messages of a writer that never got the lock: a valid result that writes nothing. */
const REFUSED = /another build is writing to the same folder|Lock file is already being held/;
const stop = new AbortController();
process.on("message", () => stop.abort());

async function writeByHand(): Promise<void> {
  while (!stop.signal.aborted) {
    const io = createTestIo({ cwd, now: new Date().toISOString() });
    if ((await main(["comments", "snapshot"], io)) === 0) process.send?.("written");
    else if (!REFUSED.test(io.err())) throw new Error(io.err());
    await rest(REST_MS);
  }
}

async function writeByTimer(): Promise<void> {
  const store = openStore({ file, clock: Date.now, random: randomBytes });
  let now = Date.now();
  const setTimer = (task: () => void): (() => void) => {
    now += 60_000;
    const timer = setTimeout(task, REST_MS);
    return () => clearTimeout(timer);
  };
  const log = createLog({
    clock: () => now,
    level: "debug",
    write: (line) => {
      if (!line.includes("cannot be written")) process.send?.("written");
      else if (!REFUSED.test(line)) throw new Error(line);
    },
  });
  const published = openPublished(outDir, { clock: () => now });
  const snapshots = startSnapshots({ io: { now: () => now, setTimer }, store, published, outDir, log });
  await new Promise((resolve) => stop.signal.addEventListener("abort", resolve));
  await snapshots.stop();
  log.flush();
  await store.close();
}

await (how === "timer" ? writeByTimer() : writeByHand());
process.disconnect();
