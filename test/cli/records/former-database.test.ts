import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SCHEMA_VERSION } from "../../../server/store/engine/migrations.ts";
import { createData, type DataFixture } from "../data-fixture.ts";

/**
 * A database of the last release before the rename: three comments, a like and an inquiry (schema
 * 5).
 */
const DUMP = readFileSync(new URL("../../fixtures/former-database.sql", import.meta.url), "utf8");
const [FIRST, REPLY] = ["hox36ceifiwraezqsoq3qqz7", "hsnnkukhu4ke6ydhgj6dxaxk"] as const;
const WHAT_TO_DO =
  /former\.db was created before this program was called Octavo\nhint: stop the processes that use it, then migrate it: octavo db migrate --db .*former\.db; a backup can be restored as it is\n$/;

let data: DataFixture;
let former: string;
beforeEach(async () => {
  data = await createData();
  former = join(data.cwd, "data/former.db");
  const database = new Database(former);
  database.unsafeMode(true);
  database.exec(DUMP);
  // As its server leaves it.
  database.pragma("journal_mode = WAL");
  database.close();
});
afterEach(() => data.remove());

describe("a database from before the rename", () => {
  it.each([
    ["comments list", ["comments", "list", "--db", "data/former.db"]],
    ["db backup", ["db", "backup", "monday.db", "--db", "data/former.db"]],
    ["db verify", ["db", "verify", "data/former.db"]],
    ["comments import", ["comments", "import", "data/former.db"]],
    ["api", ["api", "--db", "data/former.db", "--port", "0"]],
  ])("is refused by %s, which explains what to do and changes nothing", async (_name, args) => {
    const before = readFileSync(former);
    expect(await data.run(args)).toMatchObject({ code: 1, err: expect.stringMatching(WHAT_TO_DO) });
    expect(readFileSync(former)).toEqual(before);
  });

  it("is migrated completely by db migrate", async () => {
    const { code, out } = await data.run(["db", "migrate", "--db", "data/former.db"]);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /^data\/former\.db: it was from before this program was called Octavo, and was converted; done: label-room, author-replies, /,
      ),
    ]);
    expect(out).toContain(`; schema ${SCHEMA_VERSION}\n`);
    expect((await data.run(["db", "migrate", "--db", "data/former.db"])).out).toBe(
      `data/former.db: nothing to do; schema ${SCHEMA_VERSION}\n`,
    );
    expect((await data.run(["db", "verify", "data/former.db"])).code).toBe(0);
    const listed = JSON.parse((await data.run(["comments", "list", "--state", "all", "--json", "--db", "data/former.db"])).out);
    expect(listed.items).toMatchObject([
      { id: FIRST, state: "approved", body: "The creek froze here too." },
      { id: REPLY, state: "approved", parentId: FIRST },
      { state: "pending", body: "Waits." },
    ]);
    expect((await data.run(["inquiries", "list", "--db", "data/former.db"])).out).toContain("cy@mail.example");
  });

  it("is restored by db restore like any backup, and the file itself is not changed", async () => {
    const before = readFileSync(former);
    expect(await data.run(["db", "restore", "data/former.db"])).toMatchObject({
      code: 0,
      out: expect.stringContaining("data/octavo.db is restored"),
    });
    expect(readFileSync(former)).toEqual(before);
    await data.use(async ({ comments, counts }) => {
      expect(await comments.get(REPLY)).toMatchObject({ state: "approved", parentId: FIRST });
      expect(await counts.all()).toMatchObject([{ slug: "first-ice", likeCount: 1, commentCount: 2 }]);
    });
    expect((await data.run(["db", "verify"])).code).toBe(0);
  });

  it("is not restored if it contains something that no release created", async () => {
    const database = new Database(former);
    database.exec("CREATE TRIGGER other AFTER INSERT ON comment BEGIN SELECT 1; END");
    database.close();
    const before = readFileSync(data.db);
    expect(await data.run(["db", "restore", "data/former.db"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("trigger other is not part of octavo's schema"),
    });
    expect(readFileSync(data.db)).toEqual(before);
    writeFileSync(former, "");
  });
});
