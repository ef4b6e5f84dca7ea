import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import type { BegunFill, NewFill } from "../../../../server/store/engine/database-transfer.ts";
import { openKeysDuringFill } from "../../../../server/store/object/arrived-keys.ts";
import type { ObjectConnection } from "../../../../server/store/object/object-connection.ts";
import { migrateObject } from "../../../../server/store/object/object-schema.ts";
import { ObjectTransfer } from "../../../../server/store/object/object-transfer.ts";
import { createOwnerKeys } from "../../../../server/store/sqlite/owner/owner-key-store.ts";
import { readLayouts } from "../../../../server/store/sqlite/transfer/table-layout.ts";
import type { RowText } from "../../../../server/store/sqlite/transfer/table-rows.ts";
import { StoreFileError } from "../../../../server/store/store-errors.ts";
import { SANITIZER_VERSION } from "../../../../server/text/sanitizer-version.ts";
import { temporaryFolder } from "../file-store.ts";
import { seededRandom } from "../helpers.ts";
import { toObjectConnection } from "./object-database.ts";

/** An object's tables in a file, which has the same SQL. test/hosts/ uses a real object. */
interface Moved {
  readonly connection: ObjectConnection;
  readonly clock: { now: number };
  readonly transfer: ObjectTransfer;
  /** Starts again like an evicted object. */
  startAgain(): ObjectTransfer;
  /** Steps of a push that have stored the day's row count. */
  readonly kept: { times: number };
  /** Opens a filled database before it is served. */
  tryOpening: () => Promise<void>;
}

const SECONDS = 1_000;
const SPAM_WORDS = { table: "spam_word", after: null } as const;
const ID = "a".repeat(64);

function open(): Moved {
  const database = new Database(join(temporaryFolder(), "octavo.db"));
  onTestFinished(() => void database.close());
  const connection = toObjectConnection(database);
  migrateObject(connection);
  const clock = { now: 0 };
  const kept = { times: 0 };
  const keepRows = (): void => {
    kept.times += 1;
  };
  const startAgain = (): ObjectTransfer =>
    new ObjectTransfer(connection, {
      ...{ clock: () => clock.now, random: seededRandom(), day: () => ({ limit: 1_000, used: 7 }) },
      ...{ keepRows, tryOpening: () => moved.tryOpening() },
    });
  const moved: Moved = { connection, clock, transfer: startAgain(), startAgain, kept, tryOpening: async () => {} };
  return moved;
}

/** A push of a file with the site's own version. */
function begin(transfer: ObjectTransfer, file: Partial<NewFill> = {}): BegunFill {
  const { version, tables } = transfer.target();
  return transfer.beginFill({ id: ID, version, tables, longestRow: 100, sequences: [], ...file });
}

function fill(transfer: ObjectTransfer, table: string, rows: readonly RowText[], id = ID): number | null {
  return transfer.fill({ id, table, rows, render: (text) => `<p>${text}</p>` });
}

const KEY_ROW = "INSERT INTO owner_key VALUES (?, zeroblob(32), 'laptop', '[]', 1, 2, NULL)";
const HASH = Buffer.alloc(32).toString("base64");

function keyText(id: string): RowText {
  return [id, HASH, "laptop", "[]", "1", "2", null];
}

function idsIn({ connection }: Moved, table: string): unknown[] {
  return connection.all<{ id: string }>(`SELECT id FROM ${table} ORDER BY id`).map(({ id }) => id);
}

async function hold(transfer: ObjectTransfer): Promise<string> {
  const held = await transfer.hold();
  if (held === null) throw new Error("it is already held");
  return held.lease;
}

test("a lease blocks writes for ten seconds, and each page renews it", async () => {
  const { transfer, clock } = open();
  expect(transfer.refuseWrite()).toBeNull();
  const lease = await hold(transfer);
  expect(transfer.refuseWrite()).toMatchObject({ reason: "copying", retryAfterMs: 10 * SECONDS });
  for (const now of [9, 18, 27]) {
    clock.now = now * SECONDS;
    expect(transfer.page({ lease, ...SPAM_WORDS })).toEqual({ rows: [], next: null });
  }
  clock.now = 36 * SECONDS;
  expect(transfer.sum({ lease, ...SPAM_WORDS, limit: 10 })).toMatchObject({ rows: 0 });
  clock.now = 46 * SECONDS;
  expect(transfer.refuseWrite()).toBeNull();
});

test("an expired lease gives no page, even if nothing was written in between", async () => {
  const { transfer, clock, startAgain } = open();
  const lease = await hold(transfer);
  clock.now = 10 * SECONDS;
  expect(transfer.page({ lease, ...SPAM_WORDS })).toBeNull();
  const next = await hold(transfer);
  expect(transfer.page({ lease, ...SPAM_WORDS })).toBeNull();
  expect(transfer.page({ lease: next, ...SPAM_WORDS })).not.toBeNull();
  expect(startAgain().page({ lease: next, ...SPAM_WORDS }), "the object has lost the copied state").toBeNull();
});

test("only one copy is made at a time, and writes are accepted as soon as it is released", async () => {
  const { transfer } = open();
  const lease = await hold(transfer);
  expect(await transfer.hold()).toBeNull();
  transfer.release("another");
  expect(transfer.refuseWrite()).not.toBeNull();
  transfer.release(lease);
  expect(transfer.refuseWrite()).toBeNull();
  expect(await transfer.hold()).not.toBeNull();
});

test("a new database is empty, and one with visitors' rows is not", () => {
  const { transfer, connection } = open();
  connection.run("INSERT INTO meta (name, value) VALUES ('secrets', 'one')");
  connection.run("INSERT INTO owner_key VALUES ('abcdefghijkl', zeroblob(32), 'first', '[]', 1, 2, NULL)");
  expect(transfer.occupied()).toEqual([]);
  connection.run("INSERT INTO spam_word (word) VALUES ('casino')");
  connection.run("INSERT INTO label (text) VALUES ('/about')");
  expect(transfer.occupied()).toEqual([
    { name: "label", rows: 2 },
    { name: "spam_word", rows: 1 },
  ]);
});

test("a fill keeps keys, refuses writes even after a restart, continues with the same id, and serves the database when it ends", async () => {
  const { transfer, connection, startAgain, kept } = open();
  connection.run(KEY_ROW, "abcdefghijkl");
  connection.run("INSERT INTO spam_word (word) VALUES ('casino')");
  connection.run(
    "INSERT INTO meta (name, value) VALUES ('first-key', 'abcdefghijkl'), ('rows-today', '1 2'), ('salt', '{}'), ('site', '{}')",
  );
  const begun = begin(transfer, { sequences: [{ table: "ban", last: "7" }] });
  expect(begun.tables.filter(({ rows }) => rows > 0)).toEqual([{ name: "meta", rows: 3, last: null }]);
  expect(connection.all("SELECT id FROM owner_key")).toEqual([{ id: "abcdefghijkl" }]);
  fill(transfer, "spam_word", [["pills"], ["poker"]]);
  expect(kept.times, "the count of the day's rows survives an eviction").toBe(2);
  const again = startAgain();
  expect([again.isFilling(), again.refuseWrite()?.reason, again.target().filling]).toEqual([true, "filling", ID]);
  expect(begin(again).tables.find(({ name }) => name === "spam_word")).toEqual({
    ...{ name: "spam_word", rows: 2 },
    last: ["poker"],
  });
  expect(fill(again, "spam_word", [["x"]], "b".repeat(64))).toBeNull();
  expect(again.sum({ lease: ID, ...SPAM_WORDS, limit: 10 })).toMatchObject({ rows: 2 });
  expect(await again.finishFill("b".repeat(64))).toBeNull();
  expect(await again.finishFill(ID)).toEqual([]);
  // A store that was already open has caches of the other database.
  expect([again.isFilling(), again.refuseWrite()?.reason, again.isReplaced()]).toEqual([false, "filling", true]);
  expect(startAgain().refuseWrite()).toBeNull();
  const insert = "INSERT INTO ban (kind, hash, created_at, expires_at) VALUES ('email', x'01', 1, 2)";
  expect(connection.insert(insert)).toBe(8);
  expect(await startAgain().finishFill(ID), "its first answer may have been lost").toEqual([]);
  expect(await startAgain().finishFill("b".repeat(64))).toBeNull();
});

test("another file starts with an empty database", () => {
  const { transfer } = open();
  begin(transfer);
  fill(transfer, "spam_word", [["pills"]]);
  const { tables } = begin(transfer, { id: "b".repeat(64) });
  expect(tables.every(({ rows }) => rows === 0)).toBe(true);
});

test("the same file starts over if required, and rows from another push are gone", () => {
  const moved = open();
  const { transfer } = moved;
  begin(transfer);
  fill(transfer, "spam_word", [["foreign"]]);
  fill(transfer, "owner_key", [keyText("aaaaaaaaaaaa")]);
  const { tables } = begin(transfer, { anew: true });
  expect(tables.every(({ rows }) => rows === 0)).toBe(true);
  fill(transfer, "spam_word", [["pills"]]);
  expect(begin(transfer, { anew: false }).tables.find(({ name }) => name === "spam_word")).toMatchObject({ rows: 1, last: ["pills"] });
});

test("a fill with a dangling reference does not end, and nothing is served", async () => {
  const { transfer, connection } = open();
  begin(transfer);
  expect(() => fill(transfer, "post_like", [["1", HASH, "1", "1"]])).toThrow("FOREIGN KEY");
  connection.run("PRAGMA foreign_keys = OFF");
  connection.run("INSERT INTO post_like (post_id, visitor, liked, at) VALUES (1, zeroblob(32), 1, 1)");
  expect(await transfer.finishFill(ID)).toEqual(["a row of post_like refers to a missing row of post"]);
  expect(transfer.refuseWrite()).not.toBeNull();
});

test("a file that cannot be transferred completely is refused before the first row is deleted", () => {
  const { transfer, connection } = open();
  connection.run("INSERT INTO spam_word (word) VALUES ('casino')");
  const { version, tables, rowMaxBytes } = transfer.target();
  expect(() => begin(transfer, { version: version - 1 })).toThrow(`the file has version ${version - 1} of the schema`);
  expect(() => begin(transfer, { tables: [...tables, "guest_book"] })).toThrow("guest_book is not in the site's database");
  expect(() => begin(transfer, { tables: tables.slice(1) })).toThrow(`${tables[0]} is not in the file`);
  expect(() => begin(transfer, { longestRow: rowMaxBytes + 1 })).toThrow(`the site accepts at most ${rowMaxBytes}`);
  expect([transfer.isFilling(), transfer.occupied()]).toEqual([false, [{ name: "spam_word", rows: 1 }]]);
});

test("an incomplete database is not copied, and the refusal says so", async () => {
  const { transfer } = open();
  begin(transfer);
  await expect(transfer.hold()).rejects.toThrow("a push into it has started but not ended");
});

/** A row of a table, with NULL for missing values. */
function rowOf({ connection }: Moved, table: string, values: Readonly<Record<string, string>>): RowText {
  const layout = readLayouts(connection).find(({ name }) => name === table);
  return layout?.columns.map(({ name }) => values[name] ?? null) ?? [];
}

const POST = { id: "1", slug: "hello", comment_count: "0", thread_count: "0", version: "0", like_count: "0" };
const COMMENT = {
  ...{ id: "1", public_id: "a".repeat(24), post_id: "1", depth: "0", state: "approved", revision: "1", author_name: "Ada" },
  ...{ body: "Hi", body_html: "<p>Hi</p>", sanitizer_version: String(SANITIZER_VERSION), created_at: "1", is_author: "0" },
  ...{ reply_count: "0", visible_count: "0" },
};

test.for([
  ["a script", { body_html: "<p>Hi</p><script>alert(1)</script>" }],
  ["a script that the next reader would not have rendered", { body_html: "<script>alert(1)</script>", sanitizer_version: "0" }],
  ["HTML of another version", { sanitizer_version: String(SANITIZER_VERSION + 1) }],
  ["an older text", { body: "Hi!" }],
] as const)("a comment with %s is refused by its id", ([, values]) => {
  const moved = open();
  begin(moved.transfer);
  fill(moved.transfer, "post", [rowOf(moved, "post", POST)]);
  expect(() => fill(moved.transfer, "comment", [rowOf(moved, "comment", { ...COMMENT, ...values })])).toThrow(
    `HTML of comments does not match their text: ${COMMENT.public_id}`,
  );
  expect(moved.connection.all("SELECT id FROM comment")).toEqual([]);
});

test("comments are accepted with the renderer's HTML, or if they are not rendered yet", async () => {
  const moved = open();
  begin(moved.transfer);
  fill(moved.transfer, "post", [rowOf(moved, "post", POST)]);
  const waiting = { ...COMMENT, id: "2", public_id: "b".repeat(24), body_html: "", sanitizer_version: "0" };
  fill(
    moved.transfer,
    "comment",
    [COMMENT, waiting].map((comment) => rowOf(moved, "comment", comment)),
  );
  expect(idsIn(moved, "comment")).toEqual([1, 2]);
});

test("an address that a browser would run prevents a push from ending", async () => {
  const moved = open();
  begin(moved.transfer);
  fill(moved.transfer, "post", [rowOf(moved, "post", POST)]);
  fill(moved.transfer, "comment", [rowOf(moved, "comment", { ...COMMENT, author_url: "javascript:alert(1)" })]);
  expect(await moved.transfer.finishFill(ID)).toEqual([`comment ${COMMENT.public_id} has an address that is not an http(s) URL`]);
  expect(moved.transfer.isFilling()).toBe(true);
});

test("keys and passkeys that were revoked on either side are not restored by a file", async () => {
  const moved = open();
  const { transfer, connection } = moved;
  const [first, revoked, elsewhere, kept] = ["aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc", "dddddddddddd"] as const;
  connection.run(KEY_ROW, first);
  connection.run(KEY_ROW, elsewhere);
  connection.run("INSERT INTO access_history VALUES (?, NULL), (?, 5)", first, revoked);
  begin(transfer);
  fill(transfer, "access_history", [[elsewhere, "6"]]);
  fill(transfer, "owner_key", [first, revoked, elsewhere, kept].map(keyText));
  const passkeys = [revoked, kept].map((id) => [id, `credential ${id}`, HASH, "0", "Phone", "1", null]);
  fill(transfer, "owner_passkey", passkeys);
  expect(await transfer.finishFill(ID)).toEqual([]);
  expect(idsIn(moved, "owner_key")).toEqual([first, kept]);
  expect(idsIn(moved, "owner_passkey")).toEqual([kept]);
  expect(idsIn(moved, "access_history")).toEqual([first, revoked, elsewhere]);
});

test("keys of a file are invalid at the site until the push has ended, and an abandoned push leaves none", async () => {
  const moved = open();
  const { transfer, connection } = moved;
  const [own, both, brought, revoked] = ["aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc", "dddddddddddd"] as const;
  connection.run(KEY_ROW, own);
  connection.run(KEY_ROW, both);
  connection.run("INSERT INTO access_history VALUES (?, 5)", revoked);
  const rows = [both, brought, revoked].map((id) => keyText(id).with(2, "of the file"));
  begin(transfer, { id: "b".repeat(64) });
  fill(transfer, "owner_key", rows, "b".repeat(64));
  begin(transfer);
  expect(idsIn(moved, "owner_key"), "after another push").toEqual([own, both]);
  fill(transfer, "owner_key", rows.slice(0, 2));
  const again = moved.startAgain();
  fill(again, "owner_key", rows.slice(2));
  expect(idsIn(moved, "owner_key"), "in a new object").toEqual([own, both]);
  const place = { lease: ID, table: "owner_key", after: null };
  expect(again.page(place)?.rows, "the rows that the command compares").toEqual(rows);
  expect(again.sum({ ...place, limit: 10 })?.rows).toBe(3);
  moved.tryOpening = async () => expect(idsIn(moved, "owner_key"), "at the trial").toEqual([own, both]);
  expect(await again.finishFill(ID)).toEqual([]);
  const names = connection.all<{ id: string; name: string }>("SELECT id, name FROM owner_key ORDER BY id");
  expect(names.map(({ id, name }) => [id, name])).toEqual([
    [own, "laptop"],
    [both, "laptop"],
    [brought, "of the file"],
  ]);
});

test("during a push, keys can be created, listed and revoked, including the file's keys, which are not valid yet", async () => {
  const moved = open();
  const { transfer, connection } = moved;
  const ungated = createOwnerKeys({
    connection,
    read: async (work) => work(1),
    write: async (work) => connection.transaction(() => work(1)),
  });
  const refused = async (): Promise<never> => {
    throw transfer.refuseWrite() ?? new Error("the database is complete");
  };
  const gated = { ...ungated, add: refused, revoke: refused };
  const keys = openKeysDuringFill(gated, { connection, clock: () => 1, transfer, ungated });
  const [own, brought, made, kept] = ["aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc", "dddddddddddd"] as const;
  connection.run(KEY_ROW, own);
  await expect(keys.revoke(own), "before a push, the store's own gate applies").rejects.toThrow("the database is complete");
  begin(transfer);
  fill(transfer, "owner_key", [own, brought, kept].map(keyText));
  expect([await keys.find(own), await keys.find(brought)]).toMatchObject([{ id: own }, null]);
  await keys.add({ id: made, name: "new", scopes: [], expiresAt: 9, hash: Buffer.alloc(32) });
  expect([await keys.revoke(own), await keys.revoke(brought), await keys.revoke("eeeeeeeeeeee")]).toEqual([true, true, false]);
  expect((await keys.list()).map(({ id }) => id)).toEqual([made]);
  expect(await transfer.finishFill(ID)).toEqual([]);
  expect(idsIn(moved, "owner_key")).toEqual([made, kept]);
});

test("sessions, links, counted requests, and facts about another place are refused", () => {
  const { transfer } = open();
  begin(transfer);
  const refused = "belong to the file's former server";
  expect(() => fill(transfer, "owner_session", [["aaaaaaaaaaaa"]])).toThrow(refused);
  expect(() => fill(transfer, "owner_link", [[HASH, "invite", null, "9", null]])).toThrow(refused);
  expect(() => fill(transfer, "engagement_inbox", [["1", "1", "1", "1", "{}"]])).toThrow(refused);
  expect(fill(transfer, "engagement_inbox", [["-1", "1", "1", "1", "{}"]]), "a request that could not be counted").not.toBeNull();
  for (const name of ["incidents", "site", "first-key", "rows-today", "salt"])
    expect(() => fill(transfer, "meta", [[name, "{damaged"]])).toThrow(refused);
  expect(fill(transfer, "meta", [["erasure-list", "1"]])).not.toBeNull();
});

test("a database that cannot be opened is not served, and the same file starts over", async () => {
  const moved = open();
  const { transfer, startAgain } = moved;
  begin(transfer);
  fill(transfer, "spam_word", [["pills"]]);
  moved.tryOpening = async () => {
    expect(startAgain().isFilling(), "a kill now leaves a site that serves nothing").toBe(true);
    throw new StoreFileError("it cannot be opened", "try another");
  };
  const before = moved.kept.times;
  expect(await transfer.finishFill(ID)).toEqual(["it cannot be opened: try another"]);
  expect(moved.kept.times, "its rows are kept").toBe(before + 1);
  expect([transfer.isFilling(), transfer.isReplaced(), startAgain().isFilling()]).toEqual([true, false, true]);
  moved.tryOpening = async () => {};
  expect(begin(transfer).tables.every(({ rows }) => rows === 0)).toBe(true);
  expect(await transfer.finishFill(ID)).toEqual([]);
  expect(transfer.isFilling()).toBe(false);
});

test("a finish repeated while the database is opened, or after that failed, gets the first answer", async () => {
  const moved = open();
  const { transfer } = moved;
  begin(transfer);
  const trial = Promise.withResolvers<undefined>();
  moved.tryOpening = () => trial.promise;
  const finishes = [transfer.finishFill(ID), transfer.finishFill(ID)];
  for (const id of [ID, "b".repeat(64)]) expect(() => begin(transfer, { id })).toThrow("is being opened");
  expect(await transfer.finishFill("b".repeat(64))).toBeNull();
  trial.reject(new StoreFileError("it cannot be opened", "try another"));
  expect(await Promise.all(finishes)).toEqual(finishes.map(() => ["it cannot be opened: try another"]));
  expect(await transfer.finishFill(ID)).toEqual(["it cannot be opened: try another"]);
  begin(transfer);
  moved.tryOpening = async () => {};
  expect(await Promise.all([transfer.finishFill(ID), transfer.finishFill(ID)])).toEqual([[], []]);
});

test("a starting push keeps all keys of the site, however large their rows are in total", () => {
  const moved = open();
  const ids = Array.from({ length: 1_500 }, (_, at) => `key${String(at).padStart(9, "0")}`);
  for (const id of ids) moved.connection.run("INSERT INTO owner_key VALUES (?, zeroblob(32), ?, '[]', 1, 2, NULL)", id, "n".repeat(1_000));
  begin(moved.transfer);
  expect(idsIn(moved, "owner_key")).toEqual(ids);
});

test("a trial opens a database that is being filled as if it were complete", () => {
  const { connection, transfer } = open();
  begin(transfer);
  const trial = new ObjectTransfer(connection, { clock: () => 0, random: seededRandom(), opensFilled: true });
  expect([trial.isFilling(), trial.refuseWrite()]).toEqual([false, null]);
});
