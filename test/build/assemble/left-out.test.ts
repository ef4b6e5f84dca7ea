import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { buildIn, type Files, filesBelow, writeFiles } from "../site-folder.ts";

const post = (title: string, more = "", body = "Rain."): string => `---\ntitle: ${title}\npublishedAt: 2024-01-01\n${more}---\n\n${body}\n`;

const SITE: Files = {
  "content/site.yaml": "name: Marsh\nurl: https://marsh.example\n",
  "content/posts/good.md": post("Good", "", "See [bad](bad.md)."),
  "content/posts/bad.md": post("Bad", "cover: { src: ./none.jpg, alt: None }\n", "![Heron](heron.svg)"),
  "content/posts/heron.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>',
};

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-left-out-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

async function build(files: Files, keepGoing = true) {
  writeFiles(cwd, { ...SITE, ...files });
  const { ok, leftOut, diagnostics, notices } = await buildIn(cwd, { keepGoing });
  return { ok, leftOut, errors: diagnostics.errorCount, notices };
}

it("files with errors are omitted, together with their pictures", async () => {
  expect(await build({})).toMatchObject({ ok: true, leftOut: ["content/posts/bad.md"], errors: 1 });
  const files = filesBelow(join(cwd, "dist"));
  expect(files).toContain("api/v1/posts/good.json");
  expect(files.filter((path) => /bad|heron/.test(path))).toEqual([]);
  expect(readFileSync(join(cwd, "dist/api/v1/posts/good.json"), "utf8")).toContain("https://marsh.example/posts/bad");
});

it("a build without changes reports the same, and a corrected file is published", async () => {
  await build({});
  expect(await build({})).toMatchObject({ ok: true, leftOut: ["content/posts/bad.md"], errors: 1 });
  expect(await build({ "content/posts/bad.md": post("Bad") })).toMatchObject({ ok: true, leftOut: [], errors: 0 });
  expect(filesBelow(join(cwd, "dist"))).toContain("api/v1/posts/bad.json");
});

it("without the option, nothing is written", async () => {
  expect(await build({}, false)).toMatchObject({ ok: false, leftOut: [] });
});

it.each([
  ["content/posts/worse.md", post("Worse", "draft: perhaps\n")],
  ["content/posts/worse.md", post("Worse").replace("2024-01-01", "2024-13-01")],
  ["content/posts/worse.md", post("Worse", "visibility: members\n")],
  ["content/posts/worse.md", post("Worse", "expiryDate: [soon]\n")],
  ["content/site.yaml", "name: Marsh\nurl: https://marsh.example\ncolour: red\n"],
])("an error about visibility, or in a file that is not a document, stops the build: %s %j", async (path, text) => {
  const { ok, leftOut, notices } = await build({ [path]: text });
  expect({ ok, leftOut }).toEqual({ ok: false, leftOut: [] });
  expect(notices).toContain("--keep-going: an error about visibility or dates, or in a file that is not a document, stops the build");
});

it.each([
  ["a draft", "content/posts/a.md", post("A", "slug: good\ndraft: true\n")],
  ["a future post", "content/posts/a.md", post("A", "slug: good\n").replace("2024", "2099")],
  ["a later post", "content/posts/a.md", post("A", "slug: good\n").replace("2024", "2025")],
  ["a draft with the same page", "content/posts/a.md", post("A", "permalink: /posts/good\ndraft: true\n")],
  ["an older post with another mistake", "content/posts/a.md", post("A", "slug: good\ntags: { a: 1 }\n").replace("2024", "2020")],
  [
    "an older post with a mistake and the same page",
    "content/posts/a.md",
    post("A", "permalink: /posts/good\ntags: { a: 1 }\n").replace("2024", "2020"),
  ],
  ["a later post with the same page", "content/posts/a.md", post("A", "permalink: /posts/good\n").replace("2024", "2025")],
])("%s does not take an address from a public post", async (_, path, text) => {
  const others = { "content/posts/bad.md": post("Bad") };
  const mistakes = text.includes("tags:") ? 2 : 1;
  expect(await build({ ...others, [path]: text })).toMatchObject({ ok: true, leftOut: [path], errors: mistakes });
  expect(JSON.parse(readFileSync(join(cwd, "dist/api/v1/posts/good.json"), "utf8")).title).toBe("Good");
});

it("a link to a file with an invalid field has the file's future address, and is a warning", async () => {
  writeFiles(cwd, { ...SITE, "content/posts/bad.md": post("Bad", "tags: { a: 1 }\n") });
  const { ok, leftOut, diagnostics } = await buildIn(cwd, { keepGoing: true });
  expect({ ok, leftOut }).toEqual({ ok: true, leftOut: ["content/posts/bad.md"] });
  expect(readFileSync(join(cwd, "dist/api/v1/posts/good.json"), "utf8")).toContain("https://marsh.example/posts/bad");
  const warnings = diagnostics.all().filter(({ severity }) => severity === "warning");
  expect(warnings).toMatchObject([{ file: "content/posts/good.md", code: "unpublished-link" }]);
});
