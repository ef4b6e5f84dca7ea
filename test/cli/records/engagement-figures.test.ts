import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeYear, recordYear } from "../../../bench/year-of-events.ts";
import type { EngagementEvent } from "../../../server/store/engagement-types.ts";
import { buildIn, writeFiles } from "../../build/site-folder.ts";
import { newEvent } from "../../server/store/helpers.ts";
import { createData, type DataFixture, NOW } from "../data-fixture.ts";
import type { TestIoOptions } from "../test-io.ts";

const DAY = 86_400_000;
const LAST_DAY = Date.UTC(2026, 5, 1);

let data: DataFixture;
beforeEach(async () => {
  data = await createData();
});
afterEach(() => data.remove());

const event = (given: Partial<EngagementEvent>): EngagementEvent =>
  newEvent({ at: NOW, slug: "first-ice", path: "/posts/first-ice", ...given });
const record = (...events: EngagementEvent[]): Promise<unknown> => data.use(({ engagement }) => engagement.record({ events }));

/** Records a week of reading, more each day. */
function recordWeek(): Promise<unknown> {
  const views = [1, 2, 3, 4, 5, 6, 8].flatMap((count, ago) =>
    Array.from({ length: count }, (_, n) => event({ at: NOW - (6 - ago) * DAY + n, visitor: new Uint8Array(8).fill(1 + (n % 3)) })),
  );
  return record(
    ...views,
    event({ slug: "loom", path: "/posts/loom", referrer: "news.example" }),
    event({ type: "page_view", slug: null, path: "/about" }),
    event({ type: "outbound_click", target: "https://boats.example/" }),
    event({ type: "read_progress", value: 100, activeMs: 61_000 }),
    event({ type: "read_progress", value: 42, activeMs: 20_000 }),
    event({ type: "search", slug: null, path: "/search", value: 0 }),
    event({ type: "search", slug: null, path: "/search", value: 3 }),
    event({ type: "project_click", slug: "boat", path: "/projects" }),
  );
}

describe("figures of a built site", () => {
  it("name posts by title in the summary, in lists and for one post, and by slug if nothing is published", async () => {
    await recordWeek();
    writeFiles(data.cwd, {
      "content/site.yaml": "name: Marsh\nurl: https://marsh.example\n",
      "content/posts/first-ice.md": "---\ntitle: First ice\npublishedAt: 2024-01-01\n---\nCold.\n",
      "content/projects/boat.md": "---\ntitle: A boat\n---\nWood.\n",
    });
    await buildIn(data.cwd);
    const summary = (await data.run(["engagement", "summary"])).out;
    expect(summary).toMatch(/^First ice +post_view +29/m);
    expect(summary).toMatch(/^First ice +2 /m);
    expect(summary).toMatch(/^A boat +project_click +1/m);
    expect(summary).toMatch(/^loom +post_view +1/m);
    expect((await data.run(["engagement", "top", "others"])).out).toMatch(/^A boat +1$/m);
    expect((await data.run(["engagement", "post", "first-ice"])).out).toContain("First ice (first-ice), 2026-");
    const rows = (await data.run(["engagement", "export", "--format", "csv"])).out.trimEnd().split("\r\n");
    expect(rows[0]).toMatch(/,title$/);
    expect(rows.filter((row) => row.includes("outbound_click"))).toEqual([expect.stringMatching(/,First ice$/)]);
    expect(rows.filter((row) => row.includes("project_click"))).toEqual([expect.stringMatching(/,A boat$/)]);
    expect(rows.filter((row) => row.includes(",loom,"))).toEqual([expect.stringMatching(/,$/)]);
  });
});

const WIDE: TestIoOptions = { isTTY: true, columns: 100 };

describe("octavo engagement top", () => {
  it("lists the highest counts of the things that its argument names", async () => {
    await recordWeek();
    const { out, code } = await data.run(["engagement", "top", "posts"]);
    expect(code).toBe(0);
    expect(out).toBe("2026-05-03 to 2026-06-01 (UTC days)\n\nPOST       VIEWS  VISITORS\nfirst-ice     29        18\nloom           1\n");
    expect((await data.run(["engagement", "top", "pages"])).out).toMatch(/^\/posts\/first-ice +29 +18\n\/about +1\n\/posts\/loom +1$/m);
    expect((await data.run(["engagement", "top", "referrer"])).out).toMatch(/^CAME FROM +VIEWS +VISITORS\nnews\.example +1$/m);
    expect((await data.run(["engagement", "top", "outbound"])).out).toMatch(/^WENT TO +CLICKS +VISITORS\nhttps:\/\/boats\.example\/ +1$/m);
    expect((await data.run(["engagement", "top", "others"])).out).toMatch(/^boat +1$/m);
    expect((await data.run(["engagement", "top", "shares"])).out).toContain("nothing was recorded on these days");
    const json = await data.run(["engagement", "top", "posts", "--json", "--from", "2026-06-01", "--limit", "1"]);
    expect(JSON.parse(json.out)).toEqual({
      fromDay: "2026-06-01",
      toDay: "2026-06-01",
      timeZone: "UTC",
      dimension: "slug",
      items: [{ value: "first-ice", count: 8, visitors: 3, repeats: 5, estimated: false }],
    });
    expect(await data.run(["engagement", "top", "postts"])).toMatchObject({
      code: 2,
      err: expect.stringContaining('did you mean "posts"?'),
    });
    expect(await data.run(["engagement", "top"])).toMatchObject({ code: 2 });
  });

  it("has bars on a terminal, but not with NO_COLOR", async () => {
    await recordWeek();
    const { out } = await data.run(["engagement", "top", "posts"], WIDE);
    expect(out).toContain("first-ice     29        18  ████████████████████\n");
    expect(out).toMatch(/^loom +1 {12}▊$/m);
    expect((await data.run(["engagement", "top", "posts"], { ...WIDE, env: { NO_COLOR: "1" } })).out).not.toMatch(/[▀-▟]/);
    expect((await data.run(["engagement", "top", "posts"], { isTTY: true, columns: 40 })).out).not.toMatch(/[▀-▟]/);
  });
});

it.each(["top posts", "post first-ice"])("octavo engagement %s ends on the UTC day, whatever the site's zone", async (words) => {
  await recordWeek();
  // It is already Tuesday in Auckland.
  await data.use(({ site }) => site.keep({ name: "Ines", url: "https://ines.example", timeZone: "Pacific/Auckland", author: null }));
  expect((await data.run(["engagement", ...words.split(" ")])).out).toContain("2026-05-03 to 2026-06-01 (UTC days)\n");
  const json = await data.run(["engagement", ...words.split(" "), "--json"]);
  expect(JSON.parse(json.out)).toMatchObject({ toDay: "2026-06-01", timeZone: "UTC" });
});

describe("octavo engagement post", () => {
  it("shows the views of a post, and how far people read", async () => {
    await recordWeek();
    expect((await data.run(["engagement", "post", "first-ice"])).out).toBe(
      `first-ice, 2026-05-03 to 2026-06-01 (UTC days)

views                 29
visitors              18
links out              1
11 of 29 views are repeats from the same day

2 readings, 50% to the end, 41 s on average

READ UP TO  READINGS
0 to 9%            0
10 to 19%          0
20 to 29%          0
30 to 39%          0
40 to 49%          1
50 to 59%          0
60 to 69%          0
70 to 79%          0
80 to 89%          0
90 to 99%          0
100%               1
`,
    );
    expect((await data.run(["engagement", "post", "first-ice", "--from", "2026-05-26"], WIDE)).out).toContain(
      "views                 29  ▂▃▄▅▅▆█\n",
    );
    expect((await data.run(["engagement", "post", "nope"])).out).toContain("nothing was recorded for it on these days");
    expect(JSON.parse((await data.run(["engagement", "post", "loom", "--json"])).out)).toMatchObject({
      slug: "loom",
      days: [{ day: "2026-06-01", type: "post_view", count: 1, visitors: 0 }],
      reading: { count: 0 },
    });
  });
});

describe("octavo engagement summary", () => {
  it("draws curves and bars on a terminal, never wider than it", async () => {
    await recordWeek();
    const plain = (await data.run(["engagement", "summary"])).out;
    expect(plain).not.toMatch(/[▀-▟]/);
    expect(plain).toContain("2 searches, 1 without results\n");
    for (const columns of [200, 100, 80, 61, 48]) {
      const { out } = await data.run(["engagement", "summary"], { isTTY: true, columns });
      expect(out).toMatch(/^views +31 {2}[▁-█]+$/m);
      expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(columns);
    }
  });

  it("has one line per month if there are too many days", async () => {
    const clock = { now: 0 };
    const counted = await data.use(async (store) => recordYear(store, clock, makeYear({ lastDay: LAST_DAY, size: 3_000 })));
    const { out } = await data.run(["engagement", "summary", "--from", "2025-06-02", "--limit", "3"]);
    const months = [...out.matchAll(/^(20\d\d-\d\d) +(\d+) +(\d+) +(\d+)$/gm)];
    expect(months.map(([, month]) => month)).toEqual([
      ...["2025-06", "2025-07", "2025-08", "2025-09", "2025-10", "2025-11", "2025-12"],
      ...["2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06"],
    ]);
    expect(months.reduce((sum, [, , , views, others]) => sum + Number(views) + Number(others), 0)).toBe(counted.events);
  });
});

describe("octavo engagement purge", () => {
  it("deletes the figures of a period after confirmation", async () => {
    await recordWeek();
    expect(await data.run(["engagement", "purge", "--to", "2026-05-29"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("use --yes"),
    });
    expect(await data.run(["engagement", "purge", "--to", "2026-05-29"], { keys: ["y"] })).toMatchObject({
      code: 0,
      out: `delete all figures until 2026-05-29 (10 records) permanently? (y/n) yes
deleted: all figures until 2026-05-29 (10 records), including 10 raw events that were still stored, and 0 texts that nothing else used
`,
    });
    expect((await data.run(["engagement", "top", "posts"])).out).toMatch(/^first-ice +19 +9$/m);
    expect((await data.run(["engagement", "verify"])).code).toBe(0);
    const again = await data.run(["engagement", "purge", "--from", "2026-05-01", "--to", "2026-05-31", "--yes", "--json"]);
    expect(JSON.parse(again.out)).toMatchObject({ fromDay: "2026-05-01", toDay: "2026-05-31", records: 11, events: 11 });
  });

  it("requires a period, and leaves today's figures", async () => {
    await recordWeek();
    expect(await data.run(["engagement", "purge", "--yes"])).toMatchObject({ code: 2, err: expect.stringContaining("no days to delete") });
    expect(await data.run(["engagement", "purge", "--to", "2026-06-01", "--yes"])).toMatchObject({
      code: 2,
      err: "octavo: 2026-06-01 has not ended: its records are still being counted\nhint: days up to 2026-05-31 can be deleted\n",
    });
    expect((await data.run(["engagement", "top", "posts"])).out).toMatch(/^first-ice +29 +18$/m);
  });
});
