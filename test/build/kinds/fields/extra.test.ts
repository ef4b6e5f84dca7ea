import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { FrontMatterConfig } from "../../../../contract/config/define-config.ts";
import { type Parsed, parseFiles, post, SITE } from "../../parse/parse-files.ts";

const DATED = "title: A\ndate: 2024-01-31\n";

function parsePost(frontMatter: string, config: FrontMatterConfig): Promise<Parsed> {
  return parseFiles({ "site.yaml": SITE, "posts/a.md": post(DATED + frontMatter) }, { config: { frontMatter: config } });
}

const MOOD = { extra: { posts: { summary: ["mood"], document: ["translator"] } } } as const;

describe("front matter of the author's own", () => {
  it("is published as it is written if the configuration lists it", async () => {
    const { content, lines } = await parsePost(
      "mood: glad\ntranslator: { name: Kari, since: 2011, share: 1.50, paid: null, by: [a, true] }",
      MOOD,
    );
    expect(lines).toEqual([]);
    const mood = { mood: "glad" };
    const translator = { name: "Kari", since: 2011, share: 1.5, paid: null, by: ["a", true] };
    expect(content?.posts[0]?.extra).toEqual({ summary: mood, document: { ...mood, translator } });
  });

  it("is taken from tables, including several keys of the same table", async () => {
    const extra = { posts: { summary: ["params.mood"], document: ["params.weather", "cover.credit"] } };
    const { content, lines } = await parsePost("params: { mood: glad, weather: rain }\ncover: { src: a.png, alt: '', credit: Kari }", {
      extra,
    });
    expect(lines).toEqual([]);
    expect(content?.posts[0]?.extra.summary).toEqual({ params: { mood: "glad" } });
    expect(content?.posts[0]?.extra.document).toEqual({ params: { mood: "glad", weather: "rain" }, cover: { credit: "Kari" } });
    expect(content?.posts[0]?.cover?.src).toBe("a.png");
  });

  it("is found under keys that contain a dot, as in the notice; a key without a name is never suggested", async () => {
    const written = '"a.b": 1\na: { b: 2, "c.d": 3 }\n"": 4';
    const { content } = await parsePost(written, { unknownKeys: "ignore", extra: { posts: { document: ["a.b", "a.c.d"] } } });
    expect(content?.posts[0]?.extra.document).toEqual({ "a.b": 1, a: { b: 2, "c.d": 3 } });
    const { notices } = await parsePost('"a.b": 1\n"": 4\n"c.": 5', { unknownKeys: "collect" });
    expect(notices).toEqual([
      'posts: keys that are not published: "" (1 file), a.b (1 file), c. (1 file); frontMatter: { extra: { posts: { document: ["a.b"] } } } in octavo.config.ts publishes it',
    ]);
  });

  it("is not an alias of a field if it is listed", async () => {
    const { content } = await parsePost("subtitle: Of rain\nkeywords: [a]", { extra: { posts: { document: ["subtitle", "keywords"] } } });
    expect(content?.posts[0]).toMatchObject({ excerpt: null, tags: [], extra: { document: { subtitle: "Of rain", keywords: ["a"] } } });
  });

  it("can come from defaults, and a key that is not listed is still an error", async () => {
    const { content, lines } = await parsePost("translator: Kari\nmod: glad", {
      ...MOOD,
      defaults: { posts: { mood: "grey", translator: "?" } },
    });
    expect(lines).toEqual(['content/posts/a.md:5:1  error  mod: unknown key (did you mean "mood"?)']);
    expect(content?.posts[0]?.extra.document).toEqual({ mood: "grey", translator: "Kari" });
  });

  it("is every key that is not a field, if so configured; a key that resembles a field is reported", async () => {
    const { content, lines, notices } = await parsePost("lang: nb\nmood: glad\nlayout: post\ntitel: B", { extra: { posts: "all" } });
    expect(lines).toEqual([]);
    expect(content?.posts[0]).toMatchObject({
      language: "nb",
      extra: { summary: {}, document: { mood: "glad", layout: "post", titel: "B" } },
    });
    expect(notices).toEqual(['posts: published as extra, but similar to a known key: titel (1 file; did you mean "title"?)']);
  });

  it("never includes keys that hide a document, even nested or misspelt", async () => {
    const { content, lines } = await parsePost(
      "private: true\nmeta: { deep: { status: draft }, status: sunny }\ndarft: true\nexpiryDat: 2020-01-01",
      {
        extra: { posts: "all" },
      },
    );
    expect(content?.posts[0]?.draft).toBe(true);
    expect(content?.posts[0]?.extra.document).not.toHaveProperty("private");
    expect(lines).toEqual([
      "content/posts/a.md:5:17  error  meta.deep.status: decides who may see this, and would be published as extra (write draft: true at the top level of the front matter, or rename this key)",
      'content/posts/a.md:6:1  error  darft: would be published as extra, but may be a misspelling of "draft" (write draft, or list "darft" in frontMatter.extra.posts if it is a different key)',
      'content/posts/a.md:7:1  error  expiryDat: would be published as extra, but may be a misspelling of "expiryDate" (write expiryDate, or list "expiryDat" in frontMatter.extra.posts if it is a different key)',
    ]);
  });

  it("must be within the limits of the API, and the part that is not is reported", async () => {
    const long = "x".repeat(2_100);
    const { lines } = await parsePost(`mood: ${long}\ntranslator: { a: { b: { c: { d: { e: f } } } } }\n`, MOOD);
    expect(lines).toEqual([
      "content/posts/a.md:4:1  error  mood: extra has 2111 bytes of JSON, but the limit for a summary is 2048; this is the largest part (move it to frontMatter.extra.posts.document, or shorten it)",
    ]);
    const deep = await parsePost(
      `mood: { a: { b: { c: { d: { e: { f: g } } } } } }\ntranslator: [${"ø".repeat(9_000)}, 12345678901234567890, .inf]`,
      MOOD,
    );
    expect(deep.lines).toEqual([
      "content/posts/a.md:4:29  error  mood.a.b.c.d.e: is nested more than 6 levels deep (use fewer levels)",
      expect.stringMatching(
        /a\.md:5:1 {2}error {2}translator: extra has 180\d\d bytes of JSON, but the limit for a document is 16384; this is the largest part/,
      ),
      expect.stringContaining(
        'error  translator.1: 12345678901234567890 is not a number that JSON can represent (put it in quotes: "12345678901234567890")',
      ),
      expect.stringContaining('error  translator.2: .inf is not a number that JSON can represent (put it in quotes: ".inf")'),
    ]);
  });

  it("that is not published is listed with its count, the intended key, and the line that publishes it", async () => {
    const files = {
      "site.yaml": SITE,
      "posts/a.md": post(`${DATED}mood: a\nparams: { sky: grey, sea: { deep: 1 } }\ntitel: b\nseries: { slug: walks, part: 2 }`),
      "posts/b.md": post(`${DATED}mood: b\nimages: [{ src: a.png, alt: "", by: Me }]`),
      "series/walks.yaml": "title: Walks\ncolour: red\n",
      "about.md": "---\nheadlin: Me\n---\n",
    };
    const { lines, notices } = await parseFiles(files, { config: { frontMatter: { unknownKeys: "collect" } } });
    expect(lines).toEqual([]);
    expect(notices).toEqual([
      "series: keys that are not published: colour (1 file)",
      'posts: keys that are not published: mood (2 files), images[].by (1 file), params.sea (1 file), params.sky (1 file), series.part (1 file), titel (1 file; did you mean "title"?); frontMatter: { extra: { posts: { document: ["mood", "params.sea", "params.sky", "series.part"] } } } in octavo.config.ts publishes them',
      'about: keys that are not published: headlin (1 file; did you mean "headline"?)',
    ]);
  });
});

it("an extra field may have any name, even in the API", async () => {
  const { content, lines } = await parsePost("__proto__: { a: 1 }\nconstructor: x\nnested: { __proto__: y }", { extra: { posts: "all" } });
  expect(lines).toEqual([]);
  const { document } = content?.posts[0]?.extra ?? { document: {} };
  expect(JSON.stringify(document)).toBe('{"__proto__":{"a":1},"constructor":"x","nested":{"__proto__":"y"}}');
  expect(Object.getPrototypeOf(document)).toBe(Object.prototype);
});

describe("a schema for extra fields", () => {
  const parseWith = (validate: string, frontMatter: string): Promise<Parsed> => {
    const configText = `export default { frontMatter: { extra: { posts: { summary: ["mood"], document: ["translator"],
      schema: { "~standard": { version: 1, vendor: "test", validate: ${validate} } } } } } };`;
    return parseFiles({ "site.yaml": SITE, "posts/a.md": post(DATED + frontMatter) }, { configText });
  };

  it("finds mistakes with file, line and column, and changes nothing", async () => {
    const validate = `(value) => {
      const issues = value.translator?.name === undefined ? [{ message: "want a name", path: [{ key: "translator" }, "name"] }] : [];
      return issues.length > 0 ? { issues } : { value: { other: true } };
    }`;
    const good = await parseWith(validate, "mood: a\ntranslator: { name: Kari }");
    expect(good.lines).toEqual([]);
    expect(good.content?.posts[0]?.extra.document).toEqual({ mood: "a", translator: { name: "Kari" } });
    const { lines } = await parseWith(validate, "mood: a\ntranslator: { nam: Kari }");
    expect(lines).toEqual([
      "content/posts/a.md:5:13  error  translator.name: want a name (frontMatter.extra.posts.schema in octavo.config.ts requires it)",
    ]);
  });

  it("is reported on one line, whatever its messages contain", async () => {
    const { lines } = await parseWith('() => ({ issues: [{ message: "no\\n::error::\\u001b[31mmood", path: ["mood"] }] })', "mood: a");
    expect(lines).toEqual([expect.stringMatching(/^content\/posts\/a\.md:4:1 {2}error {2}mood: no ::error::/)]);
  });

  it("may be from Zod", async () => {
    const config: FrontMatterConfig = { extra: { posts: { document: ["mood"], schema: z.object({ mood: z.enum(["glad", "grey"]) }) } } };
    expect(config.extra?.posts).toHaveProperty("schema");
    const zod = new URL("../../../../node_modules/zod/index.js", import.meta.url).href;
    const configText = `import { z } from ${JSON.stringify(zod)};
      const schema = z.object({ mood: z.enum(["glad", "grey"]) });
      export default { frontMatter: { extra: { posts: { document: ["mood"], schema } } } };`;
    const parseMood = async (frontMatter: string) =>
      (await parseFiles({ "site.yaml": SITE, "posts/a.md": post(DATED + frontMatter) }, { configText })).lines;
    expect(await parseMood("mood: glad")).toEqual([]);
    expect(await parseMood("mood: sad")).toEqual([expect.stringMatching(/^content\/posts\/a\.md:4:1 {2}error {2}mood: Invalid option/)]);
    expect(await parseMood("")).toEqual([expect.stringMatching(/^content\/posts\/a\.md:2:1 {2}error {2}mood: Invalid option/)]);
  });

  it.each([
    ["() => { throw new Error('no such thing'); }", "the schema of extra failed: no such thing"],
    ["async () => ({ value: 1 })", "the schema of extra returns a promise, but must return synchronously"],
    ["() => undefined", "the schema of extra returned nothing"],
    ["() => ({ issues: 'mood' })", "the schema of extra returned issues that are not a list"],
  ])("that is broken is an error: %s", async (validate, message) => {
    const { lines } = await parseWith(validate, "mood: a");
    expect(lines).toEqual([expect.stringContaining(`error  ${message} (fix frontMatter.extra.posts.schema in octavo.config.ts)`)]);
  });
});
