import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { toErasure } from "../../server/privacy/erasure-record.ts";
import { StoredSecrets, toSecrets } from "../../server/secrets/secrets.ts";
import { SCHEMA_VERSION } from "../../server/store/engine/migrations.ts";
import { FileConnection } from "../../server/store/sqlite/database/connection.ts";
import { isLeftRow } from "../../server/store/sqlite/transfer/carried-rows.ts";
import { readSequences } from "../../server/store/sqlite/transfer/sequences.ts";
import { readLayouts } from "../../server/store/sqlite/transfer/table-layout.ts";
import { readAllRows } from "../../server/store/sqlite/transfer/table-rows.ts";
import { createHasher } from "../../server/tokens.ts";
import { idOf, measureViews, record } from "./objects/measure-views.ts";
import { type MeasuredObject, prepareMeasuredObjects, type StartMeasuredObject } from "./objects/measured-object.ts";
import { makeFolder, prepareMachine, runOn } from "./objects/moved-site.ts";
import { closeAfterTest, json, makeObjectFolder } from "./objects/test-lifetime.ts";

/** Rows that a Durable Object writes, counted by the object; the free plan has 100,000 per day. */

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

it("an object writes at most 6 rows for a view and its reading at one view per minute, including their deletion", async () => {
  const server = await startFresh();
  const { written, deleted } = await measureViews(server, MINUTE_MS, 720);
  expect(written + deleted).toBeLessThanOrEqual(6);
  expect(await server.alarmAt()).toBeNull();
}, 120_000);

it("an object writes at most 3 rows for a view and its reading at ten views per second, including their deletion", async () => {
  const server = await startFresh();
  const { written, deleted } = await measureViews(server, 100, 2_000);
  expect(written + deleted).toBeLessThanOrEqual(3);
  expect(await server.alarmAt()).toBeNull();
}, 180_000);

it("an object acknowledges a request with one row, which survives the loss of the object's memory, and counts it before figures are read", async () => {
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

it("an object counts waiting records after an hour, and recognizes repeated ones, which live counts already exclude", async () => {
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

it("an object keeps every waiting request if counting fails, and counts all of them later", async () => {
  const server = await startFresh();
  for (let n = 0; n < 3; n += 1) await record(server, [VIEW], n);
  // The raw events are written last, after the figures of the group.
  await server.failAt("INSERT INTO event_pack");
  expect(await summary(server)).toMatchObject({ days: [] });
  await record(server, [VIEW], 3);
  await server.sleep();
  await server.failAt(null);
  expect(await summary(server)).toMatchObject({ days: [{ ...DAY_OF_VIEW, count: 4 }], visitors: [{ visitors: 4 }] });
  expect(await (await server.owner("engagement.verify", {})).json()).toMatchObject({ events: 4, drift: [] });
});

it("an object refuses engagement at 80% of the day's rows, notifies the owner once, accepts comments, and counts again after midnight UTC", async () => {
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
  // The day's count survives the loss of the object's memory.
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

it("an object counts the rows of an opening that repeats erasures and then fails at one that it cannot repeat", async () => {
  const server = await startFresh();
  const ofAda = Array.from({ length: 5 }, (_, n) => ({ authorName: "Ada", authorEmail: "ada@ada.example", body: `Number ${n}` }));
  for (const comment of [...ofAda, { authorName: "Bob", body: "Hello" }])
    expect(
      (await server.send("POST", "/posts/hello/comments", comment, { "X-Test-Client": `192.0.2.${comment.body.length}` })).status,
    ).toBe(202);
  const cwd = await makeFolder();
  await prepareMachine(cwd, server);
  expect(await runOn(server, cwd, ["db", "pull", "--out", "data/pulled.db"])).toMatchObject({ code: 0 });
  const database = new Database(join(cwd, "data/pulled.db"), { readonly: true });
  onTestFinished(() => void database.close());
  const connection = new FileConnection(() => database);
  const layouts = readLayouts(connection);

  const id = "a".repeat(64);
  const file = {
    version: SCHEMA_VERSION,
    tables: layouts.map(({ name }) => name),
    longestRow: 1_000,
    sequences: readSequences(connection),
  };
  expect((await server.owner("database.fill", { id, force: true, ...file })).status).toBe(200);
  const stored = StoredSecrets.parse(JSON.parse(server.secrets));
  const { hashKey, fingerprint } = toSecrets(stored, () => stored);
  const own = toErasure({ email: "ada@ada.example" }, server.now, { keys: { hash: createHasher(hashKey) }, fingerprint });
  const foreign = { kind: "email", hash: "a".repeat(64), at: "2099-01-01T00:00:00.000Z", secrets: "0123456789abcdef" };
  expect((await server.owner("database.add-erasures", { format: 1, erasures: [own, foreign] })).status).toBe(200);
  for (const layout of layouts) {
    const rows = readAllRows(connection, layout).filter(([key = null]) => !isLeftRow(layout.name, key));
    if (rows.length > 0) expect((await server.owner("database.rows", { id, table: layout.name, rows })).status).toBe(200);
  }
  const before = await server.rows();
  expect(await json(await server.owner("database.finish", { id }))).toMatchObject({
    problems: [expect.stringContaining("1 listed erasure was made with other secrets")],
  });
  const written = await server.rows();
  expect(written - before, "the erasure was repeated").toBeGreaterThan(20);
  await server.sleep();
  expect((await json(await server.owner("database.target", {}))).rowsToday).toBeGreaterThanOrEqual(written);
});
