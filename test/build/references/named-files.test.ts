import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createNamedFiles } from "../../../build/references/named-files.ts";
import { createFileTree } from "../../../build/references/reference-files.ts";
import { Diagnostics } from "../../../build/shared/diagnostics.ts";
import { createOwnFolders } from "../../../build/shared/own-folders.ts";
import { writeFiles } from "../site-folder.ts";

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-names-"));
  const paths = ["notes/heron.md", "notes/deep/er/heron.md", "other/loon.md", "a/loon.md", "birds/index.md", ".trash/lost.md", "x/Map.PNG"];
  paths.push("key.pem", "data/octavo.db", "birds/list.csv");
  writeFiles(cwd, Object.fromEntries(paths.map((path) => [`content/${path}`, ""])));
  writeFiles(cwd, { "static/files/cv.pdf": "" });
});
afterEach(() => rmSync(cwd, { recursive: true }));

function find(path: string, from = "notes/deep/er/other.md") {
  const diagnostics = new Diagnostics();
  const [contentDir, staticDirs] = [join(cwd, "content"), [join(cwd, "static")]];
  const tree = createFileTree({ folders: createOwnFolders([contentDir, ...staticDirs]) });
  const linkNames = [{ file: join(contentDir, "birds/index.md"), names: ["Great Blue"] }];
  const names = createNamedFiles(tree, {
    contentDir,
    staticDirs,
    linkNames,
    diagnosticsOf: () => diagnostics,
    entries: (file) => (file.endsWith("list.csv") ? {} : null),
  });
  const written = {
    text: path,
    from: { path: from, relative: from, absolute: join(contentDir, from) },
    at: () => ({ file: from, line: 1, column: 1 }),
    check: "brokenLinks" as const,
  };
  const found = names.find(path, written);
  return {
    found: found?.slice(cwd.length + 1) ?? null,
    warnings: diagnostics.all().map(({ message }) => message),
    near: names.suggest(path),
    hidden: names.hidden(path),
  };
}

it.each([
  ["heron", "content/notes/deep/er/heron.md"],
  ["../../heron", "content/notes/heron.md"],
  ["notes/heron", "content/notes/heron.md"],
  ["/notes/heron.md", "content/notes/heron.md"],
  ["deep/er/Heron", "content/notes/deep/er/heron.md"],
  ["birds", "content/birds/index.md"],
  ["great blue", "content/birds/index.md"],
  ["map.png", "content/x/Map.PNG"],
  ["cv.pdf", "static/files/cv.pdf"],
  ["lost", null],
  ["herons", null],
])("the name %s means %s", (path, expected) => {
  expect(find(path)).toMatchObject({ found: expected, warnings: [] });
});

it("the file in the fewest folders is used if no other is nearer", () => {
  expect(find("heron", "index.md")).toMatchObject({ found: "content/notes/heron.md", warnings: [] });
});

it("a name that several files have is a warning", () => {
  expect(find("loon")).toMatchObject({
    found: "content/a/loon.md",
    warnings: ['"loon" is the name of several files: a/loon.md, other/loon.md'],
  });
});

it("a misspelt name has a suggestion", () => {
  expect(find("herom").near).toBe("heron");
});

it.each([
  ["key.pem", null, "/key.pem"],
  ["octavo.db", null, "/data/octavo.db"],
  ["/key.pem", "content/key.pem", null],
  ["data/octavo.db", "content/data/octavo.db", null],
  ["list.csv", "content/birds/list.csv", null],
])("%s: a file that is neither a document nor media is only found by its path", (path, found, hidden) => {
  expect(find(path)).toMatchObject(found === null ? { found, hidden } : { found });
});

it("no suggestion names a file that is only found by its path", () => {
  expect(find("keys.pem").near).toBeNull();
});
