import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { LOOK_NAMES } from "../../views/looks.ts";
import { MARKDOWN_FILES, MARKDOWN_OPTIONS, MARKDOWN_PATH } from "../helpers/markdown-site.ts";
import { MARKDOWN_STYLES, readMarkdownStyles } from "./markdown-styles.ts";
import { describeInBrowser } from "./programs.ts";
import { COLOUR_RULES, findObjections, measureOverflow, type ServedSite, serveSite, setPolicy } from "./served-site.ts";

const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const;
const DESKTOP = { viewport: { width: 1280, height: 900 }, colorScheme: "light" } as const;
/** Pixels on a phone. */
const HEADER_MAX = 64;
const FIRST_TITLE_MAX = 260;
const FIRST_TEXT_MAX = 420;
/** Characters of a full line on a desktop. */
const LINE = { min: 62, max: 70 };
const FIRST_VISIT_MAX_BYTES = 30 * 1024;
const SHIFT_MAX = 0.01;
/** Pixels of the lowest picture in a list on a desktop. */
const PICTURE_MIN = 40;

const LONG_POST = "/posts/http-caching-explained-slowly";
const POSTS = [LONG_POST, "/posts/weaving-a-message", "/posts/type-for-screens"];
/**
 * axe checks every page in this look. The others differ only in style, so there it checks one page
 * of each shape.
 */
const JUDGED_WHOLE = "book";
const POLICY = "default-src 'self'";
const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
/** A post whose every text is wider than a phone, and a tag and an author with pages. */
const LONG_WORDS = `---
title: ${LONG} and \`${"a_long_name".repeat(8)}\`
publishedAt: 2019-01-02
tags: [${LONG}]
categories: [${LONG}]
authors: [${LONG}, Ines]
---
${LONG}

$$
${Array.from({ length: 40 }, (_, at) => `x_{${at}}`).join("+")}
$$

> ${LONG}
`;
const LONG_WORDS_PATH = "/posts/long-words";
/** The write server's pages, which have their own policy. */
const FORM_PAGES = ["/comments/weaving-a-message", "/comments/long-words", "/inquiry"];
/** The sample site has more than a hundred pages. */
const PAGES_MIN = 110;

describeInBrowser("the looks, measured on the sample site", (openBrowser) => {
  describe.each(LOOK_NAMES)("%s", (look) => {
    let site: ServedSite;
    beforeAll(async () => {
      const config = { website: true, markdown: MARKDOWN_OPTIONS, headers: { "/*": { "Content-Security-Policy": POLICY } } };
      const files = {
        ...MARKDOWN_FILES,
        "content/posts/long-words.md": LONG_WORDS,
        "octavo.config.mjs": `export default ${JSON.stringify(config)};\n`,
      };
      site = await serveSite({ openBrowser, isSample: true, files, settings: `look: ${look}\ncolorSchemeSwitch: true\n` });
    }, 240_000);
    afterAll(() => site.close());
    afterEach(() => site.closePages());

    it("shows the header and the first title, cover or text without scrolling on a phone", async () => {
      const { page } = await site.open(PHONE);
      await page.goto(site.url, { waitUntil: "networkidle" });
      expect((await boxOf(page, ".site-header")).height).toBeLessThanOrEqual(HEADER_MAX);
      const first = look === "gallery" ? ".photos img" : ".post-title, .archive a";
      expect((await boxOf(page, first)).top).toBeLessThanOrEqual(FIRST_TITLE_MAX);
      for (const path of POSTS) {
        await page.goto(site.url + path, { waitUntil: "networkidle" });
        expect([path, (await boxOf(page, ".cover, .video, .prose > *")).top <= FIRST_TEXT_MAX]).toEqual([path, true]);
      }
    });

    it("keeps room for the pictures of the home page until they arrive", async () => {
      const { page } = await site.open(DESKTOP);
      await page.route(/\/media\//, () => undefined);
      await page.goto(site.url, { waitUntil: "domcontentloaded" });
      const heights = await page.evaluate(() => [...document.querySelectorAll("main img")].map((image) => image.clientHeight));
      expect(heights.length > 0).toBe(look !== "plain");
      expect(Math.min(...heights)).toBeGreaterThan(PICTURE_MIN);
    });

    it("has lines of 62 to 70 characters on a desktop, and the contents beside the text", async () => {
      const { page } = await site.open(DESKTOP);
      await page.goto(site.url + LONG_POST, { waitUntil: "networkidle" });
      const characters = await page.evaluate(countCharacters);
      expect(characters).toBeGreaterThanOrEqual(LINE.min);
      expect(characters).toBeLessThanOrEqual(LINE.max);
      const [contents, text] = [await boxOf(page, ".contents ol"), await boxOf(page, ".prose")];
      expect(contents.height).toBeGreaterThan(40);
      expect(contents.right <= text.left || contents.left >= text.right).toBe(true);
    });

    it("has no sideways scrolling and no violation of axe or default-src 'self', on a phone and on a desktop", async () => {
      const { page, complaints } = await site.open(PHONE);
      const paths = await readPaths(site.url);
      expect(paths.length).toBeGreaterThan(PAGES_MIN);
      const judged = new Set([...(look === JUDGED_WHOLE ? paths : onePerShape(paths)), ...FORM_PAGES]);
      const judge = async (path: string, rules: readonly string[] | null) => (judged.has(path) ? findObjections(page, rules) : []);
      for (const path of [...paths, ...FORM_PAGES]) {
        // Routes turn the browser's cache off, so they come last.
        if (path === FORM_PAGES[0]) await setPolicy(page, site.url, POLICY);
        await page.setViewportSize(PHONE.viewport);
        await page.emulateMedia({ colorScheme: PHONE.colorScheme });
        const answer = await page.goto(site.url + path, { waitUntil: "load" });
        expect([path, answer?.headers()["content-security-policy"]]).toEqual([path, POLICY]);
        expect([path, await judge(path, null), await measureOverflow(page)]).toEqual([path, [], 0]);
        await page.setViewportSize(DESKTOP.viewport);
        await page.emulateMedia({ colorScheme: DESKTOP.colorScheme });
        expect([path, await judge(path, COLOUR_RULES), await measureOverflow(page)]).toEqual([path, [], 0]);
        await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
        expect([path, await measureOverflow(page)]).toEqual([path, 0]);
      }
      await page.setViewportSize(PHONE.viewport);
      await page.goto(site.url + LONG_WORDS_PATH);
      expect(await page.evaluate(moveFormulaIntoLine)).toBe(true);
      expect(await measureOverflow(page)).toBe(0);
      // The browser itself complains about the 404.
      expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
    }, 400_000);

    it.each([
      ["a phone", PHONE],
      ["a desktop", DESKTOP],
    ])("shows everything that Markdown can do, on %s", async (_, options) => {
      const { page } = await site.open(options);
      await page.goto(site.url + MARKDOWN_PATH, { waitUntil: "load" });
      expect(await page.evaluate(readMarkdownStyles)).toEqual(MARKDOWN_STYLES);
    });

    it("loads a post in 30 KB and five requests, not counting pictures, and nothing moves", async () => {
      const { page, asked } = await site.open(PHONE);
      await page.goto(site.url + LONG_POST, { waitUntil: "networkidle" });
      const comments = page.waitForResponse(/\/comments\?/);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await comments;
      const texts = asked.map((url) => url.slice(site.url.length).replace(/\?.*/, "")).filter((path) => !path.startsWith("/media/"));
      const api = `/api/v1${LONG_POST}`;
      expect(texts.toSorted()).toEqual([LONG_POST, "/site.css", "/site.js", `${api}/comments`, `${api}/like`].sort());
      const [html, ...others] = await Promise.all(
        [LONG_POST, "/site.css", "/site.js"].map(async (path) => (await fetch(site.url + path)).text()),
      );
      const bytes = [html, ...others].map((text) => gzipSync(text ?? "").length).reduce((sum, size) => sum + size);
      expect(bytes).toBeLessThanOrEqual(FIRST_VISIT_MAX_BYTES);
      expect(await page.evaluate(measureShift)).toBeLessThan(SHIFT_MAX);
    });
  });
});

/** Every page in the sitemap, and the pages that it does not list. */
async function readPaths(url: string): Promise<readonly string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => new URL(address).pathname);
  return [...new Set([...paths, "/search", "/nothing/here"])];
}

/** The first path of each shape, such as the post of `/posts/a` and `/posts/b`. */
function onePerShape(paths: readonly string[]): ReadonlySet<string> {
  const shapes = new Map(paths.toReversed().map((path) => [path.replace(/[^/]+\/?$/, path.lastIndexOf("/") > 0 ? "*" : "$&"), path]));
  return new Set(shapes.values());
}

function boxOf(page: Page, selector: string): Promise<DOMRect> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().toJSON());
}

/** Runs in the page: makes its wide formula part of a paragraph. Returns false if it has none. */
function moveFormulaIntoLine(): boolean {
  const formula = document.querySelector(".formula > .katex");
  const paragraph = document.querySelector(".prose > p");
  if (formula === null || paragraph === null) return false;
  formula.querySelector("math")?.removeAttribute("display");
  paragraph.append(formula);
  return paragraph.scrollWidth > innerWidth;
}

/** Runs in the page: the mean of the characters in the full lines of its paragraphs. */
function countCharacters(): number {
  const lines = [...document.querySelectorAll(".prose > p")].flatMap((paragraph) => {
    const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
    const counts = new Map<number, number>();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      for (let at = 0; at < (node.textContent?.length ?? 0); at += 1) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const bottom = Math.round(range.getBoundingClientRect().bottom / 8);
        counts.set(bottom, (counts.get(bottom) ?? 0) + 1);
      }
    return [...counts.values()].slice(0, -1).filter((count) => count > 30);
  });
  return lines.reduce((sum, count) => sum + count, 0) / lines.length;
}

/** Runs in the page: cumulative layout shift since it was opened. */
function measureShift(): Promise<number> {
  return new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { readonly value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(sum), 300);
  });
}
