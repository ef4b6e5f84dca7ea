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
/** Comments a minute apart, the oldest first. */
async function queue(...bodies: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, body] of bodies.entries()) ids.push(await data.comment({ body, at: NOW - (bodies.length - index) * MINUTE }));
  return ids;
}
const count = (text: string, part: string): number => text.split(part).length - 1;

describe("octavo comments moderate", () => {
  it("walks through what waits, the oldest first, a key for each", async () => {
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
    expect(out).toContain("\nthat was the last one\n4 decided; 1 pending\n");
  });

  it("shows post, author, e-mail, origin, links and text, made safe", async () => {
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
      "e-mail    eve@fen.example",
      "from      https://other.example",
      "link      https://boats.example/",
    ])
      expect(out).toContain(`${line}\n`);
    expect(out).toContain("  Free ␛[2Jboats\n");
    expect(out.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  });

  it("keeps what was not confirmed, explains its keys, and stops", async () => {
    const [a = "", b = ""] = await queue("one", "two");
    const { out, code } = await moderate(["d", "n", "?", "x", "q"]);
    expect(code).toBe(0);
    expect(out).toContain("delete for good? [y/n] n\nkept\n");
    expect(count(out, "a  approve: it becomes public")).toBe(2);
    expect([await stateOf(a), await stateOf(b)]).toEqual(["pending", "pending"]);
    expect(out).toContain("nothing decided; 2 pending\n");
    expect(out).not.toContain("  two\n");
  });

  it.each([["\u0003"], ["Q"]])("is left by %j", async (key) => {
    await queue("one");
    expect((await moderate([key])).out).toContain("nothing decided; 1 pending\n");
  });

  it("ends where the terminal goes away", async () => {
    await queue("one");
    expect((await moderate([])).code).toBe(0);
  });

  it("goes back to the one before, to decide otherwise", async () => {
    const [a = "", b = ""] = await queue("one", "two");
    const { out } = await moderate(["u", "a", "u", "s", "r"]);
    expect(out).toContain("this is the first one\n");
    expect(count(out, "\n  one\n")).toBe(2);
    expect(out).toContain("state     approved since 2026-06-01 12:00\n");
    expect([await stateOf(a), await stateOf(b)]).toEqual(["spam", "rejected"]);
    expect(out).toContain("2 decided; 0 pending\n");
  });

  it("shows a comment anew that its author changes while it is looked at, and decides nothing about it", async () => {
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
    expect(out).toContain(`not approved: ${a} by Ada on first-ice has been changed since; this is revision 2\n`);
    expect(out).toContain("\n  Buy boats!\n");
    expect(await stateOf(a)).toBe("spam");
  });

  it("has those as well that come meanwhile, and not those that somebody else decides", async () => {
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

  it("bans an author, and the comment still waits for a decision", async () => {
    const id = await data.comment({ banKeys: [{ kind: "email", hash: new Uint8Array(32).fill(1) }] });
    const { out } = await moderate(["b", "s"], "--days", "7");
    expect(out).toContain("banned by email (ban 1) until 2026-06-08");
    expect(await stateOf(id)).toBe("spam");
  });

  it("takes other states, one post alone, and the newest first", async () => {
    await queue("one");
    const spam = await data.comment({ verdict: { state: "spam", reason: "links" }, body: "spam", slug: "tides" });
    const { out } = await moderate(["a"], "--state", "spam", "--post", "tides", "--newest");
    expect(out).toContain("state     spam (links)\n");
    expect(out).not.toContain("  one\n");
    expect(await stateOf(spam)).toBe("approved");
  });

  it("ignores keys that come before a comment can have been seen", async () => {
    const [a = "", b = ""] = await queue("one", "two");
    const { io } = await data.run(["help"]);
    let asked = 0;
    // Held down: a second goes by before the first, and no time before the others.
    const keys: Keys = { next: async () => (++asked < 20 ? "a" : null), close: () => {} };
    const held = { ...io, cwd: data.cwd, now: () => (asked === 1 ? NOW + 1_000 : NOW), openKeys: () => keys };
    expect(await main(["comments", "moderate"], held)).toBe(0);
    expect(asked).toBe(20);
    expect([await stateOf(a), await stateOf(b)]).toEqual(["approved", "pending"]);
  });

  it("says that nothing waits, and that it needs a terminal", async () => {
    expect((await moderate(["a"])).out).toBe("no comment waits\nnothing decided; 0 pending\n");
    await queue("one");
    expect((await moderate(["a"], "--post", "tides")).out).toBe("no comment on tides waits\nnothing decided; 1 pending\n");
    expect((await moderate(["a"], "--state", "spam,rejected")).out).toBe(
      "no comment is spam or rejected\nnothing decided; 0 spam, 0 rejected\n",
    );
    const { code, err } = await data.run(["comments", "moderate"]);
    expect(code).toBe(2);
    expect(err).toContain("octavo: moderate needs a terminal to read keys from\n");
  });
});
