import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeYear, recordYear } from "../../bench/year-of-events.ts";
import { createData, type DataFixture } from "../cli/data-fixture.ts";
import { describeInBrowser } from "./programs.ts";
import { findObjections } from "./served-site.ts";

const LAST_DAY = Date.UTC(2026, 4, 31);

describeInBrowser("the report of a year", (openBrowser) => {
  let data: DataFixture;
  let browser: Browser;
  let file: string;

  beforeAll(async () => {
    data = await createData();
    await data.use((store) => recordYear(store, { now: 0 }, makeYear({ lastDay: LAST_DAY, size: 5_000 })), LAST_DAY);
    const made = await data.run(["engagement", "report", "year.html", "--from", "2025-06-01", "--to", "2026-05-31"]);
    expect(made.code, made.err).toBe(0);
    file = `file://${join(data.cwd, "year.html")}`;
    browser = await openBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await data.remove();
  });

  it.each([
    ["light", 1_000, "screen"],
    ["dark", 1_000, "screen"],
    ["light", 360, "screen"],
    ["dark", 360, "screen"],
    ["dark", 760, "print"],
  ] as const)("is accessible in %s, %d pixels wide, on %s, and requests nothing", async (colorScheme, width, media) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    try {
      const page = await context.newPage();
      const complaints: string[] = [];
      const asked: string[] = [];
      page.on("console", (message) => complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("request", (request) => asked.push(request.url()));
      await page.emulateMedia({ media, colorScheme });
      await page.goto(file);
      expect(complaints).toEqual([]);
      expect(asked.filter((url) => !url.startsWith("data:"))).toEqual([file]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
      const plots = page.locator("section > svg");
      const shown = await plots.evaluateAll((all) => all.map((svg) => svg.getBoundingClientRect().width > 0));
      // Each plot is there twice, and one of the two is visible.
      expect(shown).toEqual(Array.from({ length: 3 }, () => (width < 500 ? [false, true] : [true, false])).flat());
      expect(await findObjections(page)).toEqual([]);
    } finally {
      await context.close();
    }
  });
});
