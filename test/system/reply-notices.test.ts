import type { Browser, Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { startMailServer } from "../server/notices/receivers.ts";
import { openElementSite } from "./element-page.ts";
import { describeInBrowser } from "./programs.ts";
import { findObjections } from "./served-site.ts";

const HTML = `<octavo-comments slug="tides">Comments need JavaScript.</octavo-comments>`;
/** A page of a front end: its content, and its browser's complaints. */
interface FrontPage {
  readonly page: Page;
  readonly complaints: string[];
  readonly asked: string[];
  readonly form: (name: string) => Locator;
}

async function openPage(browser: Browser, url: string): Promise<FrontPage> {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(8_000);
  const complaints: string[] = [];
  const asked: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(url);
  return { page, complaints, asked, form: (name) => page.getByRole("form", { name }) };
}

async function write(form: Locator, label: string, text: string, author: string): Promise<void> {
  await form.getByRole("textbox", { name: label }).fill(text);
  await form.getByRole("textbox", { name: "Name" }).fill(author);
}

describeInBrowser("emails about replies, asked for in <octavo-comments>", (openBrowser) => {
  it("are requested in the form, confirmed, sent for a reply, and unsubscribed from", async () => {
    const server = await startMailServer();
    const env = { OCTAVO_MAIL_SMTP: `smtp://127.0.0.1:${server.port}`, OCTAVO_MAIL_TO: "ines@ines.example" };
    const site = await openElementSite({ "content/site.yaml": "name: Marsh notes\nurl: https://marsh.example\nreplyNotices: true\n" }, env);
    const browser = await openBrowser();
    try {
      const url = site.addPage("/tides", HTML);
      const ada = await openPage(browser, url);
      const box = ada.form("Write a comment").getByRole("checkbox", { name: "Email me about replies" });
      const email = ada.form("Write a comment").getByRole("textbox", { name: "Email" });
      await write(ada.form("Write a comment"), "Write a comment", "The spring tide came early.", "Ada");
      expect(await box.count()).toBe(0);
      // No settings are requested before there is an address.
      expect(ada.asked).not.toContain("/api/v1/site-settings");
      await email.fill("ada@mail.example");
      await box.check();
      await email.fill("");
      await box.waitFor({ state: "detached" });
      await email.fill("ada@mail.example");
      await box.waitFor();
      expect(await findObjections(ada.page)).toEqual([]);
      const sent = ada.page.waitForRequest((request) => request.method() === "POST");
      await ada.page.keyboard.press("Tab");
      await ada.form("Write a comment").getByRole("button", { name: "Send" }).click();
      expect((await sent).postDataJSON()).toMatchObject({ authorEmail: "ada@mail.example", notifyReplies: true });
      const article = ada.page.locator("article").filter({ hasText: "spring" });
      await article.waitFor();
      const id = (await article.getAttribute("id"))?.replace("comment-", "") ?? "";
      // The next comment asks again.
      await ada.form("Write a comment").getByRole("textbox", { name: "Write a comment" }).focus();
      expect(await box.isChecked()).toBe(false);

      /** The mail to the visitor with this number. */
      const mail = async (number: number) => {
        const toAda = () => server.mails.filter(({ to }) => to.includes("ada@mail.example"));
        const count = (): number => {
          site.advance(10_000);
          return toAda().length;
        };
        await expect.poll(count, { timeout: 10_000 }).toBe(number);
        return toAda().at(-1);
      };
      await site.moderate("approve", id);
      const asked = await mail(1);
      const link = /https?:\S+(\/subscriptions\/\S+)/.exec(asked?.text ?? "")?.[1] ?? "";
      await ada.page.goto(site.api + link);
      await ada.page.getByRole("button", { name: "Yes" }).click();
      await ada.page.getByText("Done. You will get an email when somebody replies").waitFor();

      const bo = await openPage(browser, url);
      await bo.page.locator(`#comment-${id}`).getByRole("button", { name: "Reply" }).click();
      await write(bo.form("Reply to Ada"), "Reply to Ada", "By an hour.", "Bo");
      const body = bo.page.waitForRequest((request) => request.method() === "POST");
      await bo.form("Reply to Ada").getByRole("button", { name: "Send" }).click();
      expect((await body).postDataJSON()).toMatchObject({ notifyReplies: false });
      const reply = bo.page.locator("article").filter({ hasText: "By an hour." });
      await reply.waitFor();
      await site.moderate("approve", (await reply.getAttribute("id"))?.replace("comment-", "") ?? "");
      const told = await mail(2);
      expect(told?.text).toContain("has a reply");
      expect(told?.text).not.toMatch(/hour|Bo\b/);
      expect(told?.headers.get("list-unsubscribe")?.[0]).toContain(link);

      const oneClick = {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: "List-Unsubscribe=One-Click",
      };
      expect((await fetch(site.api + link, oneClick)).status).toBe(200);
      await ada.page.goto(site.api + link);
      await ada.page.getByText("No emails are sent, and no address is stored").waitFor();
      expect([...ada.complaints, ...bo.complaints]).toEqual([]);
    } finally {
      await browser.close();
      await site.close();
    }
  }, 60_000);

  it("are not offered by a site that sends none", async () => {
    const site = await openElementSite();
    const browser = await openBrowser();
    try {
      const { page, form, complaints } = await openPage(browser, site.addPage("/tides", HTML));
      const email = form("Write a comment").getByRole("textbox", { name: "Email" });
      const answer = page.waitForResponse(/site-settings/);
      await write(form("Write a comment"), "Write a comment", "Neap.", "Cleo");
      await email.fill("cleo@mail.example");
      expect((await answer).status()).toBe(200);
      const sent = page.waitForRequest((request) => request.method() === "POST");
      await form("Write a comment").getByRole("button", { name: "Send" }).click();
      expect((await sent).postDataJSON()).toMatchObject({ notifyReplies: false });
      await page.locator("article").filter({ hasText: "Neap." }).waitFor();
      expect(await page.locator("[type=checkbox]:visible").count()).toBe(0);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
      await site.close();
    }
  }, 60_000);
});
