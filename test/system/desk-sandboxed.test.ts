import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createHostedDesk, type HostedDeskSite, type Phone } from "./hosted-desk-site.ts";
import { describeInBrowser, describeWith } from "./programs.ts";

describeWith(["nginx"], "the desk under a path of the site", (program) => {
  describeInBrowser("used by its owner", (openBrowser) => {
    let browser: Browser;
    let desk: HostedDeskSite;
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(() => browser.close());
    beforeEach(async () => {
      desk = await createHostedDesk({ program, path: "/desk" });
    });
    afterEach(() => desk.remove());

    const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole("button", { name }).first().click();
    const originOf = (page: Page): Promise<string> => page.evaluate(() => self.origin);

    /** Opens the desk signed in by an invitation, with a passkey. */
    async function openOwner(): Promise<Phone> {
      const phone = await desk.open(browser);
      const { page } = phone;
      await desk.useInvitation(page);
      await page.waitForURL(/\/desk\/access\?mark=/);
      expect(await originOf(page)).toBe("null");
      await press(page, "Add a passkey");
      await page.fill("#name", "My phone");
      expect(await originOf(page)).toBe(new URL(desk.origin).origin);
      await press(page, "Add a passkey");
      await page.waitForSelector("text=the passkey My phone was added");
      return phone;
    }

    it("allows signing in by invitation and by passkey, deciding, replying, a confirmed ban, searching and exporting", async () => {
      const write = async (body: object): Promise<string> =>
        ((await desk.api.send({ method: "POST", path: "/api/v1/posts/thaw/comments", body })).body as { id: string }).id;
      await write({ authorName: "Ada", body: "The creek froze here too." });
      const spam = await write({ authorName: "Lucky", body: "casino", authorEmail: "lucky@casino.example" });
      const read = { method: "POST", path: "/api/v1/engagement", body: { type: "page_view", path: "/" } };
      await desk.api.send(read);
      const { page, complaints } = await openOwner();
      await press(page, "Sign out");
      await page.waitForURL(/\/desk\/\?mark=/);
      await page.goto(`${desk.origin}/?author=Ada`);
      expect(await originOf(page)).toBe("null");
      await press(page, "Sign in");
      await page.waitForURL("**/desk/sign-in?next=*");
      await press(page, "Sign in with a passkey");
      await page.waitForURL(/\/desk\/\?mark=[^&]+&author=Ada$/);
      await page.waitForSelector("text=Pending comments");
      await page.click("summary:has-text('Reply')");
      await page.getByRole("textbox", { name: "Your reply" }).fill("Thank *you*.");
      await press(page, "Preview");
      await page.waitForSelector(".preview em");
      await press(page, "Approve and reply");
      await page.waitForSelector("text=your reply is public");
      // A key is ignored until the script has been there for a moment.
      const undo = async (): Promise<boolean> => {
        const isUndone = await page.getByText("undone").isVisible();
        if (!isUndone) await page.keyboard.press("u");
        return isUndone;
      };
      await expect.poll(undo, { timeout: 30_000 }).toBe(true);
      desk.passFiveMinutes();
      await page.goto(`${desk.origin}/comments/${spam}?open=ban`);
      await press(page, "Ban the author");
      await page.waitForURL("**/desk/confirm?**");
      expect(await page.content()).not.toContain("Lucky");
      await press(page, "Confirm with a passkey");
      await page.waitForSelector("text=Lucky is banned");
      expect(await originOf(page)).toBe("null");
      await page.goto(`${desk.origin}/reading`);
      for (const format of ["CSV", "JSON"]) {
        const [file] = await Promise.all([page.waitForEvent("download"), press(page, format)]);
        expect(file.suggestedFilename().toUpperCase().endsWith(`.${format}`)).toBe(true);
      }
      expect(complaints.filter((text) => !text.includes("403"))).toEqual([]);
    });

    it("accepts no passkey in a browser that was never signed in by a link, whoever answers", async () => {
      const { page } = await openOwner();
      await press(page, "Sign out");
      await press(page, "Sign in");
      await page.waitForSelector("text=Sign in with a passkey");
      const elsewhere = await desk.open(browser);
      await elsewhere.page.goto(`${desk.origin}/sign-in`);
      await elsewhere.page.waitForSelector("text=first sign in with a link");
      // A page of the site has the owner answer, and sends that to the attacker.
      await page.evaluate(() => {
        HTMLFormElement.prototype.requestSubmit = () => undefined;
      });
      await press(page, "Sign in with a passkey");
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>("[data-answer]")?.value !== "");
      const proof = await page.inputValue("[data-answer]");
      await elsewhere.page.evaluate(
        ([action, value]) => {
          const form = Object.assign(document.createElement("form"), { method: "post", action });
          form.append(Object.assign(document.createElement("input"), { name: "proof", value }));
          document.body.append(form);
          form.submit();
        },
        [`${desk.origin}/sign-in`, proof],
      );
      await elsewhere.page.waitForSelector("text=This browser must first sign in with a link");
      await elsewhere.page.goto(`${desk.origin}/access`);
      expect(await elsewhere.page.content()).not.toContain("Signed-in browsers");
    });
  });
});
