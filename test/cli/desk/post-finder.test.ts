import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDocumentFinder, createTitleFinder } from "../../../cli/desk/post-finder.ts";
import { buildIn, writeFiles } from "../../build/site-folder.ts";

let cwd: string;
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-titles-"));
  writeFiles(cwd, {
    "content/site.yaml": "name: Marsh\nurl: https://marsh.example\n",
    "content/posts/ice.md": "---\ntitle: First ice\npublishedAt: 2024-01-01\naliases: [frost]\n---\nCold.\n",
    "content/projects/boat.md": "---\ntitle: A boat\n---\nWood.\n",
    "content/projects/loom.md": "---\ntitle: A loom\n---\nWood.\n",
    "content/books/loom.md": "---\ntitle: The loom\nstatus: reading\nauthors: [A]\n---\nRead.\n",
    "content/services/hour.yaml": "id: hour\ntitle: An hour\npricing: { model: on_request }\n",
    "content/projects/draft.md": "---\ntitle: Not yet\ndraft: true\n---\nWood.\n",
  });
  const { ok, diagnostics } = await buildIn(cwd);
  expect([ok, diagnostics.errorCount]).toEqual([true, 0]);
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe("createTitleFinder", () => {
  const find = () => createTitleFinder({ published: join(cwd, "dist"), site: null }, { cwd, now: () => 0 });

  it.each([
    ["ice", "posts", "First ice"],
    ["boat", "posts", null],
    ["boat", "others", "A boat"],
    ["hour", "others", "An hour"],
    ["ice", "others", null],
    ["gone", "posts", null],
    ["gone", "others", null],
    ["draft", "others", null],
  ] as const)("finds for %s among %s: %s", async (slug, of, title) => {
    expect(await find()(slug, of)).toBe(title);
  });

  it("finds nothing if a project and a book have the same slug, because that is ambiguous", async () => {
    expect(await find()("loom", "others")).toBeNull();
  });

  it("finds nothing without a build", async () => {
    const { findPost, findTitle } = createDocumentFinder(null, { cwd: join(cwd, "content"), now: () => 0 });
    expect([await findPost("ice"), await findTitle("ice", "posts"), await findTitle("boat", "others")]).toEqual([null, null, null]);
  });
});
