import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { type Answer, type ApiProcess, createSystemSite, type SystemSite } from "./api-process.ts";
import { createVisitors, findLosses, type Visitors, type Write } from "./visitors.ts";

const PROGRAM = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));
const EMAIL = "zwqkx@mail.example";
/** Comments of another person, so that rewriting the database takes time: about 60 MB. */
const FILLERS = 20_000;
const WRITERS = 12;
const COMPACTION_MS = 3_000;

let site: SystemSite;
let db: string;
let api: ApiProcess;
let visitors: Visitors;
const children: ChildProcess[] = [];
beforeEach(async () => {
  site = await createSystemSite();
  db = site.path("data/octavo.db");
  visitors = createVisitors(createRandom(8));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await site.remove();
});

async function send(write: Write): Promise<Answer> {
  const answer = await api.send(write.request);
  visitors.note(write, answer);
  return answer;
}

/**
 * Records that the database lacks or has twice. The fillers come from this test, and an erased
 * comment has no text.
 */
const losses = (): string[] => findLosses(db, visitors.writes).filter((line) => !/^(?:filler.*|zwqkx.*|null): nobody wrote it$/.test(line));

async function fill(): Promise<void> {
  api = await site.start({ db });
  for (const kind of ["comment", "like", "engagement", "inquiry"] as const) await send(visitors.next(kind));
  // This process does nothing else while it fills: idle connections would be closed in the
  // meantime.
  await api.stop();
  const database = new Database(db);
  const insert =
    database.prepare(`INSERT INTO comment (public_id, post_id, depth, state, author_name, author_email, body, body_html, sanitizer_version, created_at)
    SELECT ?, min(id), 0, 'pending', 'Ada', ?, ?, ?, 99, ? FROM post`);
  const now = Date.now();
  database.transaction(() => {
    for (let n = 0; n < FILLERS; n += 1) {
      const text = n % 100 === 0 ? `zwqkx ${n}` : `filler ${n}`;
      insert.run(`${n}`.padStart(24, "a"), n % 100 === 0 ? EMAIL : null, text, `<p>${text} ${"x".repeat(2_800)}</p>`, now);
    }
  })();
  database.close();
  api = await site.start({ db });
}

/** Files beside the database that contain data of the person. */
function findTraces(): string[] {
  const folder = site.path("data");
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes("zwqkx"));
}

it("an erasure while visitors write loses nothing acknowledged, refuses nothing, and leaves no byte of the person", async () => {
  await fill();
  expect(findTraces()).not.toEqual([]);
  const eraser = spawn(process.execPath, [PROGRAM, "privacy", "erase", "--email", EMAIL, "--yes", "--db", db, "--json"], {
    cwd: site.path("."),
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env.PATH },
  });
  children.push(eraser);
  let said = "";
  eraser.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  let isDone = false;
  const ended = once(eraser, "close").finally(() => {
    isDone = true;
  });
  const statuses: number[] = [];
  const write = async (): Promise<void> => {
    while (!isDone) statuses.push((await send(visitors.next())).status);
  };
  await Promise.all([ended, ...Array.from({ length: WRITERS }, write)]);
  expect(await ended).toEqual([0, null]);
  expect(JSON.parse(said)).toMatchObject({ rows: { comments: FILLERS / 100 } });
  expect(statuses.filter((status) => status >= 300)).toEqual([]);
  expect(statuses.length).toBeGreaterThan(WRITERS);
  expect(losses()).toEqual([]);
  expect(findTraces()).toEqual([]);
  await api.stop();
  expect([losses(), findTraces()]).toEqual([[], []]);
}, 120_000);

it("a rewrite of the database makes writes wait, where any other lock would have refused them", async () => {
  api = await site.start({ db });
  for (const kind of ["comment", "inquiry"] as const) await send(visitors.next(kind));
  expect((await site.octavo("privacy", "erase", "--email", EMAIL, "--yes", "--db", db)).code).toBe(0);
  const hold = async (file: string): Promise<ChildProcess> => {
    const child = fork(fileURLToPath(new URL("lock-child.ts", import.meta.url)), [file]);
    children.push(child);
    await ask(child, "BEGIN EXCLUSIVE");
    return child;
  };
  const [compaction, writer] = [await hold(`${db}.compaction-lock`), await hold(db)];
  const start = performance.now();
  let answered = 0;
  const answers = Promise.all(
    Array.from({ length: WRITERS }, () =>
      send(visitors.next()).finally(() => {
        answered += 1;
      }),
    ),
  );
  // Longer than any other wait for a lock. Reads continue.
  while (performance.now() - start < COMPACTION_MS) {
    expect((await api.send({ method: "GET", path: "/api/v1/counts" })).status).toBe(200);
    expect(answered).toBe(0);
  }
  await ask(compaction, "COMMIT");
  await ask(writer, "COMMIT");
  expect((await answers).map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  expect(losses()).toEqual([]);
  await api.stop();
}, 60_000);

async function ask(child: ChildProcess, sql: string): Promise<void> {
  const done = once(child, "message");
  child.send(sql);
  await done;
}
