import { gzipSync } from "node:zlib";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { SCRIPT_FILES } from "../../contract/static-files.ts";
import { ENGLISH } from "../../packages/octavo-client/elements/texts/element-texts.ts";
import { type ElementSite, openElementPage, openElementSite } from "./element-page.ts";
import { describeInBrowser } from "./programs.ts";
import { findObjections, measureOverflow } from "./served-site.ts";

const ELEMENTS_MAX_BYTES = 14 * 1024;
const TEXTS_MAX_BYTES = 1280;

const HTML = `<p>The creek froze over. <octavo-like slug="tides"></octavo-like></p><octavo-search>Search needs JavaScript.</octavo-search>
<octavo-comments slug="tides">Comments need JavaScript.</octavo-comments><octavo-inquiry></octavo-inquiry>`;

describeInBrowser("the elements on another origin, under a strict policy", (openBrowser) => {
  let site: ElementSite;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    site = await openElementSite();
    browser = await openBrowser();
    site.addPage("/tides", HTML);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

  const open = async (path: string, options: BrowserContextOptions = {}): Promise<void> => {
    ({ page, complaints } = await openElementPage(browser, options));
    await page.goto(site.origin + path);
  };

  it("are small, and so are their texts, which are complete in each language", async () => {
    for (const name of SCRIPT_FILES.filter((file) => file.startsWith("octavo-elements"))) {
      const answer = await fetch(`${site.api}/${name}`);
      const text = await answer.text();
      expect(answer.headers.get("content-type"), name).toMatch(name.endsWith(".js") ? /^text\/javascript/ : /^application\/json/);
      const max = name.endsWith(".js") ? ELEMENTS_MAX_BYTES : TEXTS_MAX_BYTES;
      expect(gzipSync(text, { level: 9 }).length, name).toBeLessThanOrEqual(max);
      if (name.endsWith(".json")) expect(Object.keys(JSON.parse(text)), name).toEqual(Object.keys(ENGLISH));
    }
  });

  it("like and unlike, and remember it", async () => {
    await open("/tides");
    const like = page.getByRole("button", { name: "Like" });
    const state = async (): Promise<unknown> => [await like.getAttribute("aria-pressed"), await like.locator("[part=count]").textContent()];
    await expect.poll(state).toEqual(["false", "0"]);
    const answer = page.waitForResponse((response) => response.request().method() === "POST" && response.url().endsWith("/like"));
    await like.click();
    expect((await answer).status()).toBe(200);
    await page.reload();
    await expect.poll(state).toEqual(["true", "1"]);
    await like.click();
    await expect.poll(state).toEqual(["false", "0"]);
    expect(complaints).toEqual([]);
  });

  it("do not link to an address from the API that would run a script", async () => {
    await open("/tides");
    const item = { kind: "post", slug: "a", title: "Trap", url: "javascript:document.title='run'", snippetHtml: "" };
    const pagination = { page: 1, pageSize: 20, totalItems: 1, totalPages: 1, hasNextPage: false, hasPreviousPage: false };
    const json = { items: [item], pagination, facets: { post: 1, project: 0, book: 0 } };
    await page.route("**/search?*", (route) => route.fulfill({ json, headers: { "Access-Control-Allow-Origin": "*" } }));
    await page.getByRole("searchbox", { name: "Search" }).fill("trap");
    const option = page.locator("octavo-search [part=result]");
    await option.waitFor();
    expect(await option.getAttribute("href")).toBe(null);
  });

  it("can search by keyboard, and say how many were found", async () => {
    await open("/tides");
    const input = page.getByRole("searchbox", { name: "Search" });
    await input.focus();
    await page.keyboard.type("creek");
    const results = page.locator("octavo-search [part=result]");
    await results.first().waitFor();
    expect(await page.locator("octavo-search [role=status]").textContent()).toBe("2 results");
    expect(await results.first().locator("mark").first().textContent()).toBe("creek");
    const focused = page.locator("octavo-search :focus");
    await page.keyboard.press("ArrowDown");
    expect(await focused.getAttribute("href")).toMatch(/\/posts\/[a-z-]+$/);
    await page.keyboard.press("ArrowUp");
    expect(await focused.getAttribute("type")).toBe("search");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    expect([await results.first().isVisible(), await focused.getAttribute("type")]).toEqual([false, "search"]);
    await input.fill("zzzz");
    await page.locator("octavo-search [part=notice]").getByText("0 results").waitFor();
    expect(complaints).toEqual([]);
  });

  it("keep the focus when the hits of a longer query replace the focused one", async () => {
    await open("/tides");
    const input = page.getByRole("searchbox", { name: "Search" });
    await input.fill("cre");
    const results = page.locator("octavo-search [part=result]");
    await results.first().waitFor();
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await page.route("**/search?*", async (route) => {
      asked.resolve();
      await held.promise;
      await route.continue();
    });
    await page.keyboard.type("ek");
    await asked.promise;
    await page.keyboard.press("ArrowDown");
    const old = await results.first().elementHandle();
    held.resolve();
    await expect.poll(() => old?.evaluate((node) => node.isConnected)).toBe(false);
    expect(await page.locator("octavo-search :focus").getAttribute("type")).toBe("search");
    expect(await results.first().isVisible()).toBe(true);
  });

  it("keep the query in the address and its hits below the field, with sync", async () => {
    site.addPage("/found", "<octavo-search sync></octavo-search><p>Below</p>");
    await open("/found?view=wide#top");
    // Routers of front ends keep their own state in the entry.
    await page.evaluate(() => history.replaceState({ a: 1 }, ""));
    await page.getByRole("searchbox", { name: "Search" }).fill("creek & salt");
    const results = page.locator("octavo-search [part=result]");
    await results.first().waitFor();
    expect(page.url()).toMatch(/\/found\?view=wide&q=creek\+%26\+salt#top$/);
    expect(await page.evaluate(() => history.state)).toEqual({ a: 1 });
    await page.keyboard.press("Escape");
    await page.getByText("Below").click();
    expect(await results.first().isVisible()).toBe(true);
    await page.reload();
    await results.first().waitFor();
    expect(await page.getByRole("searchbox", { name: "Search" }).inputValue()).toBe("creek & salt");
    await page.getByRole("searchbox", { name: "Search" }).fill("");
    await expect.poll(() => page.url()).toMatch(/\/found\?view=wide&q=#top$/);
    expect(complaints).toEqual([]);
  });

  it("show the covers of hits and the facets of any kind", async () => {
    await open("/tides");
    const cover = { url: `${site.api}/media/large.webp`, variants: [{ url: `${site.api}/media/small.webp` }] };
    const item = { kind: "talks", slug: "a", title: "Tides", url: `${site.api}/talks/a/`, cover, snippetHtml: "" };
    const pagination = { page: 1, pageSize: 20, totalItems: 2, totalPages: 1, hasNextPage: false, hasPreviousPage: false };
    const json = {
      items: [item, { ...item, kind: "photo", cover: null }],
      pagination,
      facets: { post: 0, project: 0, book: 0, photo: 1, talks: 1 },
    };
    await page.route("**/search?*", (route) => route.fulfill({ json, headers: { "Access-Control-Allow-Origin": "*" } }));
    await page.getByRole("searchbox", { name: "Search" }).fill("tides");
    await page.locator("octavo-search [part=result]").first().waitFor();
    expect(await page.locator("octavo-search [part=cover]").evaluateAll((all) => all.map((one) => one.getAttribute("src")))).toEqual([
      `${site.api}/media/small.webp`,
    ]);
    expect(await page.locator("octavo-search [part=facet]").allTextContents()).toEqual(["All", "Photos 1", "talks 1"]);
  });

  it("accept an inquiry", async () => {
    await open("/tides");
    const form = page.getByRole("form", { name: "Message" });
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("Please fill this in.").first().waitFor();
    await form.getByRole("textbox", { name: "Message" }).fill("How much for a map?");
    await form.getByRole("textbox", { name: "Email" }).fill("fay@fay.example");
    await form.getByRole("button", { name: "Send" }).click();
    await page.locator("octavo-inquiry [part=thanks]").waitFor();
    expect(complaints).toEqual([]);
  });

  it.each([
    ["de", "Kommentar schreiben", "Noch keine Kommentare"],
    ["fr-CA", "Écrire un commentaire", "Aucun commentaire pour l’instant"],
    ["es", "Escribe un comentario", "Aún no hay comentarios"],
    ["ja", "コメントを書く", "コメントはまだありません"],
  ])("speak the page's language: %s", async (lang, label, heading) => {
    site.addPage(`/${lang}`, HTML, { lang });
    await open(`/${lang}`);
    await page.getByRole("form", { name: label }).waitFor();
    await page.getByRole("heading", { name: heading, exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("use English for texts missing from a file of texts", async () => {
    site.addPage("/lacking", HTML, { lang: "de" });
    ({ page, complaints } = await openElementPage(browser));
    await page.route("**/octavo-elements.de.json", (route) => route.fulfill({ json: { comment: "Schreib etwas" } }));
    await page.goto(`${site.origin}/lacking`);
    await page.getByRole("form", { name: "Schreib etwas" }).waitFor();
    await page.getByRole("link", { name: "Follow this discussion" }).waitFor();
    expect(await page.locator("octavo-comments").innerText()).not.toContain("undefined");
    expect(complaints).toEqual([]);
  });

  it("have their attributes as properties, even if these are set before the elements are defined", async () => {
    site.addPage("/properties", "<octavo-like></octavo-like><octavo-comments></octavo-comments><octavo-inquiry></octavo-inquiry>");
    // Before the script, which is deferred, has run.
    ({ page, complaints } = await openElementPage(browser));
    await page.addInitScript(`new MutationObserver(() => {
      const like = document.querySelector("octavo-like");
      if (like && !like.matches(":defined")) like.slug = "tides";
    }).observe(document, { childList: true, subtree: true });`);
    await page.goto(`${site.origin}/properties`);
    await page.getByRole("button", { name: "Like" }).waitFor();
    expect(await page.locator("octavo-like").getAttribute("slug")).toBe("tides");
    const read = await page.evaluate(() => {
      const comments = document.createElement("octavo-comments");
      comments.commentsOpen = "false";
      comments.slug = "tides";
      const inquiry = document.createElement("octavo-inquiry");
      inquiry.serviceId = "weaving";
      document.body.append(comments, inquiry);
      inquiry.serviceId = null;
      return [comments.outerHTML, inquiry.outerHTML, comments.slug];
    });
    expect(read).toEqual([
      '<octavo-comments comments-open="false" slug="tides"></octavo-comments>',
      "<octavo-inquiry></octavo-inquiry>",
      "tides",
    ]);
    await page.getByText("Comments are closed.").waitFor();
  });

  it("use the page's own texts", async () => {
    site.addPage("/own", `<script type="application/json" id="octavo-texts">{ "like": "Well done" }</script>${HTML}`);
    await open("/own");
    await page.getByRole("button", { name: "Well done" }).waitFor();
  });

  it("use English if the page's texts are not JSON, and report why", async () => {
    site.addPage("/slip", `<script type="application/json" id="octavo-texts">{ "like": }</script>${HTML}`);
    await open("/slip");
    await page.getByRole("button", { name: "Like" }).waitFor();
    expect(complaints).toContainEqual(expect.stringMatching(/^octavo-texts SyntaxError/));
  });

  it("show their fallback content if no script runs", async () => {
    await open("/tides", { javaScriptEnabled: false });
    expect(await page.getByText("Comments need JavaScript.").isVisible()).toBe(true);
  });

  it("pass axe if the API is away", async () => {
    await open("/tides");
    await page.route("**/api/v1/**", (route) => route.abort());
    await page.reload();
    await page.locator("octavo-comments").getByRole("button", { name: "Try again" }).waitFor();
    await page.locator("octavo-inquiry").getByRole("button", { name: "Try again" }).waitFor();
    expect(await findObjections(page)).toEqual([]);
  });

  it.each<[string, BrowserContextOptions, string]>([
    ["light, on a desktop", { colorScheme: "light", viewport: { width: 1200, height: 900 } }, "ltr"],
    ["dark, on a phone", { colorScheme: "dark", viewport: { width: 390, height: 844 } }, "ltr"],
    ["from right to left", { viewport: { width: 390, height: 844 } }, "rtl"],
  ])("pass axe, and fit: %s", async (how, options, dir) => {
    site.addPage(`/axe-${dir}`, HTML, { dir });
    await open(`/axe-${dir}`, options);
    const form = page.getByRole("form", { name: "Write a comment" });
    await form.getByRole("textbox", { name: "Write a comment" }).fill(`\`K1\` > *M2*, https://ada.example/ by the hour, ${how}`);
    await form.getByRole("textbox", { name: "Name" }).fill("Ada");
    await form.getByRole("button", { name: "Send" }).click();
    await page.locator("article").getByRole("button", { name: "Edit" }).first().click();
    await page.getByRole("searchbox", { name: "Search" }).fill("creek");
    await page.locator("octavo-search [part=result]").first().waitFor();
    expect(await findObjections(page)).toEqual([]);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });
});
