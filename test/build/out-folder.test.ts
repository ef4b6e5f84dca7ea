import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildIn, writeFiles } from "./site-folder.ts";

const SITE = { "content/site.yaml": "name: Ines\nurl: https://ines.example\nlanguage: en\ntimeZone: UTC\n" };
const POST = { "content/posts/a.md": "---\ntitle: A\npublishedAt: 2024-01-31\n---\nText\n" };

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-out-"));
  writeFiles(cwd, { ...SITE, ...POST });
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

describe("the out folder", () => {
  it.each([
    ["content", "content is the content folder"],
    [".", " contains the content folder"],
    ["content/posts", "content/posts is inside the content folder"],
    ["content/new", "content/new is inside the content folder"],
    ["content/posts/a.md", "content/posts/a.md is inside the content folder"],
    [".git", ".git is in .git, which is not for built sites"],
    [".octavo", ".octavo is in .octavo, which is not for built sites"],
    [".octavo/local", ".octavo/local is in .octavo, which is not for built sites"],
    ["node_modules/site", "node_modules/site is in node_modules, which is not for built sites"],
    ["octavo.txt/dist", "octavo.txt is a file, not a folder to build into"],
  ])("is never %s, and nothing is written", async (out, message) => {
    writeFiles(cwd, { "octavo.txt": "mine" });
    await expect(buildIn(cwd, { outDir: join(cwd, out) })).rejects.toThrow(message);
    expect(readdirSync(cwd).sort()).toEqual(["content", "octavo.txt"]);
    expect(readdirSync(join(cwd, "content")).sort()).toEqual(["posts", "site.yaml"]);
  });

  it("may be inside the content folder if the content is the whole project", async () => {
    const root = join(cwd, "content");
    expect((await buildIn(root, { contentDir: root, outDir: join(root, "dist") })).ok).toBe(true);
  });

  it.each([".octavo/local/site", "site/dist"])("may be %s", async (out) => {
    expect((await buildIn(cwd, { outDir: join(cwd, out) })).ok).toBe(true);
  });
});
