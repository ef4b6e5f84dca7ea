import { existsSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createData, type DataFixture, newComment, newInquiry } from "../data-fixture.ts";

let data: DataFixture;
beforeEach(async () => {
  data = await createData();
});
afterEach(() => data.remove());

const AT = "20260601T120000000Z";
const RESCUED = `data/octavo.db.rescued-${AT}`;

/** Adds comments that exist only in the rescued file. Returns their ids. */
async function rescue(count = 6): Promise<string[]> {
  const ids: string[] = [];
  const old = readFileSync(data.db);
  await data.use(async (store) => {
    for (let n = 0; n < count; n += 1) {
      const result = await store.comments.submit(newComment({ body: `Lost ${n}` }));
      if (result.kind === "accepted") ids.push(result.id);
    }
    await store.inquiries.submit(newInquiry());
    unlinkSync(`${data.db}-wal`);
    await store.lookAtFiles();
  });
  expect(existsSync(join(data.cwd, RESCUED))).toBe(true);
  // Simulates a crash.
  writeFileSync(data.db, old);
  return ids;
}

it("comments list reports a waiting rescued database until it is imported and dismissed", async () => {
  const ids = await rescue();
  const before = await data.comment({ body: "Since" });
  const listed = await data.run(["comments", "list", "--quiet"]);
  expect(listed.err).toBe(
    `WARNING: a rescued database with visitors' data until 2026-06-01 12:00 UTC was neither restored nor dismissed
hint: octavo comments import ${RESCUED} and octavo inquiries import ${RESCUED} add missing rows here; octavo db restore ${RESCUED} replaces the database while the server is stopped; octavo db dismiss ${RESCUED} marks it as done
`,
  );
  await data.use(({ site }) => site.keep({ name: "Ines", url: "https://ines.example", timeZone: "Europe/Oslo", author: null }));
  expect((await data.run(["comments", "list", "--quiet"])).err).toContain("until 2026-06-01 14:00 Europe/Oslo was neither");
  expect(JSON.parse((await data.run(["comments", "list", "--json"])).out).rescued).toMatchObject([{ at: "2026-06-01T12:00:00.000Z" }]);

  expect(await data.run(["comments", "import", RESCUED, "--dry-run"])).toMatchObject({
    code: 0,
    out: "6 comments would be imported, 0 would be updated, 0 already present\n",
  });
  expect(await data.run(["comments", "import", RESCUED])).toMatchObject({
    code: 0,
    out: "6 comments imported, 0 updated, 0 already present\n",
    err: `hint: octavo inquiries import ${RESCUED} imports the inquiries; when you have imported both, octavo db dismiss ${RESCUED}\n`,
  });
  expect((await data.run(["inquiries", "import", RESCUED, "--json"])).out).toContain('"added": 1');
  expect((await data.run(["crm", "import", RESCUED])).out).toBe("0 inquiries imported, 0 updated, 1 already present\n");
  await data.use(async ({ comments }) => {
    for (const id of [...ids, before]) expect(await comments.get(id)).toMatchObject({ state: "pending" });
  });
  const dismissed = await data.run(["db", "dismiss", RESCUED]);
  expect(dismissed).toMatchObject({ code: 0, out: expect.stringContaining(`the file is now ${RESCUED}.dismissed`) });
  expect((await data.run(["comments", "list", "--quiet"])).err).toBe("");
  expect(await data.run(["db", "dismiss", RESCUED])).toMatchObject({
    code: 1,
    err: expect.stringContaining("hint: none is waiting next to data/octavo.db"),
  });
});

it("an import names the comments with impossible values and imports the rest, which can then be listed", async () => {
  const [bad = "", good = ""] = await rescue(2);
  const { default: Database } = await import("better-sqlite3");
  const handle = new Database(join(data.cwd, RESCUED));
  handle.prepare("UPDATE comment SET created_at = 8640000000000000000, edited_at = 9000000000000000000 WHERE public_id = ?").run(bad);
  handle.close();
  expect(await data.run(["db", "verify", RESCUED])).toMatchObject({
    code: 1,
    out: expect.stringContaining(`comment ${bad} has an impossible time (created_at)\n`),
  });
  expect(await data.run(["comments", "import", RESCUED])).toMatchObject({
    code: 1,
    out: "1 comment imported, 0 updated, 0 already present\n",
    err: expect.stringContaining(
      `octavo: 1 comment refused: no server writes such values\ncomment ${bad} has an impossible time (created_at)\n`,
    ),
  });
  const listed = await data.run(["comments", "list", "--state", "all", "--json"]);
  expect(listed.code).toBe(0);
  expect(listed.out).toContain(good);
  expect(listed.out).not.toContain(bad);
});

it("a restore settles a rescued database, and reports where the file is", async () => {
  const [id = ""] = await rescue(1);
  const { code, out } = await data.run(["db", "restore", RESCUED]);
  expect([code, out]).toEqual([0, expect.stringContaining(`the rescued data is restored; its file is now ${RESCUED}.restored\n`)]);
  expect(readdirSync(join(data.cwd, "data")).filter((name) => name.includes(".rescued-"))).toEqual([`octavo.db.rescued-${AT}.restored`]);
  expect(await data.use(({ comments }) => comments.get(id))).toMatchObject({ body: "Lost 0" });
});

it("an import refuses the database itself and a missing file, and octavo db dismiss refuses a file that was not rescued", async () => {
  await data.comment();
  expect((await data.run(["comments", "import", "data/octavo.db"])).err).toContain("data/octavo.db is the database itself");
  expect((await data.run(["inquiries", "import", "nothing.db"])).err).toContain("nothing.db does not exist");
  await data.run(["db", "backup", "monday.db"]);
  expect(await data.run(["db", "dismiss", "monday.db"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("monday.db is not a rescued database that is waiting"),
  });
  expect((await data.run(["comments", "import", "monday.db"])).out).toBe("0 comments imported, 0 updated, 1 already present\n");
});
