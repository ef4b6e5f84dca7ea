import { beforeAll, expect, it } from "vitest";
import { idOf, measureViews, record } from "./objects/measure-views.ts";
import { type MeasuredObject, prepareMeasuredObjects, type StartMeasuredObject } from "./objects/measured-object.ts";
import { closeAfterTest, makeObjectFolder } from "./objects/test-lifetime.ts";

/** Rows that a Durable Object writes, counted by the object: the free plan has 100,000 a day. */

const START_TIMEOUT_MS = 60_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
let start: StartMeasuredObject;

beforeAll(async () => {
  start = await prepareMeasuredObjects();
}, START_TIMEOUT_MS);

async function startFresh(variables?: Readonly<Record<string, string>>): Promise<MeasuredObject> {
  return closeAfterTest(await start(makeObjectFolder(), variables));
}

async function summary(server: MeasuredObject): Promise<Record<string, unknown>> {
  const answer = await server.owner("engagement.summary", { fromDay: "2026-03-01", toDay: "2026-03-02" });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}

const WEBHOOK = { OCTAVO_WEBHOOK_URL: "https://hook.example/", OCTAVO_WEBHOOK_SECRET: "s".repeat(40) };
const VIEW = { type: "post_view", slug: "hello", path: "/posts/hello" };
const DAY_OF_VIEW = { day: "2026-03-01", type: "post_view", repeats: 0 };

it("writes at most 6 rows for a view with its reading at one view a minute, its deletion included", async () => {
  const server = await startFresh();
  const { written, deleted } = await measureViews(server, MINUTE_MS, 720);
  expect(written + deleted).toBeLessThanOrEqual(6);
  expect(await server.alarmAt()).toBeNull();
}, 120_000);

it("writes at most 3 rows for a view with its reading at ten a second, its deletion included", async () => {
  const server = await startFresh();
  const { written, deleted } = await measureViews(server, 100, 2_000);
  expect(written + deleted).toBeLessThanOrEqual(3);
  expect(await server.alarmAt()).toBeNull();
}, 180_000);

it("acknowledges a request with one row, which outlives the object's memory, and counts it before figures are read", async () => {
  const server = await startFresh();
  await record(server, [VIEW]);
  await summary(server);
  const before = await server.rows();
  await record(server, [VIEW, VIEW], 1);
  expect(await server.rows()).toBe(before + 1);
  expect(await server.alarmAt()).toBe(server.now + 60 * MINUTE_MS);
  await server.sleep();
  expect(await summary(server)).toMatchObject({ days: [{ ...DAY_OF_VIEW, count: 3, repeats: 1 }], visitors: [{ visitors: 2 }] });
});

it("counts what waits after an hour, and recognises repeated records, which live counts leave out before", async () => {
  const server = await startFresh({ OCTAVO_PUBLIC_VIEWS: "true" });
  const counts = async (): Promise<unknown> => (await server.send("GET", "/counts")).json();
  await record(server, [{ ...VIEW, id: idOf(1) }]);
  await server.advance(60 * MINUTE_MS);
  await record(server, [
    { ...VIEW, id: idOf(1) },
    { ...VIEW, id: idOf(2) },
  ]);
  await record(server, [{ ...VIEW, id: idOf(2) }]);
  expect(await counts()).toMatchObject({ posts: { hello: { viewCount: 2 } } });
  const rows = await server.rows();
  await server.advance(59 * MINUTE_MS);
  expect(await server.rows()).toBe(rows);
  await server.advance(MINUTE_MS);
  expect(await server.rows()).toBeGreaterThan(rows);
  expect(await counts()).toMatchObject({ posts: { hello: { viewCount: 2 } } });
  expect(await summary(server)).toMatchObject({ days: [{ ...DAY_OF_VIEW, count: 2, repeats: 1 }] });
});

it("keeps every waiting request if counting fails, and counts all of them later", async () => {
  const server = await startFresh();
  for (let n = 0; n < 3; n += 1) await record(server, [VIEW], n);
  // The raw events come last, when the figures of the group are already noted.
  await server.failAt("INSERT INTO event_pack");
  expect(await summary(server)).toMatchObject({ days: [] });
  await record(server, [VIEW], 3);
  await server.sleep();
  await server.failAt(null);
  expect(await summary(server)).toMatchObject({ days: [{ ...DAY_OF_VIEW, count: 4 }], visitors: [{ visitors: 4 }] });
  expect(await (await server.owner("engagement.verify", {})).json()).toMatchObject({ events: 4, drift: [] });
});

it("refuses engagement at 80 % of the day's rows, tells the owner once, takes comments, and counts again after midnight UTC", async () => {
  const server = await startFresh({ OCTAVO_ROWS_A_DAY: "300", ...WEBHOOK });
  const told = (): readonly string[] => server.sent.filter((body) => body.includes("engagement is refused until midnight UTC"));
  const comment = (n: number): Promise<Response> =>
    server.send("POST", "/posts/hello/comments", { authorName: "Ada", body: `Number ${n}` }, { "X-Test-Client": `192.0.2.${n}` });
  let taken = 0;
  while ((await record(server, [VIEW], taken)).status === 202) taken += 1;
  expect(await server.rows()).toBeGreaterThanOrEqual(240);
  expect(await server.rows()).toBeLessThan(300);
  await server.advance(MINUTE_MS);
  expect(told()).toHaveLength(1);

  const refused = await record(server, [VIEW]);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("Retry-After")).toBe(String((DAY_MS / 2 - MINUTE_MS) / 1_000));
  // The count of the day outlives the object's memory.
  await server.sleep();
  expect((await record(server, [VIEW])).status).toBe(503);
  expect((await server.send("POST", "/posts/tides/like")).status).toBe(200);
  expect((await comment(1)).status).toBe(202);
  await server.advance(6 * 60 * MINUTE_MS);
  expect(told()).toHaveLength(1);

  await server.advance(7 * 60 * MINUTE_MS);
  expect((await record(server, [VIEW], 999)).status).toBe(202);
  expect((await comment(2)).status).toBe(202);
  expect(await summary(server)).toMatchObject({
    days: [
      { ...DAY_OF_VIEW, count: taken },
      { day: "2026-03-02", count: 1 },
    ],
  });
});
