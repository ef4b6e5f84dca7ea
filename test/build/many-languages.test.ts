import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BuildResult } from "../../build/build-options.ts";
import { buildIn, writeFiles } from "./site-folder.ts";

/** The languages and folders of letsencrypt.org in November 2026, with invented texts. */
const LANGUAGES = "en ar bg bn ca cs da de el es fa fi fr he hi hu id it ja ko lt nl pl pt-BR ro ru sr sv tr uk vi zh-CN zh-TW".split(" ");
const CONFIG = `export default {
  website: true,
  translations: "folder",
  collections: { pages: ["*/docs/**/*.md"], posts: ["*/post/**/*.md"] },
};`;

let cwd: string;
let built: BuildResult;
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), "octavo-languages-"));
  const texts = LANGUAGES.flatMap((language) => [
    [`content/${language}/docs/faq.md`, `# Questions ${language}\n\n[Keys](keys/lost.md)\n`],
    [`content/${language}/docs/keys/lost.md`, `# A lost key ${language}\n`],
    [`content/${language}/post/2024-03-01-tides.md`, `---\ntitle: Tides ${language}\n---\nText.\n`],
  ]);
  const site = "name: Keys\nurl: https://keys.example\nlanguage: en\n";
  writeFiles(cwd, { ...Object.fromEntries(texts), "octavo.config.mjs": CONFIG, "content/site.yaml": site });
  built = await buildIn(cwd);
}, 120_000);
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const text = (path: string): string => readFileSync(join(cwd, "dist", path), "utf8");
const read = (path: string) => JSON.parse(text(`api/v1/${path}`));

describe("a site in 33 languages", () => {
  it("is built without findings, and counts the documents of each language", () => {
    expect(LANGUAGES).toHaveLength(33);
    expect(built.diagnostics.all()).toEqual([]);
    expect(read("languages.json").items).toHaveLength(33);
    expect(read("languages.json").items).toContainEqual({ language: "pt-BR", count: 3, kinds: { posts: 1, pages: 2 } });
  });

  it("links each document to its 32 translations in the API, the sitemap and the pages, and links pages within a language", () => {
    for (const path of ["pages/docs-faq.json", "posts/tides.json"]) {
      const { translations } = read(path);
      expect(translations.map(({ language }: { language: string }) => language)).toEqual(LANGUAGES.filter((one) => one !== "en").sort());
    }
    expect(read("pages/docs-faq-de.json").bodyHtml).toContain('href="https://keys.example/de/docs/keys/lost/"');
    const [sitemap, page] = [text("sitemap.xml"), text("de/docs/faq/index.html")];
    for (const language of LANGUAGES) {
      const address = `https://keys.example${language === "en" ? "" : `/${language}`}/docs/faq/`;
      expect(sitemap).toContain(`hreflang="${language}" href="${address}"`);
      expect(page).toContain(`hreflang="${language}"`);
    }
  });
});
