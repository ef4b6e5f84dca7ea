import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Corpus } from "../../bench/corpus/types.ts";
import { toCorpusName, writeCorpus } from "../../bench/corpus/write.ts";
import { applyEdit, EDITS } from "../../bench/edits.ts";
import { buildIn, bytesBelow } from "../build/site-folder.ts";

let folder = "";
let blog: Corpus;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "octavo-corpus-"));
  blog = await writeCorpus({ posts: POSTS, folder: join(folder, "blog") });
});
afterAll(() => rm(folder, { recursive: true }));

/** Enough for blogs to contain every sort of link. */
const POSTS = 100;

describe("a corpus", () => {
  it.each([
    ["blog", POSTS],
    ["plain", 20],
  ] as const)("%s has the same bytes in every run", async (corpus, posts) => {
    if (corpus !== "blog") await writeCorpus({ posts, folder: join(folder, corpus), corpus });
    await writeCorpus({ posts, folder: join(folder, `other-${corpus}`), corpus });
    expect(bytesBelow(join(folder, corpus))).toEqual(bytesBelow(join(folder, `other-${corpus}`)));
  });

  it("is chosen by name, blog by default", () => {
    expect(toCorpusName(undefined)).toBe("blog");
    expect(toCorpusName("plain")).toBe("plain");
    expect(() => toCorpusName("plane")).toThrow('there is no corpus "plane"\nhint: blog or plain');
  });

  it("modelled on blogs has their sorts of links: from the root, by slug, to files, to existing and missing pictures, broken", async () => {
    const texts = await Promise.all(blog.posts.map(({ file }) => readFile(join(folder, "blog/content", file), "utf8")));
    const all = texts.join("\n");
    for (const [what, pattern] of [
      ["from the root", /\]\(\/posts\/[a-z0-9-]+\/\)/g],
      ["by slug", /\]\(\.\.\/[a-z0-9-]+\/\)/g],
      ["to a file", /\]\([a-z0-9-]+-\d+\.md\)/g],
      ["broken", /\]\([a-z0-9-]+-draft\.md\)/g],
      ["remote picture", /!\[[^\]]*\]\(https:/g],
      ["static picture", /!\[[^\]]*\]\(\/images\//g],
      ["missing picture", /!\[[^\]]*\]\(images\/lost-/g],
      ["footnote", /^\[\^1\]: /gm],
      ["HTML", /^<(?:figure|details|div|iframe)/gm],
      ["Chinese", /^language: zh$/gm],
      ["former address", /^aliases: /gm],
    ] as const)
      expect([what, (all.match(pattern) ?? []).length]).toEqual([what, expect.toSatisfy((count: number) => count > 0)]);
  });

  it("is a site that builds, with warnings only for its broken links, before and after each kind of edit", async () => {
    const cwd = join(folder, "edited");
    await cp(join(folder, "blog"), cwd, { recursive: true });
    const options = { now: "2030-01-01T00:00:00.000Z", search: false };
    let listed = 0;
    for (const edit of [null, ...EDITS]) {
      if (edit !== null) await applyEdit(edit, join(cwd, "content"), blog);
      const { ok, diagnostics } = await buildIn(cwd, options);
      expect([edit, ok]).toEqual([edit, true]);
      expect(new Set(diagnostics.all().map(({ code }) => code))).toEqual(new Set(diagnostics.warningCount === 0 ? [] : ["broken-link"]));
      listed = (await readdir(join(cwd, "dist/api/v1/posts"))).length;
    }
    // One was added at each end, and one of them deleted again.
    expect(listed).toBe(POSTS + 1);
  });
});
