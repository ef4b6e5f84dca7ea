import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "../../../build/config/load-config.ts";
import { resolveOwnKinds } from "../../../build/config/resolve-kinds.ts";
import { createContentSchemas } from "../../../build/content-schema/content-schemas.ts";
import { toSveltiaFiles } from "../../../cli/init/sveltia.ts";
import { field } from "../../../contract/config/define-kind.ts";
import { buildIn } from "../site-folder.ts";
import { createOwnKindSite, type OwnKindSite } from "./own-kind-site.ts";

let site: OwnKindSite;
beforeEach(() => {
  site = createOwnKindSite();
});
afterEach(() => site.remove());

const talk = (front: string): string => `---\n${front}\n---\nTides.\n`;

/** Returns the mistakes in a definition, one line each. */
async function findWrong(members: string): Promise<readonly string[]> {
  site.configure(`{ talks: { words, ${members} } }`);
  const { diagnostics } = await loadConfig({ cwd: site.cwd });
  return diagnostics.all().map(({ field, message, hint }) => `${field}: ${message} (${hint})`);
}

describe("a field of one of the site's own kinds", () => {
  it("keeps its name, even if it has another meaning in other generators", async () => {
    site.configure(`{ talks: { words, tags: true, fields: {
      status: field.oneOf(["planned", "held"]), date: field.date(), description: field.text(), image: field.text(),
      imageAlt: field.text(), category: field.text(), updated: field.date() } } }`);
    site.write({
      "content/talks/a.md": talk(
        "status: planned\ndate: 2031-05-01\ndescription: Of tides\nimage: a.jpg\nimageAlt: A chart\ncategory: sea\nupdated: 2024-01-01\ntags: [moon]",
      ),
    });
    expect(await site.build()).toEqual([]);
    expect(site.read("/talks/a")).toMatchObject({
      ...{ status: "planned", date: "2031-05-01", description: "Of tides", image: "a.jpg", imageAlt: "A chart", category: "sea" },
      ...{ updated: "2024-01-01", excerpt: "Tides.", cover: null, publishedAt: null, updatedAt: null, tags: [{ slug: "moon" }] },
    });
  });

  it("that is computed does not claim its key, which another field may use", async () => {
    site.configure(
      "{ talks: { words, fields: {}, computed: { summary: field.text() }, compute: ({ excerpt }) => ({ summary: excerpt + '!' }) } }",
    );
    site.write({ "content/talks/a.md": talk("summary: Of tides") });
    expect(await site.build()).toEqual([]);
    expect(site.read("/talks/a")).toMatchObject({ excerpt: "Of tides", summary: "Of tides!" });
  });

  it.each([
    ["published: field.boolean()", "published"],
    ["private: field.boolean()", "private"],
    ["hidden: field.boolean()", "hidden"],
    ["password: field.text()", "password"],
    ["status: field.text()", "status"],
    ['status: field.oneOf(["draft", "held"])', "status"],
  ])("cannot have a name and a value that hide documents: %s", async (field, name) => {
    const hint = `remove it, because such a key hides documents anyway; if it means something else, give the field another name, and write names: { ${name}: "thatName" }`;
    expect(await findWrong(`fields: { ${field} }`)).toEqual([
      `kinds.talks.fields.${name}: "${name}" is a key with which other tools hide documents (${hint})`,
    ]);
  });

  it("gets a suggestion for a valid name", async () => {
    const form = "want up to 40 letters and digits, beginning with a lower-case letter";
    expect(await findWrong("fields: { held_on: field.date(), 'ÆØ': field.text() }")).toEqual([
      `kinds.talks.fields.held_on: "held_on" is not the name of a field (${form}: heldOn. If the files keep the key, also write names: { "held_on": "heldOn" })`,
      `kinds.talks.fields.ÆØ: "ÆØ" is not the name of a field (${form})`,
    ]);
    expect(await findWrong("fields: { author: field.text() }, filters: ['author']")).toEqual([
      'kinds.talks.filters: "author" cannot be a filter (it is a parameter with another meaning: rename the field, and write names: { author: "thatName" } if the files keep the key)',
    ]);
  });
});

describe("names of a kind", () => {
  it("map keys of the front matter to fields, or to nothing", async () => {
    site.configure(`{ talks: { words, fields: { heldOn: field.date(), speaker: field.text() },
      names: { held_on: "heldOn", "params.who": "speaker", headline: "title", secret: "", layout: "" } } }`);
    site.write({
      "content/talks/a.md": talk("headline: A\nheld_on: 2025-02-01\nparams: { who: Ines }\nsecret: wave\nlayout: talk"),
      "content/talks/b.md": talk("held_on: soon\nparams: { who: Ines }"),
    });
    expect(await site.build()).toEqual([expect.stringContaining('content/talks/b.md:2:10 error: "soon" is not a date')]);
    site.write({ "content/talks/b.md": talk("held_on: 2024-02-01\nparams: { who: Ines }") });
    expect(await site.build()).toEqual([]);
    expect(site.read("/talks/a")).toMatchObject({ title: "A", heldOn: "2025-02-01", speaker: "Ines" });
  });

  it("apply to columns of a data file, and to the key with its titles", async () => {
    site.configure(`{ links: { words, files: "links.csv", fields: { stars: field.number(), topics: field.list(field.text()) },
      names: { name: "title", my_stars: "stars", "about": "topics" } } }`);
    site.write({ "content/links.csv": "name,my_stars,about\nHeron,4.5,birds|tides\n" });
    expect(await site.build()).toEqual([]);
    expect(site.read("/links/heron")).toMatchObject({ title: "Heron", stars: 4.5, topics: ["birds", "tides"] });
    site.configure('{ links: { words, files: "links.csv", fields: {} } }');
    const hint = 'If another key has the title, write names: { thatKey: "title" } in kinds.links)';
    expect(await site.build()).toContainEqual(expect.stringMatching(/has neither slug nor title/));
    expect((await site.build()).find((line) => line.includes("neither"))).toContain(hint);
  });

  it("are available to editors, in schemas and forms", async () => {
    const talks = { words: { one: "Talk", many: "Talks" }, fields: { heldOn: field.date() }, names: { held_on: "heldOn", layout: "" } };
    const own = await resolveOwnKinds({ talks }, () => expect.unreachable());
    const { talks: schema } = createContentSchemas(own);
    expect(schema).toMatchObject({ properties: { held_on: { description: "Another name for heldOn" } } });
    expect(schema?.required).not.toContain("heldOn");
    const [, form] = toSveltiaFiles({ host: "github", path: "ines/site" }, own);
    expect(form?.text).toMatch(/name: held_on\n +label: Held on\n/);
    expect(form?.text).not.toContain("name: heldOn");
    const yaml = await resolveOwnKinds({ talks: { ...talks, files: "talks/*.yaml" } }, () => expect.unreachable());
    const [, data] = toSveltiaFiles({ host: "github", path: "ines/site" }, yaml);
    expect(data?.text).toMatch(/folder: content\/talks\n +create: true\n +extension: yaml\n +format: yaml\n/);
  });

  it.each([
    ['names: { held_on: "heldAt" }', 'names.held_on: "heldAt" is not a field of talks (did you mean "heldOn"?)'],
    ['names: { heldOn: "title" }', 'names.heldOn: "heldOn" is itself a field (remove it here, or rename the field)'],
    ["names: { a: 5 }", "names.a: 5 is not a field of talks (fields of talks: "],
    ['names: ["a"]', 'names: is not an object (want { their_name: "ourField" }, or "" for a key to ignore)'],
  ])("are checked: %s", async (names, message) => {
    const [found, ...others] = await findWrong(`fields: { heldOn: field.date() }, ${names}`);
    expect([found, others]).toEqual([expect.stringContaining(`kinds.talks.${message}`), []]);
  });

  it("are the remedy for keys that hide a document elsewhere, and for unknown keys", async () => {
    site.configure("{ talks: { words, fields: {} } }");
    site.write({ "content/talks/a.md": talk("secret: wave\nlayout: talk") });
    const { diagnostics } = await buildIn(site.cwd);
    expect(diagnostics.all().map(({ hint = "", remedy = "" }) => hint + remedy)).toEqual([
      expect.stringContaining('names: { "secret": "" } in kinds.talks of octavo.config.ts states that it means nothing'),
      expect.stringContaining('if it has another name, use kinds.talks.names, where "" ignores the key'),
    ]);
  });
});

describe("slugs of a kind", () => {
  it("follow its pattern, with the date of its pages", async () => {
    site.configure('{ talks: { words, fields: { heldOn: field.date() }, slugs: "{year}-{name}", page: "/{year}/{slug}/" } }');
    site.write({
      "content/talks/one/index.md": talk("heldOn: 2024-02-01"),
      "content/talks/more/one.md": talk("heldOn: 2025-02-01"),
      "content/talks/stated.md": talk("heldOn: 2025-02-01\nslug: said"),
    });
    expect(await site.build()).toEqual([]);
    const { items } = site.read("/talks") as { items: { slug: string; path: string }[] };
    expect(items.map(({ slug, path }) => [slug, path]).sort()).toEqual([
      ["2024-one", "/2024/2024-one/"],
      ["2025-one", "/2025/2025-one/"],
      ["said", "/2025/said/"],
    ]);
  });

  it("require the date that they contain", async () => {
    site.configure('{ talks: { words, fields: { heldOn: field.date().optional() }, slugs: "{year}-{name}" } }');
    site.write({ "content/talks/a.md": talk("title: A") });
    expect(await site.build()).toEqual([
      "content/talks/a.md:2:1 error: missing: the document's slug, {year}-{name}, contains the date (write heldOn: 2024-01-31, or slug:)",
    ]);
  });

  it.each([
    ['slugs: "{nme}"', '"{nme}" has a placeholder {nme}, but a slug can have only'],
    ["slugs: 5", "5 is not a pattern"],
    [
      'slugs: "{name}", files: "talks.yaml"',
      '"{name}" has no effect (remove it: entries of a data file get their slugs from their titles)',
    ],
  ])("are checked: %s", async (slugs, message) => {
    const [found, ...others] = await findWrong(`fields: {}, ${slugs}`);
    expect([found, others]).toEqual([expect.stringContaining(`kinds.talks.slugs: ${message}`), []]);
  });
});
