import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { renderComment } from "../../server/text/comment-markdown.ts";
import { XSS_VECTORS } from "../server/text/vectors.ts";
import { describeInBrowser } from "./programs.ts";

const SITE = "http://site.example";

const escapeText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const toDocument = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A post</title></head><body>${body}</body></html>`;

const rendered = XSS_VECTORS.map(({ name, input }) => ({ name, html: renderComment(input).html }));
const asPage = toDocument(rendered.map(({ name, html }) => `<article title="${escapeText(name)}">${html}</article>`).join("\n"));

/**
 * Allows time for everything that starts by itself: autofocus, animations, toggles, failed loads.
 */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))));
}

describeInBrowser("rendered comments in a browser", (openBrowser) => {
  let browser: Browser;
  let page: Page;
  /** Answers of the site, by path. */
  let documents: Map<string, string>;
  /** Scripts that ran, requests that were sent, windows and dialogs that opened. */
  let incidents: string[];

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  beforeEach(async () => {
    incidents = [];
    documents = new Map([["/", asPage]]);
    page = await browser.newPage();
    await page.exposeFunction("report", (what: string) => incidents.push(what));
    await page.addInitScript(() => {
      const report = (what: string): void => void (window as unknown as { report: (what: string) => void }).report(what);
      for (const name of ["alert", "confirm", "prompt", "open", "print"] as const)
        Object.assign(window, { [name]: () => report(`script: ${name}`) });
      window.addEventListener("error", (event) => {
        if (event instanceof ErrorEvent) report(`script error: ${event.message}`);
      });
    });
    await page.route("**/*", (route) => {
      const url = new URL(route.request().url());
      const body = url.origin === SITE ? documents.get(url.pathname) : undefined;
      if (body !== undefined) return route.fulfill({ body, contentType: "text/html; charset=utf-8" });
      incidents.push(`request: ${url.href}`);
      return route.abort();
    });
    page.on("dialog", (dialog) => {
      incidents.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("popup", () => incidents.push("popup"));
    page.on("framenavigated", (frame) => {
      if (!documents.has(new URL(frame.url(), SITE).pathname)) incidents.push(`navigation: ${frame.url()}`);
    });
  });
  afterEach(() => page.close());

  it("run and request nothing when the page with all of them is loaded", async () => {
    await page.goto(`${SITE}/`);
    await settle(page);
    expect(incidents).toEqual([]);
    expect(page.frames()).toHaveLength(1);
    // None broke out of its element, closed its neighbour, or swallowed the rest of the page.
    const names = await page.evaluate(() =>
      Array.from(document.body.children, (child) => `${child.tagName} ${child.getAttribute("title")}`),
    );
    expect(names).toEqual(rendered.map(({ name }) => `ARTICLE ${name}`));
    expect(await page.title()).toBe("A post");
  });

  it("run and request nothing when each is inserted by script, hovered over, focused and clicked", async () => {
    documents.set("/empty", toDocument("<main></main>"));
    await page.goto(`${SITE}/empty`);
    for (const { name, html } of rendered) {
      await page.evaluate((inserted) => {
        const main = document.querySelector("main");
        if (main === null) throw new Error("the page was changed");
        main.innerHTML = inserted;
        // Links must not lead away; the next test checks their targets.
        main.addEventListener("click", (event) => event.preventDefault(), { once: true });
        for (const element of main.querySelectorAll("*")) {
          for (const type of [
            "pointerover",
            "mouseover",
            "mouseenter",
            "focus",
            "click",
            "toggle",
            "load",
            "error",
            "animationstart",
            "copy",
          ])
            element.dispatchEvent(new Event(type, { cancelable: true }));
        }
      }, html);
      expect(incidents, name).toEqual([]);
    }
    await settle(page);
    expect(incidents).toEqual([]);
  });

  it("have only links to the web and to mail, as the browser reads them, all marked, and no other attributes", async () => {
    await page.goto(`${SITE}/`);
    const { schemes, rels, attributes } = await page.evaluate(() => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>("article a")];
      const elements = [...document.querySelectorAll("article *")];
      return {
        schemes: [...new Set(links.map((link) => link.protocol))].sort(),
        rels: [...new Set(links.map((link) => link.rel))],
        attributes: [...new Set(elements.flatMap((element) => element.getAttributeNames()))].sort(),
      };
    });
    expect(schemes).toEqual(["http:", "https:", "mailto:"]);
    expect(rels).toEqual(["nofollow ugc noopener"]);
    expect(attributes.filter((name) => !["class", "href", "rel", "start"].includes(name))).toEqual([]);
  });

  it("are harmless only because they are rendered: the same texts, inserted unrendered, run scripts and send requests", async () => {
    const noticed: string[] = [];
    // Vectors that need no click and no Markdown.
    const vectors = XSS_VECTORS.filter(({ name }) => /^(?:script tags|handlers|embeds|svg and math) /.test(name));
    for (const [index, { name, input }] of vectors.entries()) {
      incidents.length = 0;
      documents.set(`/${index}`, toDocument(input));
      await page.goto(`${SITE}/${index}`).catch(() => undefined);
      await settle(page).catch(() => undefined);
      if (incidents.length > 0) noticed.push(name);
    }
    // Some are for other browsers, and some change the page without a script.
    expect(noticed.length).toBeGreaterThan(60);
    expect(noticed).toEqual(expect.arrayContaining(["script tags 1", "handlers 1", "embeds 20", "svg and math 1"]));
  }, 180_000);
});
