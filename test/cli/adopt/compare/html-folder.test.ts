import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readHtmlFolder } from "../../../../cli/adopt/compare/html-folder.ts";
import { writeFiles } from "../../../build/site-folder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "octavo-html-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function read(html: string) {
  writeFiles(folder, { "a/index.html": html });
  const { pages, notes } = await readHtmlFolder(folder, "");
  return { page: pages[0] ?? null, notes };
}

describe("readHtmlFolder", () => {
  it.each([
    ["<title>Salt &amp; fog </title>", "Salt & fog", null],
    ["<meta content='A > b' property=og:title><title>Other</title>", "A > b", null],
    ['<script>"<title>No</title>"</script><!-- <title>No</title> --><title>Yes</title>', "Yes", null],
    ['<META PROPERTY="article:published_time" CONTENT="2020-01-01">', null, "2020-01-01"],
  ])("reads the title and the date of %s", async (html, title, date) => {
    expect((await read(html)).page).toEqual({ path: "/a/", title, date });
  });

  it("leaves out pages that only redirect to another", async () => {
    expect(await read('<meta content="0; url=/b/" http-equiv=Refresh>')).toEqual({
      page: null,
      notes: ["not compared: 1 page of the folder, which only redirects to another page"],
    });
  });

  it.each([
    "<meta property=og:title ",
    "<meta",
    "<title",
    "<title>",
    '<meta property="article:published_time" ',
  ])("reads 64 KB of %s in linear time", async (part) => {
    const before = process.cpuUsage();
    await read(part.repeat(64_000 / part.length));
    const { user } = process.cpuUsage(before);
    expect(user / 1_000).toBeLessThan(500);
  });
});
