import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { post } from "../cli/site-fixture.ts";
import { describeInBrowser } from "./programs.ts";
import { findObjections, measureOverflow, type ServedSite, serveSite } from "./served-site.ts";

/** The reader shows kinds of a site's own, of which it knows nothing but what `/kinds` says. */

const CONFIG = `
import { defineKind, field } from ${JSON.stringify(new URL("../../contract/config/define-kind.ts", import.meta.url).href)};
export default {
  translations: "suffix",
  kinds: {
    talks: defineKind({
      words: { one: "Vortrag", many: "Vorträge" },
      fields: {
        event: field.text(),
        heldOn: field.date(),
        level: field.oneOf(["intro", "deep"]).optional(),
        seats: field.number().optional(),
        isRecorded: field.boolean().default(false),
        slides: field.url().optional(),
        handout: field.file().optional(),
        post: field.reference("posts").optional(),
        venue: field.object({ city: field.text() }).optional(),
      },
      filters: ["event", "level", "isRecorded", "seats"],
      tags: true,
      page: "/{lang?}/wann/{year}/{slug}/",
    }),
    notes: defineKind({ words: { one: "Notiz", many: "Notizen" }, fields: {} }),
    drafts: defineKind({ words: { one: "Entwurf", many: "Entwürfe" }, fields: {} }),
  },
};`;
const FILES = {
  "octavo.config.mjs": CONFIG,
  "content/site.yaml": "name: Watt\nurl: https://watt.example\nlanguage: de\ntimeZone: Europe/Berlin\n",
  "content/posts/first-ice.md": post("Das erste Eis", "2026-01-02", "\n").replace("The creek", "See [it](../talks/tides.md). The creek"),
  "content/talks/tides.md": `---
event: Fjord Conf
heldOn: 2025-02-01
publishedAt: 2025-02-01
level: deep
seats: 1200
isRecorded: true
slides: https://www.example.org/tides.pdf
handout: tides.pdf
post: first-ice
venue: { city: Bergen }
tags: [Meer]
---
# Tides in a \`file\`

How the *table* is read.
`,
  "content/talks/looms.md": "---\ntitle: Looms\nevent: WeaveConf\nheldOn: 2024-06-01\npublishedAt: 2024-06-01\nlevel: intro\n---\nWarp.\n",
  "content/talks/looms.en.md": "---\ntitle: Looms, in English\nevent: WeaveConf\nheldOn: 2024-06-01\npublishedAt: 2024-06-01\n---\nWarp.\n",
  "content/talks/tides.pdf": "x".repeat(1_234_567),
  "content/notes/one.md": "A note without a title.\n",
  "content/pages/about.md": "---\ntitle: Ich\n---\nSeite.\n",
  "content/pages/notes.md": "---\ntitle: Zettelkasten\n---\nSeite.\n",
};

describeInBrowser("the reader of a site with kinds of its own", (openBrowser) => {
  let site: ServedSite;
  let url: string;

  beforeAll(async () => {
    site = await serveSite({ openBrowser, files: FILES });
    ({ url } = site);
  }, 120_000);
  afterAll(() => site.close());
  afterEach(() => site.closePages());

  const open = async (path: string, options = {}): Promise<{ page: Page; complaints: readonly string[] }> => {
    const { page, complaints } = await site.open(options);
    await page.goto(url + path, { waitUntil: "networkidle" });
    return { page, complaints };
  };
  const texts = (page: Page, selector: string): Promise<string[]> => page.locator(selector).allTextContents();

  it("names those with documents in the menu, and lists them with their date and filters", async () => {
    const { page, complaints } = await open("/");
    expect(await texts(page, ".top nav li")).toEqual(["Beiträge", "Zettelkasten", "Vorträge", "Ich", "Suche"]);
    await page.getByRole("link", { name: "Vorträge" }).click();
    await expect.poll(() => texts(page, "article.card h2")).toEqual(["Tides in a file", "Looms"]);
    expect(await texts(page, "article.card .facts")).toEqual([
      "1. Februar 2025·Fjord Conf·deep·Is recorded·Seats: 1.200",
      "example.org/tides.pdf·tides.pdf (1,2\u00a0MB)·Das erste Eis·City: Bergen",
      "1. Juni 2024·WeaveConf·intro",
    ]);
    expect(await texts(page, ".filter > span")).toEqual(["Schlagwort", "Level", "Is recorded", "Sprache", "Reihenfolge"]);
    await page.getByLabel("Sprache").selectOption("en");
    await expect.poll(() => texts(page, "article.card h2")).toEqual(["Looms, in English"]);
    await page.getByLabel("Sprache").selectOption("de");
    await expect.poll(() => texts(page, "article.card h2")).toEqual(["Tides in a file", "Looms"]);
    await page.getByLabel("Level").selectOption("intro");
    await expect.poll(() => texts(page, "article.card h2")).toEqual(["Looms"]);
    await page.goto(`${url}/talks?event=fjord+conf`, { waitUntil: "networkidle" });
    expect(await texts(page, "article.card h2")).toEqual(["Tides in a file"]);
    await page.getByRole("link", { name: "Event: fjord conf ✕" }).click();
    await expect.poll(() => texts(page, "article.card h2")).toEqual(["Tides in a file", "Looms"]);
    expect(complaints).toEqual([]);
  });

  it("shows a document with each field as its type wants, found by its address, a link and its name in the API", async () => {
    const fields = [
      ...["EventFjord Conf", "Held on1. Februar 2025", "Leveldeep", "Seats1.200", "Is recordedJa"],
      ...["Slidesexample.org/tides.pdf", "Handouttides.pdf (1,2\u00a0MB)", "PostDas erste Eis", "VenueCity: Bergen"],
    ];
    const expectDocument = async (page: Page): Promise<void> => {
      await page.locator("dl.fields").waitFor();
      expect(await texts(page, "dl.fields > div")).toEqual(fields);
      expect(await texts(page, "h1")).toEqual(["Tides in a file"]);
      expect(await texts(page, ".prose p")).toEqual(["How the table is read."]);
      expect(await texts(page, ".tags a")).toEqual(["Meer"]);
    };
    const { page, complaints } = await open("/wann/2025/tides/");
    await expectDocument(page);
    await page.getByRole("link", { name: "Das erste Eis" }).click();
    await page.getByRole("link", { name: "it", exact: true }).click();
    await expectDocument(page);
    expect(new URL(page.url()).pathname).toBe("/wann/2025/tides/");
    await page.goto(`${url}/talks/tides`, { waitUntil: "networkidle" });
    await expectDocument(page);
    await page.getByRole("link", { name: "Fjord Conf" }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("?event=Fjord+Conf");
    expect(complaints).toEqual([]);
  });

  it("links the translations of a document, and shows the owner's page in place of its own", async () => {
    const { page, complaints } = await open("/wann/2024/looms/");
    await page.getByRole("link", { name: "English" }).click();
    await expect.poll(() => texts(page, "h1")).toEqual(["Looms, in English"]);
    await page.getByRole("link", { name: "Ich" }).click();
    await expect.poll(() => texts(page, "h1")).toEqual(["Ich"]);
    await page.goto(`${url}/notes/`, { waitUntil: "networkidle" });
    expect(await texts(page, "h1")).toEqual(["Zettelkasten"]);
    expect(complaints).toEqual([]);
  });

  it("calls kinds in its search as their owner calls them", async () => {
    const { page, complaints } = await open("/search?q=tides");
    await page.locator("octavo-search [part=facet]").filter({ hasText: "Vorträge" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("shows documents without pages under their names in the API, and nothing at what there is not", async () => {
    const { page } = await open("/notes/one");
    expect(await texts(page, "h1")).toEqual(["A note without a title."]);
    const ask = async (path: string): Promise<number> => (await fetch(url + path, { headers: { Accept: "text/html" } })).status;
    expect(await Promise.all(["/notes/one", "/talks", "/drafts", "/wann/2025/tides/"].map(ask))).toEqual([200, 200, 200, 200]);
    expect(await Promise.all(["/notes/two", "/tlaks", "/wann/2024/tides/"].map(ask))).toEqual([404, 404, 404]);
    await page.goto(`${url}/notes/two`, { waitUntil: "networkidle" });
    expect(await texts(page, "h1")).toEqual(["Hier ist nichts"]);
  });

  it.each([390, 1280])("fits a screen of %i px, without objections", async (width) => {
    for (const path of ["/talks", "/wann/2025/tides/", "/notes/one"]) {
      const { page } = await open(path, { viewport: { width, height: 800 } });
      await page.locator("h1").waitFor();
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
      expect(await findObjections(page)).toEqual([]);
    }
  });
});
