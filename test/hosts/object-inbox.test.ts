import { beforeAll, expect, it } from "vitest";
import { idOf, record } from "./objects/measure-views.ts";
import { type MeasuredObject, prepareMeasuredObjects, type StartMeasuredObject } from "./objects/measured-object.ts";
import { closeAfterTest, json, makeObjectFolder } from "./objects/test-lifetime.ts";

/** Engagement requests that an object cannot count. */

const START_TIMEOUT_MS = 60_000;
const MINUTE_MS = 60_000;
const BATCH = 20;
const POISON = "/poison";
const WEBHOOK = { OCTAVO_WEBHOOK_URL: "https://hook.example/", OCTAVO_WEBHOOK_SECRET: "s".repeat(40) };
let start: StartMeasuredObject;

beforeAll(async () => {
  start = await prepareMeasuredObjects();
}, START_TIMEOUT_MS);

async function startFresh(variables?: Readonly<Record<string, string>>): Promise<MeasuredObject> {
  return closeAfterTest(await start(makeObjectFolder(), variables));
}

const view = (n: number, path = "/about"): object => ({ type: "page_view", id: idOf(n), path });

const READ_POISON = { type: "read_progress", id: idOf(11), slug: "hello", path: POISON, percent: 80, activeMs: 777_777 };

/** A visitor's batch of views. */
const views = (from: number): readonly object[] => Array.from({ length: BATCH }, (_, n) => view(from + n));

async function countViews(server: MeasuredObject): Promise<number> {
  const { days } = await json(await server.owner("engagement.summary", { fromDay: "2026-03-01", toDay: "2026-03-02" }));
  return (days as { readonly count: number }[]).reduce((sum, { count }) => sum + count, 0);
}

it.each([
  ["one of its labels", POISON],
  ["its raw event, which is written last", ",777777]"],
])("an object sets aside a request that cannot be counted because of %s, counts all others, and notifies the owner", async (_, fails) => {
  const server = await startFresh(WEBHOOK);
  for (let n = 0; n < 10; n += 1) expect((await record(server, [view(n)], n)).status).toBe(202);
  expect((await record(server, [view(10), READ_POISON], 10)).status).toBe(202);
  for (let n = 12; n < 20; n += 1) expect((await record(server, [view(n)], n)).status).toBe(202);
  await server.failAt(fails);
  expect(await countViews(server)).toBe(18);
  expect((await record(server, [view(20)])).status).toBe(202);
  await server.advance(MINUTE_MS);
  expect(server.sent.filter((body) => body.includes("are set aside: 1"))).toHaveLength(1);
  expect(await countViews(server)).toBe(19);
  await server.sleep();
  expect(await countViews(server)).toBe(19);

  // A newer program can count it.
  await server.failAt(null);
  await server.sleep();
  expect(await countViews(server)).toBe(21);
  await server.sleep();
  expect(await countViews(server)).toBe(21);
  expect(await json(await server.owner("engagement.verify", {}))).toMatchObject({ events: 21, drift: [] });
});

it("an object sets aside requests that cannot be counted even if nothing else is waiting, so that the database can be copied", async () => {
  const server = await startFresh(WEBHOOK);
  await server.failAt(POISON);
  expect((await record(server, [READ_POISON])).status).toBe(202);
  await server.advance(61 * MINUTE_MS);
  expect(server.sent.filter((body) => body.includes("are set aside: 1"))).toHaveLength(1);
  expect((await server.owner("database.hold", {})).status).toBe(200);
  await server.advance(6 * 60 * MINUTE_MS);
  const rows = await server.rows();
  await server.advance(12 * 60 * MINUTE_MS);
  expect((await server.rows()) - rows, "no attempt every five minutes").toBeLessThan(30);
  await server.failAt(null);
  await server.sleep();
  expect(await countViews(server)).toBe(1);
});

it("an object gets past more uncountable requests in a row than one attempt tries", async () => {
  const server = await startFresh();
  await server.failAt(POISON);
  for (let n = 0; n < 70; n += 1) expect((await record(server, [{ ...READ_POISON, id: idOf(100 + n) }], n)).status).toBe(202);
  for (let n = 0; n < 5; n += 1) expect((await record(server, [view(n)], n)).status).toBe(202);
  const counts: number[] = [];
  for (let n = 0; n < 4; n += 1) counts.push(await countViews(server));
  expect(counts.at(-1)).toBe(5);
});

it("an object does not let an uncountable request fail the other writes in its transaction", async () => {
  const server = await startFresh();
  for (let n = 0; n < 480; n += BATCH) await record(server, views(n), n);
  await server.failAt("INSERT INTO event_pack");
  const answers = await Promise.all([
    record(server, views(480)),
    server.send("POST", "/posts/tides/like"),
    server.send("POST", "/posts/hello/comments", { authorName: "Ada", body: "Hello" }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([202, 200, 202]);
});

it("an object tries to count again after five minutes, not with each request, while nothing can be counted", async () => {
  const server = await startFresh();
  for (let n = 0; n < 480; n += BATCH) await record(server, views(n), n);
  await server.failAt("INSERT INTO event_pack");
  const tries = async (work: () => Promise<unknown>): Promise<number> => {
    const before = await server.failures();
    await work();
    return (await server.failures()) - before;
  };
  const send = async (from: number): Promise<void> => {
    for (let n = from; n < from + 200; n += BATCH) expect((await record(server, views(n), n)).status).toBe(202);
  };
  const first = await tries(() => send(1_000));
  expect(first).toBeGreaterThan(0);
  expect(await tries(() => send(2_000))).toBe(0);
  await server.failAt(null);
  expect(await countViews(server)).toBe(880);
});
