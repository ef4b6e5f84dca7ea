import { chmod, readFile, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { toPreviewPath } from "../../../build/kinds/addresses/preview-path.ts";
import { main } from "../../../cli/main.ts";
import { createSite, type SiteFixture } from "../site-fixture.ts";
import { createTestIo } from "../test-io.ts";

let site: SiteFixture;
afterEach(() => site.remove());

const NOW = "2026-06-01T00:00:00Z";
const WORD = "abcdefghijklmnop";
const DRAFT = "content/posts/grey-heron.md";
const localNote = (word: string): string =>
  `note: on this machine, while octavo dev runs without --port: http://127.0.0.1:3000${toPreviewPath("grey-heron", word)}\n`;
const PLACEHOLDER = "note: https://a.example is a placeholder: set the site's own address as url in site.yaml\n";

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(...args: readonly string[]): Promise<Run> {
  const io = createTestIo({ cwd: site.cwd, now: NOW });
  const code = await main(["preview-link", ...args], io);
  return { code, out: io.out(), err: io.err() };
}

async function open(files: Readonly<Record<string, string>>): Promise<void> {
  site = await createSite({
    "octavo.config.mjs": "export default { website: true };\n",
    "content/site.yaml": "name: A\nurl: https://a.example\n",
    ...files,
  });
}

const textOf = (path = DRAFT): Promise<string> => readFile(join(site.cwd, path), "utf8");
const wordIn = (text: string): string | undefined => /^preview(?:: | = ")([a-z2-7]{26})"?$/m.exec(text)?.[1];

describe("octavo preview-link", () => {
  it.each(["grey-heron", DRAFT])("gives the draft %s a word, and prints the address of its page", async (written) => {
    await open({ [DRAFT]: "---\ntitle: A grey heron\ndraft: true\n---\nGrey.\n" });
    await chmod(join(site.cwd, DRAFT), 0o640);
    const { code, out, err } = await run(written);
    const word = wordIn(await textOf()) ?? "";
    expect([code, out]).toEqual([0, `https://a.example${toPreviewPath("grey-heron", word)}\n`]);
    const note = `note: wrote preview: into ${DRAFT}; the next octavo build or octavo publish writes the page\n`;
    expect(err).toBe(`${note}${localNote(word)}${PLACEHOLDER}`);
    expect(await textOf()).toBe(`---\ntitle: A grey heron\ndraft: true\npreview: ${word}\n---\nGrey.\n`);
    expect((await stat(join(site.cwd, DRAFT))).mode & 0o777).toBe(0o640);
    expect(await main(["build", "--quiet"], createTestIo({ cwd: site.cwd, now: NOW }))).toBe(0);
    expect(await textOf(`dist${toPreviewPath("grey-heron", word)}.html`)).toContain("A grey heron");
  });

  it("prints the same address again, and does not change the file", async () => {
    const text = `---\ntitle: A grey heron\ndraft: true\npreview: ${WORD}\n---\nGrey.\n`;
    await open({ [DRAFT]: text });
    const { out, err } = await run("grey-heron");
    expect([out, err, await textOf()]).toEqual([
      `https://a.example${toPreviewPath("grey-heron", WORD)}\n`,
      localNote(WORD) + PLACEHOLDER,
      text,
    ]);
  });

  it("names the address where dev or start built last", async () => {
    const manifest = (base: string): string => JSON.stringify({ site: { baseUrl: `${base}/api/v1` } });
    await open({
      [DRAFT]: `---\ntitle: A\ndraft: true\npreview: ${WORD}\n---\n`,
      ".octavo/local/127.0.0.1-4100/index/v1/manifest.json": manifest("http://127.0.0.1:4100/blog"),
      ".octavo/local/127.0.0.1-3000/index/v1/manifest.json": manifest("http://127.0.0.1:3000/blog"),
    });
    const older = new Date("2026-01-01T00:00:00Z");
    await utimes(join(site.cwd, ".octavo/local/127.0.0.1-3000/index/v1/manifest.json"), older, older);
    const page = toPreviewPath("grey-heron", WORD);
    expect((await run("grey-heron")).err).toBe(
      `note: on this machine, while octavo dev runs there: http://127.0.0.1:4100/blog${page}\n${PLACEHOLDER}`,
    );
  });

  it("writes another word with --renew, and removes it with --remove", async () => {
    await open({ [DRAFT]: `+++\ntitle = "A"\ndraft = true\npreview = "${WORD}"\n+++\nGrey.\n` });
    await run("grey-heron", "--renew");
    expect(wordIn(await textOf())).toMatch(/^[a-z2-7]{26}$/);
    const { code, out, err } = await run("grey-heron", "--remove");
    expect([code, out]).toEqual([0, ""]);
    expect(err).toBe(`note: removed preview: from ${DRAFT}; the next octavo build or octavo publish removes the page\n`);
    expect(await textOf()).toBe('+++\ntitle = "A"\ndraft = true\n+++\nGrey.\n');
  });

  it("replaces an invalid word with a valid one", async () => {
    await open({ [DRAFT]: "---\ntitle: A\ndraft: true\npreview: short\n---\n" });
    expect((await run(DRAFT)).code).toBe(0);
    expect(wordIn(await textOf())).toMatch(/^[a-z2-7]{26}$/);
  });

  it("accepts a post dated in the future, and lists all links if no post is given", async () => {
    await open({
      [DRAFT]: `---\ntitle: A\npublishedAt: 2026-07-01\npreview: ${WORD}\n---\n`,
      "content/posts/public.md": `---\ntitle: B\npublishedAt: 2026-01-01\npreview: ${WORD}\n---\n`,
    });
    const address = `https://a.example${toPreviewPath("grey-heron", WORD)}`;
    expect((await run("grey-heron")).out).toBe(`${address}\n`);
    expect(await run()).toEqual({ code: 0, out: `${DRAFT}  ${address}\n`, err: PLACEHOLDER });
  });

  it("writes the site's own name for the field", async () => {
    await open({
      "octavo.config.mjs": 'export default { website: true, frontMatter: { names: { posts: { secret: "preview" } } } };\n',
      [DRAFT]: "---\ntitle: A\ndraft: true\n---\n",
    });
    expect((await run("grey-heron")).code).toBe(0);
    expect(await textOf()).toMatch(/^secret: [a-z2-7]{26}$/m);
  });

  it("prints only the path while the site has no address, and explains what to do", async () => {
    await open({ "content/site.yaml": "name: A\n", [DRAFT]: `---\ntitle: A\ndraft: true\npreview: ${WORD}\n---\n` });
    const { out, err } = await run("grey-heron");
    expect(out).toBe(`${toPreviewPath("grey-heron", WORD)}\n`);
    expect(err).toBe(`${localNote(WORD)}note: the site has no address yet: add url: https://… to site.yaml, and put it before this path\n`);
  });

  it("states a remedy with each refusal", async () => {
    await open({
      [DRAFT]: "---\n{ title: A,\n draft: true }\n---\n",
      "content/posts/public.md": "---\ntitle: B\npublishedAt: 2026-01-01\n---\n",
      "content/posts/over.md": "---\ntitle: C\npublishedAt: 2026-01-01\nexpiresAt: 2026-02-01\n---\n",
    });
    const before = await textOf();
    expect((await run("gray-heron")).err).toBe('octavo: there is no post "gray-heron"\nhint: did you mean "grey-heron"?\n');
    expect((await run("public")).err).toBe(
      "octavo: content/posts/public.md is public\nhint: its address is https://a.example/posts/public\n",
    );
    expect((await run("over")).err).toBe("octavo: content/posts/over.md has expired\nhint: remove expiresAt, or set a later one\n");
    expect((await run("public", "--remove")).err).toMatch(/^octavo: content\/posts\/public.md has no preview word\n/);
    expect((await run("grey-heron", "--renew", "--remove")).code).toBe(2);
    expect((await run("--renew")).code).toBe(2);
    const { code, err } = await run("grey-heron");
    expect(code).toBe(1);
    expect(err).toMatch(
      / was not changed: this command does not support the form of its front matter\nhint: add this line yourself: preview: [a-z2-7]{26}\n$/,
    );
    expect(await textOf()).toBe(before);
  });

  it("needs a site with pages", async () => {
    await open({ "octavo.config.mjs": "export default {};\n", [DRAFT]: "---\ntitle: A\ndraft: true\n---\n" });
    expect(await run("grey-heron")).toEqual({
      code: 1,
      out: "",
      err: "octavo: the site has no pages, so a draft has none either\nhint: set website: true in octavo.config.ts\n",
    });
  });
});
