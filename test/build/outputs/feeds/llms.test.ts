import { describe, expect, it } from "vitest";
import { assemble } from "../../../../build/assemble/assemble.ts";
import { type LlmsInput, toLlmsFiles } from "../../../../build/outputs/feeds/llms.ts";
import { makeContent, makeMemos, makePost, textOfFile } from "../../factories.ts";

const ORIGIN = "https://rain.example";
const addresses = { site: ORIGIN, public: ORIGIN, canonical: ORIGIN };
const feeds = { rss: true, json: true };
const discovery = { feeds, inFeeds: { posts: 50, fullText: true }, sitemap: { add: [] }, robots: { disallow: [] }, llms: { full: true } };

const day = (number: number): string => new Date(Date.UTC(2024, 0, number)).toISOString();

function read(posts: readonly ReturnType<typeof makePost>[], changes: Partial<LlmsInput> = {}): Record<string, string> {
  const files = toLlmsFiles({
    site: assemble(makeContent({ posts }), { feeds }),
    addresses,
    discovery,
    markdown: null,
    memos: makeMemos(),
    ...changes,
  });
  return Object.fromEntries(files.map((file) => [file.path, textOfFile(file)]));
}

describe("llms.txt", () => {
  it("has the form of llmstxt.org: a title, a summary, sections of links", () => {
    const { "llms.txt": text = "" } = read([makePost("older", { publishedAt: day(1) }), makePost("newer", { publishedAt: day(2) })]);
    const lines = text.split("\n");
    expect(lines[0]).toMatch(/^# \S/);
    expect(lines.filter((line) => line.startsWith("# "))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith("## "))).toEqual(["## Posts", "## Optional"]);
    const body = lines.slice(lines.indexOf("## Posts")).filter((line) => line !== "" && !line.startsWith("## "));
    for (const line of body) expect(line).toMatch(/^- \[[^\]]+\]\(https:\/\/rain\.example\/[^\s()]*\)(?:: .+)?$/);
    expect(body.slice(0, 2).map((line) => /\(([^)]*)/.exec(line)?.[1])).toEqual([`${ORIGIN}/posts/newer`, `${ORIGIN}/posts/older`]);
  });

  it("keeps titles with Markdown syntax or line breaks in one link", () => {
    const { "llms.txt": text } = read([makePost("a", { title: "A [b] \\ c\nd", page: "/posts/a_(b)" })]);
    expect(text).toContain(`- [A \\[b\\] \\\\ c d](${ORIGIN}/posts/a_%28b%29)`);
  });

  it("lists the newest hundred posts, and says how many there are", () => {
    const { "llms.txt": text = "" } = read(Array.from({ length: 103 }, (_, index) => makePost(`p${index}`, { publishedAt: day(index) })));
    expect(text.match(/\/posts\/p\d+\)/g)).toHaveLength(100);
    expect(text).toContain("/posts/p102)");
    expect(text).not.toContain("/posts/p2)");
    expect(text).toContain("103 in all");
  });

  it("links to the posts as Markdown if they are published that way", () => {
    const { "llms.txt": text } = read([makePost("a", { page: "/blog/a/" })], { markdown: { of: () => "" } });
    expect(text).toContain(`](${ORIGIN}/api/v1/posts/a.md)`);
    expect(text).not.toContain("/blog/a/");
  });

  it("does not name paths that the configuration turned off", () => {
    const off = { ...discovery, sitemap: null, llms: { full: false } };
    const files = read([makePost("a")], { discovery: off });
    expect(Object.keys(files)).toEqual(["llms.txt"]);
    expect(files["llms.txt"]).not.toMatch(/sitemap|llms-full/);
    expect(read([makePost("a")], { discovery: { ...off, llms: null } })).toEqual({});
  });
});

describe("llms-full.txt", () => {
  const texts = ["tide", "ebb", "flood"].map((word, index) =>
    makePost(word, { publishedAt: day(index + 1), title: `On ${word}` }, { text: `The ${word}.\n${"ø".repeat(400)}` }),
  );

  it("has the full text of each post, newest first, with addresses and dates", () => {
    const { "llms-full.txt": text = "" } = read(texts);
    expect(text.match(/^## .*$/gm)).toEqual(["## On flood", "## On ebb", "## On tide"]);
    expect(text).toContain(`\n## On ebb\n\nURL: ${ORIGIN}/posts/ebb\nPublished: ${day(2)}\n`);
    expect(text).toContain(`The ebb.\n${"ø".repeat(400)}\n`);
    expect(text).not.toContain("left out");
  });

  it("ends after a whole post within its size limit, and says how many are left out", () => {
    const whole = Buffer.byteLength(read(texts)["llms-full.txt"] ?? "");
    expect(read(texts, { fullMax: whole })["llms-full.txt"]).not.toContain("left out");
    for (const fullMax of [whole - 1, 1_500, 1_200]) {
      const { "llms-full.txt": text = "" } = read(texts, { fullMax });
      const shown = text.match(/^## /gm)?.length ?? 0;
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(fullMax);
      expect(shown).toBeLessThan(3);
      expect(text).toContain(`\n${3 - shown} older ${shown === 2 ? "post is" : "posts are"} left out`);
      expect(text.match(/ø{400}\n/g) ?? []).toHaveLength(shown);
    }
  });

  it("is the same if sections of the previous build are reused", () => {
    const memos = makeMemos();
    const edited = [...texts.slice(1), makePost("tide", { title: "On tide, again", publishedAt: day(9) }, { text: "Other." })];
    for (const [posts, fullMax] of [[texts], [edited], [texts, 1_500], [texts], [[]], [edited]] as const)
      expect(read(posts, { memos, ...(fullMax === undefined ? {} : { fullMax }) })).toEqual(
        read(posts, fullMax === undefined ? {} : { fullMax }),
      );
  });

  it("has Markdown if posts are published as Markdown, with headings below the titles, and reuses no plain text from the last build", () => {
    const memos = makeMemos();
    const markdown = { of: ({ item }: { readonly item: { readonly slug: string } }) => `## Of *${item.slug}*\n\nBody.\n` };
    read(texts, { memos });
    const { "llms-full.txt": text = "" } = read(texts, { memos, markdown });
    expect(text).toContain(`\n# On ebb\n\nURL: ${ORIGIN}/posts/ebb\nPublished: ${day(2)}\nAuthors: Ines\n\n## Of *ebb*\n\nBody.\n`);
    expect(text).not.toContain("The ebb.");
    expect(read(texts, { memos })["llms-full.txt"]).toBe(read(texts)["llms-full.txt"]);
  });

  const identity = (posts: readonly ReturnType<typeof makePost>[], changes: Partial<LlmsInput> = {}): string => {
    const site = assemble(makeContent({ posts }), { feeds });
    const files = toLlmsFiles({ site, addresses, discovery, markdown: null, memos: makeMemos(), ...changes });
    const full = files.find(({ path }) => path === "llms-full.txt");
    return full !== undefined && "identity" in full ? full.identity : "";
  };

  it("is rebuilt only when a post differs", () => {
    expect(identity(texts)).not.toBe("");
    expect(identity(texts)).toBe(identity([...texts]));
    expect(identity(texts)).not.toBe(identity(texts.slice(1)));
    expect(identity(texts, { markdown: { of: () => "" } })).not.toBe(identity(texts));
  });

  it("is not rebuilt when only a post that does not fit in it differs", () => {
    const edited = [makePost("tide", { publishedAt: day(1), title: "On tides" }, { text: "Other." }), ...texts.slice(1)];
    const memos = makeMemos();
    read(texts, { memos, fullMax: 1_200 });
    expect(identity(edited, { memos, fullMax: 1_200 })).toBe(identity(texts, { fullMax: 1_200 }));
    expect(identity(edited, { memos })).not.toBe(identity(texts));
  });
});
