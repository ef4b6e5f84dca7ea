import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LIST_KINDS } from "../../../../kinds/list-kinds.ts";
import { buildIn, bytesBelow, writeFiles } from "../../site-folder.ts";

const post = (front: string, words = 5): string => `---\n${front}\n---\n${"word ".repeat(words)}\n`;
/** Published in the last hour of the year in Oslo, when the new year had already begun in Tokyo. */
const HERON = "title: Heron\npublishedAt: 2024-12-31T22:45:00Z";
const FILES = {
  "content/site.yaml": "name: Fjord\nurl: https://fjord.example\ntimeZone: Europe/Oslo\n",
  "content/posts/heron.md": post(HERON),
  "content/posts/wader.md": post("title: Wader\npublishedAt: 2024-05-01"),
  "content/posts/dipper.md": post("title: Dipper\npublishedAt: 2024-05-01", 500),
  "content/projects/loom.md": post("title: Loom\nstartedOn: 2024-05-01"),
};

let cwd: string;
beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-sorts-"));
  writeFiles(cwd, FILES);
  expect((await buildIn(cwd)).ok).toBe(true);
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** Names of the sort-order files, by list. */
const sortFiles = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(cwd, "dist/index/v1")).flatMap((name) => (name.includes(".sorts.") ? [[name.split(".")[0] ?? "", name]] : [])),
  );

describe("the sort orders of lists", () => {
  it.each<[what: string, file: string, text: string, changes: readonly string[]]>([
    ["text", "content/posts/heron.md", post(HERON, 6), []],
    ["text that takes a minute longer to read", "content/posts/heron.md", post(HERON, 500), ["posts"]],
    ["a title", "content/posts/heron.md", post("title: Alpine swift\npublishedAt: 2024-12-31T22:45:00Z"), ["posts"]],
    ["a title that keeps its place in the order", "content/posts/heron.md", post("title: Herons\npublishedAt: 2024-12-31T22:45:00Z"), []],
    [
      "the slug of one of two posts with the same date",
      "content/posts/wader.md",
      post("title: Wader\nslug: avocet\npublishedAt: 2024-05-01"),
      ["posts"],
    ],
    ["the date of an update", "content/posts/wader.md", post("title: Wader\npublishedAt: 2024-05-01\nupdatedAt: 2025-05-01"), ["posts"]],
    ["a title in another list", "content/projects/loom.md", post("title: Looms\nstartedOn: 2023-05-01"), ["projects"]],
    ["the time zone", "content/site.yaml", FILES["content/site.yaml"].replace("Europe/Oslo", "Asia/Tokyo"), ["posts"]],
  ])("match a clean build after an edit of %s, and only files whose orders or filters changed get new names", async (_, file, text, changes) => {
    const before = sortFiles();
    writeFiles(cwd, { [file]: text });
    expect((await buildIn(cwd)).ok).toBe(true);
    await buildIn(cwd, { outDir: join(cwd, "clean"), cacheDir: join(cwd, "clean-cache") });
    expect(bytesBelow(join(cwd, "dist"))).toEqual(bytesBelow(join(cwd, "clean")));
    const after = sortFiles();
    expect(Object.keys(before).sort()).toEqual(LIST_KINDS.toSorted());
    expect(Object.keys(after).filter((list) => after[list] !== before[list])).toEqual(changes);
  });
});
