import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { main } from "../../../cli/main.ts";
import { createTestIo } from "../../cli/test-io.ts";

const SITE = "name: Ines\nurl: https://ines.example\ntimeZone: UTC\n";
const post = (body: string, more = "") => `---\ntitle: A\ndate: 2024-01-01\n${more}---\n${body}\n`;

function makeSite(files: Readonly<Record<string, string>>) {
  const cwd = mkdtempSync(join(tmpdir(), "octavo-anchors-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  for (const [path, text] of Object.entries({ "content/site.yaml": SITE, ...files })) write(path, text);
  const check = async (): Promise<readonly string[]> => {
    const io = createTestIo({ cwd });
    await main(["check", "--json"], io);
    const { diagnostics }: { diagnostics: { file: string; line: number; column: number; message: string }[] } = JSON.parse(io.out());
    return diagnostics.map(({ file, line, column, message }) => `${file.slice("content/posts/".length)}:${line}:${column} ${message}`);
  };
  return { write, check };
}

it("a link to a missing place in another document is found, whichever of the two has changed", async () => {
  const site = makeSite({
    "content/posts/a.md": post("[b](b.md#rain) [b](/posts/b/#rain) [b](https://ines.example/posts/b#rain) [top](b.md#comments)"),
    "content/posts/b.md": post("## Rain"),
  });
  expect(await site.check()).toEqual([]);
  site.write("content/posts/b.md", post("## Rains"));
  const found = [
    'a.md:5:5 "b.md#rain": content/posts/b.md has no place "rain"',
    'a.md:5:20 "/posts/b/#rain": content/posts/b.md has no place "rain"',
    'a.md:5:40 "https://ines.example/posts/b#rain": content/posts/b.md has no place "rain"',
  ];
  expect(await site.check()).toEqual(found);
  expect(await site.check()).toEqual(found);
  site.write("content/posts/b.md", post("## Rains {#rain}"));
  expect(await site.check()).toEqual([]);
});

it("the first check reports a link to a missing place at the link's address, as later checks do", async () => {
  const site = makeSite({ "content/posts/a.md": post("See [b](b.md#rain)."), "content/posts/b.md": post("## Rains") });
  const found = ['a.md:5:9 "b.md#rain": content/posts/b.md has no place "rain"'];
  expect(await site.check()).toEqual(found);
  expect(await site.check()).toEqual(found);
});

it("a link to a missing document is found, by path or with the site's own host; other pages are not checked", async () => {
  const site = makeSite({
    "content/posts/a.md": post(
      "[a](/posts/gone) [b](https://ines.example/posts/gone/) [c](/about) [d](/posts/archive) [e](https://x.example/posts/gone)",
    ),
  });
  const found = [
    'a.md:5:5 "/posts/gone" is not the address of a document',
    'a.md:5:22 "https://ines.example/posts/gone/" is not the address of a document',
  ];
  expect(await site.check()).toEqual(found);
  site.write("content/site.yaml", SITE.replace("ines.example", "x.example"));
  expect(await site.check()).toEqual([
    found[0],
    expect.stringContaining('"https://x.example/posts/gone" is not the address of a document'),
  ]);
  site.write("content/posts/gone.md", post("Back."));
  expect(await site.check()).toEqual([]);
});

it("links to pages are checked even if another file has mistakes, except links that may lead to its page", async () => {
  const site = makeSite({
    "content/posts/a.md": post("[a](/2024/posts/gone) [b](/2024/posts/broken/)"),
    "content/posts/broken.md": "---\ntitle: Broken\ndate: never\n---\nX.\n",
    "octavo.config.mjs": 'export default { urls: { posts: "/{year}/posts/{path}/" } };\n',
  });
  expect((await site.check()).filter((line) => line.startsWith("a.md"))).toEqual([
    'a.md:5:5 "/2024/posts/gone" is not the address of a document',
  ]);
});

it("brokenLinks: off also ignores links to unpublished documents, and each check can be switched off", async () => {
  const site = makeSite({
    "content/posts/a.md": post("[b](b.md) [c](/posts/gone) [d](#nowhere) [e]()"),
    "content/posts/b.md": post("Later.", "draft: true\n"),
    "octavo.config.mjs": 'export default { checks: { brokenLinks: "off", pages: "off", anchors: "off", markdown: "off" } };\n',
  });
  expect(await site.check()).toEqual([]);
});

it("a document that expires before it is published is a warning", async () => {
  const site = makeSite({ "content/posts/a.md": post("Rain.", "expiresAt: 2023-01-01\n") });
  expect(await site.check()).toEqual(["a.md:4:12 is not after publishedAt (2024-01-01T00:00), so the document is never public"]);
});
