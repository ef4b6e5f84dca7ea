import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type ElementSite, openElementPage, openElementSite } from "./element-page.ts";
import { describeInBrowser } from "./programs.ts";

const HTML = `<octavo-comments slug="tides">Comments need JavaScript.</octavo-comments>`;

describeInBrowser("<octavo-comments> on another origin, under a strict policy", (openBrowser) => {
  let site: ElementSite;
  let browser: Browser;
  let page: Page;
  let url: string;
  let complaints: string[];

  beforeAll(async () => {
    site = await openElementSite();
    browser = await openBrowser();
    url = site.addPage("/tides", HTML);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });
  beforeEach(async () => {
    ({ page, complaints } = await openElementPage(browser));
  });
  afterEach(() => page.context().close());

  /** An answer that is a problem is not the page's fault. */
  const ownComplaints = (): readonly string[] => complaints.filter((text) => !text.startsWith("Failed to load resource"));
  const form = (name: string): Locator => page.getByRole("form", { name });
  const comment = (text: string): Locator => page.locator("article").filter({ hasText: text });
  const write = async (label: string, text: string, author: string): Promise<void> => {
    const at = form(label);
    await at.getByRole("textbox", { name: label }).fill(text);
    await at.getByRole("textbox", { name: "Name" }).fill(author);
    await at.getByRole("button", { name: "Send" }).click();
    await comment(text.replaceAll("*", "")).waitFor();
  };

  it("shows a pending comment to its author, even after a reload, and to everybody once it is approved", async () => {
    await page.goto(url);
    await write("Write a comment", "The *spring* tide came early.", "Ada");
    await expect.poll(() => comment("spring").textContent()).toContain("Pending approval");
    expect(await comment("spring").locator("em").textContent()).toBe("spring");
    await page.reload();
    await comment("Pending approval").waitFor();
    const id = (await comment("spring").getAttribute("id"))?.replace("comment-", "") ?? "";
    await site.moderate("approve", id);
    const stranger = await browser.newContext();
    const other = await stranger?.newPage();
    await other?.goto(`${url}#comment-${id}`);
    await other?.locator("article").filter({ hasText: "spring" }).waitFor();
    await stranger?.close();
    await page.goto("about:blank");
    await page.goto(url);
    await comment("spring").getByRole("link", { name: "2026" }).waitFor();
    expect(await comment("spring").textContent()).not.toContain("Pending");
    expect(ownComplaints()).toEqual([]);
  });

  it("accepts a reply, an edit and a withdrawal by keyboard", async () => {
    await page.goto(url);
    await comment("spring").getByRole("button", { name: "Reply" }).click();
    await write("Reply to Ada", "By an hour.", "Bo");
    const own = comment("By an hour.");
    expect(await own.evaluate((element) => element.closest('[part="replies"]') !== null)).toBe(true);
    await own.getByRole("button", { name: "Edit" }).click();
    await form("Edit").getByRole("textbox", { name: "Edit" }).fill("By two hours.");
    await form("Edit").getByRole("button", { name: "Save" }).click();
    await comment("By two hours.").waitFor();
    await page.reload();
    await comment("By two hours.").getByRole("button", { name: "Withdraw" }).click();
    await comment("By two hours.").getByRole("button", { name: "Withdraw for good?" }).click();
    await comment("By two hours.").waitFor({ state: "detached" });
    await page.reload();
    await comment("spring").waitFor();
    expect(await page.locator("article").count()).toBe(1);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([`octavo-person:${site.api}/api/v1`]);
    expect(ownComplaints()).toEqual([]);
  });

  it("does not keep the email address or an expired token", async () => {
    await page.goto(url);
    const at = form("Write a comment");
    await at.getByRole("textbox", { name: "Write a comment" }).fill("Neap tides too?");
    await at.getByRole("textbox", { name: "Name" }).fill("Cleo");
    await at.getByRole("textbox", { name: "Email" }).fill("cleo@cleo.example");
    await at.getByRole("button", { name: "Send" }).click();
    await comment("Neap").getByRole("button", { name: "Edit" }).waitFor();
    const stored = (): Promise<string> => page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(await stored()).toContain("editToken");
    expect(await stored()).not.toContain("cleo@");
    // A clock that is a quarter of an hour ahead.
    await page.clock.setFixedTime(Date.now() + 16 * 60_000);
    await page.reload();
    await comment("Neap").waitFor();
    expect(await comment("Neap").getByRole("button").count()).toBe(0);
    expect(await stored()).toContain('editToken\\":null');
  });

  it("shows errors at their fields, both its own and the API's", async () => {
    await page.goto(url);
    const at = form("Write a comment");
    await at.getByRole("textbox", { name: "Write a comment" }).fill("Two words.");
    await at.getByRole("button", { name: "Send" }).click();
    const name = at.getByRole("textbox", { name: "Name" });
    expect(await name.evaluate((input) => input.matches(":focus"))).toBe(true);
    expect(await name.getAttribute("aria-invalid")).toBe("true");
    await name.fill("Dee");
    expect(await name.getAttribute("aria-invalid")).toBe("false");
    await at.getByRole("textbox", { name: "Email" }).fill("dee@dee");
    await at.getByRole("button", { name: "Send" }).click();
    await at.getByText("This cannot be right.").waitFor();
    expect(await at.getByRole("textbox", { name: "Write a comment" }).inputValue()).toBe("Two words.");
  });

  it("says that the server is away and when to try again, and keeps the text and its key", async () => {
    const keys: (string | undefined)[] = [];
    await page.route("**/comments", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      keys.push(route.request().headers()["idempotency-key"]);
      const body = { type: "x", title: "x", status: 429, detail: "x", code: "quota-exceeded", errors: [] };
      const headers = { "Retry-After": "300", "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Retry-After" };
      if (keys.length === 1) return route.fulfill({ status: 429, headers, contentType: "application/problem+json", json: body });
      return route.abort();
    });
    await page.goto(url);
    const at = form("Write a comment");
    await at.getByRole("textbox", { name: "Write a comment" }).fill("Are you there?");
    await at.getByRole("textbox", { name: "Name" }).fill("Ed");
    await at.getByRole("button", { name: "Send" }).click();
    await at.getByText("Please try again in 5 minutes.").waitFor();
    await at.getByRole("button", { name: "Send" }).click();
    await at.getByText("The server cannot be reached at the moment. What you have typed stays here.").waitFor();
    expect(await at.getByRole("textbox", { name: "Write a comment" }).inputValue()).toBe("Are you there?");
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^.{16,64}$/);
  });

  it("shows HTML of an API that cannot be trusted without running any of it", async () => {
    const html = `<p onclick="x()">Hi<img src=x onerror="document.title='run'"><a href="javascript:x()">go</a><script>document.title='run'</script></p>`;
    await page.route("**/comments?*", (route) => {
      const nothing = { parentId: null, depth: 0, editedAt: null, deleted: false, replyCount: 0, replies: [], repliesTruncated: false };
      const item = {
        ...nothing,
        id: "1",
        authorName: "<b>Eve</b>",
        authorUrl: "javascript:x()",
        isAuthor: true,
        body: "Hi",
        bodyHtml: html,
      };
      const pagination = { page: 1, pageSize: 20, totalItems: 1, totalPages: 1, hasNextPage: false, hasPreviousPage: false };
      const json = { items: [{ ...item, createdAt: "2026-01-31T09:30:00.000Z" }], pagination, totalComments: 1 };
      return route.fulfill({ json, headers: { "Access-Control-Allow-Origin": "*" } });
    });
    await page.goto(url);
    await comment("Hi").waitFor();
    expect(await page.locator("article img, article script, article [onclick], article [href^=javascript]").count()).toBe(0);
    expect(await comment("Hi").locator("[part=name]").textContent()).toBe("<b>Eve</b>");
    expect(await comment("Hi").locator("[part=badge]").textContent()).toBe("Author");
    expect(await page.title()).toBe("Tides");
  });
});
