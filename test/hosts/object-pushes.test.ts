import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { formatFirstKey } from "../../server/object/first-key.ts";
import { formatKey, hashSecret, newKeyText } from "../../server/owner/keys/key-text.ts";
import { makeFolder, prepareMachine, type Ran, runOn, startBadLine } from "./objects/moved-site.ts";
import { type ObjectServer, prepareObjectServers, type StartObjectServer } from "./objects/object-server.ts";

/** Files that a site must refuse, and rows that a file must not bring back. */

const START_TIMEOUT_MS = 60_000;
let start: StartObjectServer;

beforeAll(async () => {
  start = await prepareObjectServers();
}, START_TIMEOUT_MS);

async function startObject(folder?: string, variables: Readonly<Record<string, string>> = {}): Promise<ObjectServer> {
  const server = await start(folder ?? (await makeFolder()), variables);
  onTestFinished(() => server.close());
  return server;
}

/** A file that was pulled from a site with a comment, in a folder with the site's secrets. */
async function pullSite(server: ObjectServer, body = "Hello **you**"): Promise<string> {
  const cwd = await makeFolder();
  await prepareMachine(cwd, server);
  await comment(server, body);
  expect(await runOn(server, cwd, ["db", "pull", "--out", "data/pulled.db"])).toMatchObject({ code: 0 });
  return cwd;
}

async function comment(server: ObjectServer, body: string): Promise<void> {
  expect((await server.send("POST", "/posts/hello/comments", { authorName: "Ada", body })).status).toBe(202);
}

function change(cwd: string, sql: string, ...values: unknown[]): void {
  const database = new Database(join(cwd, "data/pulled.db"));
  database.prepare(sql).run(...values);
  database.close();
}

const pushTo = (server: Pick<ObjectServer, "key" | "site">, cwd: string, ...more: string[]): Promise<Ran> =>
  runOn(server, cwd, ["db", "push", "data/pulled.db", ...more]);

async function totalOf(server: ObjectServer): Promise<number> {
  return ((await (await server.owner("comments.list", { states: ["pending"] })).json()) as { total: number }).total;
}

it("a file with HTML that does not come from its text, or with too long a row, is refused before the site is emptied", async () => {
  const server = await startObject();
  const cwd = await pullSite(server);
  change(cwd, "UPDATE comment SET body_html = '<script>alert(1)</script>'");
  expect(await pushTo(server, cwd, "--force")).toMatchObject({
    code: 1,
    err: expect.stringMatching(/pulled\.db is damaged:\ncomment [a-z2-7]{24} has HTML that does not match its text/),
  });
  change(cwd, "UPDATE comment SET body = ?, body_html = '', sanitizer_version = 0", "ü".repeat(1_000_000));
  expect(await pushTo(server, cwd, "--force")).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /a row of comment \(id 1, public_id '[a-z2-7]{24}'\) has 20\d+ bytes, but the site accepts rows of at most 2000000/,
    ),
  });
  expect(await totalOf(server)).toBe(1);
  change(cwd, "UPDATE comment SET body = ?", "a".repeat(1_999_600));
  expect(await pushTo(server, cwd, "--force")).toMatchObject({ code: 0, err: "" });
});

it("an older file does not bring back a key that has since been revoked, a session or a link", async () => {
  const server = await startObject();
  const made = (await (await server.owner("keys.add", { name: "laptop" })).json()) as { key: string; stored: { id: string } };
  const cwd = await pullSite(server);
  change(
    cwd,
    "INSERT INTO owner_session VALUES ('cccccccccccc', zeroblob(32), zeroblob(32), 'Phone', 'link', 1, 1, 1, 9999999999999, NULL, '[]')",
  );
  change(cwd, "INSERT INTO owner_link VALUES (zeroblob(32), 'invite', NULL, 9999999999999, NULL)");
  expect((await server.owner("keys.revoke", { id: made.stored.id })).status).toBe(200);
  const pushed = await pushTo(server, cwd, "--force");
  expect(pushed).toMatchObject({ code: 0, err: "" });
  expect(pushed.out).toContain("not transferred: browsers that are signed in to the desk");
  expect(await runOn({ ...server, key: made.key }, cwd, ["bans", "list"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("does not accept this key"),
  });
  expect(await (await server.owner("desk.access", {})).json()).toMatchObject({ browsers: [] });
  const { held } = (await (await server.owner("database.hold", {})).json()) as { held: { tables: { name: string; rows: number }[] } };
  const left = held.tables.filter(({ name }) => ["owner_session", "owner_link", "engagement_inbox"].includes(name));
  expect(left.map(({ rows }) => rows)).toEqual([0, 0, 0]);
});

it("a key that is revoked in the file cannot push it, because it would become invalid", async () => {
  const server = await startObject();
  const cwd = await pullSite(server);
  change(cwd, "UPDATE access_history SET revoked_at = 1");
  expect(await pushTo(server, cwd, "--force")).toMatchObject({
    code: 1,
    err: expect.stringContaining("the file lists this command's key as revoked"),
  });
});

it("a first key that is lost during a push is replaced, and the new one completes the push; a lost answer is requested again", async () => {
  const folder = await makeFolder();
  const server = await start(folder);
  const cwd = await pullSite(server);
  const line = await startBadLine(server, (operation, count) => (operation === "database.rows" && count > 1 ? "cut" : "pass"));
  expect((await pushTo(line, cwd, "--force")).code).toBe(1);
  await server.close();
  const key = newKeyText((bytes) => randomBytes(bytes));
  const again = await startObject(folder, { OCTAVO_OWNER_KEY: formatFirstKey(key) });
  expect((await again.owner("database.target", {})).status, "the lost key").toBe(401);
  const losing = await startBadLine(again, (operation, count) => (operation === "database.finish" && count === 1 ? "lose" : "pass"));
  expect(await pushTo({ ...losing, key: formatKey(key) }, cwd)).toMatchObject({ code: 0, err: "" });
  expect((await again.send("GET", "/counts")).status).toBe(200);
});

const withKey = (server: ObjectServer, key: string, operation: string, input: object = {}): Promise<Response> =>
  server.send("POST", `/owner/v1/${operation}`, input, { Authorization: `Bearer ${key}` });

/** A push that has sent everything, and was interrupted. */
async function breakOff(server: ObjectServer, cwd: string, key = server.key): Promise<string> {
  const line = await startBadLine(server, (operation) => (operation === "database.finish" ? "cut" : "pass"));
  expect((await pushTo({ ...line, key }, cwd, "--force")).code).toBe(1);
  const { filling } = (await (await withKey(server, key, "database.target")).json()) as { filling: string };
  return filling;
}

it("a replaced first key stays replaced during a push of a file that contains it, while keys are created and revoked", async () => {
  const folder = await makeFolder();
  const server = await start(folder);
  const { key: lost } = server;
  const made = (await (await server.owner("keys.add", { name: "laptop" })).json()) as { key: string; stored: { id: string } };
  const cwd = await pullSite(server);
  await server.close();
  const text = newKeyText((bytes) => randomBytes(bytes));
  const key = formatKey(text);
  const again = await startObject(folder, { OCTAVO_OWNER_KEY: formatFirstKey(text) });
  const id = await breakOff(again, cwd, key);
  const planted = newKeyText((bytes) => randomBytes(bytes));
  const row = [planted.id, Buffer.from(hashSecret(planted.secret)).toString("base64"), "first", '["owner"]', "1", "9999999999999", null];
  for (const [operation, input] of [
    ["keys.list", {}],
    ["database.target", {}],
    ["database.page", { lease: id, table: "comment" }],
    ["database.rows", { id, table: "owner_key", rows: [row] }],
  ] as const)
    expect((await withKey(again, lost, operation, input)).status, operation).toBe(401);
  const listed = (await (await withKey(again, key, "keys.list")).json()) as { items: { id: string }[] };
  expect(listed.items.map((item) => item.id).sort()).toEqual([made.stored.id, text.id].sort());
  expect((await withKey(again, made.key, "database.target")).status, "it has no such scope").toBe(403);
  expect(await (await withKey(again, key, "keys.revoke", { id: made.stored.id })).json()).toEqual({ found: true });
  expect((await withKey(again, made.key, "database.target")).status).toBe(401);
  const added = (await (await withKey(again, key, "keys.add", { name: "new", scopes: ["backup"] })).json()) as { key: string };
  expect((await withKey(again, added.key, "database.target")).status).toBe(200);
  const site = { site: again.site, key };
  expect(await pushTo(site, cwd)).toMatchObject({ code: 0, err: "" });
  const answers = await Promise.all([lost, made.key, formatKey(planted), added.key].map((each) => withKey(again, each, "database.target")));
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 200]);
});

it("a key that only the file contains is not valid until the push has ended", async () => {
  const server = await startObject();
  const cwd = await pullSite(server);
  const text = newKeyText((bytes) => randomBytes(bytes));
  const sql = "INSERT INTO owner_key VALUES (?, ?, 'elsewhere', '[\"backup\"]', 1, 9999999999999, NULL)";
  change(cwd, sql, text.id, Buffer.from(hashSecret(text.secret)));
  await breakOff(server, cwd);
  expect((await withKey(server, formatKey(text), "database.target")).status).toBe(401);
  expect(await pushTo(server, cwd)).toMatchObject({ code: 0, err: "" });
  expect((await withKey(server, formatKey(text), "database.target")).status).toBe(200);
});

it("rows sent by something else are reported, and --force starts over with an empty database", async () => {
  const server = await startObject();
  const cwd = await pullSite(server);
  const id = await breakOff(server, cwd);
  expect((await server.owner("database.rows", { id, table: "spam_word", rows: [["foreign"]] })).status).toBe(200);
  expect(await pushTo(server, cwd)).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /spam_word differs between the two sides: 1 rows there, 0 here\nhint: .*with --force, the same command starts/,
    ),
  });
  const pushed = await pushTo(server, cwd, "--force");
  expect(pushed).toMatchObject({ code: 0, err: expect.stringContaining("the push begins with an empty database") });
  const fact = { id: await breakOff(server, cwd), table: "meta", rows: [["erasure-loss-accepted", "9"]] };
  expect((await server.owner("database.rows", fact)).status).toBe(200);
  expect(await pushTo(server, cwd)).toMatchObject({
    code: 1,
    err: expect.stringContaining("the site has different rows in meta: erasure-loss-accepted"),
  });
  expect(await pushTo(server, cwd, "--force")).toMatchObject({ code: 0 });
  expect([await totalOf(server), await (await server.owner("spam-words.list", {})).json()]).toEqual([1, { items: [] }]);
});

const FOREIGN = { kind: "email", hash: "a".repeat(64), at: "2099-01-01T00:00:00.000Z", secrets: "0123456789abcdef" };

it("erasures with unknown secrets are refused before the site is emptied, with a remedy", async () => {
  const server = await startObject();
  const cwd = await pullSite(server);
  await writeFile(join(cwd, "data/erasures.json"), JSON.stringify({ format: 1, erasures: [FOREIGN] }), { mode: 0o600 });
  const pushed = await pushTo(server, cwd, "--force");
  expect(pushed).toMatchObject({
    code: 1,
    err: expect.stringContaining("1 listed erasure was made with other secrets (0123456789abcdef)"),
  });
  expect(pushed.err).toContain("octavo secrets export");
  const added = await server.owner("database.add-erasures", { format: 1, erasures: [FOREIGN] });
  expect(added.status).toBe(409);
  expect(await totalOf(server)).toBe(1);
});

it("a site that cannot repeat its erasures serves nobody, but can still be pulled, pushed and given keys", async () => {
  const folder = await makeFolder();
  const server = await start(folder);
  // The database is still empty, so the entry concerns nobody.
  expect((await server.owner("database.add-erasures", { format: 1, erasures: [FOREIGN] })).status).toBe(200);
  await comment(server, "Hello");
  await server.close();
  const again = await startObject(folder);
  expect((await again.send("GET", "/posts/hello/comments")).status).toBe(503);
  expect((await again.owner("comments.list", {})).status).toBe(503);
  expect((await again.owner("keys.add", { name: "laptop" })).status).toBe(200);
  const cwd = await makeFolder();
  await prepareMachine(cwd, again);
  expect(await runOn(again, cwd, ["db", "pull", "--out", "data/pulled.db"])).toMatchObject({ code: 0 });
  change(cwd, "UPDATE comment SET created_at = 4102444800000");
  expect(await pushTo(again, cwd, "--force")).toMatchObject({ code: 0, err: "" });
  expect((await again.send("GET", "/posts/hello/comments")).status).toBe(200);
});

it("a push asks the site for its plan's rows, and counts today's", async () => {
  const server = await startObject(undefined, { OCTAVO_ROWS_A_DAY: "150", OCTAVO_RATE_LIMITS: "comments-all-day=100" });
  const cwd = await pullSite(server);
  for (const body of ["Two", "Three", "Four"]) await comment(server, body);
  expect(await pushTo(server, cwd, "--force")).toMatchObject({
    code: 1,
    err: expect.stringMatching(/but its plan allows 150 per day, of which it has written \d+ today .*\nhint: push after midnight UTC/),
  });
  expect(await pushTo(server, cwd, "--force", "--rows-a-day", "0")).toMatchObject({
    code: 2,
    err: expect.stringContaining("write a whole number from 1, or none"),
  });
  expect(await pushTo(server, cwd, "--force", "--rows-a-day", "none")).toMatchObject({ code: 0, err: "" });
});

it("imported comments that are too long for a row are named", async () => {
  const server = await startObject();
  const shared = {
    id: null,
    slug: "hello",
    parent: null,
    state: "approved",
    revision: 1,
    authorName: "Ada",
    authorEmail: null,
    authorUrl: null,
  };
  const nothing = { editedAt: null, decidedAt: null, origin: null, spamReason: null };
  const [short, long] = ["Hello", "ü".repeat(1_000_000)].map((body, at) => ({
    ...{ key: `old-${at}`, isAuthor: false, body, createdAt: 1_700_000_000_000, ...shared, ...nothing },
  }));
  const refused = await server.owner("comments.import", { comments: [short, long] });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    errors: [{ pointer: "/comments/1/body", detail: "the text of the comment old-1 has 2000000 bytes: want at most 250000 at this site" }],
  });
  expect((await server.owner("comments.import", { comments: [short, { ...long, body: "<".repeat(250_000) }] })).status).toBe(200);
  const page = (await (await server.send("GET", "/posts/hello/comments")).json()) as { items: unknown[] };
  expect(page.items).toHaveLength(2);
});
