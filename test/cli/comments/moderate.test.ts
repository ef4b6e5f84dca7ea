import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Keys } from "../../../cli/io.ts";
import { main } from "../../../cli/main.ts";
import { createData, type DataFixture, NOW, type Ran } from "../data-fixture.ts";
import type { TestIoOptions } from "../test-io.ts";

let data: DataFixture;
beforeEach(async () => {
  data = await createData();
});
afterEach(() => data.remove());

const MINUTE = 60_000;
const moderate = (keys: NonNullable<TestIoOptions["keys"]>, ...args: string[]): Promise<Ran> =>
  data.run(["comments", "moderate", ...args], { isTTY: true, keys });
const stateOf = async (id: string): Promise<string | undefined> => (await data.use(({ comments }) => comments.get(id)))?.state;
/** Submits comments one minute apart, the oldest first. */
async function queue(...bodies: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, body] of bodies.entries()) ids.push(await data.comment({ body, at: NOW - (bodies.length - index) * MINUTE }));
  return ids;
}
const count = (text: string, part: string): number => text.split(part).length - 1;

describe("octavo comments moderate", () => {
  it("goes through waiting comments, oldest first, with a key for each", async () => {
    const [a = "", b = "", c = "", d = "", e = ""] = await queue("one", "two", "three", "four", "five");
    const { code, out } = await moderate(["a", "r", "s", "n", "d", "y"]);
    expect(code).toBe(0);
    expect([await stateOf(a), await stateOf(b), await stateOf(c), await stateOf(d), await stateOf(e)]).toEqual([
      "approved",
      "rejected",
      "spam",
      "pending",
      "deleted",
    ]);
    for (const word of ["one", "two", "three", "four", "five"]) expect(count(out, `\n  ${word}\n`)).toBe(1);
    expect(out.indexOf("  one\n")).toBeLessThan(out.indexOf("  two\n"));
    expect(out).toContain(`approved: ${a} by Ada on first-ice\n`);
    expect(out).toContain("delete for good? [y/n] y\n");
    expect(out).toContain("\nthat was the last one  [u]ndo  [q]uit \n4 decided; 1 pending\n");
    for (const place of ["1 of 5", "2 of 5", "3 of 5", "4 of 5", "5 of 5"]) expect(count(out, `── ${place} ──`)).toBe(1);
  });

  it("uses UTC if this runtime does not support the site's time zone", async () => {
    await data.use(({ site }) => site.keep({ name: "Ben", url: "https://marsh.example", timeZone: "Europe/Atlantis", author: null }));
    await data.comment();
    expect((await moderate(["q"])).out).toContain("sent      2026-06-01 12:00 UTC\n");
  });

  it("shows post, author, email, origin, links and text, made safe", async () => {
    await data.comment({
      authorName: "Eve\u001b[1A",
      authorEmail: "eve@fen.example",
      origin: "https://other.example",
      body: "Free \u001b[2Jboats",
      bodyHtml: '<p><a href="https://boats.example/">Free</a></p>',
    });
    const { out } = await moderate(["q"]);
    for (const line of [
      "post      first-ice",
      "author    Eve␛[1A",
      "email     eve@fen.example",
      "from      https://other.example",
      "link      https://boats.example/",
    ])
      expect(out).toContain(`${line}\n`);
    expect(out).toContain("  Free ␛[2Jboats\n");
    expect(out.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  });

  it("keeps comments if a decision was not confirmed, explains its keys, and stops", async () => {
    const [a = "", b = ""] = await queue("one", "two");
    const { out, code } = await moderate(["d", "n", "?", "x", "q"]);
    expect(code).toBe(0);
    expect(out).toContain("delete for good? [y/n] n\nkept\n");
    expect(count(out, "a  approve: it becomes public")).toBe(2);
    expect([await stateOf(a), await stateOf(b)]).toEqual(["pending", "pending"]);
    expect(out).toContain("nothing decided; 2 pending\n");
    expect(out).not.toContain("  two\n");
  });

  it.each([["\u0003"], ["Q"]])("is ended by %j", async (key) => {
    await queue("one");
    expect((await moderate([key])).out).toContain("nothing decided; 1 pending\n");
  });

  it("ends if the terminal closes", async () => {
    await queue("one");
    expect((await moderate([])).code).toBe(0);
  });

  it("reverts the last decision, so that it can be changed", async () => {
    const [a = "", b = ""] = await queue("one", "two");
    let between: string | undefined;
    const look = async (): Promise<void> => {
      between = await stateOf(a);
    };
    const { out } = await moderate(["u", "a", "u", look, "s", "r"]);
    expect(out).toContain("nothing has been done yet\n");
    expect(between).toBe("pending");
    expect(out).toContain(`undone: approved: ${a} by Ada on first-ice\n`);
    // Once more for the key that had nothing to undo.
    expect(count(out, "\n  one\n")).toBe(3);
    expect(count(out, "── 1 of 2 ──")).toBe(3);
    expect([await stateOf(a), await stateOf(b)]).toEqual(["spam", "rejected"]);
    expect(out).toContain("2 decided; 0 pending\n");
  });

  it("reverts all its decisions, one after another, starting with the last", async () => {
    const [a = "", b = "", c = ""] = await queue("one", "two", "three");
    const { out } = await moderate(["a", "n", "s", "x", "u", "u", "u", "u", "q"]);
    expect([await stateOf(a), await stateOf(b), await stateOf(c)]).toEqual(["pending", "pending", "pending"]);
    expect(out).toContain(`undone: marked as spam: ${c} by Ada on first-ice\n`);
    expect(out).toContain("nothing has been done yet\n");
    expect(out).toContain("nothing decided; 3 pending\n");
  });

  it("does not revert deletions, or decisions that somebody else has changed since", async () => {
    const [a = "", b = ""] = await queue("one", "two");
    const other = (): Promise<void> =>
      data.use(async ({ comments }) => void (await comments.decide({ id: a, revision: 1, decision: "reject" })));
    const { out } = await moderate(["a", other, "u", "n", "d", "y", "u", "q"]);
    expect(out).toContain(`not undone, because the comment has changed since: approved: ${a} by Ada on first-ice\n`);
    expect(out).toContain("the comment was deleted, which cannot be undone\n");
    expect([await stateOf(a), await stateOf(b)]).toEqual(["rejected", "deleted"]);
  });

  it("shows times in the site's zone", async () => {
    await queue("one");
    await data.use(({ site }) => site.keep({ name: "Marsh", url: "https://marsh.example", timeZone: "Asia/Kathmandu", author: null }));
    expect((await moderate(["q"])).out).toContain("sent      2026-06-01 17:44 Asia/Kathmandu\n");
    await data.use(({ site }) => site.keep({ name: "Marsh", url: "https://marsh.example", timeZone: "Mars/Olympus", author: null }));
    expect((await moderate(["q"])).out).toContain("sent      2026-06-01 11:59 UTC\n");
  });

  it.each([
    [24, 80],
    [12, 40],
    [5, 30],
  ])("shows a long text in parts, each with author and post: %i lines of %i", async (rows, columns) => {
    const words = Array.from({ length: 60 }, (_, number) => `line${number}`);
    const [a = ""] = await queue(words.join("\n"));
    const { out } = await data.run(["comments", "moderate"], { isTTY: true, rows, columns, keys: [...words.map(() => " "), "a"] });
    const parts = out.split(/(?=\n── )/).filter((part) => part.includes("── 1 of 1"));
    expect(parts.length).toBeGreaterThan(2);
    const shown = parts.flatMap((part) => part.match(/line\d+/g) ?? []);
    expect(shown).toEqual(words);
    for (const part of parts) expect(part).toMatch(columns < 40 ? /Ada/ : /Ada on first-ice|post {6}first-ice[\s\S]*author {4}Ada/);
    // At most as many lines as the terminal has, if it has room for at least three lines of text.
    const lineCount = (part: string): number =>
      part
        .split("\n")
        .slice(1)
        .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
    if (rows > 20) for (const part of parts.slice(0, -1)) expect(lineCount(part.replace(/ ?\n?$/, ""))).toBeLessThanOrEqual(rows);
    // The space after the last part leaves the comment for later.
    expect(await stateOf(a)).toBe("pending");
  });

  it("shows a comment again if its author changes it while it is being viewed, and decides nothing", async () => {
    const [a = ""] = await queue("Nice.");
    const edit = () =>
      data.use(async ({ comments }) => {
        await comments.edit({
          slug: "first-ice",
          id: a,
          verdict: { state: "pending" },
          text: { body: "Buy boats!", bodyHtml: "<p>Buy boats!</p>", sanitizerVersion: 1 },
        });
      });
    const { out } = await moderate([edit, "a", "s"]);
    expect(out).toContain(`not approved: ${a} by Ada on first-ice has been edited since; it is now at revision 2\n`);
    expect(out).toContain("\n  Buy boats!\n");
    expect(await stateOf(a)).toBe("spam");
  });

  it("includes comments that arrive in the meantime, but not comments that somebody else decides on", async () => {
    const [, b = ""] = await queue("one", "two");
    let late = "";
    const meanwhile = async (): Promise<void> => {
      late = await data.comment({ body: "late" });
      await data.use(async ({ comments }) => void (await comments.decide({ id: b, revision: 1, decision: "reject" })));
    };
    const { out } = await moderate([meanwhile, "a", "a"]);
    expect(out).not.toContain("  two\n");
    expect([await stateOf(b), await stateOf(late)]).toEqual(["rejected", "approved"]);
  });

  it("bans an author and marks the comment as spam, so that the next key is for the next comment", async () => {
    const id = await data.comment({ banKeys: [{ kind: "email", hash: new Uint8Array(32).fill(1) }], at: NOW - MINUTE });
    const other = await data.comment({ body: "by somebody else" });
    const { out } = await moderate(["b", "n", "b", "y", "a"], "--days", "7");
    expect(out).toContain("spam, and ban Ada for 7 days? [y/n] n\nnot banned\n");
    expect(count(out, "banned by email (ban 1) until 2026-06-08")).toBe(1);
    expect(out).toContain(`marked as spam: ${id} by Ada on first-ice\n`);
    expect([await stateOf(id), await stateOf(other)]).toEqual(["spam", "approved"]);
    expect(out).toContain("2 decided; 0 pending\n");
  });

  it("offers to mark a banned author's other waiting comments, and undoes all of it", async () => {
    const banKeys = [{ kind: "address" as const, hash: new Uint8Array(32).fill(1) }];
    const ids = [
      await data.comment({ banKeys, at: NOW - 3 * MINUTE }),
      await data.comment({ banKeys, at: NOW - 2 * MINUTE, body: "two" }),
      await data.comment({ banKeys, at: NOW - MINUTE, body: "three" }),
    ];
    const states = () => Promise.all(ids.map(stateOf));
    const { out } = await moderate(["b", "y", "n", "q"]);
    expect(out).toContain("2 more pending comments have the same email or address: mark as spam too? [y/n] n\n");
    expect(await states()).toEqual(["spam", "pending", "pending"]);
    const all = await moderate(["b", "y", "y", "q"]);
    expect(all.out).toContain(
      "1 more pending comment has the same email or address: mark as spam too? [y/n] y\nbanned by address (ban 1) until ",
    );
    expect(all.out).toContain("marked as spam: 1 more comment\n");
    expect(await states()).toEqual(["spam", "spam", "spam"]);
    expect((await moderate(["b", "y", "u", "q"], "--state", "spam")).out).toContain("the ban stays, because it existed before");
    await data.use(async ({ bans }) => bans.revoke(1));
    for (const id of ids) await data.run(["comments", "approve", id]);
    const taken = await moderate(["b", "y", "u", "q"], "--state", "approved");
    expect(taken.out).toContain("undone: banned by address");
    expect(await states()).toEqual(["approved", "approved", "approved"]);
  });

  it("reverts a ban, but not one that existed before", async () => {
    const banKeys = [{ kind: "email" as const, hash: new Uint8Array(32).fill(1) }];
    await data.comment({ banKeys, at: NOW - MINUTE });
    const second = await data.comment({ banKeys, body: "two" });
    const { out } = await moderate(["b", "y", "y", "u", "n", "q"]);
    expect(out).toContain("undone: banned by email");
    expect(await data.use(({ bans }) => bans.list())).toEqual([]);
    await data.run(["comments", "ban", second]);
    expect((await moderate(["b", "y", "u", "q"])).out).toContain("the ban stays, because it existed before");
    expect(await data.use(({ bans }) => bans.list())).toHaveLength(1);
  });

  it("accepts other states, a single post, and newest first", async () => {
    await queue("one");
    const spam = await data.comment({ verdict: { state: "spam", reason: "links" }, body: "spam", slug: "tides" });
    const { out } = await moderate(["a"], "--state", "spam", "--post", "tides", "--newest");
    expect(out).toContain("state     spam (links)\n");
    expect(out).not.toContain("  one\n");
    expect(await stateOf(spam)).toBe("approved");
  });

  it("ignores keys pressed before a comment can have been seen", async () => {
    const [a = "", b = ""] = await queue("one", "two");
    const { io } = await data.run(["help"]);
    let asked = 0;
    // Simulates a held-down key: one second passes before the first press, and no time before the
    // others.
    const keys: Keys = { next: async () => (++asked < 20 ? "a" : null), close: () => {} };
    const held = { ...io, cwd: data.cwd, now: () => (asked === 1 ? NOW + 1_000 : NOW), openKeys: () => keys };
    expect(await main(["comments", "moderate"], held)).toBe(0);
    expect(asked).toBe(20);
    expect([await stateOf(a), await stateOf(b)]).toEqual(["approved", "pending"]);
  });

  it("reports that nothing is waiting, and that it needs a terminal", async () => {
    expect((await moderate(["a"])).out).toBe("no comment is waiting\nnothing decided; 0 pending\n");
    await queue("one");
    expect((await moderate(["a"], "--post", "tides")).out).toBe("no comment on tides is waiting\nnothing decided; 1 pending\n");
    expect((await moderate(["a"], "--state", "spam,rejected")).out).toBe(
      "no comment is rejected or spam\nnothing decided; 0 rejected, 0 spam\n",
    );
    const { code, err } = await data.run(["comments", "moderate"]);
    expect(code).toBe(2);
    expect(err).toContain("octavo: moderate needs a terminal to read keys from\n");
  });
});
