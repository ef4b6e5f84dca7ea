import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { post } from "../cli/site-fixture.ts";
import { describeInBrowser } from "./programs.ts";
import { findObjections, measureOverflow, type ServedSite, serveSite } from "./served-site.ts";

/** 23:30 of the day before in Los Angeles, and 07:30 in London. */
const NIGHT = "2026-05-02T06:30:00Z";
const GERMAN_FILES = {
  "content/site.yaml": `name: Wattnotizen
url: https://watt.example
language: de
timeZone: Europe/Berlin
accentColor: "#ffd400"
`,
  "content/posts/first-ice.md": post("Das erste Eis", NIGHT, "updatedAt: 2026-05-02T21:00:00Z\ntags: [eis]\n"),
  "content/posts/grid.md": `---
title: Warum \`grid\` und *nicht* \`\`a\`b\`\`
publishedAt: 2026-05-03
---

| links | Mitte | rechts | ohne |
|:--|:-:|--:|---|
| 1 | 2 | 3 | 4 |
`,
  "content/posts/japanese.md": post("寒い朝の記録", "2026-01-04", "language: ja\n"),
  "content/books/reed.md": `---
title: Schilf
authors: [Ada Lund]
status: finished
finishedOn: 2026-02-03
rating: 4.5
pageCount: 1234
---

Gut.
`,
  "content/projects/dike.md": "---\ntitle: Ein Deich aus `npm`\nstatus: active\nstartedOn: 2024-02-01\n---\n\nText.\n",
};

const WEST = { timezoneId: "America/Los_Angeles", locale: "en-US" } as const;

describeInBrowser("the reader of a German site, in Los Angeles", (openBrowser) => {
  let site: ServedSite;
  let url: string;

  beforeAll(async () => {
    site = await serveSite({ openBrowser, files: GERMAN_FILES });
    ({ url } = site);
  }, 120_000);
  afterAll(() => site.close());
  afterEach(() => site.closePages());

  const open = async (path: string, options = {}): Promise<Page> => {
    const { page } = await site.open({ ...WEST, ...options });
    await page.goto(url + path, { waitUntil: "networkidle" });
    return page;
  };

  it("shows the days of the site's zone in its language, and no change on the day of publication", async () => {
    const page = await open("/posts/first-ice");
    expect(await page.locator(".post header time").allTextContents()).toEqual(["2. Mai 2026"]);
    await page.goto(`${url}/books/reed`);
    await page.locator("dl.fields").waitFor();
    expect(await page.locator("dl.fields > div").allTextContents()).toEqual([
      ...["VonAda Lund", "Seiten1.234", "StatusGelesen", "Wertung★★★★½", "Ausgelesen3. Februar 2026"],
    ]);
  });

  it("has German words on all pages, and none of the English ones", async () => {
    const page = await open("/");
    expect(await page.locator("header.top nav li").allTextContents()).toEqual(["Beiträge", "Projekte", "Bücher", "Suche"]);
    for (const path of [
      "/",
      "/posts",
      "/posts?tag=nichts",
      "/posts/first-ice",
      "/projects",
      "/projects/dike",
      "/books",
      "/books/reed",
      "/photos",
      "/services",
      "/about",
      "/search",
      "/nichts",
    ]) {
      await page.goto(url + path, { waitUntil: "networkidle" });
      const text = await page.locator("body").innerText();
      expect(text).not.toMatch(
        /\b(?:Posts|Books|Search|Nothing|All|Show|Tag|Status: |Read|Active|since|finished|Older|Newer|Comments?|Like|published|Latest)\b/,
      );
      expect(await page.locator("html").getAttribute("lang")).toBe("de");
      expect(await findObjections(page)).toEqual([]);
    }
  });

  it("names the language of a post that is not the site's, and that of its comments", async () => {
    const page = await open("/posts/japanese");
    expect(await page.locator("article.post").getAttribute("lang")).toBe("ja");
    expect(await page.locator("main").getAttribute("lang")).toBe("de");
    expect(await page.locator("section.comments").getAttribute("lang")).toBe("ja");
  });

  it("shows half a star, also to those who hear the page", async () => {
    const page = await open("/books");
    expect(await page.getByRole("img", { name: "4,5 von 5 Sternen" }).textContent()).toBe("★★★★½");
  });

  it("aligns the columns of tables as their author said", async () => {
    const page = await open("/posts/grid");
    const alignments = await page.locator(".prose tbody td").evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).textAlign));
    expect(alignments.map((each) => each.replace("-webkit-", ""))).toEqual(["left", "center", "right", "start"]);
  });

  it("shows code in titles as code, and leaves it plain in the title of the window", async () => {
    const page = await open("/posts/grid");
    expect(await page.locator("h1 code").allTextContents()).toEqual(["grid", "a`b"]);
    expect(await page.title()).toBe("Warum grid und *nicht* a`b · Wattnotizen");
    await page.goto(url);
    await page.locator("h2 code").first().waitFor();
    await page.goto(`${url}/projects`);
    await page.getByRole("link", { name: "Ein Deich aus npm" }).waitFor();
  });

  it.each(["light", "dark"] as const)("draws in the site's accent colour, readable in a %s scheme", async (colorScheme) => {
    const page = await open("/posts/first-ice", { colorScheme });
    const colors = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return { accent: style.getPropertyValue("--accent"), element: style.getPropertyValue("--octavo-accent") };
    });
    expect(colors.accent).toBe(colorScheme === "light" ? "#856e00" : "#ffd400");
    expect(colors.element).toBe(colors.accent);
    await page.locator(".tags a").hover();
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
    expect(await findObjections(page)).toEqual([]);
  });
});

describeInBrowser("the reader of a Hebrew site", (openBrowser) => {
  let site: ServedSite;
  beforeAll(async () => {
    site = await serveSite({
      openBrowser,
      files: {
        "content/site.yaml": "name: יומן הביצה\nurl: https://marsh.example\nlanguage: he\ntimeZone: Asia/Jerusalem\n",
        "content/posts/first-ice.md": post("שלום עולם", "2026-05-02T22:30:00Z"),
      },
    });
  }, 120_000);
  afterAll(() => site.close());

  it.each([
    "/",
    "/posts",
    "/posts/first-ice",
    "/search",
  ])("runs from right to left, with Hebrew days and English words: %s", async (path) => {
    const { page } = await site.open({ ...WEST, viewport: { width: 360, height: 740 } });
    await page.goto(site.url + path, { waitUntil: "networkidle" });
    expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
    for (const place of ["header.top", "main", "footer.foot"])
      expect(await page.locator(place).evaluate((element) => getComputedStyle(element).direction)).toBe("rtl");
    if (path !== "/search") expect(await page.locator("main time").first().textContent()).toBe("3 במאי 2026");
    expect(await page.locator("header.top ul").getAttribute("lang")).toBe("en");
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    expect(await findObjections(page)).toEqual([]);
  });
});
