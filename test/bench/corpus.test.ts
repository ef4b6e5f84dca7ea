import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Corpus } from "../../bench/corpus/types.ts";
import { type CorpusName, toCorpusName, writeCorpus } from "../../bench/corpus/write.ts";
import { applyEdit, EDITS } from "../../bench/edits.ts";
import { buildIn, bytesBelow } from "../build/site-folder.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "octavo-corpus-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(name: string, posts: number, corpus: CorpusName = "blog"): Promise<{ corpus: Corpus; texts: string[] }> {
  const written = await writeCorpus({ posts, folder: join(folder, name), corpus });
  const texts = await Promise.all(written.posts.map(({ file }) => readFile(join(folder, name, "content", file), "utf8")));
  return { corpus: written, texts };
}

describe("a corpus", () => {
  it.each<CorpusName>(["blog", "plain"])("%s is the same bytes in every run", async (corpus) => {
    await write("one", 20, corpus);
    await write("other", 20, corpus);
    expect(bytesBelow(join(folder, "one"))).toEqual(bytesBelow(join(folder, "other")));
  });

  it("is chosen by name, blog by default", () => {
    expect(toCorpusName(undefined)).toBe("blog");
    expect(toCorpusName("plain")).toBe("plain");
    expect(() => toCorpusName("plane")).toThrow('there is no corpus "plane"\nhint: blog or plain');
  });

  it("shaped after blogs links as they do: from the root, by slug, to files, to pictures that are there or missing, broken", async () => {
    const { texts } = await write("site", 400);
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

  it("is a site that builds, with warnings for its broken links alone, before and after each kind of edit", async () => {
    const { corpus } = await write("site", 60);
    const cwd = join(folder, "site");
    const options = { now: "2030-01-01T00:00:00.000Z", search: false };
    let listed = 0;
    for (const edit of [null, ...EDITS]) {
      if (edit !== null) await applyEdit(edit, join(cwd, "content"), corpus);
      const { ok, diagnostics } = await buildIn(cwd, options);
      expect([edit, ok]).toEqual([edit, true]);
      expect(new Set(diagnostics.all().map(({ code }) => code))).toEqual(new Set(diagnostics.warningCount === 0 ? [] : ["broken-link"]));
      listed = (await readdir(join(cwd, "dist/api/v1/posts"))).length;
    }
    // One was added at each end, and one of them deleted again.
    expect(listed).toBe(61);
  });
});
