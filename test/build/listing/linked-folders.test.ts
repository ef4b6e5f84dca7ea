import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseFiles, post, SITE } from "../parse/parse-files.ts";

const POST = post("title: A\ndate: 2024-01-01");
const FILES = { "site.yaml": SITE, "posts/a.md": POST, "posts/2024/b.md": POST, "books/c.md": post("title: C\nstatus: reading") };

/** Parses a site with these links, from paths in the content folder to their targets. */
async function parseWithLinks(links: Readonly<Record<string, string>>, prepare = (_content: string): void => {}) {
  const { content, lines, notices } = await parseFiles(FILES, {
    config: { static: ["elsewhere", "net"] },
    prepare(contentDir) {
      prepare(contentDir);
      for (const [path, target] of Object.entries(links)) symlinkSync(target, join(contentDir, path));
    },
  });
  return { lines, notices, files: [...(content?.posts ?? []), ...(content?.documents.books ?? [])].map(({ file }) => file.relative) };
}

const ALONE = ["posts/2024/b.md", "posts/a.md", "books/c.md"];

it("a link to a parent folder is skipped with one notice, wherever the link is", async () => {
  expect(await parseWithLinks({ "posts/up": "..", "posts/2024/here": ".", self: ".", "books/root": "../.." })).toEqual({
    lines: [],
    files: ALONE,
    notices: [
      "ignored 4 links to folders that are read anyway: content/books/root (to .), content/posts/2024/here (to content/posts/2024), content/posts/up (to content), content/self (to content)",
    ],
  });
});

it("a folder that is read by its own path is not read again through a link", async () => {
  const { files, lines, notices } = await parseWithLinks({ "posts/again": "2024", "posts/books": "../books" });
  expect({ files, lines }).toEqual({ files: ALONE, lines: [] });
  expect(notices).toEqual([expect.stringContaining("content/posts/again (to content/posts/2024), content/posts/books (to content/books)")]);
});

it("a folder elsewhere is read through the first link to it, and a link back from there is skipped", async () => {
  const { files, notices } = await parseWithLinks({ "posts/one": "../../elsewhere", "posts/two": "../../elsewhere" }, (contentDir) => {
    const elsewhere = join(contentDir, "../elsewhere");
    mkdirSync(join(elsewhere, "deep"), { recursive: true });
    writeFileSync(join(elsewhere, "deep/d.md"), POST);
    symlinkSync("../content", join(elsewhere, "back"));
  });
  expect(files).toEqual(["posts/2024/b.md", "posts/a.md", "posts/one/deep/d.md", "books/c.md"]);
  expect(notices).toEqual([expect.stringContaining("content/posts/one/back (to content), content/posts/two (to elsewhere)")]);
});

it("folders that all link to each other are read once each", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
  const { files } = await parseWithLinks({ "posts/net": "../../net/n0" }, (contentDir) => {
    const net = join(contentDir, "../net");
    for (const name of names) {
      mkdirSync(join(net, name), { recursive: true });
      writeFileSync(join(net, name, `${name}.md`), POST);
      for (const other of names) symlinkSync(`../${other}`, join(net, name, `to-${other}`));
    }
  });
  expect(files.filter((file) => file.startsWith("posts/net/"))).toHaveLength(names.length);
});
