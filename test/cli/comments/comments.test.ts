import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StoredComment } from "../../../server/store/comment-types.ts";
import { createData, type DataFixture, NOW } from "../data-fixture.ts";

let data: DataFixture;
beforeEach(async () => {
  data = await createData();
});
afterEach(() => data.remove());

const MINUTE = 60_000;
const get = (id: string): Promise<StoredComment | null> => data.use(({ comments }) => comments.get(id));
const edit = (id: string, body: string): Promise<unknown> =>
  data.use(({ comments }) =>
    comments.edit({
      slug: "first-ice",
      id,
      verdict: { state: "pending" },
      text: { body, bodyHtml: `<p>${body}</p>`, sanitizerVersion: 1 },
    }),
  );

describe("octavo comments list", () => {
  it("shows waiting comments, the oldest first, as a table", async () => {
    const second = await data.comment({ authorName: "氷室", body: "Zwei\nZeilen", at: NOW - MINUTE });
    const first = await data.comment({ authorName: "Ada", slug: "tides", at: NOW - 2 * MINUTE });
    await data.comment({ state: "approve" });
    const { code, out, err } = await data.run(["comments", "list"]);
    expect(code).toBe(0);
    expect(out.split("\n")).toEqual([
      "COMMENT                   WHEN (UTC)        STATE    POST       AUTHOR  TEXT",
      `${first}  2026-06-01 11:58  pending  tides      Ada     The creek froze here too.`,
      `${second}  2026-06-01 11:59  pending  first-ice  氷室    Zwei ⏎ Zeilen`,
      "",
    ]);
    expect(err).toBe("2 comments listed; in total 2 pending, 1 approved\n");
  });

  it("accepts the filters of bulk decisions, all of which must match", async () => {
    const old = await data.comment({ body: "A CASINO", at: NOW - 3 * 24 * 60 * MINUTE });
    const linked = await data.comment({ body: "https://casino.example/x", authorName: "Rita" });
    await data.comment({ body: "A nice walk" });
    const ids = async (...args: string[]): Promise<string[]> => {
      const { out } = await data.run(["comments", "list", "--json", ...args]);
      return (JSON.parse(out) as { items: { id: string }[] }).items.map(({ id }) => id);
    };
    expect(await ids("--text", "casino")).toEqual([old, linked]);
    expect(await ids("--text", "casino", "--days", "2")).toEqual([old]);
    expect(await ids("--link", "casino.example")).toEqual([linked]);
    expect(await ids("--author", "rita", "--text", "walk")).toEqual([]);
  });

  it("cuts texts to the terminal's width, but not in a pipe", async () => {
    await data.comment({ body: "long ".repeat(60) });
    const wide = await data.run(["comments", "list"]);
    expect(wide.out).toContain("long ".repeat(60).trim());
    const narrow = await data.run(["comments", "list"], { isTTY: true, columns: 100 });
    expect(Math.max(...narrow.out.split("\n").map((line) => line.length))).toBe(100);
    expect(narrow.out).toContain("…");
  });

  it.each([80, 0])("uses 80 columns on a terminal that reports %i, with the text on its own line and long names cut", async (columns) => {
    const id = await data.comment({
      slug: "a-post-with-a-long-name",
      authorName: "Adelheid von Marschacht",
      body: "The creek froze here too, all of it.",
    });
    const { out } = await data.run(["comments", "list"], { isTTY: true, columns });
    expect(out.split("\n")).toEqual([
      "COMMENT                   WHEN (UTC)        STATE    POST          AUTHOR",
      "    TEXT",
      `${id}  2026-06-01 12:00  pending  a-post-with…  Adelheid von…`,
      "    The creek froze here too, all of it.",
      "",
    ]);
  });

  it("filters by state, post and email, and returns pages", async () => {
    const spam = await data.comment({ verdict: { state: "spam", reason: "links" }, slug: "tides" });
    const [a, b, c] = [
      await data.comment({ at: NOW - 3 * MINUTE, authorEmail: "ada@marsh.example" }),
      await data.comment({ at: NOW - 2 * MINUTE }),
      await data.comment({ at: NOW - MINUTE }),
    ];
    const ids = async (...args: string[]): Promise<string[]> => {
      const { out, code } = await data.run(["comments", "list", "--json", ...args]);
      expect(code).toBe(0);
      return (JSON.parse(out) as { items: { id: string }[] }).items.map(({ id }) => id);
    };
    expect(await ids("--state", "spam")).toEqual([spam]);
    expect(await ids("--state", "pending,spam", "--post", "tides")).toEqual([spam]);
    expect(await ids("--state", "all", "--newest")).toEqual([spam, c, b, a]);
    expect(await ids("--email", "ada@marsh.example")).toEqual([a]);
    expect(await ids("--email", " Ada@MARSH.example")).toEqual([a]);
    expect(await ids("--limit", "2")).toEqual([a, b]);
    expect(await ids("--limit", "2", "--after", b)).toEqual([c]);
    expect((await data.run(["comments", "list", "--limit", "2"])).err).toContain(`more with --after ${b}`);
  });

  it("gives programs all details, with instants as in the API", async () => {
    const id = await data.comment({ authorEmail: "ada@marsh.example" });
    const { out, err } = await data.run(["comments", "list", "--json"]);
    expect(err).toBe("");
    expect(JSON.parse(out)).toMatchObject({
      items: [
        {
          id,
          slug: "first-ice",
          state: "pending",
          revision: 1,
          authorEmail: "ada@marsh.example",
          createdAt: "2026-06-01T12:00:00.000Z",
          editedAt: null,
        },
      ],
      next: null,
      countsByState: { pending: 1, approved: 0, rejected: 0, spam: 0, deleted: 0 },
    });
  });

  it("reports that the day's total for all clients is used up, and how many comments were refused", async () => {
    const total = { quotas: [{ key: "comments-all", limit: 2, isTotal: true }] };
    await data.comment(total);
    expect((await data.run(["comments", "list"])).err).toBe("1 comment listed; in total 1 pending\n");
    await data.comment(total);
    const said = async (): Promise<string | undefined> => (await data.run(["comments", "list"])).err.split("\n")[1];
    expect(await said()).toMatch(
      /^today's total of comments \(2\) is used up: no more are accepted until midnight UTC\..*comments-all-day=/,
    );
    for (let n = 0; n < 3; n += 1) await expect(data.comment(total)).rejects.toThrow("quota");
    expect(await said()).toContain("(2) is used up, and 3 more were refused: no more");
    const { out } = await data.run(["comments", "list", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ usedUp: { key: "comments-all", limit: 2, refused: 3 } });
    // It opens again once the limit is raised, and on the next day.
    await data.comment({ quotas: [{ key: "comments-all", limit: 9, isTotal: true }] });
    expect(await said()).toBe("");
    await expect(data.comment(total)).rejects.toThrow("quota");
    expect(JSON.parse((await data.run(["comments", "list", "--json"], { now: "2026-06-02T00:00:00Z" })).out)).toMatchObject({
      usedUp: null,
    });
  });

  it("lets no comment manipulate the terminal", async () => {
    await data.comment({ authorName: "\u001b]0;x\u0007Eve\u202e", body: "\u001b[2J\u009bm\rgone", slug: "first-ice" });
    for (const args of [["list"], ["list", "--state", "all"]]) {
      const { out } = await data.run(["comments", ...args]);
      expect(out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
      expect(out).toContain("␛[2J<U+009B>m ⏎ gone");
    }
  });

  it.each([
    [["list", "--state", "approvd"], 'octavo: --state has "approvd"\nhint: did you mean "approved"?'],
    [["list", "--limit", "0"], 'octavo: --limit is "0"\nhint: want a whole number from 1'],
    [["list", "extra"], 'octavo: unexpected "extra"\n'],
    [["lsit"], 'octavo: unknown command "comments lsit"\nhint: did you mean "list"?'],
    [["approve"], "octavo: comments approve needs <comment>…"],
    [["approve", "a@0"], 'octavo: "a@0" is not the id of a comment\nhint: want the id in the first column of octavo comments list'],
  ])("explains the mistake in %j", async (args, said) => {
    const { code, err, out } = await data.run(["comments", ...args]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(said);
  });

  it("does not create a missing database", async () => {
    const { code, err } = await data.run(["comments", "list", "--db", "elsewhere/octavo.db"]);
    expect(code).toBe(1);
    expect(err).toContain("octavo: there is no elsewhere/octavo.db\nhint: name the server's database with --db or OCTAVO_DB");
    const named = await data.run(["comments", "list"], { env: { OCTAVO_DB: "nowhere.db" } });
    expect(named.err).toContain("there is no nowhere.db");
  });
});

describe("octavo comments show", () => {
  it("shows everything about a comment, including its link targets", async () => {
    const parent = await data.comment({ state: "approve", body: "First" });
    const id = await data.comment({
      parentId: parent,
      authorEmail: "ada@marsh.example",
      authorUrl: "https://ada.example",
      body: "See [the bank](https://evil.example/?a=1&b=2).\n\nAnd more.",
      bodyHtml: '<p>See <a href="https://evil.example/?a=1&#x26;b=2" rel="nofollow ugc noopener">the bank</a>.</p>',
    });
    const { out, code } = await data.run(["comments", "show", id]);
    expect(code).toBe(0);
    expect(out).toBe(`comment   ${id}
post      first-ice, in reply to ${parent}
state     pending
author    Ada
email     ada@marsh.example
website   https://ada.example
sent      2026-06-01 12:00 UTC
from      https://marsh.example
link      https://evil.example/?a=1&b=2

  See [the bank](https://evil.example/?a=1&b=2).

  And more.
`);
  });

  it.each(["a".repeat(24), "1"])("reports that there is no comment %s, as the commands that decide do", async (id) => {
    const said = `octavo: there is no comment ${id}\nhint: octavo comments list --state all lists them all\n`;
    expect(await data.run(["comments", "show", id])).toMatchObject({ code: 1, out: "", err: said });
    expect(await data.run(["comments", "ban", id])).toMatchObject({ code: 1, out: "", err: said });
    for (const decision of ["approve", "reject", "spam", "delete"])
      expect(await data.run(["comments", decision, id, ...(decision === "delete" ? ["--yes"] : [])]), decision).toMatchObject({
        code: 1,
        out: "",
        err: said,
      });
  });
});

describe("decisions", () => {
  it.each([
    ["approve", "approved", "approved"],
    ["reject", "rejected", "rejected"],
    ["spam", "spam", "marked as spam"],
  ])("%s comments, several at once", async (command, state, said) => {
    const ids = [await data.comment(), await data.comment()];
    const { code, out } = await data.run(["comments", command, ...ids]);
    expect(code).toBe(0);
    expect(out).toBe(ids.map((id) => `${said}: ${id} by Ada on first-ice\n`).join(""));
    for (const id of ids) expect((await get(id))?.state).toBe(state);
  });

  it("report that nothing changed, which is not a failure", async () => {
    const id = await data.comment({ state: "approve" });
    const { code, out } = await data.run(["comments", "approve", id]);
    expect([code, out]).toEqual([0, `nothing to do: ${id} by Ada on first-ice is already approved\n`]);
  });

  it("on comments that were edited in the meantime are refused; the comment is shown again, with the next command", async () => {
    const id = await data.comment({ body: "Nice." });
    await edit(id, "Buy boats!");
    expect((await data.run(["comments", "list"])).out).toContain(`${id}@2`);
    const { code, out, err } = await data.run(["comments", "approve", id]);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(`not approved: ${id} by Ada on first-ice has been edited since; it is now at revision 2\n`);
    expect(err).toContain("\n  Buy boats!\n");
    expect(err).toContain(`hint: octavo comments approve ${id}@2\n`);
    expect((await get(id))?.state).toBe("pending");
    expect((await data.run(["comments", "approve", `${id}@2`])).code).toBe(0);
    expect((await get(id))?.state).toBe("approved");
  });

  it("that are impossible name the possible ones", async () => {
    const id = await data.comment({ state: "reject" });
    const { code, err } = await data.run(["comments", "spam", id]);
    expect([code, err]).toEqual([1, `${id} by Ada on first-ice is rejected; it can only be approved or deleted\n`]);
  });

  it("that fail for one comment still apply to the others, and programs get each result", async () => {
    const [good, edited] = [await data.comment(), await data.comment()];
    await edit(edited, "other");
    const unknown = "a".repeat(24);
    const { code, out } = await data.run(["comments", "approve", unknown, edited, good, "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      results: [
        { id: unknown, result: "unknown", comment: null },
        { id: edited, result: "revision-conflict", comment: { revision: 2, body: "other" } },
        { id: good, result: "decided", comment: { state: "approved" } },
      ],
    });
  });

  it("that delete need a confirmation: by a key, or --yes", async () => {
    const ids = [await data.comment(), await data.comment(), await data.comment()];
    const [a = "", b = "", c = ""] = ids;
    const unasked = await data.run(["comments", "delete", a]);
    expect([unasked.code, unasked.err]).toEqual([2, "octavo: deleting is permanent, and nobody can be asked here\nhint: use --yes\n"]);
    expect((await data.run(["comments", "delete", a], { isTTY: true, keys: ["n"] })).code).toBe(130);
    expect((await get(a))?.state).toBe("pending");
    const asked = await data.run(["comments", "delete", a, b], { isTTY: true, keys: ["y"] });
    expect(asked.out).toContain("delete 2 comments permanently? (y/n) yes\n");
    expect((await data.run(["comments", "delete", c, "--yes"])).code).toBe(0);
    for (const id of ids) expect(await get(id)).toMatchObject({ state: "deleted", body: null, authorName: null });
  });
});

it("lists and texts show times in the site's time zone, and name it", async () => {
  await data.use(({ site }) => site.keep({ name: "Ben", url: "https://marsh.example", timeZone: "Asia/Kathmandu", author: null }));
  const id = await data.comment({ banKeys: [{ kind: "email", hash: new Uint8Array(32).fill(1) }] });
  expect((await data.run(["comments", "list"])).out).toMatch(/WHEN \(Asia\/Kathmandu\)[\s\S]*2026-06-01 17:45/);
  expect((await data.run(["comments", "show", id])).out).toContain("sent      2026-06-01 17:45 Asia/Kathmandu\n");
  await data.run(["comments", "ban", id]);
  expect((await data.run(["bans", "list"])).out).toMatch(/SINCE \(Asia\/Kathmandu\)[\s\S]*2026-06-01 17:45 {2,}2026-07-01 17:45/);
});

describe("octavo comments ban", () => {
  const banKeys = [
    { kind: "email" as const, hash: new Uint8Array(32).fill(1) },
    { kind: "address" as const, hash: new Uint8Array(32).fill(2) },
  ];

  it("bans the author, lists the ban, and can revoke it", async () => {
    const id = await data.comment({ banKeys });
    const { code, out } = await data.run(["comments", "ban", id, "--days", "90", "--note", "casino\u001b[1m links"]);
    expect([code, out]).toEqual([
      0,
      "banned by address (ban 1) and email (ban 2) until 2026-08-30; octavo bans revoke reverts it\n" +
        `marked as spam: ${id} by Ada on first-ice\n`,
    ]);
    expect((await get(id))?.state).toBe("spam");
    const submit = { banKeys, body: "again" };
    expect((await get(await data.comment(submit)))?.spamReason).toBe("ban");

    const list = await data.run(["bans", "list"]);
    expect(list.out.split("\n")[1]).toBe("  2  email    2026-06-01 12:00  2026-08-30 12:00  casino␛[1m links");
    expect(list.err).toBe("2 bans in force\n");
    expect((await data.run(["bans", "revoke", "1", "2"])).out).toBe("ban 1 is revoked\nban 2 is revoked\n");
    expect((await data.run(["bans", "list"])).err).toBe("0 bans in force\n");
    expect((await get(await data.comment({ banKeys, body: "once more" })))?.state).toBe("pending");
  });

  it("reports that nothing is known about an author any longer", async () => {
    const id = await data.comment();
    const { code, out } = await data.run(["comments", "ban", id]);
    expect([code, out]).toEqual([
      1,
      "the author can no longer be banned: email and address are deleted after 30 days. Nobody was banned\n",
    ]);
    expect((await get(id))?.state).toBe("pending");
  });

  it("lists the author's other pending comments, and marks them with --others or with y in the terminal", async () => {
    const queue = async () => [await data.comment({ banKeys }), await data.comment({ banKeys, body: "two" })] as const;
    const [a, b] = await queue();
    const { out, err } = await data.run(["comments", "ban", a]);
    expect(err).toBe(
      `1 more pending comment has the same email or address\nhint: octavo comments ban ${a} --others marks them as spam too\n`,
    );
    expect(out).not.toContain("1 more");
    expect((await get(b))?.state).toBe("pending");
    expect((await data.run(["comments", "ban", a, "--others"])).out).toContain("marked as spam: 1 more comment\n");
    expect((await get(b))?.state).toBe("spam");
    await data.run(["bans", "revoke", "1", "2"]);
    const [c, d] = await queue();
    expect(JSON.parse((await data.run(["comments", "ban", c, "--json"])).out)).toMatchObject({
      state: "spam",
      others: { pending: 1, marked: 0 },
    });
    const asked = await data.run(["comments", "ban", c], { keys: ["y"] });
    expect(asked.out).toContain("1 more pending comment has the same email or address: mark as spam too? [y/n] y\nbanned by ");
    expect(asked.out).toContain("marked as spam: 1 more comment\n");
    expect((await get(d))?.state).toBe("spam");
  });

  it("reports that there is no such ban", async () => {
    expect((await data.run(["bans", "revoke", "7"])).err).toContain("there is no ban 7");
    expect((await data.run(["bans", "revoke", "x"])).code).toBe(2);
  });
});
