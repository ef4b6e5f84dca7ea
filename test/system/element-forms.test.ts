import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type ElementSite, openElementPage, openElementSite } from "./element-page.ts";
import { describeInBrowser } from "./programs.ts";
import { findObjections, measureOverflow } from "./served-site.ts";

const HTML = '<octavo-comments slug="tides"></octavo-comments><octavo-inquiry></octavo-inquiry>';
const NAMES = ["Ada", "Bo", "Cleo", "Dee", "Ed", "Fay", "Gus", "Hal"];

describeInBrowser("the elements' forms and threads", (openBrowser) => {
  let site: ElementSite;
  let browser: Browser;
  let page: Page;
  let url: string;
  let complaints: string[];

  const submit = async (body: string, authorName: string, parentId: string | null): Promise<string> => {
    const answer = await fetch(`${site.api}/api/v1/posts/tides/comments`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ authorName, body, parentId }),
    });
    const { id }: { id: string } = await answer.json();
    await site.moderate("approve", id);
    return id;
  };
  beforeAll(async () => {
    site = await openElementSite();
    browser = await openBrowser();
    url = site.addPage("/tides", HTML);
    let parentId: string | null = null;
    for (const name of NAMES) parentId = await submit(`${name} wrote this.`, name, parentId);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });
  beforeEach(async () => {
    ({ page, complaints } = await openElementPage(browser));
  });
  afterEach(() => page.context().close());

  const form = (): Locator => page.getByRole("form", { name: "Write a comment" });
  const text = (): Locator => form().getByRole("textbox", { name: "Write a comment" });
  const comment = (by: string): Locator => page.locator("article").filter({ hasText: `${by} wrote this.` });

  it.each([360, 600, 1200])("have rows of fields that fill the whole width: %i pixels", async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(url);
    await text().focus();
    const rows = await form().evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      const boxes = [...element.querySelectorAll("[part=input]:not([type=checkbox])")].map((input) => input.getBoundingClientRect());
      const ends = (of: DOMRect[]): boolean => of.some((box) => box.left - left < 1) && of.some((box) => right - box.right < 1);
      return boxes.map(({ top }) => ends(boxes.filter((box) => box.top === top)));
    });
    expect(rows).toEqual(rows.map(() => true));
    expect(rows).toHaveLength(4);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });

  it("have a textarea that grows with its text", async () => {
    await page.goto(url);
    const height = (): Promise<number> => text().evaluate((area) => area.getBoundingClientRect().height);
    const empty = await height();
    await text().fill("A line.\n".repeat(12));
    expect(await height()).toBeGreaterThan(empty * 2);
    expect(await text().evaluate((area) => area.scrollHeight - area.clientHeight)).toBeLessThanOrEqual(0);
    await text().fill("A line.\n".repeat(400));
    expect(await height()).toBeLessThan(600);
  });

  it("grow in browsers that do not know `field-sizing`", async () => {
    await page.addInitScript(
      "CSSStyleSheet.prototype.replaceSync = (replace => function (css) { replace.call(this, css.replace('field-sizing:content', '')); })(CSSStyleSheet.prototype.replaceSync)",
    );
    await page.goto(url);
    await text().fill("A line.\n".repeat(12));
    expect(await text().evaluate((area) => area.scrollHeight - area.clientHeight)).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
  });

  it("say how many characters are left before the limit is passed, counted as the API counts them", async () => {
    await page.goto(url);
    const note = form().locator(".long p");
    await text().fill(`  ${"🌊".repeat(4_000)}  `);
    expect(await note.textContent()).toBe("");
    await text().fill(`  ${"🌊".repeat(4_999)}\n`);
    expect(await note.textContent()).toBe("1 character left");
    expect(await note.getAttribute("part")).toBe("help");
    await text().fill("🌊".repeat(5_002));
    expect(await note.textContent()).toBe("2 characters too many");
    expect(await text().getAttribute("aria-invalid")).toBe("true");
    await form().getByRole("textbox", { name: "Name" }).fill("x".repeat(80));
    await form().getByText("0 characters left").waitFor();
    await form().getByRole("button", { name: "Send" }).click();
    expect(await text().evaluate((area) => area.matches(":focus"))).toBe(true);
    await text().fill("🌊".repeat(5_000));
    expect(await text().getAttribute("aria-invalid")).toBe("false");
    await form().getByRole("button", { name: "Send" }).click();
    await page.locator("[part~=waiting]").waitFor();
    expect(complaints).toEqual([]);
  });

  it.each(["Control", "Meta"])("are sent by %s+Enter", async (key) => {
    await page.goto(url);
    await text().fill(`Sent by ${key}.`);
    await form().getByRole("textbox", { name: "Name" }).fill("Ines");
    await text().press("Enter");
    await text().press(`${key}+Enter`);
    await page
      .locator("[part~=waiting]")
      .filter({ hasText: `Sent by ${key}.` })
      .waitFor();
  });

  it("explain Markdown once somebody types, including to users of screen readers", async () => {
    await page.goto(url);
    const help = form().locator("[part=help]").getByText("**strong**");
    await text().waitFor();
    expect(await help.isVisible()).toBe(false);
    await text().focus();
    expect(await help.isVisible()).toBe(true);
    expect(await text().getAttribute("aria-describedby")).toContain(await help.getAttribute("id"));
    expect(await page.getByRole("form", { name: "Message" }).getByText("**strong**").count()).toBe(0);
  });

  it("link to the feed of the discussion", async () => {
    await page.goto(url);
    const link = await page.getByRole("link", { name: "Follow this discussion" }).getAttribute("href");
    const feed = await fetch(link ?? "");
    expect([feed.status, feed.headers.get("content-type")]).toEqual([200, expect.stringContaining("atom+xml")]);
    expect(await feed.text()).toContain("Hal wrote this.");
  });

  it("name the person whom a reply answers: to users of screen readers on the button, and below depth 5 to everybody", async () => {
    await page.goto(url);
    await comment("Hal").waitFor();
    for (const name of NAMES)
      expect(
        await comment(name)
          .getByRole("button", { name: `Reply to ${name}`, exact: true })
          .count(),
      ).toBe(1);
    const answered = (by: string): Promise<string[]> => comment(by).locator("[part=answered]").allTextContents();
    expect(await answered("Fay")).toEqual([]);
    expect([await answered("Gus"), await answered("Hal")]).toEqual([["in reply to Fay"], ["in reply to Gus"]]);
    await comment("Hal").getByRole("link", { name: "in reply to Gus" }).click();
    await expect.poll(() => comment("Gus").evaluate((article) => article.matches(":focus"))).toBe(true);
    await comment("Hal").getByRole("button", { name: "Reply to Hal" }).click();
    const reply = page.getByRole("form", { name: "Reply to Hal" });
    await reply.getByRole("textbox", { name: "Reply to Hal" }).fill("Deep down.");
    await reply.getByRole("textbox", { name: "Name" }).fill("Ivy");
    await reply.getByRole("button", { name: "Send" }).click();
    const own = page.locator("article").filter({ hasText: "Deep down." });
    await own.getByText("in reply to Hal").waitFor();
    const indent = (of: Locator): Promise<number> => of.evaluate((article) => article.getBoundingClientRect().left);
    expect(await indent(own)).toBe(await indent(comment("Hal")));
    expect(await findObjections(page)).toEqual([]);
  });
});
