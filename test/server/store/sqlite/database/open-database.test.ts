import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { APPLICATION_ID, MIGRATIONS, SCHEMA_VERSION } from "../../../../../server/store/engine/migrations.ts";
import { migrate } from "../../../../../server/store/sqlite/database/migrate.ts";
import { openDatabase, openFile } from "../../../../../server/store/sqlite/database/open-database.ts";
import { verifyDatabase } from "../../../../../server/store/sqlite/database/verify.ts";
import { openStore } from "../../../../../server/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../../../server/store/store.ts";
import { StoreFileError } from "../../../../../server/store/store-errors.ts";
import { createTestStore, temporaryFolder } from "../../file-store.ts";
import { HOUR, listEvents, NOON, publish, seededRandom } from "../../helpers.ts";

function open(file: string): Store {
  const store = openStore({ file, clock: () => NOON, random: seededRandom() });
  onTestFinished(() => store.close());
  return store;
}

function failure(run: () => unknown): StoreFileError {
  try {
    run();
  } catch (error) {
    if (error instanceof StoreFileError) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

/** A database as an earlier version of the program left it. */
function writeVersion(file: string, version: number): Database.Database {
  const database = new Database(file);
  database.pragma("journal_mode = WAL");
  migrate(database, MIGRATIONS.slice(0, version));
  return database;
}

test("the database syncs every commit, enforces foreign keys, zeroes deleted text, and never blocks the event loop on a lock", () => {
  const { database } = createTestStore();
  const pragma = (name: string): unknown => database().pragma(name, { simple: true });
  expect(pragma("journal_mode")).toBe("wal");
  expect(pragma("synchronous")).toBe(2);
  expect(pragma("foreign_keys")).toBe(1);
  expect(pragma("secure_delete")).toBe(1);
  expect(pragma("busy_timeout")).toBe(0);
  expect(pragma("application_id")).toBe(APPLICATION_ID);
  expect(pragma("user_version")).toBe(SCHEMA_VERSION);
});

test("every table is strict", () => {
  const { database } = createTestStore();
  const tables = database()
    .prepare<[], { name: string; strict: number }>(
      "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'",
    )
    .all();
  expect(tables.length).toBeGreaterThan(15);
  expect(tables.filter(({ strict }) => strict === 0)).toEqual([]);
});

describe("the schema refuses", () => {
  const comment = (columns: string, values: string): string =>
    `INSERT INTO comment (public_id, post_id, depth, state, sanitizer_version, created_at, author_name, body, body_html${columns}) VALUES ('${"a".repeat(24)}', 1, 0, 'pending', 1, 0, 'A', 'B', 'C'${values})`;
  test.for([
    ["a state that does not exist", "UPDATE comment SET state = 'public'"],
    ["a deleted comment that has text", "UPDATE comment SET state = 'deleted'"],
    ["a comment without text that is not deleted", "UPDATE comment SET body = NULL"],
    ["a depth of 6", "UPDATE comment SET depth = 6"],
    ["a reply without a place", "UPDATE comment SET depth = 1"],
    ["fewer visible replies than public ones", "UPDATE comment SET reply_count = 1"],
    ["a comment without a post", "UPDATE comment SET post_id = 99"],
    ["a comment with the same id", comment("", "")],
    ["a negative count", "UPDATE post SET like_count = -1"],
    ["text where a number belongs", "UPDATE comment SET created_at = 'today'"],
    ["a visitor that is not a hash", "INSERT INTO post_like VALUES (1, x'00', 1, 0)"],
    ["more visitors than views", "INSERT INTO rollup_hour (hour, type, count, visitors) VALUES (1, 1, 1, 2)"],
    ["a label that does not exist", "INSERT INTO rollup_day (day, dimension, label_id, type, count, visitors) VALUES (1, 0, 77, 0, 1, 0)"],
    ["the deletion of a post with comments", "DELETE FROM post"],
    ["more than a thousand new values per day", "INSERT INTO dimension_day VALUES (1, 1, 1001, 1001, 0)"],
    ["more than ten thousand known values per day", "INSERT INTO dimension_day VALUES (1, 1, 10001, 0, 10001)"],
  ])("%s", ([, sql]) => {
    const { database } = createTestStore();
    database().exec("INSERT INTO post (id, slug) VALUES (1, 'hello')");
    database().exec(comment("", ""));
    expect(() => database().exec(sql ?? "")).toThrow(/constraint failed|cannot store/);
  });
});

describe("a migration", () => {
  test("is numbered without gaps", () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  });

  test("turns received inquiries into new ones, and leaves spam unchanged", async () => {
    const file = join(temporaryFolder(), "old.sqlite");
    const old = writeVersion(file, 8);
    for (const [id, state] of [
      ["a", "received"],
      ["b", "spam"],
    ] as const) {
      old
        .prepare("INSERT INTO inquiry (public_id, state, email, message, created_at) VALUES (?, ?, 'ada@ada.example', 'Hello', 1)")
        .run(id.repeat(24), state);
    }
    old.close();
    const { inquiries } = open(file);
    expect((await inquiries.list({ order: "oldest" })).map(({ id, state, notes }) => [id, state, notes])).toEqual([
      ["a".repeat(24), "new", []],
      ["b".repeat(24), "spam", []],
    ]);
  });

  test("packs the raw events of an old database; times, texts and amounts stay", async () => {
    const file = join(temporaryFolder(), "old.sqlite");
    const old = writeVersion(file, 22);
    old.exec("INSERT INTO label (id, text) VALUES (2, '/a'), (3, 'hello'), (4, 'search.example')");
    const insert = old.prepare("INSERT INTO event VALUES (?, ?, ?, ?, ?, NULL, ?, ?, 0)");
    const later = NOON + 25 * HOUR;
    for (const [at, ...columns] of [
      [NOON, 0, 2, 3, 4, null, null],
      [NOON + 1, 3, 2, 3, null, 80, 40_000],
      [later, 1, 2, null, null, null, null],
    ] as const)
      insert.run(at * 2_048 + 7, ...columns);
    old.close();
    const { engagement } = open(file);
    const none = { slug: null, referrer: null, target: null, value: null, activeMs: null };
    expect(await listEvents(engagement.events())).toEqual([
      { ...none, at: NOON, type: "post_view", path: "/a", slug: "hello", referrer: "search.example" },
      { ...none, at: NOON + 1, type: "read_progress", path: "/a", slug: "hello", value: 80, activeMs: 40_000 },
      { ...none, at: later, type: "page_view", path: "/a" },
    ]);
    expect(await listEvents(engagement.events({ from: NOON + 1, to: NOON + 1 }))).toHaveLength(1);
  });

  test.for(
    Array.from({ length: SCHEMA_VERSION }, (_, version) => version),
  )("migrates version %i to the newest with the schema of a new file, and keeps the rows", async (version) => {
    const file = join(temporaryFolder(), "old.sqlite");
    const old = writeVersion(file, version);
    if (version >= 1) {
      old.exec(`INSERT INTO post (id, slug, comment_count, thread_count) VALUES (1, 'hello', 1, 1);
        INSERT INTO comment (public_id, post_id, depth, state, sanitizer_version, created_at, author_name, body, body_html)
        VALUES ('${"a".repeat(24)}', 1, 0, 'approved', 1, 0, 'Ada', 'Old text', '<p>Old text</p>')`);
    }
    old.close();
    const store = open(file);
    expect(verifyDatabase(file)).toMatchObject({ version: SCHEMA_VERSION, problems: [] });
    const bodies = (await store.comments.page({ slug: "hello", page: 1, pageSize: 20, sort: "oldest" }))?.items.map(({ body }) => body);
    expect(bodies).toEqual(version >= 1 ? ["Old text"] : []);
    await publish(store);
    const schema = (name: string): unknown[] => {
      const database = new Database(name, { readonly: true });
      onTestFinished(() => void database.close());
      return database.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").all();
    };
    expect(schema(file)).toEqual(schema(createTestStore().file));
  });

  test("that fails changes nothing, and is named in the error", () => {
    const file = join(temporaryFolder(), "old.sqlite");
    const database = writeVersion(file, 1);
    onTestFinished(() => void database.close());
    const broken = [
      ...MIGRATIONS.slice(0, 2),
      { version: 3, name: "broken", sql: "CREATE TABLE half (id INTEGER) STRICT; CREATE TABLE post (id INTEGER);" },
    ];
    const error = failure(() => migrate(database, broken));
    expect(error.message).toContain("migration 3 (broken)");
    expect(error.message).toContain("table post already exists");
    expect(database.pragma("user_version", { simple: true })).toBe(1);
    expect(database.prepare("SELECT name FROM sqlite_schema WHERE name IN ('half', 'inquiry')").all()).toEqual([]);
  });

  test("runs once even if several processes start at once", () => {
    const file = join(temporaryFolder(), "new.sqlite");
    const [first, second] = [new Database(file), new Database(file)];
    onTestFinished(() => void [first, second].map((database) => database.close()));
    expect(migrate(first)).toEqual(MIGRATIONS.map(({ name }) => name));
    expect(migrate(second)).toEqual([]);
  });

  test("that another process runs between the check and the lock is not repeated", () => {
    const file = join(temporaryFolder(), "new.sqlite");
    const [first, second] = [new Database(file), new Database(file)];
    onTestFinished(() => void [first, second].map((database) => database.close()));
    const transaction = second.transaction.bind(second);
    second.transaction = ((run: () => unknown) => {
      migrate(first);
      return transaction(run);
    }) as typeof second.transaction;
    expect(migrate(second)).toEqual([]);
  });
});

describe("an unusable file is refused with the reason and the remedy:", () => {
  test("a newer database", () => {
    const file = join(temporaryFolder(), "newer.sqlite");
    const database = writeVersion(file, SCHEMA_VERSION);
    database.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
    database.close();
    const before = readFileSync(file);
    const error = failure(() => open(file));
    expect(error.message).toBe(
      `${file} has version ${SCHEMA_VERSION + 1} of the schema, but this program supports only versions up to ${SCHEMA_VERSION}`,
    );
    expect(error.hint).toContain("newer octavo");
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test("another program's database, which stays unchanged", () => {
    const file = join(temporaryFolder(), "other.sqlite");
    const database = new Database(file);
    database.exec("CREATE TABLE theirs (id INTEGER)");
    database.close();
    const before = readFileSync(file);
    expect(failure(() => open(file)).message).toContain("not one of octavo");
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test("a file that is not a database", () => {
    const file = join(temporaryFolder(), "text.sqlite");
    writeFileSync(file, "This is not a database. ".repeat(100));
    expect(failure(() => open(file)).message).toContain("is not an SQLite database");
  });

  test("a damaged file", () => {
    const file = join(temporaryFolder(), "damaged.sqlite");
    writeVersion(file, SCHEMA_VERSION).close();
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 100, 4_096);
    writeFileSync(file, bytes);
    const error = failure(() => open(file));
    expect(error.message).toContain("is damaged");
    expect(error.hint).toContain("octavo db restore");
  });

  test("a missing folder, and a folder in place of the file", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "place.sqlite"));
    expect(failure(() => open(join(folder, "none", "octavo.sqlite"))).message).toContain("cannot open the database");
    expect(failure(() => open(join(folder, "place.sqlite"))).message).toContain("cannot open the database");
  });

  test("a file locked by another process", () => {
    const file = join(temporaryFolder(), "locked.sqlite");
    const other = writeVersion(file, 1);
    onTestFinished(() => void other.close());
    other.exec("BEGIN EXCLUSIVE");
    const impatient = (name: string): Database.Database => {
      const database = openFile(name);
      database.pragma("busy_timeout = 0");
      return database;
    };
    const error = failure(() => openDatabase(file, impatient));
    expect(error.message).toContain("locked by another process");
  });
});

test("a store that may not migrate refuses an older database, and leaves it unchanged", () => {
  const file = join(temporaryFolder(), "old.sqlite");
  writeVersion(file, SCHEMA_VERSION - 1).close();
  const error = failure(() => openStore({ file, clock: () => NOON, random: seededRandom(), migrates: false }));
  expect(error.message).toContain(`has version ${SCHEMA_VERSION - 1} of the schema, but this program needs version ${SCHEMA_VERSION}`);
  expect(error.hint).toContain("octavo db migrate");
  expect(verifyDatabase(file).version).toBe(SCHEMA_VERSION - 1);
});

test("the database is checked after a crash before it is served, and damage is reported with a remedy", async () => {
  const { store, file, reopen } = createTestStore();
  for (let n = 0; n < 80; n += 1) await publish(store, { body: "x".repeat(4_000), bodyHtml: "y" });
  const again = await reopen();
  await again.spamWords.add(["casino"]);
  const crashed = join(temporaryFolder(), "octavo.sqlite");
  const log = readFileSync(`${file}-wal`);
  const bytes = readFileSync(file);
  writeFileSync(crashed, bytes);
  writeFileSync(`${crashed}-wal`, log);
  await open(crashed).close();

  // The second half of its pages is zeroed, as on a disk that lost writes.
  writeFileSync(crashed, Buffer.concat([bytes.subarray(0, bytes.length / 2), Buffer.alloc(bytes.length / 2)]));
  writeFileSync(`${crashed}-wal`, log);
  const said = failure(() => open(crashed));
  expect(said.message).toMatch(/octavo\.sqlite is damaged after a crash:\n\S/);
  expect(said.hint).toContain("octavo db restore");
});
