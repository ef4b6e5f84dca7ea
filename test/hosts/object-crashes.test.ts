import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { OPENED } from "../server/desk/hosted/hosted-fixture.ts";
import { type Post, startReceiver } from "../server/notices/receivers.ts";
import { surviveKills } from "../system/kill-suite.ts";
import { findLosses } from "../system/visitors.ts";
import { type ObjectServer, prepareObjectServers, type StartObjectServer } from "./objects/object-server.ts";
import { closeAfterTest, json, makeObjectFolder as makeFolder } from "./objects/test-lifetime.ts";

/**
 * Everything that can interrupt an object: its process is killed, it idles, or the platform
 * recovers an earlier database.
 */

const KILLS = 6;
const START_TIMEOUT_MS = 60_000;
/** The runtime evicts an object after ten seconds without a request. */
const EVICTED_WITHIN_MS = 50_000;
/** An alarm sends notices five seconds after the write. */
const SENT_WITHIN_MS = 20_000;
const MAIL = { OCTAVO_MAIL_POSTMARK: "s3cr3t-of-the-server", OCTAVO_MAIL_TO: "ines@ines.example", OCTAVO_MAIL_FROM: "octavo@ines.example" };
const ADA = { "X-Test-Client": "198.51.100.7" };

let start: StartObjectServer;
beforeAll(async () => {
  start = await prepareObjectServers();
}, START_TIMEOUT_MS);

const startIn = async (folder: string, variables?: Readonly<Record<string, string>>): Promise<ObjectServer> =>
  closeAfterTest(await start(folder, variables));

/** The file of the object's database on this machine. */
function findDatabase(folder: string): string {
  const objects = join(folder, "objects");
  const [own] = readdirSync(objects).filter((name) => name.endsWith("OctavoWrites"));
  const [file] = readdirSync(join(objects, String(own))).filter((name) => /^[0-9a-f]+\.sqlite$/.test(name));
  return join(objects, String(own), String(file));
}

it("an object keeps every acknowledged write exactly once when workerd is killed under load", async () => {
  const folder = makeFolder();
  let isNew = true;
  await surviveKills({
    random: createRandom(30),
    kills: KILLS,
    start: async () => {
      const { send, kill } = await start(folder, { OCTAVO_RATE_LIMITS: "off" });
      // The first request creates the database.
      if (isNew) await send("GET", "/counts");
      isNew = false;
      return {
        kill,
        send: async ({ method, path, body, headers }, onArrival = () => {}) => {
          const answer = await send(method, path.slice("/api/v1".length), body, headers);
          onArrival();
          const text = await answer.text();
          return { status: answer.status, headers: answer.headers, body: text === "" ? null : JSON.parse(text) };
        },
      };
    },
    findLosses: (writes) => findLosses(findDatabase(folder), writes),
  });
  const database = new Database(findDatabase(folder), { readonly: true });
  onTestFinished(() => void database.close());
  expect(database.pragma("foreign_key_check")).toEqual([]);
});

/** Number of records in a request, and of requests after which a group is counted. */
const BATCH = 20;
const GROUP = 25;
const GROUP_KILLS = 8;
const SENDERS = 6;

interface Batch {
  readonly events: readonly { readonly id: string; readonly activeMs: number }[];
  isAcknowledged: boolean;
}

it("an object counts each acknowledged engagement record once when workerd is killed while groups are counted", async () => {
  const folder = makeFolder();
  const random = createRandom(31);
  const batches: Batch[] = [];
  const next = (): Batch => {
    const events = Array.from({ length: BATCH }, (_, n) => {
      const activeMs = batches.length * BATCH + n + 1;
      const id = `00000000-0000-4000-8000-${String(activeMs).padStart(12, "0")}`;
      return { type: "read_progress", id, slug: "hello", path: "/posts/hello", percent: 50, activeMs };
    });
    const batch = { events, isAcknowledged: false };
    batches.push(batch);
    return batch;
  };
  const send = async (server: ObjectServer, batch: Batch): Promise<void> => {
    const answer = await server.send("POST", "/engagement", { events: batch.events }).catch(() => null);
    if (answer?.status === 202) batch.isAcknowledged = true;
  };
  for (let kill = 0; kill < GROUP_KILLS; kill += 1) {
    const server = await start(folder, { OCTAVO_RATE_LIMITS: "off" });
    // Everything is sent again, as by browsers that got no answer.
    for (const batch of batches.slice(-GROUP)) await send(server, batch);
    let left = GROUP + random.below(SENDERS);
    let killed: Promise<void> | null = null;
    const sendUntilKilled = async (): Promise<void> => {
      while (killed === null) {
        const sent = send(server, next());
        left -= 1;
        if (left === 0) killed = server.kill();
        await sent;
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, sendUntilKilled));
    await killed;
  }
  const server = await start(folder, { OCTAVO_RATE_LIMITS: "off" });
  const today = new Date().toISOString().slice(0, 10);
  expect((await server.owner("engagement.summary", { fromDay: today, toDay: today })).status).toBe(200);
  expect(await json(await server.owner("engagement.verify", {}))).toMatchObject({ drift: [] });
  await server.close();

  const database = new Database(findDatabase(folder), { readonly: true });
  onTestFinished(() => void database.close());
  const sql = "SELECT event.value ->> 8 AS activeMs, count(*) AS n FROM event_pack, json_each(events) AS event GROUP BY 1";
  const found = new Map(
    database
      .prepare<[], { activeMs: number; n: number }>(sql)
      .all()
      .map(({ activeMs, n }) => [activeMs, n]),
  );
  expect([...found].filter(([, n]) => n !== 1)).toEqual([]);
  const lost = batches.filter(({ isAcknowledged, events }) => isAcknowledged && !events.every(({ activeMs }) => found.has(activeMs)));
  expect(lost).toEqual([]);
  // The kills interrupted some of them.
  expect(batches.filter(({ isAcknowledged }) => !isAcknowledged).length).toBeGreaterThan(0);
  expect(batches.filter(({ isAcknowledged }) => isAcknowledged).length).toBeGreaterThan(GROUP * 4);
}, 240_000);

/** Signs in to the desk with a mailed link. @returns the browser's cookies */
async function openDesk({ send }: ObjectServer, posts: readonly Post[]): Promise<string> {
  const cookies: string[] = [];
  const submit = async (path: string, fields: Record<string, string>): Promise<void> => {
    const own = { "Sec-Fetch-Site": "same-origin", Origin: "https://ines.example", Cookie: cookies.join("; ") };
    keep(await send("POST", path, new URLSearchParams(fields), { ...OPENED, ...own }));
  };
  const keep = (answer: Response): void => {
    for (const line of answer.headers.getSetCookie()) cookies.push(line.split(";")[0] ?? "");
  };
  keep(await send("GET", "/desk/sign-in", undefined, OPENED));
  await submit("/desk/sign-in/mail", {});
  const findToken = (): string | undefined =>
    posts.map(({ body }) => /sign-in\/([\w-]+)/.exec(body)?.[1]).find((token) => token !== undefined);
  await expect.poll(findToken).toBeDefined();
  await submit("/desk/sign-in/link", { token: findToken() ?? "" });
  return cookies.join("; ");
}

it("an object keeps limits, sessions and undo when the runtime has evicted it", async () => {
  const folder = makeFolder();
  const { url, posts } = await startReceiver((response) => response.end('{"ErrorCode":0}'));
  const server = await startIn(folder, { ...MAIL, OCTAVO_MAIL_API: url, OCTAVO_DESK_PATH: "/desk" });
  const comment = (at: number) => ({ authorName: "Ada", body: `Number ${at}` });
  const inquiry = { email: "ada@mail.example", message: "Can you weave a sail?" };
  const { id, editToken } = await json(await server.send("POST", "/posts/hello/comments", comment(0), ADA));
  for (let at = 1; at < 5; at += 1) expect((await server.send("POST", "/posts/hello/comments", comment(at), ADA)).status).toBe(202);
  for (let at = 0; at < 3; at += 1) expect((await server.send("POST", "/services/inquiries", inquiry, ADA)).status).toBe(201);
  const edit = (at: number) =>
    server.send("PATCH", `/posts/hello/comments/${id}`, { body: `Edit ${at}` }, { ...ADA, "X-Edit-Token": String(editToken) });
  const firstEditAt = performance.now();
  for (let at = 0; at < 20; at += 1) expect((await edit(at)).status).toBe(200);
  const decision = { targets: [{ id, revision: 21 }], decision: "spam", keepsUndo: true };
  expect(await json(await server.owner("comments.decide", decision))).toMatchObject({ outcomes: [{ kind: "decided" }] });
  const cookie = { ...OPENED, Cookie: await openDesk(server, posts) };
  expect(await (await server.send("GET", "/desk/", undefined, cookie)).text()).toContain("Pending comments");
  expect(await server.countWakes()).toBe(1);

  // The object has closed its database.
  await expect.poll(() => existsSync(`${findDatabase(folder)}-wal`), { timeout: EVICTED_WITHIN_MS, interval: 200 }).toBe(false);

  expect((await server.send("POST", "/posts/hello/comments", comment(5), ADA)).status).toBe(429);
  expect(await server.countWakes()).toBeGreaterThan(1);
  expect((await server.send("POST", "/services/inquiries", inquiry, ADA)).status).toBe(429);
  expect(await (await server.send("GET", "/desk/", undefined, cookie)).text()).toContain("Pending comments");
  expect(await json(await server.owner("comments.undo-selection", { selection: id }))).toMatchObject({ undone: 1, changed: [] });
  // On a slow machine, one more edit is allowed for each half minute that has passed, and no more.
  let accepted = 0;
  while ((await edit(20 + accepted)).status === 200) accepted += 1;
  expect(accepted).toBeLessThanOrEqual(Math.floor((performance.now() - firstEditAt) / 30_000));
});

it("an object repeats erasures when the platform has recovered an earlier database", async () => {
  const folder = makeFolder();
  const copy = makeFolder();
  const comment = { authorName: "Ada", authorEmail: "ada@mail.example", body: "Hello" };
  const before = await start(folder);
  expect((await before.send("POST", "/posts/hello/comments", comment)).status).toBe(202);
  await before.kill();
  const own = join(findDatabase(folder), "..");
  cpSync(own, copy, { recursive: true });
  const server = await start(folder);
  expect(await json(await server.owner("privacy.erase", { person: { email: "ada@mail.example" } }))).toMatchObject({
    rows: { comments: 1 },
  });
  await server.close();
  rmSync(own, { recursive: true });
  cpSync(copy, own, { recursive: true });

  const { owner } = await startIn(folder);
  expect(await json(await owner("comments.list", {}))).toMatchObject({ items: [] });
  const { held } = await json(await owner("privacy.show", { person: { email: "ada@mail.example" } }));
  expect(JSON.stringify(held)).not.toContain("Hello");
});

it("an object sends a notice exactly once, by its alarm, even if the process was killed after the write", async () => {
  const folder = makeFolder();
  const { url, posts } = await startReceiver((response) => response.end('{"ErrorCode":0}'));
  const mail = { ...MAIL, OCTAVO_MAIL_API: url };
  const { send, kill } = await start(folder, mail);
  const inquiry = { email: "ada@mail.example", message: "Can you weave a sail?" };
  expect((await send("POST", "/services/inquiries", inquiry)).status).toBe(201);
  await kill();
  expect(posts).toEqual([]);
  const { owner } = await startIn(folder, mail);
  await expect.poll(() => posts.length, { timeout: SENT_WITHIN_MS }).toBe(1);
  expect(posts[0]?.body).toContain("Can you weave a sail?");
  await expect.poll(async () => json(await owner("notices.list", {}))).toEqual({ items: [] });
});
