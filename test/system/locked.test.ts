import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { type Answer, type ApiProcess, createSystemSite, SLUGS, type SystemSite } from "./api-process.ts";
import { createVisitors, findLosses, type Visitors, type Write } from "./visitors.ts";

const WRITES = 24;

let site: SystemSite;
let db: string;
let api: ApiProcess;
let visitors: Visitors;
let other: ChildProcess;
beforeEach(async () => {
  site = await createSystemSite();
  db = site.path("data/octavo.db");
  api = await site.start({ db });
  visitors = createVisitors(createRandom(4));
  // Adds something to read, and loads everything that a first write loads.
  for (const kind of ["comment", "like", "engagement", "inquiry"] as const) await send(visitors.next(kind));
  other = fork(fileURLToPath(new URL("lock-child.ts", import.meta.url)), [db]);
});
afterEach(async () => {
  other.kill("SIGKILL");
  await site.remove();
});

async function send(write: Write): Promise<Answer> {
  const answer = await api.send(write.request);
  visitors.note(write, answer);
  return answer;
}

/** In the other process. */
async function run(sql: string): Promise<void> {
  const failed = once(other, "exit").then(() => {
    throw new Error(`the other process failed at ${sql}`);
  });
  const done = once(other, "message");
  other.send(sql);
  await Promise.race([done, failed]);
}

const sendMany = (): Promise<Answer[]> => Promise.all(Array.from({ length: WRITES }, () => send(visitors.next())));

async function readAll(): Promise<number[]> {
  const paths = [...SLUGS.flatMap((slug) => [`/posts/${slug}/comments`, `/posts/${slug}/like`]), "/counts"];
  const answers = await Promise.all(paths.map((path) => api.send({ method: "GET", path: `/api/v1${path}` })));
  return answers.map(({ status }) => status);
}
const READ = new Array<number>(7).fill(200);

async function queued(): Promise<unknown> {
  const { body } = await api.send({ method: "GET", path: "/readyz" });
  return (body as { database: { queued: unknown } }).database.queued;
}

/** Sends many, and resolves when all of them wait. `answered` counts those that no longer wait. */
async function sendToQueue(): Promise<{ readonly answers: Promise<Answer[]>; readonly answered: () => number }> {
  let answered = 0;
  const answers = Promise.all(
    Array.from({ length: WRITES }, () =>
      send(visitors.next()).finally(() => {
        answered += 1;
      }),
    ),
  );
  while (Number(await queued()) < WRITES) expect(answered).toBe(0);
  return { answers, answered: () => answered };
}

it("reads work and writes wait while another process writes; all succeed when it is done", async () => {
  await run("BEGIN IMMEDIATE");
  const { answers, answered } = await sendToQueue();
  expect(await readAll()).toEqual(READ);
  expect(answered()).toBe(0);
  // The server's own maintenance may also be waiting here.
  expect(await queued()).toBeGreaterThanOrEqual(WRITES);
  await run("COMMIT");
  expect((await answers).map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  expect(findLosses(db, visitors.writes)).toEqual([]);
  await api.stop();
});

it("writes get 503 with Retry-After if the lock stays, are not stored, and count once when repeated", async () => {
  await run("BEGIN IMMEDIATE");
  const refused = await sendMany();
  expect(refused.map(({ status }) => status)).toEqual(new Array(WRITES).fill(503));
  for (const { headers, body } of refused) {
    expect(headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
    expect(body).toMatchObject({ code: "temporary-reduced-capacity" });
  }
  expect(await readAll()).toEqual(READ);
  expect((await api.send({ method: "GET", path: "/readyz" })).body).toMatchObject({
    status: "degraded",
    database: { lastWriteFailure: "locked" },
  });
  expect(findLosses(db, visitors.writes)).toEqual([]);
  await run("COMMIT");
  const again = await Promise.all(visitors.writes.filter(({ known }) => !known).map(send));
  expect(again.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  expect(again).toHaveLength(WRITES);
  expect(findLosses(db, visitors.writes)).toEqual([]);
  await api.stop();
  const lines = api.log().split("\n");
  const [refusal, recovery, ...others] = lines
    .filter((line) => line.includes('"message":"writes are'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(refusal).toMatchObject({ level: "warn", reason: "locked", detail: "another process has locked the database for 2000 ms" });
  expect(recovery).toMatchObject({ level: "warn", message: "writes are accepted again" });
  // The server's own maintenance may have been among them.
  expect(recovery?.refused).toBeGreaterThanOrEqual(WRITES);
  expect(others).toEqual([]);
});

it("a holder that is killed during its transaction leaves neither a lock nor a trace", async () => {
  await run("BEGIN IMMEDIATE");
  await run("DELETE FROM inquiry");
  const { answers } = await sendToQueue();
  other.kill("SIGKILL");
  expect((await answers).map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  expect(findLosses(db, visitors.writes)).toEqual([]);
  await api.stop();
});

it("a process that reads for a long time (a backup) does not delay reads or writes", async () => {
  await run("BEGIN");
  await run("SELECT * FROM comment");
  expect((await sendMany()).map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  expect(await readAll()).toEqual(READ);
  await run("COMMIT");
  await api.stop();
  expect(findLosses(db, visitors.writes)).toEqual([]);
});

it("a server that is stopped while the lock is held answers waiting writes before it ends", async () => {
  await run("BEGIN IMMEDIATE");
  const { answers } = await sendToQueue();
  const stopped = api.stop();
  await run("COMMIT");
  expect((await answers).map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  await stopped;
  expect(findLosses(db, visitors.writes)).toEqual([]);
});
