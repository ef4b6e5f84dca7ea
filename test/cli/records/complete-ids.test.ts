import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createData, type DataFixture, newInquiry } from "../data-fixture.ts";

let data: DataFixture;
beforeEach(async () => {
  data = await createData();
});
afterEach(() => data.remove());

/** Gives a record an id that the test chooses. */
function rename(table: "comment" | "inquiry", id: string, to: string): string {
  const database = new Database(data.db);
  database.prepare(`UPDATE ${table} SET public_id = ? WHERE public_id = ?`).run(to, id);
  database.close();
  return to;
}

async function inquiry(): Promise<string> {
  return data.use(async ({ inquiries }) => {
    const result = await inquiries.submit(newInquiry());
    if (result.kind !== "accepted") throw new Error(result.kind);
    return result.id;
  });
}

const [FIRST, SECOND] = ["abcdef2".padEnd(24, "x"), "abcdef3".padEnd(24, "y")];

it("every command about comments accepts the beginning of a comment's id, with its revision", async () => {
  const id = await data.comment();
  const other = await data.comment({ body: "Another." });
  expect((await data.run(["comments", "show", id.slice(0, 6)])).out).toContain(id);
  expect((await data.run(["comments", "list", "--json", "--after", id.slice(0, 8)])).code).toBe(0);
  expect((await data.run(["comments", "approve", `${id.slice(0, 12)}@1`])).out).toContain(`approved: ${id} by Ada`);
  expect((await data.run(["comments", "spam", `${other.slice(0, 23)}`])).out).toContain(`marked as spam: ${other}`);
  const reply = await data.run(["comments", "reply", id.slice(0, 6), "Thank you."]);
  expect(reply.code === 0 ? "" : reply.err).toMatch(/^$|name for the reply/);
  expect((await data.run(["comments", "ban", id.slice(0, 6)])).err).not.toContain("there is no comment");
});

it("every command about inquiries accepts the beginning of an inquiry's id", async () => {
  const id = await inquiry();
  const word = id.slice(0, 6);
  expect((await data.run(["inquiries", "show", word])).out).toContain(id);
  expect((await data.run(["inquiries", "mark", "read", word])).out).toBe(`read: ${id}\n`);
  expect((await data.run(["inquiries", "note", word, "Call back."])).out).toBe(`noted: ${id}\n`);
  expect((await data.run(["inquiries", "schedule", "tomorrow", word])).out).toBe(`due on 2026-06-02: ${id}\n`);
  expect((await data.run(["inquiries", "list", "--after", word])).code).toBe(0);
  expect((await data.run(["inquiries", "delete", word, "--yes"])).out).toBe(`deleted: ${id}\n`);
});

it("a command names the matches of an ambiguous beginning, and changes none of them", async () => {
  rename("comment", await data.comment(), FIRST);
  rename("comment", await data.comment({ body: "Another." }), SECOND);
  const ambiguous = {
    code: 1,
    out: "",
    err: expect.stringContaining(`several ids begin with abcdef\nhint: choose one: ${FIRST}, ${SECOND}\n`),
  };
  expect(await data.run(["comments", "show", "abcdef"])).toMatchObject(ambiguous);
  expect(await data.run(["comments", "approve", FIRST, "abcdef"])).toMatchObject(ambiguous);
  expect((await data.run(["comments", "list"])).err).toContain("in total 2 pending");
  expect((await data.run(["comments", "approve", "abcdef3"])).out).toContain(`approved: ${SECOND}`);
  rename("inquiry", await inquiry(), FIRST);
  rename("inquiry", await inquiry(), SECOND);
  expect(await data.run(["inquiries", "delete", FIRST, "abcdef", "--yes"])).toMatchObject(ambiguous);
  expect((await data.run(["inquiries", "list"])).err).toBe("2 inquiries listed\n");
});

it("a command accepts no prefix below six characters, and nothing that is not an id", async () => {
  const id = await data.comment();
  for (const word of [id.slice(0, 5), "%%%%%%", id.slice(0, 6).toUpperCase()])
    expect(await data.run(["comments", "show", word])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`there is no comment ${word}`),
    });
});
