import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { newEvent } from "../../server/store/helpers.ts";
import { createData, type DataFixture, NOW } from "../data-fixture.ts";

let data: DataFixture;
beforeEach(async () => {
  data = await createData();
  await data.use(async ({ engagement, site }) => {
    await engagement.record({
      events: [newEvent({ at: NOW }), newEvent({ at: NOW, slug: "loom", path: "/posts/loom" })],
      dropped: ["bot"],
    });
    await site.keep({ name: "Marsh & more", url: "https://marsh.example", timeZone: "UTC", author: null });
  });
});
afterEach(() => data.remove());

it("octavo engagement report writes one file that needs no other", async () => {
  expect(await data.run(["engagement", "report"])).toMatchObject({
    code: 0,
    out: "engagement-2026-05-03-to-2026-06-01.html: the figures from 2026-05-03 to 2026-06-01; open it in a browser\n",
  });
  const html = readFileSync(join(data.cwd, "engagement-2026-05-03-to-2026-06-01.html"), "utf8");
  expect(html).toContain("<h1>What is read on Marsh &amp; more</h1>");
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`);
  expect(html.split("<style").length).toBe(2);
  expect(html).not.toMatch(/<script|\bstyle="|https?:\/\/(?!www\.w3\.org)/);
  expect(readdirSync(data.cwd).toSorted()).toEqual(["data", "engagement-2026-05-03-to-2026-06-01.html"]);
});

it("octavo engagement report overwrites only a report", async () => {
  const file = join(data.cwd, "page.html");
  expect((await data.run(["engagement", "report", "page.html"])).code).toBe(0);
  expect((await data.run(["engagement", "report", "page.html", "--from", "2026-06-01", "--quiet"])).out).toBe("");
  expect(readFileSync(file, "utf8")).toContain("1 Jun 2026 to 1 Jun 2026");
  writeFileSync(file, "mine");
  expect(await data.run(["engagement", "report", "page.html"])).toMatchObject({
    code: 1,
    err: "octavo: page.html exists and is not a report\nhint: name another file, or use --force to overwrite it\n",
  });
  expect(readFileSync(file, "utf8")).toBe("mine");
  expect((await data.run(["engagement", "report", "page.html", "--force"])).code).toBe(0);
  expect(await data.run(["engagement", "report", "none/page.html"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("hint: name a file in an existing folder"),
  });
});

it("octavo engagement report --json gives the numbers of the page", async () => {
  const { out } = await data.run(["engagement", "report", "--json", "--from", "2026-06-01"]);
  expect(JSON.parse(out)).toMatchObject({
    siteName: "Marsh & more",
    fromDay: "2026-06-01",
    totals: { views: 2, dropped: 1 },
    posts: [
      { slug: "hello", views: 1 },
      { slug: "loom", views: 1 },
    ],
    dropped: [{ reason: "bot", count: 1 }],
  });
  expect(readdirSync(data.cwd)).toEqual(["data"]);
});

it("octavo engagement report --table prints one table, as CSV or as JSON, and writes no file", async () => {
  const csv = await data.run(["engagement", "report", "--table", "posts"]);
  expect(csv.out).toMatch(/^slug,title,views,visitors,.*\r\nhello,,1,.*\r\nloom,,1,.*\r\n$/);
  const json = await data.run(["engagement", "report", "--table", "days", "--format", "json", "--from", "2026-06-01"]);
  expect(JSON.parse(json.out)).toMatchObject({ table: "days", rows: [{ day: "2026-06-01", views: 2 }] });
  expect(readdirSync(data.cwd)).toEqual(["data"]);
  expect((await data.run(["engagement", "report", "--table", "post"])).err).toContain('did you mean "posts"?');
});
