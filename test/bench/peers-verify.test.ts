import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeCorpus } from "../../bench/corpus/write.ts";
import { EDIT_WORD, type EditName } from "../../bench/edits.ts";
import type { Peer } from "../../bench/peers/peers.ts";
import { createSite, type Site, type WrittenCorpus } from "../../bench/peers/site.ts";
import { type Expected, expectEdit, readExpected, verify } from "../../bench/peers/verify.ts";

const peer: Peer = {
  name: "sound",
  label: "A sound tool",
  template: null,
  command: [],
  output: "out",
  caches: [".cache"],
  posts: { folder: "out/posts", member: "html" },
  list: "out/posts.json",
  api: null,
};
const POSTS = 6;
/** The slug of the post whose text an edit changes. */
const EDITED = "post-00003";

let folder = "";
let site = "";
let written: WrittenCorpus;
let expected: Map<string, Expected>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "octavo-peers-"));
  site = join(folder, "site");
  const corpus = join(folder, "corpus");
  written = { folder: corpus, corpus: await writeCorpus({ posts: POSTS, folder: corpus, corpus: "plain" }) };
  expected = await readExpected(join(corpus, "content"));
  await createSite(peer, site, written).reset();
  await build();
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Builds like a working tool, with the smallest HTML that contains everything that is checked. */
async function build(): Promise<void> {
  const items: { slug: string; title: string }[] = [];
  await mkdir(join(site, "out", "posts"), { recursive: true });
  for (const name of await readdir(join(site, "content", "posts"))) {
    const text = await readFile(join(site, "content", "posts", name), "utf8");
    const item = { slug: name.replace(".md", ""), title: /^title: (.*)$/m.exec(text)?.[1] ?? "" };
    const html = text.replace(/^\|---.*$/gm, "<table></table>").replace(/^```\w+$/gm, "<pre></pre>");
    await writeFile(join(site, "out", "posts", `${item.slug}.json`), JSON.stringify({ ...item, html }));
    items.push(item);
  }
  await writeFile(join(site, "out", "posts.json"), JSON.stringify(items));
}

async function check(): Promise<void> {
  await verify(peer, site, expected);
}

/** Edits the site's content, and adds the result to what is expected. */
async function make(name: EditName): Promise<Site> {
  const made = createSite(peer, site, written);
  expectEdit(expected, await made.edit(name));
  return made;
}

async function edit(path: string, from: string | RegExp, to: string): Promise<void> {
  const file = join(site, path);
  const text = await readFile(file, "utf8");
  const edited = text.replace(from, to);
  expect(edited).not.toBe(text);
  await writeFile(file, edited);
}

describe("verify", () => {
  it("accepts output with every post, text, table, code block and title", async () => {
    await expect(check()).resolves.toBeUndefined();
  });

  it("takes the expected tables, code blocks and texts from the corpus", async () => {
    const due = [...expected.values()];
    expect(due.every((post) => post.texts.length >= 3 && post.title.length > 10)).toBe(true);
    expect(due.reduce((sum, post) => sum + post.tables, 0)).toBeGreaterThan(0);
    expect(due.reduce((sum, post) => sum + post.codeBlocks, 0)).toBeGreaterThan(0);
  });

  it("rejects one file too few and one too many", async () => {
    await cp(join(site, "out/posts/post-00001.json"), join(site, "out/posts/post-00009.json"));
    await expect(check()).rejects.toThrow("out/posts contains 7 files instead of 6");
    await rm(join(site, "out/posts/post-00009.json"));
    await rm(join(site, "out/posts/post-00002.json"));
    await expect(check()).rejects.toThrow("out/posts contains 5 files instead of 6");
  });

  it("rejects HTML without a heading of the post, and names the heading", async () => {
    await edit("out/posts/post-00004.json", /## \w+/, "## Another");
    await expect(check()).rejects.toThrow(/the HTML of post-00004 lacks "/);
  });

  it("rejects HTML in which tables were left as text", async () => {
    for (const name of await readdir(join(site, "out/posts"))) {
      const file = join(site, "out/posts", name);
      await writeFile(file, (await readFile(file, "utf8")).replaceAll("<table></table>", "|---|"));
    }
    await expect(check()).rejects.toThrow(/does not have \d+ tables/);
  });

  it("rejects a list that lacks a post or contains it with another title", async () => {
    await edit("out/posts.json", /,\{[^}]*\}\]$/, "]");
    await expect(check()).rejects.toThrow("5 posts are listed instead of 6");
    await build();
    await edit("out/posts.json", /"title":"[^"]*"/, '"title":"Another"');
    await expect(check()).rejects.toThrow(/is not listed with its title/);
  });

  it("rejects a post or a list that an edit left unchanged", async () => {
    await make("text");
    await expect(check()).rejects.toThrow(`the HTML of ${EDITED} lacks "One sentence more with ${EDIT_WORD}."`);
    await build();
    await expect(check()).resolves.toBeUndefined();
    await make("title");
    await expect(check()).rejects.toThrow("post-00002 has the title");
    const listBefore = await readFile(join(site, "out/posts.json"), "utf8");
    await build();
    await expect(check()).resolves.toBeUndefined();
    await writeFile(join(site, "out/posts.json"), listBefore);
    await expect(check()).rejects.toThrow("post-00002 is not listed with its title");
  });

  it("requires an added post, and rejects a deleted one", async () => {
    await make("oldest added");
    await expect(check()).rejects.toThrow("out/posts contains 6 files instead of 7");
    await build();
    await expect(check()).resolves.toBeUndefined();
    await make("oldest deleted");
    await expect(check()).rejects.toThrow("out/posts contains 7 files instead of 6");
  });
});

describe("createSite", () => {
  it("clones the site with the edit and the caches but without output, and every file is new", async () => {
    const clone = await make("text");
    const { ino } = await stat(join(site, "content", "posts", `${EDITED}.md`));
    await mkdir(join(site, ".cache"));
    await writeFile(join(site, ".cache", "kept"), "kept");
    await clone.cloneAgain();
    expect((await stat(join(site, "content", "posts", `${EDITED}.md`))).ino).not.toBe(ino);
    expect((await readdir(site)).sort()).toEqual([".cache", "content"]);
    expect(await readFile(join(site, ".cache", "kept"), "utf8")).toBe("kept");
    expect(await readFile(join(site, "content", "posts", `${EDITED}.md`), "utf8")).toContain(EDIT_WORD);
  });
});
