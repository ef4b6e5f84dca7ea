import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { post } from "../cli/site-fixture.ts";
import { describeInBrowser } from "./programs.ts";
import { findObjections, measureOverflow, type ServedSite, serveSite } from "./served-site.ts";

const LONG_WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
const AHEAD = new Date(Date.now() + 400 * 86_400_000).toISOString().slice(0, 10);
const HEBREW = `---
title: שלום עולם
publishedAt: 2026-01-03
language: he
---

## התחלה

טקסט.

\`\`\`js
const tide = 1;
\`\`\`
`;
/** No server has this name (RFC 2606). */
const GONE = "https://pictures.invalid/gone.jpg";
const FILES = {
  "content/site.yaml": `name: ${LONG_WORD} of the north
url: https://marsh.example
tagline: ${"A line that goes on and on. ".repeat(6)}
footerLinks: [{ label: Imprint, url: https://marsh.example/imprint }]
`,
  "content/posts/long.md": post(`${LONG_WORD} https://marsh.example/a/path/that/never/breaks/anywhere`, "2026-01-01", "tags: [reeds]\n"),
  "content/posts/hebrew.md": HEBREW,
  "content/posts/japanese.md": post("寒い朝の記録", "2026-01-04", "language: ja\npermalink: /記/寒い朝.html\n"),
  "content/posts/old.md": post("Of the old site", "2014-03-12", "permalink: /2014/03/12/of_the_old_site.html\n"),
  "content/posts/remote.md": `---
title: Pictures elsewhere
publishedAt: 2026-01-05
cover: { src: "${GONE}", alt: A heron that flew away }
---

![Reeds](${GONE})
`,
  "content/posts/draft.md": post("Unfinished", "2026-01-06", "draft: true\n"),
  "content/posts/ahead.md": post("Of the future", AHEAD),
  ...Object.fromEntries(
    Array.from({ length: 45 }, (_, index) => [
      `content/posts/n${index}.md`,
      post(`Note ${index}`, `2025-01-${String((index % 28) + 1).padStart(2, "0")}`),
    ]),
  ),
};

const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: "dark" } as const;

describeInBrowser("the reader of unusual content, with drafts", (openBrowser) => {
  let site: ServedSite;
  let url: string;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    site = await serveSite({ openBrowser, command: "dev", args: ["--drafts", "--future"], files: FILES });
    ({ url } = site);
  }, 120_000);
  afterAll(() => site.close());
  beforeEach(async () => {
    ({ page, complaints } = await site.open());
  });
  afterEach(() => site.closePages());

  const heading = (name: string) => page.getByRole("heading", { name, level: 1 });
  const card = (title: string) => page.locator("article.card").filter({ hasText: title });

  it("says what the public does not see yet", async () => {
    await page.goto(url);
    await card("Unfinished").getByText("Draft", { exact: true }).waitFor();
    await card("Of the future").getByText("Dated ahead", { exact: true }).waitFor();
    expect(await page.locator(".badge").count()).toBe(2);
    await page.getByRole("link", { name: "Unfinished" }).click();
    await heading("Unfinished").getByText("Draft", { exact: true }).waitFor();
    await site.folder.write("content/posts/draft.md", post("Done at last", "2026-01-06"));
    await heading("Done at last").waitFor();
    expect(await heading("Done at last").locator(".badge").count()).toBe(0);
    await site.folder.write("content/posts/draft.md", FILES["content/posts/draft.md"]);
    await heading("Unfinished").getByText("Draft", { exact: true }).waitFor();
  });

  it.each([
    ["/", LONG_WORD],
    ["/posts/long", LONG_WORD],
    ["/posts/hebrew", "שלום עולם"],
    ["/posts/remote", "Pictures elsewhere"],
    ["/posts?page=2", "Posts"],
    ["/posts?tag=nothing", "Posts"],
    ["/search", "Search"],
  ])("fits on a telephone and has nothing that axe objects to: %s", async (path, title) => {
    ({ page } = await site.open(PHONE));
    await page.goto(url + path, { waitUntil: "networkidle" });
    await heading(title).waitFor();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    expect(await findObjections(page)).toEqual([]);
  });

  it("runs from right to left where the language does, but for code and the reader's own words", async () => {
    await page.goto(`${url}/posts/hebrew`);
    await heading("שלום עולם").waitFor();
    const directionOf = (selector: string): Promise<string> => page.locator(selector).evaluate((each) => getComputedStyle(each).direction);
    expect(await directionOf("main")).toBe("rtl");
    expect(await directionOf(".prose pre")).toBe("ltr");
    expect(await directionOf("header.top")).toBe("ltr");
    const [date, minutes] = await page
      .locator(".post .facts > :not([aria-hidden])")
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().x));
    expect(date).toBeGreaterThan(minutes ?? 0);
    await page.goto(`${url}/posts?language=he`);
    expect(await card("שלום עולם").getAttribute("dir")).toBe("rtl");
    await page.goto(url);
    expect(await card("Pictures elsewhere").getAttribute("dir")).toBe("ltr");
    expect(await directionOf("main")).toBe("ltr");
  });

  it.each([
    ["/%E8%A8%98/%E5%AF%92%E3%81%84%E6%9C%9D.html", "寒い朝の記録"],
    ["/2014/03/12/of_the_old_site.html", "Of the old site"],
  ])("finds a post at an address of its author's own, and writes nothing into the log: %s", async (path, title) => {
    await page.goto(url + path);
    await heading(title).waitFor();
    expect(complaints).toEqual([]);
  });

  it("describes a picture that is gone, and leaves it out of lists", async () => {
    await page.goto(`${url}/posts/remote`);
    await page.locator("figure").getByText("A heron that flew away").waitFor();
    await page.goto(url);
    await card("Pictures elsewhere").waitFor();
    await expect.poll(() => card("Pictures elsewhere").locator(".picture:visible").count()).toBe(0);
  });

  it("leads to the first and the last of many pages", async () => {
    await page.goto(`${url}/posts`);
    await page.getByRole("link", { name: "Last" }).click();
    await page.getByText("6 of 6").waitFor();
    expect(await page.getByRole("link", { name: "Next" }).count()).toBe(0);
    await page.getByRole("link", { name: "Previous" }).click();
    await page.getByText("5 of 6").waitFor();
    await page.getByRole("link", { name: "First" }).click();
    await page.getByText("1 of 6").waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  it("searches at once for what the address says", async () => {
    await page.goto(`${url}/search?q=unfinished`);
    await page.locator("octavo-search").getByRole("link", { name: "Unfinished" }).first().waitFor();
    expect(await page.getByRole("searchbox", { name: "Search" }).inputValue()).toBe("unfinished");
  });

  it("has the site's links and its feed at its foot", async () => {
    await page.goto(url);
    const foot = page.getByRole("contentinfo");
    expect(await foot.getByRole("link", { name: "Imprint" }).getAttribute("href")).toBe("https://marsh.example/imprint");
    const feed = await foot.getByRole("link", { name: "Feed" }).getAttribute("href");
    expect((await fetch(url + feed)).status).toBe(200);
  });

  it("keeps no connection open to a headless browser, whose pictures wait for all requests", async () => {
    const headless = await site.open({ userAgent: "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/141.0.0.0 Safari/537.36" });
    await headless.page.goto(url, { waitUntil: "networkidle" });
    await headless.page.locator("article.card").first().waitFor();
    expect(headless.asked.filter((address) => address.includes("/_octavo/events"))).toEqual([]);
  });

  it("says where all of it is to be had without a script", async () => {
    ({ page } = await site.open({ javaScriptEnabled: false }));
    await page.goto(`${url}/posts/long`);
    expect(await page.getByRole("link", { name: "the paths of the API" }).getAttribute("href")).toBe("/api");
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain(LONG_WORD);
  });
});

describeInBrowser("the reader of an empty site", (openBrowser) => {
  let site: ServedSite;

  beforeAll(async () => {
    site = await serveSite({ openBrowser, files: { "content/site.yaml": "name: Nobody yet\nurl: https://empty.example\n" }, alone: true });
  }, 60_000);
  afterAll(() => site.close());

  it.each(["/", "/posts", "/projects", "/books", "/photos", "/services", "/about", "/search"])("says at %s what to do", async (path) => {
    const { page, complaints } = await site.open(PHONE);
    await page.goto(site.url + path, { waitUntil: "networkidle" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    const text = (await page.locator("main").textContent()) ?? "";
    if (path !== "/search") expect(text).toMatch(/octavo new|content\/|is published yet|is offered yet/);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    expect(await findObjections(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
