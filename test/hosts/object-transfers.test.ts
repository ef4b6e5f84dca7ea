import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { StoredSecrets, toSecrets } from "../../server/secrets/secrets.ts";
import { openStore } from "../../server/store/sqlite/sqlite-store.ts";
import { renderComment } from "../../server/text/comment-markdown.ts";
import { newComment, newView } from "../cli/data-fixture.ts";
import { makeFolder, prepareMachine, type Ran, runOn, startBadLine } from "./objects/moved-site.ts";
import { type ObjectServer, prepareObjectServers, type StartObjectServer } from "./objects/object-server.ts";

/** Interrupted copies, and pushes that need a decision by the owner. */

const START_TIMEOUT_MS = 60_000;
const COMMENTS = 40;
let start: StartObjectServer;

beforeAll(async () => {
  start = await prepareObjectServers();
}, START_TIMEOUT_MS);

async function startObject(folder?: string): Promise<ObjectServer> {
  const server = await start(folder ?? (await makeFolder()));
  onTestFinished(() => server.close());
  return server;
}

/** A folder with a database of comments, likes and bans that match the site's secrets. */
async function makeMachine(server: ObjectServer): Promise<string> {
  const cwd = await makeFolder();
  await prepareMachine(cwd, server);
  const store = openStore({ file: join(cwd, "data/octavo.db"), clock: () => Date.now(), random: (bytes) => randomBytes(bytes) });
  const { fingerprint } = toSecrets(StoredSecrets.parse(JSON.parse(server.secrets)), () => StoredSecrets.parse(null));
  await store.secrets.keep(fingerprint);
  // Long texts, so that the table has several pages.
  const body = "a".repeat(30_000);
  const { html } = renderComment(body);
  for (let at = 0; at < COMMENTS; at += 1)
    await store.comments.submit(newComment({ slug: "hello", authorName: `Visitor ${at}`, body, bodyHtml: html }));
  // Each call is a row of raw events.
  for (let at = 0; at < 30; at += 1) await store.engagement.record({ events: [newView({ at: Date.now() })] });
  await store.bans.add({ kind: "address", hash: randomBytes(32), note: null });
  // As on the first start on a machine.
  await store.privacy.keepErasureList();
  await writeFile(join(cwd, "data/erasures.json"), JSON.stringify({ format: 1, erasures: [] }));
  await store.close();
  return cwd;
}

const pushTo = (server: Pick<ObjectServer, "key" | "site">, cwd: string, ...more: string[]): Promise<Ran> =>
  runOn(server, cwd, ["db", "push", "data/octavo.db", ...more]);

it("a push writes as many rows as it predicts, including rows of indexes, and names the existing data when it is run again", async () => {
  const server = await startObject();
  const cwd = await makeMachine(server);
  const pushed = await pushTo(server, cwd, "--json");
  const { rows, cost, written } = JSON.parse(pushed.out) as { rows: number; cost: number; written: number };
  expect(pushed.err).toBe("");
  expect(written).toBe(cost);
  expect(cost).toBeGreaterThan(rows * 3);
  const { text } = (await (await server.owner("database.erasures", {})).json()) as { text: string };
  expect(JSON.parse(text), "an empty list is not missed").toEqual({ format: 1, erasures: [] });
  expect((await readdir(join(cwd, "data"))).filter((name) => name.includes("pushing"))).toEqual([]);
  const again = await pushTo(server, cwd);
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining(`the site's database is not empty:`) });
  expect(again.err).toContain(`comment (${COMMENTS})`);
  expect(await pushTo(server, cwd, "--force")).toMatchObject({ code: 0, err: "" });
});

it("a push is refused if the plan cannot write it in a day, and needs fewer rows without raw events", async () => {
  const server = await startObject();
  const cwd = await makeMachine(server);
  const large = await pushTo(server, cwd, "--rows-a-day", "100");
  expect(large).toMatchObject({ code: 1, err: expect.stringContaining("rows, but its plan allows 100 per day (largest tables: comment ") });
  expect(large.err).toContain("--without-events, or keep only recent ones with --days 7");
  const costOf = ({ out }: Ran): number => Number(/the site writes (\d+)/.exec(out)?.[1]);
  const small = await pushTo(server, cwd, "--rows-a-day", "100", "--without-events");
  expect(costOf(small)).toBeLessThan(costOf(large));
  const some = await pushTo(server, cwd, "--days", "1");
  expect(some.code).toBe(0);
  expect(costOf(some), "today's events are included").toBeGreaterThan(costOf(small) + 20);
});

it("a push refuses a database that belongs to other secrets, or that was never served", async () => {
  const server = await startObject();
  const cwd = await makeMachine(server);
  const stranger = await (await prepareObjectServers())(await makeFolder());
  onTestFinished(() => stranger.close());
  expect(await pushTo(stranger, cwd)).toMatchObject({ code: 1, err: expect.stringContaining("the database uses the secrets") });
  expect(await runOn(server, await makeFolder(), ["db", "push", "none.db"])).toMatchObject({ code: 1 });
});

it("an interrupted push leaves a site that serves nothing, even after a restart, and the same command continues", async () => {
  const folder = await makeFolder();
  const server = await start(folder);
  const cwd = await makeMachine(server);
  const line = await startBadLine(server, (operation, count) => (operation === "database.rows" && count > 4 ? "cut" : "pass"));
  const broken = await pushTo(line, cwd);
  expect(broken).toMatchObject({
    code: 1,
    err: expect.stringContaining("The site serves nothing until the push is complete: run the same command again"),
  });
  await server.close();

  const again = await startObject(folder);
  for (const [method, path] of [
    ["GET", "/posts/hello/comments"],
    ["GET", "/counts"],
    ["POST", "/posts/hello/like"],
  ] as const) {
    const answer = await again.send(method, path);
    expect([answer.status, answer.headers.get("Retry-After")], path).toEqual([503, "10"]);
  }
  expect((await again.owner("comments.list", {})).status).toBe(503);
  // The answer is lost, but the page has arrived and is not sent twice.
  const losing = await startBadLine(again, (operation, count) => (operation === "database.rows" && count === 1 ? "lose" : "pass"));
  const done = await pushTo(losing, cwd, "--json");
  expect(done).toMatchObject({ code: 0, err: "" });
  const { cost, written } = JSON.parse(done.out) as { cost: number; written: number };
  expect(written, "what had arrived is not written again").toBeLessThan(cost);
  expect(await (await again.owner("comments.list", { states: ["pending"] })).json()).toMatchObject({ total: COMMENTS });
  expect((await again.send("POST", "/posts/hello/like")).status).toBe(200);
});

it("an object refuses writes while it is copied, and an interrupted copy leaves no file", async () => {
  const server = await startObject();
  const cwd = await makeFolder();
  await server.send("POST", "/posts/hello/comments", { authorName: "Ada", body: "Hello" });
  const statuses: Promise<[number, string | null]>[] = [];
  const line = await startBadLine(server, (operation, count) => {
    if (operation === "database.page" && count === 1)
      statuses.push(server.send("POST", "/posts/hello/like").then(({ status, headers }) => [status, headers.get("Retry-After")]));
    return operation === "database.page" && count > 2 ? "cut" : "pass";
  });
  expect(await runOn(line, cwd, ["db", "pull", "--out", "pulled.db"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("did not answer"),
  });
  expect(await Promise.all(statuses)).toEqual([[503, "10"]]);
  expect([existsSync(join(cwd, "pulled.db")), existsSync(join(cwd, "pulled.db.partial"))]).toEqual([false, false]);
  expect((await server.send("POST", "/posts/hello/like")).status, "the copy released its lease").toBe(200);
  const patient = await startBadLine(server, (operation, count) => (operation === "database.page" && count === 2 ? "lose" : "pass"));
  expect(await runOn(patient, cwd, ["db", "pull", "--out", "pulled.db"])).toMatchObject({ code: 0, err: "" });
});

it("the erasure of a person states which data the platform keeps and until when", async () => {
  const server = await startObject();
  await server.send("POST", "/posts/hello/comments", { authorName: "Ada", authorEmail: "ada@mail.example", body: "Hello" });
  const erased = await runOn(server, await makeFolder(), ["privacy", "erase", "--email", "ada@mail.example", "--yes"]);
  expect(erased).toMatchObject({ code: 0, err: "" });
  expect(erased.out).toMatch(
    /erased: 1 comment.*\n.*gone from the database at once; the platform can restore .* 30 days, .* gone there after \d{4}-\d{2}-\d{2}\n/,
  );
});
