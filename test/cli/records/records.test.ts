import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EngagementEvent } from "../../../server/store/engagement-types.ts";
import { createData, type DataFixture, NOW, newInquiry } from "../data-fixture.ts";

let data: DataFixture;
beforeEach(async () => {
  data = await createData();
});
afterEach(() => data.remove());

const HOUR = 3_600_000;

async function inquiry(input: Parameters<typeof newInquiry>[0] = {}, at = NOW): Promise<string> {
  return data.use(async ({ inquiries }) => {
    const result = await inquiries.submit(newInquiry(input));
    if (result.kind !== "accepted") throw new Error(result.kind);
    return result.id;
  }, at);
}

describe("octavo inquiries", () => {
  it("list shows the newest first, without spam", async () => {
    const old = await inquiry({}, NOW - HOUR);
    const recent = await inquiry({ name: null, serviceId: "srv-boat", message: "Two\nlines" });
    const spam = await inquiry({ state: "spam" });
    const { out, err, code } = await data.run(["inquiries", "list"]);
    expect(code).toBe(0);
    expect(out.split("\n")).toEqual([
      "INQUIRY                   WHEN (UTC)        STATE  FROM                   SERVICE   MESSAGE",
      `${recent}  2026-06-01 12:00  new    ben@fen.example        srv-boat  Two ⏎ lines`,
      `${old}  2026-06-01 11:00  new    Ben <ben@fen.example>            Could you mend my boat?`,
      "",
    ]);
    expect(err).toBe("2 inquiries listed\n");
    expect((await data.run(["inquiries", "list", "--state", "spam"])).out).toContain(spam);
    expect((await data.run(["inquiries", "list", "--state", "all", "--limit", "1"])).err).toBe(
      `1 inquiry listed; more with --after ${spam}\n`,
    );
    const json = await data.run(["inquiries", "list", "--json", "--email", "Ben@FEN.example", "--after", recent]);
    expect(JSON.parse(json.out)).toMatchObject({ items: [{ id: old, createdAt: "2026-06-01T11:00:00.000Z" }], next: null });
  });

  it("show prints the whole message, made safe", async () => {
    const id = await inquiry({ telegram: "@bens_boats", message: "One.\n\n\u001b[31mTwo." });
    expect((await data.run(["inquiries", "show", id])).out).toBe(`inquiry   ${id}
state     new
sent      2026-06-01 12:00 UTC
name      Ben
email     ben@fen.example
telegram  @bens_boats
from      https://marsh.example

  One.

  ␛[31mTwo.
`);
    expect(await data.run(["inquiries", "show", "nope"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("there is no inquiry nope"),
    });
  });

  it("delete removes the named ones completely, after a confirmation", async () => {
    const [first, second] = [await inquiry(), await inquiry({ state: "spam" })];
    expect(await data.run(["inquiries", "delete", first])).toMatchObject({ code: 2, out: "", err: expect.stringContaining("use --yes") });
    expect(await data.run(["inquiries", "delete", first, "nope", "--yes"])).toMatchObject({
      code: 1,
      out: `deleted: ${first}\n`,
      err: "octavo: there is no inquiry nope\nhint: octavo inquiries list --state all lists them all\n",
    });
    const left = await data.run(["inquiries", "list", "--state", "all", "--json"]);
    expect((JSON.parse(left.out) as { items: { id: string }[] }).items.map(({ id }) => id)).toEqual([second]);
  });

  it("export gives a spreadsheet all of them, and never a stranger's formula", async () => {
    const first = await inquiry({ message: '=HYPERLINK("https://evil.example")', name: "A, B" }, NOW - HOUR);
    const second = await inquiry({ state: "spam", name: null, origin: null, message: "a\nb" });
    expect((await data.run(["inquiries", "export"])).out).toBe(
      [
        "id,createdAt,state,dueOn,email,name,telegram,serviceId,message,origin,notes",
        `${first},2026-06-01T11:00:00.000Z,new,,ben@fen.example,"A, B",,,"'=HYPERLINK(""https://evil.example"")",https://marsh.example,`,
        `${second},2026-06-01T12:00:00.000Z,spam,,ben@fen.example,,,,"a\nb",,`,
        "",
      ].join("\r\n"),
    );
    const lines = (await data.run(["inquiries", "export", "--format", "jsonl", "--state", "new"])).out;
    expect(JSON.parse(lines)).toMatchObject({ id: first, message: '=HYPERLINK("https://evil.example")' });
    expect((await data.run(["inquiries", "export", "--format", "xls"])).code).toBe(2);
  });

  it("mark, note and search take an inquiry from new to closed", async () => {
    const [first, second] = [await inquiry({ message: "Could you weave a sail?" }), await inquiry({ message: "A boat, please" })];
    expect(await data.run(["inquiries", "mark", "replied", first, "nope"])).toMatchObject({
      code: 1,
      out: `replied: ${first}\n`,
      err: "octavo: there is no inquiry nope\nhint: octavo inquiries list --state all lists them all\n",
    });
    expect(await data.run(["crm", "note", first, "  Offered 900.\nNo tax. "])).toMatchObject({ code: 0, out: `noted: ${first}\n` });
    expect((await data.run(["crm", "show", first])).out).toMatch(
      /^state {5}replied$[\s\S]*\n {2}Could you weave a sail\?\n\nnote from 2026-06-01 12:00 UTC\n {2}Offered 900\.\n {2}No tax\.\n$/m,
    );
    const found = await data.run(["crm", "search", "SAIL", "offered 900", "--json"]);
    expect(JSON.parse(found.out)).toMatchObject({
      items: [{ id: first, notes: [{ at: "2026-06-01T12:00:00.000Z", text: "Offered 900.\nNo tax." }] }],
    });
    expect((await data.run(["inquiries", "list", "--state", "new,closed", "--json"])).out).not.toContain(first);
    expect((await data.run(["inquiries", "export", "--state", "replied"])).out).toContain(",2026-06-01 12:00 Offered 900. No tax.\r\n");
    await data.run(["inquiries", "mark", "closed", first]);
    await data.run(["inquiries", "mark", "spam", second]);
    expect((await data.run(["inquiries", "list"])).err).toBe("1 inquiry listed\n");
    expect(await data.run(["inquiries", "mark", "close", first])).toMatchObject({
      code: 2,
      err: expect.stringContaining('did you mean "closed"?'),
    });
    expect(await data.run(["inquiries", "list", "--state", "received"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("want new, read, replied, closed, spam or all"),
    });
    expect((await data.run(["inquiries", "note", first, " "])).code).toBe(2);
    expect((await data.run(["crm", "--help"])).out).toContain("crm");
  });

  it("export continues past a page", async () => {
    await data.use(async ({ inquiries }) => {
      await Promise.all(Array.from({ length: 1_203 }, (_, index) => inquiries.submit(newInquiry({ message: `m${index}` }))));
    });
    const lines = (await data.run(["inquiries", "export", "--format", "jsonl"])).out.trimEnd().split("\n");
    expect(new Set(lines.map((line) => (JSON.parse(line) as { message: string }).message)).size).toBe(1_203);
  });
});

describe("octavo engagement", () => {
  const event = (input: Partial<EngagementEvent>): EngagementEvent => ({
    type: "post_view",
    at: NOW,
    retryId: null,
    isPage: false,
    path: "/posts/first-ice",
    slug: "first-ice",
    referrer: null,
    target: null,
    value: null,
    activeMs: null,
    visitor: new Uint8Array(8).fill(1),
    ...input,
  });
  const record = (...events: EngagementEvent[]): Promise<unknown> =>
    data.use(({ engagement }) => engagement.record({ events, dropped: ["bot", "bot", "own-visit"] }));

  it("summary shows days, pages, referrers, reading and uncounted records", async () => {
    await record(
      event({ referrer: "news.example" }),
      event({ visitor: new Uint8Array(8).fill(2), at: NOW - 24 * HOUR }),
      event({ type: "read_progress", value: 100, activeMs: 60_000 }),
      event({ type: "read_progress", value: 30, activeMs: 20_000 }),
      event({ type: "outbound_click", slug: null, path: null, target: "https://boats.example/\u001b[1m" }),
    );
    const { out, code } = await data.run(["engagement", "summary"]);
    expect(code).toBe(0);
    expect(out).toContain("2026-05-03 to 2026-06-01 (UTC days)\n\nDAY         VISITORS  VIEWS  OTHER RECORDS\n");
    expect(out).toContain("2026-05-31         1      1              0\n2026-06-01         1      1              3\n");
    expect(out).toMatch(/^\/posts\/first-ice +post_view +2 +2$/m);
    expect(out).toMatch(/^news\.example +post_view +1 +1$/m);
    expect(out).toMatch(/^https:\/\/boats\.example\/␛\[1m +outbound_click +1$/m);
    expect(out).toMatch(/^first-ice +2 +50% +40 s$/m);
    expect(out).toContain("not counted: 2 bot, 1 own visit\n");
    const json = await data.run(["engagement", "summary", "--json", "--from", "2026-06-01"]);
    expect(JSON.parse(json.out)).toMatchObject({
      fromDay: "2026-06-01",
      toDay: "2026-06-01",
      visitors: [{ day: "2026-06-01", visitors: 1 }],
    });
    expect((await data.run(["engagement", "summary", "--to", "2026-05-01"])).out).toContain("nothing was recorded on these days");
  });

  it.each([
    [["--from", "2026-06-02", "--to", "2026-06-01"], "--from 2026-06-02 is after --to 2026-06-01"],
    [["--from", "yesterday"], '--from is "yesterday", which is not a day'],
    [["--to", "2026-02-30"], '--to is "2026-02-30", which is not a day'],
  ])("summary refuses %j", async (args, said) => {
    expect(await data.run(["engagement", "summary", ...args])).toMatchObject({ code: 2, err: expect.stringContaining(said) });
  });

  it("verify finds no drift, unless there is some", async () => {
    await record(event({}), event({ type: "search", slug: null, value: 3 }));
    expect(await data.run(["engagement", "verify"])).toMatchObject({ code: 0, out: "2 events since 2026-03-03 recounted: no drift\n" });
    const { default: Database } = await import("better-sqlite3");
    const database = new Database(data.db);
    database.exec("UPDATE rollup_hour SET count = count + 5 WHERE type = 0");
    database.close();
    const { code, out } = await data.run(["engagement", "verify"]);
    expect(code).toBe(1);
    expect(out).toMatch(/^post_view in the hour \d+ since 1970: count: 6 stored, 1 counted$/m);
    expect(JSON.parse((await data.run(["engagement", "verify", "--json"])).out)).toMatchObject({
      events: 2,
      drift: [{ stored: 6, recomputed: 1 }],
    });
  });

  it("export prints the raw events of a period", async () => {
    await record(event({ at: NOW - 24 * HOUR, path: "/old" }), event({ referrer: "=cmd" }));
    const { out } = await data.run(["engagement", "export", "--from", "2026-06-01", "--to", "2026-06-01"]);
    expect(
      out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      {
        at: "2026-06-01T12:00:00.000Z",
        type: "post_view",
        path: "/posts/first-ice",
        slug: "first-ice",
        referrer: "=cmd",
        target: null,
        value: null,
        activeMs: null,
        title: null,
      },
    ]);
    const csv = await data.run(["engagement", "export", "--format", "csv"]);
    expect(csv.out.split("\r\n")).toEqual([
      "at,type,path,slug,referrer,target,value,activeMs,title",
      "2026-05-31T12:00:00.000Z,post_view,/old,first-ice,,,,,",
      "2026-06-01T12:00:00.000Z,post_view,/posts/first-ice,first-ice,'=cmd,,,,",
      "",
    ]);
  });
});

describe("octavo spam-words", () => {
  it("adds, lists and removes words, and counts waiting comments that contain them", async () => {
    await data.comment({ body: "A casino" });
    const offered = await data.run(["spam-words", "add", "casino"]);
    expect(offered.err).toBe(
      "1 comment is waiting with casino in the text\nhint: octavo comments bulk spam --text casino marks it as spam\n",
    );
    await data.run(["spam-words", "remove", "casino"]);
    expect((await data.run(["spam-words", "add", "Casino*", "cheap pills", "casino*"])).out).toBe("2 words added; the list has 2\n");
    expect((await data.run(["spam-words", "list"])).out).toBe("casino*\ncheap pills\n");
    expect((await data.run(["spam-words", "remove", "CASINO*", "other"])).out).toBe("1 word removed; the list has 1\n");
    expect(JSON.parse((await data.run(["spam-words", "list", "--json"])).out)).toEqual({ items: ["cheap pills"] });
    expect((await data.run(["spam-words", "add", " "])).code).toBe(2);
  });
});
