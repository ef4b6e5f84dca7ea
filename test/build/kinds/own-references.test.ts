import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildIn, bytesBelow } from "../site-folder.ts";
import { createOwnKindSite, type OwnKindSite } from "./own-kind-site.ts";

let site: OwnKindSite;
beforeEach(() => {
  site = createOwnKindSite();
  site.write({ "content/notes/n.md": "---\ntalk: a\n---\n" });
  site.configure(
    '{ talks: { words, fields: { next: field.reference("talks").optional(), post: field.reference("posts").optional() }, page: "/talks/{slug}/" }, notes: { words, fields: { talk: field.reference("talks") } } }',
  );
});
afterEach(() => site.remove());

const talk = (title: string, more = ""): string => `---\ntitle: ${title}\n${more}---\n${title}.\n`;
const shown = (path: string, field: string): unknown => site.read(path)[field];

/** Builds the same files without a cache. */
async function buildAnew(): Promise<ReadonlyMap<string, Buffer>> {
  await buildIn(site.cwd, { outDir: `${site.cwd}/clean`, cacheDir: `${site.cwd}/.octavo/clean` });
  return bytesBelow(`${site.cwd}/clean`);
}

describe("a document that refers to another", () => {
  it.each([
    ["its title", { "content/talks/b.md": talk("Bee") }, { slug: "b", title: "Bee", path: "/talks/b/" }],
    ["its path", { "content/talks/b.md": talk("B", "permalink: /there/\n") }, { slug: "b", title: "B", path: "/there/" }],
    ["whether it is public", { "content/talks/b.md": talk("B", "draft: true\n") }, null],
  ])("shows the new state of its target after an edit of %s, in its list and everywhere else", async (_, files, target) => {
    site.write({
      "content/talks/a.md": talk("A", "next: b\n"),
      "content/talks/b.md": talk("B"),
      "content/notes/n.md": talk("N", "talk: b\n"),
    });
    expect(await site.build()).toEqual([]);
    expect(shown("/talks/a", "next")).toMatchObject({ kind: "talks", slug: "b", title: "B", url: "https://fjord.example/talks/b/" });
    site.write(files);
    expect(await site.build()).toEqual([]);
    const next = target === null ? null : expect.objectContaining(target);
    expect(shown("/talks/a", "next")).toEqual(next);
    expect(shown("/notes/n", "talk")).toEqual(next);
    expect(bytesBelow(`${site.cwd}/dist`)).toEqual(await buildAnew());
  });

  it("follows a changed slug, and reports where the old one is still written", async () => {
    site.write({ "content/talks/a.md": talk("A", "next: b\n"), "content/talks/b.md": talk("B", "slug: bee\n") });
    expect(await site.build()).toEqual(['content/talks/a.md:3:7 error: there is no "b" in talks (did you mean "a"?)']);
    site.write({ "content/talks/a.md": talk("A", "next: bee\n") });
    expect(await site.build()).toEqual([]);
    expect(shown("/talks/a", "next")).toMatchObject({ slug: "bee", path: "/talks/bee/" });
  });

  it("shows only the slug, title and path of the target, so that chains and cycles end", async () => {
    site.write({
      "content/talks/a.md": talk("A", "next: b\n"),
      "content/talks/b.md": talk("B", "next: c\n"),
      "content/talks/c.md": talk("C", "next: a\n"),
      "content/talks/d.md": talk("D", "next: d\n"),
    });
    expect(await site.build()).toEqual([]);
    for (const [from, to] of ["ab", "bc", "ca", "dd"].map((pair) => [...pair]))
      expect(shown(`/talks/${from}`, "next")).toEqual({
        ...{ kind: "talks", slug: to, title: String(to).toUpperCase() },
        ...{ url: `https://fjord.example/talks/${to}/`, path: `/talks/${to}/` },
      });
  });

  it("shows a target from the day on which it becomes public, and the build reports that day as its next change", async () => {
    site.write({
      "content/talks/a.md": talk("A", "next: b\npost: p\n"),
      "content/talks/b.md": talk("B", "publishedAt: 2026-07-01\n"),
      "content/posts/p.md": talk("P", "publishedAt: 2026-08-01\n"),
    });
    const first = await buildIn(site.cwd);
    expect([first.nextChange, shown("/talks/a", "next"), shown("/talks/a", "post")]).toEqual(["2026-07-01T00:00:00.000Z", null, null]);
    const second = await buildIn(site.cwd, { now: first.nextChange ?? "" });
    expect(second.nextChange).toBe("2026-08-01T00:00:00.000Z");
    expect(shown("/talks/a", "next")).toMatchObject({ slug: "b" });
    const third = await buildIn(site.cwd, { now: second.nextChange ?? "" });
    expect([third.nextChange, shown("/talks/a", "post")]).toEqual([null, expect.objectContaining({ slug: "p", title: "P" })]);
  });
});
