import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type ElementSite, openElementPage, openElementSite } from "./element-page.ts";
import { describeInBrowser } from "./programs.ts";

const HTML = '<octavo-comments slug="tides">Write to ines@ines.example.</octavo-comments>';
/** The browser forbids storage: reading the property throws. */
const FORBID_STORAGE = `for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("forbidden", "SecurityError"); } });`;

describeInBrowser("a comment that is being written", (openBrowser) => {
  let site: ElementSite;
  let browser: Browser;
  let page: Page;
  let url: string;
  let complaints: string[];

  beforeAll(async () => {
    site = await openElementSite();
    browser = await openBrowser();
    url = site.addPage("/tides", HTML);
    site.addPage("/other", "<p>Elsewhere.</p>");
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });
  beforeEach(async () => {
    ({ page, complaints } = await openElementPage(browser));
  });
  afterEach(() => page.context().close());

  const form = (name = "Write a comment"): Locator => page.getByRole("form", { name });
  const field = (name: string, of: Locator = form()): Locator => of.getByRole("textbox", { name });
  const comment = (text: string): Locator => page.locator("article").filter({ hasText: text });
  const stored = (): Promise<string> => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  const remembered = (): Promise<string | null> => page.evaluate((key) => localStorage.getItem(key), `octavo-person:${site.api}/api/v1`);
  const send = async (text: string, author: string): Promise<void> => {
    await field("Write a comment").fill(text);
    await field("Name").fill(author);
    await form().getByRole("button", { name: "Send" }).click();
    await comment(text).waitFor();
  };

  it("survives a reload and a visit to another page, without the email address, until the server has accepted it", async () => {
    await page.goto(url);
    await field("Write a comment").fill("Half a thought");
    await field("Name").fill("Ada");
    await field("Website").fill("https://ada.example/");
    await field("Email").fill("ada@ada.example");
    await page.reload();
    await page.goto(`${site.origin}/other`);
    await page.goto(url);
    expect(await field("Write a comment").inputValue()).toBe("Half a thought");
    expect(await field("Name").inputValue()).toBe("Ada");
    expect(await field("Website").inputValue()).toBe("https://ada.example/");
    expect(await field("Email").inputValue()).toBe("");
    expect(await stored()).not.toContain("ada@");
    await form().getByRole("button", { name: "Send" }).click();
    await comment("Half a thought").waitFor();
    expect(await stored()).toBe("{}");
    expect(await field("Write a comment").inputValue()).toBe("");
    await page.reload();
    expect(await field("Write a comment").inputValue()).toBe("");
    expect(complaints).toEqual([]);
  });

  it("outlives the server: an unsent comment is there after a restart, and is sent once", async () => {
    await page.goto(url);
    await field("Write a comment").fill("Written through a restart.");
    await field("Name").fill("Bo");
    await site.stop();
    await form().getByRole("button", { name: "Send" }).click();
    await form().getByText("The server cannot be reached at the moment. What you have typed stays here.").waitFor();
    await page.reload();
    // The elements also come from the server.
    await page.getByText("Write to ines@ines.example.").waitFor();
    await site.start();
    await page.reload();
    expect(await field("Write a comment").inputValue()).toBe("Written through a restart.");
    await form().getByRole("button", { name: "Send" }).click();
    await comment("Written through a restart.").getByText("Pending approval").waitFor();
    expect(await stored()).toBe("{}");
    expect((await site.moderate("list")).match(/Written through a restart\./g)).toHaveLength(1);
  }, 60_000);

  it("belongs to its post and to the comment that it answers: a reply is open again after a reload", async () => {
    await page.goto(url);
    await send("What is a neap tide?", "Cleo");
    const id = (await comment("neap").getAttribute("id"))?.replace("comment-", "") ?? "";
    await site.moderate("approve", id);
    await page.goto("about:blank");
    await page.goto(url);
    await field("Write a comment").fill("To the post.");
    await comment("neap").getByRole("button", { name: "Reply to Cleo" }).click();
    await field("Reply to Cleo", form("Reply to Cleo")).fill("To Cleo.");
    await page.reload();
    expect(await field("Reply to Cleo", form("Reply to Cleo")).inputValue()).toBe("To Cleo.");
    expect(await field("Write a comment").inputValue()).toBe("To the post.");
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe("body");
    await form("Reply to Cleo").getByRole("button", { name: "Cancel" }).click();
    await page.reload();
    await comment("neap").waitFor();
    expect(await form("Reply to Cleo").count()).toBe(0);
    expect(await field("Write a comment").inputValue()).toBe("To the post.");
  });

  it("is removed once the server says that it already has the comment", async () => {
    await page.goto(url);
    await send("Twice said.", "Dee");
    await field("Write a comment").fill("Twice said.");
    await form().getByRole("button", { name: "Send" }).click();
    await form().getByText("This was already received.").waitFor();
    expect(await stored()).toBe("{}");
  });

  it("is signed like the last one, until the visitor asks to be forgotten", async () => {
    await page.goto(url);
    expect(await form().getByRole("button", { name: "Forget me" }).count()).toBe(0);
    await field("Write a comment").focus();
    await field("Email").fill("ed@ed.example");
    await field("Website").fill("ed.example");
    await send("I sign this.", "Ed");
    expect(JSON.parse((await remembered()) ?? "")).toEqual({ authorName: "Ed", authorUrl: "https://ed.example" });
    await page.reload();
    await field("Write a comment").focus();
    expect(await field("Name").inputValue()).toBe("Ed");
    expect(await field("Website").inputValue()).toBe("https://ed.example");
    expect(await field("Email").inputValue()).toBe("");
    await field("Write a comment").fill("One more");
    await form().getByRole("button", { name: "Forget me" }).click();
    expect(await field("Name").inputValue()).toBe("");
    expect(await field("Write a comment").inputValue()).toBe("One more");
    expect(await remembered()).toBe(null);
    expect(await stored()).not.toContain("Ed");
    await page.reload();
    await field("Write a comment").focus();
    expect(await field("Name").inputValue()).toBe("");
    expect(complaints).toEqual([]);
  });

  it("remembers the email address only as long as the visitor wants that", async () => {
    const box = (): Locator => form().getByRole("checkbox", { name: "Remember my email address too" });
    await page.goto(url);
    await field("Write a comment").focus();
    expect(await box().count()).toBe(0);
    await field("Email").fill("fay@fay.example");
    await box().check();
    await send("My address is known.", "Fay");
    await page.reload();
    await field("Write a comment").focus();
    expect(await field("Email").inputValue()).toBe("fay@fay.example");
    expect(await box().isChecked()).toBe(true);
    await box().uncheck();
    await send("My address is unknown.", "Fay");
    expect(JSON.parse((await remembered()) ?? "")).toEqual({ authorName: "Fay" });
  });

  it.each([
    "{",
    "7",
    '"text"',
    "[[]]",
    '{"body":7,"authorName":null,"authorUrl":{},"serviceId":[]}',
    '{"__proto__":"x","body":{"length":3}}',
  ])("starts over if something else is stored: %s", async (value) => {
    await page.goto(`${site.origin}/style.css`);
    const keys = [`octavo-draft:${site.api}/api/v1 tides `, `octavo-person:${site.api}/api/v1`, `octavo-comments:${site.api}/api/v1`];
    await page.evaluate(
      ([given, names]) => {
        for (const name of names) for (const storage of [localStorage, sessionStorage]) storage.setItem(name, given);
      },
      [value, keys] as const,
    );
    await page.goto(url);
    await page.getByRole("heading", { name: "comment" }).waitFor();
    expect(await field("Write a comment").inputValue()).toBe("");
    expect(complaints).toEqual([]);
  });

  it("can be sent if the browser forbids storage", async () => {
    await page.addInitScript(FORBID_STORAGE);
    await page.goto(url);
    await send("Nothing is stored.", "Gus");
    await page.reload();
    await field("Write a comment").focus();
    expect(await field("Name").inputValue()).toBe("");
    expect(complaints).toEqual([]);
  });
});
