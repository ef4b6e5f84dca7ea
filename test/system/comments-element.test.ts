import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type ElementSite, openElementSite } from "./element-page.ts";
import { describeWith } from "./programs.ts";

const HTML = `<octavo-comments slug="tides">Comments need JavaScript.</octavo-comments>`;

describeWith(["chromium", "chromium-browser", "google-chrome"], "<octavo-comments> on another origin, under a strict policy", (program) => {
  let site: ElementSite;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let url: string;
  /** What the browser complained about: refused by a policy, failed, thrown. */
  let complaints: string[];

  beforeAll(async () => {
    site = await openElementSite();
    browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
    url = site.addPage("/tides", HTML);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
    page.setDefaultTimeout(8_000);
    complaints = [];
    page.on("pageerror", ({ message }) => complaints.push(message));
    page.on("console", (message) => {
      // An answer that is a problem is none of the page.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) complaints.push(message.text());
    });
  });
  afterEach(() => context.close());

  const form = (name: string): Locator => page.getByRole("form", { name });
  const comment = (text: string): Locator => page.locator("article").filter({ hasText: text });
  const write = async (label: string, text: string, author: string): Promise<void> => {
    const at = form(label);
    await at.getByRole("textbox", { name: label }).fill(text);
    await at.getByRole("textbox", { name: "Name" }).fill(author);
    await at.getByRole("button", { name: "Send" }).click();
    await comment(text.replaceAll("*", "")).waitFor();
  };

  it("shows a comment to its author while it waits, also after a reload, and to everybody once it is approved", async () => {
    await page.goto(url);
    await write("Write a comment", "The *spring* tide came early.", "Ada");
    await expect.poll(() => comment("spring").textContent()).toContain("Waits for approval");
    expect(await comment("spring").locator("em").textContent()).toBe("spring");
    await page.reload();
    await comment("Waits for approval").waitFor();
    const id = (await comment("spring").getAttribute("id"))?.replace("comment-", "") ?? "";
    await site.moderate("approve", id);
    const stranger = await context.browser()?.newContext();
    const other = await stranger?.newPage();
    await other?.goto(`${url}#comment-${id}`);
    await other?.locator("article").filter({ hasText: "spring" }).waitFor();
    await stranger?.close();
    await page.goto("about:blank");
    await page.goto(url);
    await comment("spring").getByRole("link", { name: "2026" }).waitFor();
    expect(await comment("spring").textContent()).not.toContain("Waits");
    expect(complaints).toEqual([]);
  });
});
