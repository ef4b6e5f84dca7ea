import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CardFonts } from "../../../build/cards/card-fonts.ts";
import { type CardsInput, makeCards } from "../../../build/cards/make-cards.ts";
import { PROJECT_DIR } from "../../helpers/sample-site.ts";
import { buildIn, type Files, filesBelow, writeFiles } from "../site-folder.ts";

const BYTES_MAX = 25 * 1024;
const FONTS_MAX_BYTES = 400 * 1024;
const FONTS = join(PROJECT_DIR, "templates/fonts");
const LONG = "A grey heron stands in the reeds, and nobody knows how long it will stay there ".repeat(4);

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-cards-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function inputOf(titles: Readonly<Record<string, string>>, overrides: Partial<CardsInput> = {}): CardsInput {
  return {
    posts: new Map(Object.entries(titles)),
    site: { name: "Ines Aas", tagline: "Notes from the marsh", accent: "#1f4a5c" },
    address: "https://ines.example/blog",
    root: cwd,
    font: null,
    cacheDir: join(cwd, "cache"),
    ...overrides,
  };
}

describe("share cards", () => {
  it("are small pictures of the size that social networks show, for titles of any length", async () => {
    const titles = { a: "Ice", b: "Прилив и отлив", c: "Ἡ θάλασσα & <the> sea", d: LONG, e: "Unbreakable".repeat(30) };
    const { cards, files } = await makeCards(inputOf(titles));
    expect([...(cards?.posts.keys() ?? [])]).toEqual(Object.keys(titles));
    expect(files).toHaveLength(6);
    for (const { content } of files) {
      const bytes = readFileSync("copyFrom" in content ? content.copyFrom : "");
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
      expect(bytes.length).toBeLessThanOrEqual(BYTES_MAX);
    }
    expect(cards?.posts.get("a")).toMatchObject({ alt: "Ice", width: 1200, height: 630, mimeType: "image/png" });
    expect(cards?.posts.get("a")?.url).toMatch(/^https:\/\/ines\.example\/blog\/media\/card-a\.[0-9a-f]{16}\.png$/);
  });

  it("show the title: different words give a different picture, and the same words give the same bytes", async () => {
    const bytesOf = async (title: string, folder: string): Promise<Buffer> => {
      const { files } = await makeCards(inputOf({ a: title }, { cacheDir: join(cwd, folder) }));
      const [first] = files;
      return readFileSync(first !== undefined && "copyFrom" in first.content ? first.content.copyFrom : "");
    };
    const [one, again, other] = [await bytesOf("Low water", "x"), await bytesOf("Low water", "y"), await bytesOf("High water", "z")];
    expect(one.equals(again)).toBe(true);
    expect(one.equals(other)).toBe(false);
    const { dominant } = await sharp(one).stats();
    // A light background with dark letters.
    expect(dominant.r).toBeGreaterThan(200);
    expect((await sharp(one).greyscale().stats()).channels[0]?.min).toBeLessThan(60);
  });

  it("are drawn once, and cards of former titles are removed from the cache", async () => {
    await makeCards(inputOf({ a: "Low water" }));
    const list = (): string[] => readdirSync(join(cwd, "cache/cards")).filter((name) => name.endsWith(".png"));
    const before = list();
    await makeCards(inputOf({ a: "Low water" }));
    expect(list()).toEqual(before);
    await makeCards(inputOf({ a: "High water" }));
    expect(list().filter((name) => before.includes(name))).toHaveLength(1);
    expect(list()).toHaveLength(2);
  });

  it("are not drawn for a title with unsupported letters, and an unusable font is reported", async () => {
    const { cards } = await makeCards(inputOf({ a: "潮の表を読む", b: "Emoji 🌊" }));
    expect([...(cards?.posts.keys() ?? [])]).toEqual([]);
    writeFiles(cwd, { "a.txt": "no font" });
    expect((await makeCards(inputOf({}, { font: "a.txt" }))).findings).toMatchObject([{ field: ["cards", "font"] }]);
    expect((await makeCards(inputOf({}, { font: "none.ttf" }))).findings[0]?.message).toBe("there is no file none.ttf");
  });

  it("use fonts of at most 400 KB in total, which have their license beside them", () => {
    const sizes = readdirSync(FONTS).map((name) => readFileSync(join(FONTS, name)).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(FONTS_MAX_BYTES);
    expect(readFileSync(join(FONTS, "LICENSE"), "utf8")).toContain("SIL OPEN FONT LICENSE");
    const fonts = CardFonts.load(null);
    for (const text of ["Ærøskøbing Łódź Çeşme ő", "Ελληνικά", "Українська ґ", "„“–…€"])
      expect([text, fonts?.covers(text)]).toEqual([text, true]);
    expect(fonts?.measure("iii")).toBeLessThan(fonts?.measure("WWW") ?? 0);
  });
});

const SITE: Files = {
  "octavo.config.mjs": "export default { website: true, cards: true };\n",
  "content/site.yaml": "name: Fjord\nurl: https://fjord.example\n",
  "content/rain.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"/>',
  "content/posts/covered.md": "---\ntitle: Covered\npublishedAt: 2026-01-01\ncover: { src: ../rain.svg, alt: Rain }\n---\n",
  "content/posts/plain.md": "---\ntitle: Plain `code`\npublishedAt: 2026-01-02\n---\n",
  "content/posts/hidden.md": "---\ntitle: Hidden\npublishedAt: 2026-01-03\nunlisted: true\n---\n",
};

describe("the pages of a site with cards", () => {
  const imageOf = (path: string): string | undefined =>
    /property="og:image" content="https:\/\/fjord\.example\/media\/(.*?)"/.exec(readFileSync(join(cwd, "dist", path), "utf8"))?.[1];

  it("refer to the post's cover, or else to its card, or else to the site's card, with the size", async () => {
    writeFiles(cwd, SITE);
    const { ok, diagnostics } = await buildIn(cwd);
    expect([ok, diagnostics.all()]).toEqual([true, []]);
    expect(imageOf("posts/covered.html")).toMatch(/^rain\./);
    expect(imageOf("posts/plain.html")).toMatch(/^card-plain\./);
    for (const path of ["posts/hidden.html", "index.html", "posts.html"])
      expect([path, imageOf(path)]).toEqual([path, imageOf("404.html")]);
    expect(imageOf("index.html")).toMatch(/^card\./);
    const html = readFileSync(join(cwd, "dist/posts/plain.html"), "utf8");
    expect(html).toContain('<meta property="og:image:width" content="1200">\n<meta property="og:image:height" content="630">');
    expect(html).toContain('<meta property="og:image:alt" content="Plain code">');
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
    const media = filesBelow(join(cwd, "dist/media"));
    expect(media).toEqual(expect.arrayContaining([imageOf("posts/plain.html"), imageOf("index.html")]));
  });

  it("prefer the site's card to its logo, which is used if cards are off", async () => {
    const logo = "logo: { src: rain.svg }\n";
    writeFiles(cwd, { ...SITE, "content/site.yaml": `name: Fjord\nurl: https://fjord.example\n${logo}` });
    const { ok, diagnostics } = await buildIn(cwd);
    expect([ok, diagnostics.all()]).toEqual([true, []]);
    expect(imageOf("index.html")).toMatch(/^card\./);
    writeFiles(cwd, { "octavo.config.mjs": "export default { website: true };\n" });
    await buildIn(cwd);
    expect(imageOf("index.html")).toMatch(/^rain\./);
  });

  it("name no picture if cards are off and the site has no logo", async () => {
    writeFiles(cwd, { ...SITE, "octavo.config.mjs": "export default { website: true };\n" });
    await buildIn(cwd);
    expect(imageOf("index.html")).toBeUndefined();
  });

  it("are required, because nobody would see the cards without them; their absence is reported", async () => {
    writeFiles(cwd, { ...SITE, "octavo.config.mjs": "export default {\n  cards: true,\n};\n" });
    const { ok, diagnostics } = await buildIn(cwd);
    expect(ok).toBe(false);
    expect(diagnostics.all()).toMatchObject([{ file: "octavo.config.mjs", line: 2, code: "cards", severity: "error" }]);
    expect(diagnostics.all()[0]?.hint).toBe("write website: true, or remove cards");
  });

  it("are not written if the configured font is missing, and the message names the place", async () => {
    writeFiles(cwd, { ...SITE, "octavo.config.mjs": 'export default {\n  website: true,\n  cards: { font: "title.ttf" },\n};\n' });
    const { ok, diagnostics } = await buildIn(cwd);
    expect(ok).toBe(false);
    expect(diagnostics.all()).toMatchObject([{ file: "octavo.config.mjs", line: 3, message: "there is no file title.ttf" }]);
    const checked = await buildIn(cwd, { check: true });
    expect([checked.ok, checked.diagnostics.errorCount]).toEqual([false, 1]);
  });
});
