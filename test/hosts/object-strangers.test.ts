import { beforeAll, expect, it } from "vitest";
import { record } from "./objects/measure-views.ts";
import { type MeasuredObject, prepareMeasuredObjects, type StartMeasuredObject } from "./objects/measured-object.ts";
import { closeAfterTest, json, makeObjectFolder } from "./objects/test-lifetime.ts";

/** Strangers cannot use up an object's rows for the day. */

const START_TIMEOUT_MS = 60_000;
const MINUTE_MS = 60_000;
/** Failed sign-ins that are sent at the same time. */
const TOGETHER = 20;
const WEBHOOK = { OCTAVO_WEBHOOK_URL: "https://hook.example/", OCTAVO_WEBHOOK_SECRET: "s".repeat(40) };
const COMMENTS = "/posts/hello/comments";
let start: StartMeasuredObject;

beforeAll(async () => {
  start = await prepareMeasuredObjects();
}, START_TIMEOUT_MS);

async function startFresh(variables?: Readonly<Record<string, string>>): Promise<MeasuredObject> {
  return closeAfterTest(await start(makeObjectFolder(), variables));
}

const clientOf = (n: number): Record<string, string> => ({ "X-Test-Client": `10.7.${n >> 8}.${n & 255}` });

/** Rows that some requests write; their statuses must be the given ones. */
async function rowsOf(server: MeasuredObject, requests: readonly (() => Promise<Response>)[], wanted: number): Promise<number> {
  const before = await server.rows();
  for (const request of requests) expect((await request()).status).toBe(wanted);
  return (await server.rows()) - before;
}

it("an object writes no row for a refused or repeated comment, and still limits such requests", async () => {
  const server = await startFresh();
  const send = (body: object, client: number, headers = {}): Promise<Response> =>
    server.send("POST", COMMENTS, { authorName: "Ada", ...body }, { ...clientOf(client), ...headers });
  const key = { "Idempotency-Key": "5f0c7a52-6a37-4a7e-9d0b-8c3a2b1d4e5f" };
  expect((await send({ body: "First" }, 1, key)).status).toBe(202);
  await server.advance(MINUTE_MS);
  const ten = <T>(make: (n: number) => T): T[] => Array.from({ length: 10 }, (_, n) => make(n));

  const missing = "aaaaaaaaaaaaaaaaaaaa";
  const unknown = ten((n) => () => send({ body: `Reply ${n}`, parentId: missing }, 2));
  expect(await rowsOf(server, unknown, 422)).toBe(0);
  expect(
    await rowsOf(
      server,
      ten(() => () => send({ body: "First" }, 1, key)),
      202,
    ),
  ).toBe(0);
  expect(await rowsOf(server, ten((n) => () => send({ body: `Other ${n}` }, 3, key)).slice(0, 1), 422)).toBe(0);
  expect(await rowsOf(server, [() => send({ body: "First" }, 1)], 409)).toBe(0);
  // Invalid requests count as repeats, of which a client has 60 in ten minutes; after that, they
  // count as comments.
  const statuses: number[] = [];
  for (let n = 0; n < 60; n += 1) statuses.push((await send({ body: `More ${n}`, parentId: missing }, 2)).status);
  expect([statuses.at(0), statuses.at(-1)]).toEqual([422, 429]);
  expect(await rowsOf(server, [() => send({ body: "Late" }, 2)], 429)).toBe(0);
});

it("an object writes a row for few of the writes that an exhausted quota refuses, and knows their number", async () => {
  const server = await startFresh({ OCTAVO_RATE_LIMITS: "comments-all-day=1" });
  const send = (n: number): Promise<Response> => server.send("POST", COMMENTS, { authorName: "Ada", body: `Number ${n}` }, clientOf(n));
  expect((await send(0)).status).toBe(202);
  await server.advance(MINUTE_MS);
  const refused = Array.from({ length: 40 }, (_, n) => () => send(n + 1));
  expect(await rowsOf(server, refused, 429)).toBeLessThanOrEqual(8);
  expect(await json(await server.owner("site.show", {}))).toMatchObject({ usedUp: [{ key: "comments-all", refused: 40 }] });
});

it("an object counts a like after a withdrawal in the day's limit", async () => {
  const server = await startFresh({ OCTAVO_RATE_LIMITS: "likes-day=3" });
  const like = (method: string, headers = {}): Promise<Response> => server.send(method, "/posts/tides/like", undefined, headers);
  const cookie = { Cookie: String((await like("POST")).headers.get("Set-Cookie")).split(";")[0] ?? "" };
  const toggles: number[] = [];
  for (let n = 0; n < 3; n += 1) toggles.push((await like("DELETE", cookie)).status, (await like("POST", cookie)).status);
  expect(toggles).toEqual([200, 200, 200, 200, 200, 429]);
});

it("an object has quotas that the plan's rows allow, unless the owner sets others", async () => {
  const countLikes = async (server: MeasuredObject): Promise<number> => {
    for (let n = 0; n < 60; n += 1) if ((await server.send("POST", "/posts/tides/like", undefined, clientOf(n))).status !== 200) return n;
    return 60;
  };
  expect(await countLikes(await startFresh({ OCTAVO_ROWS_A_DAY: "1000" }))).toBe(31);
  expect(await countLikes(await startFresh({ OCTAVO_ROWS_A_DAY: "1000", OCTAVO_RATE_LIMITS: "likes-all-day=50" }))).toBe(50);
});

it("an object knows the day's rows and stops strangers' writes even if the object sleeps after each of them", async () => {
  const server = await startFresh({ OCTAVO_ROWS_A_DAY: "500", OCTAVO_RATE_LIMITS: "comments-all-day=1000 likes-all-day=1000" });
  const knownRows = async (): Promise<number> => Number((await json(await server.owner("database.target", {}))).rowsToday);
  const until503 = async (send: (n: number) => Promise<Response>): Promise<void> => {
    for (let n = 0; n < 200; n += 1) {
      const { status } = await send(n);
      await server.advance(MINUTE_MS);
      await server.sleep();
      if (status === 503) return;
      expect(await knownRows()).toBeGreaterThanOrEqual((await server.rows()) - 3);
    }
  };
  await until503((n) => server.send("POST", "/posts/tides/like", undefined, clientOf(n)));
  expect(await server.rows()).toBeGreaterThan(300);
  await until503((n) => server.send("POST", COMMENTS, { authorName: "Ada", body: `Number ${n}` }, clientOf(n)));
  expect(await server.rows()).toBeLessThan(500);
});

it("an object limits changes to comments per day, so that rows are left for comments", async () => {
  const server = await startFresh({ OCTAVO_ROWS_A_DAY: "1000" });
  const comment = (n: number): Promise<Response> => server.send("POST", COMMENTS, { authorName: "Ada", body: `Number ${n}` }, clientOf(n));
  const { id, editToken } = await json(await comment(0));
  const edit = (n: number): Promise<Response> =>
    server.send("PATCH", `${COMMENTS}/${id}`, { body: `Edit ${n}` }, { ...clientOf(n), "X-Edit-Token": String(editToken) });
  const before = await server.rows();
  const statuses: number[] = [];
  for (let n = 0; n < 12; n += 1) statuses.push((await edit(n)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  // The last two rows record that the quota is used up.
  expect((await server.rows()) - before).toBeLessThanOrEqual(10 * 8 + 4);
  expect((await comment(1)).status).toBe(202);
});

it("an object stops simultaneous writes at the same share of the day's rows", async () => {
  const limits = "comments-all-day=1000 comments=900/600";
  const server = await startFresh({ OCTAVO_ROWS_A_DAY: "1000", OCTAVO_RATE_LIMITS: limits });
  const comment = (n: number): Promise<Response> => server.send("POST", COMMENTS, { authorName: "Ada", body: `Number ${n}` }, clientOf(n));
  let sent = 0;
  for (; (await server.rows()) < 860; sent += 1) expect((await comment(sent)).status).toBe(202);
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => comment(sent + n)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 503]));
  expect(await server.rows()).toBeLessThan(1_000);
});

it("an object writes few rows for failed sign-ins to the desk, and none as the day's rows run out, but limits them even if it sleeps", async () => {
  const server = await startFresh({ OCTAVO_ROWS_A_DAY: "300", OCTAVO_DESK_PATH: "/desk", OCTAVO_RATE_LIMITS: "comments-all-day=1000" });
  const headers = {
    Origin: "https://ines.example",
    Cookie: `__Host-octavo-browser=${"A".repeat(43)}`,
    "Sec-Fetch-Dest": "document",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-Site": "same-origin",
  };
  const form = new URLSearchParams({ proof: "x", next: "" });
  const signIn = async (client: number): Promise<number> =>
    (await server.send("POST", "/desk/sign-in", form, { ...headers, ...clientOf(client) })).status;
  // Together, because the desk answers only at its beat below a path of the site.
  const all = async (count: number): Promise<number[]> => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n += TOGETHER)
      statuses.push(...(await Promise.all(Array.from({ length: TOGETHER }, (_, at) => signIn((n + at) >> 3)))));
    return statuses;
  };
  expect(await signIn(99)).toBe(403);
  await server.advance(11 * MINUTE_MS);
  const before = await server.rows();
  expect(new Set(await all(300))).toEqual(new Set([403]));
  expect((await server.rows()) - before).toBeLessThanOrEqual(6);
  expect(await signIn(500)).toBe(429);
  await server.sleep();
  expect(await signIn(501)).toBe(429);

  // An object that was asleep counts the attempts that it may have forgotten.
  await server.advance(11 * MINUTE_MS);
  const slept: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    slept.push(await signIn(n));
    await server.sleep();
  }
  expect(slept).toEqual([403, 403, 403, 429]);
  // After a sleep, an address has no further attempts of its own.
  await server.advance(11 * MINUTE_MS);
  const again: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    again.push(await signIn(7), await signIn(700 + n));
    await server.sleep();
  }
  expect(again).toEqual([403, 403, 429, 403, 429, 403]);

  const made: Record<string, unknown>[] = [];
  for (let isTaken = true; isTaken; ) {
    const answer = await server.send("POST", COMMENTS, { authorName: "Ada", body: `Number ${made.length}` }, clientOf(made.length));
    isTaken = answer.status === 202;
    if (isTaken) made.push(await json(answer));
  }
  const withdrawn: number[] = [];
  for (const { id, editToken } of made)
    withdrawn.push((await server.send("DELETE", `${COMMENTS}/${id}`, undefined, { "X-Edit-Token": String(editToken) })).status);
  expect(withdrawn.at(-1)).toBe(503);
  await server.advance(11 * MINUTE_MS);
  const late = await server.rows();
  expect(new Set(await all(300))).toEqual(new Set([403]));
  // A request may set the alarm.
  expect((await server.rows()) - late).toBeLessThanOrEqual(1);
});

it("an object stops strangers' writes step by step as the day's rows run out, notifies the owner of each step, and never stops the owner", async () => {
  const limits =
    "comments-all-day=1000 comment-edits-all-day=1000 likes-all-day=1000 comments=900/600 likes=900/60 comment-edits=900/600 comments-day=900 likes-day=900";
  const server = await startFresh({ OCTAVO_ROWS_A_DAY: "700", OCTAVO_RATE_LIMITS: limits, ...WEBHOOK });
  const told = (what: string): number => server.sent.filter((body) => body.includes(`${what} refused until midnight UTC`)).length;
  const like = (n: number): Promise<Response> => server.send("POST", "/posts/tides/like", undefined, clientOf(n));
  const comment = (n: number): Promise<Response> => server.send("POST", COMMENTS, { authorName: "Ada", body: `Number ${n}` }, clientOf(n));
  const until503 = async (send: (n: number) => Promise<Response>): Promise<Response> => {
    for (let n = 1; ; n += 1) {
      const answer = await send(n);
      if (answer.status === 503) return answer;
      expect(answer.ok).toBe(true);
    }
  };
  const first = await json(await comment(0));
  await until503((n) => record(server, [{ type: "page_view", path: "/about" }], n));
  // Counting a group adds to them.
  expect(await server.rows()).toBeGreaterThanOrEqual(560);
  expect(await server.rows()).toBeLessThan(630);
  const liked = await like(0);
  expect(liked.status).toBe(200);
  await server.advance(MINUTE_MS);
  expect([told("engagement is"), told("likes are")]).toEqual([1, 0]);

  const refused = await until503(like);
  expect(Number(refused.headers.get("Retry-After"))).toBe(12 * 3_600 - 60);
  const cookie = { Cookie: String(liked.headers.get("Set-Cookie")).split(";")[0] ?? "" };
  expect((await server.send("DELETE", "/posts/tides/like", undefined, cookie)).status).toBe(503);
  await server.advance(MINUTE_MS);
  expect(told("likes are")).toBe(1);

  expect((await comment(1)).status).toBe(202);
  await until503((n) => comment(n + 1));
  const inquiry = { email: "ada@mail.example", message: "Can you weave a sail?" };
  expect((await server.send("POST", "/services/inquiries", inquiry)).status).toBe(503);
  // A refused request writes nothing, so the rest is left for the owner.
  const rows = await server.rows();
  for (let n = 0; n < 20; n += 1) await comment(n + 500);
  expect(await server.rows()).toBe(rows);
  await server.advance(MINUTE_MS);
  expect(told("comments and inquiries are")).toBe(1);
  const decision = { targets: [{ id: first.id, revision: 1 }], decision: "approve" };
  expect(await json(await server.owner("comments.decide", decision))).toMatchObject({ outcomes: [{ kind: "decided" }] });

  await server.advance(12 * 60 * MINUTE_MS);
  expect((await comment(900)).status).toBe(202);
  expect((await like(900)).status).toBe(200);
}, 120_000);

it("an object postpones maintenance until midnight UTC once the day's remaining rows are reserved for the owner", async () => {
  const server = await startFresh({ OCTAVO_ROWS_A_DAY: "600" });
  for (let n = 0; n < 10; n += 1) {
    const spam = { authorName: "Ada", body: `Number ${n}`, contact_me_by_fax: "x" };
    expect((await server.send("POST", COMMENTS, spam, clientOf(n))).status).toBe(202);
  }
  const countSpam = async (): Promise<unknown> => (await json(await server.owner("comments.list", { states: ["spam"] }))).total;
  await server.advance((30 * 24 - 6) * 60 * MINUTE_MS);
  const usedRows = async (): Promise<number> => Number((await json(await server.owner("database.target", {}))).rowsToday);
  for (let n = 0; (await usedRows()) < 590; n += 1) {
    const words = Array.from({ length: 20 }, (_, at) => `word-${n}-${at}`);
    expect((await server.owner("spam-words.add", { words })).status).toBe(200);
  }
  await server.advance(10 * 60 * MINUTE_MS);
  expect(await countSpam()).toBe(10);
  await server.advance(9 * 60 * MINUTE_MS);
  expect(await countSpam()).toBe(0);
}, 60_000);

it("an object answers writes with 503 until midnight UTC when the platform refuses them, still answers reads, and then accepts writes again", async () => {
  const server = await startFresh(WEBHOOK);
  const comment = (n: number): Promise<Response> => server.send("POST", COMMENTS, { authorName: "Ada", body: `Number ${n}` }, clientOf(n));
  const { id } = await json(await comment(0));
  await server.owner("comments.decide", { targets: [{ id, revision: 1 }], decision: "approve" });
  // Other Workers of the account use up the same rows, so the object itself has counted few.
  await server.useUp(true);
  for (const isAsleep of [false, true]) {
    if (isAsleep) await server.sleep();
    for (const send of [
      () => comment(1),
      () => server.send("POST", "/posts/tides/like"),
      () => record(server, [{ type: "page_view", path: "/about" }]),
      () => server.send("POST", "/services/inquiries", { email: "ada@mail.example", message: "Can you weave a sail?" }),
    ]) {
      const refused = await send();
      expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, String(12 * 3_600)]);
    }
    const shown = await server.send("GET", COMMENTS);
    expect([shown.status, (await json(shown)).totalComments]).toEqual([200, 1]);
    expect((await server.owner("comments.list", {})).status).toBe(200);
  }
  await server.useUp(false);
  expect((await comment(1)).status).toBe(202);
});
