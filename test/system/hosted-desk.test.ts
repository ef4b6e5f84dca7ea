import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { addAuthenticator, createHostedDesk, type HostedDeskSite } from "./hosted-desk-site.ts";
import { describeInBrowser, describeWith } from "./programs.ts";

describeWith(["nginx"], "the desk that a server hosts", (program) => {
  describeInBrowser("behind nginx, on a phone", (openBrowser) => {
    let browser: Browser;
    let desk: HostedDeskSite;
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(() => browser.close());
    beforeEach(async () => {
      desk = await createHostedDesk({ program });
    });
    afterEach(() => desk.remove());

    it("lets its owner in with a printed link, then with a passkey", async () => {
      const { page, complaints } = await desk.open(browser);
      await page.goto(await desk.invite());
      const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
      await press("Sign in");
      await page.waitForURL("**/access");
      await press("Add a passkey");
      await page.fill("#name", "My phone");
      await press("Add a passkey");
      await page.waitForSelector("text=the passkey My phone was added");
      await press("Sign out");
      await press("Sign in with a passkey");
      await page.waitForSelector("text=Pending comments");
      await expect.poll(() => desk.api.log()).toContain('"way":"passkey"');
      expect(complaints).toEqual([]);
    });

    it("adds a second passkey after five minutes, once the first one has confirmed it", async () => {
      const { page, devtools, authenticatorId, complaints } = await desk.open(browser);
      const touch = (enabled: boolean) => devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
      const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
      await page.goto(await desk.invite());
      await press("Sign in");
      await page.waitForURL("**/access");
      await press("Add a passkey");
      await page.fill("#name", "My phone");
      await press("Add a passkey");
      await page.waitForSelector("text=the passkey My phone was added");
      desk.passFiveMinutes();
      await page.reload();
      await press("Add a passkey");
      await page.waitForURL("**/confirm?**");
      await press("Confirm with a passkey");
      await page.waitForSelector("text=confirmed: now add the passkey");
      await touch(false);
      await addAuthenticator(devtools, "usb");
      await press("Add a passkey");
      await page.fill("#name", "My key");
      await press("Add a passkey");
      await page.waitForSelector("text=the passkey My key was added");
      expect(complaints.filter((text) => !text.includes("403"))).toEqual([]);
    });

    it("lets its owner approve, reply, undo, and annotate and close an inquiry, at a phone's size, light and dark", async () => {
      const write = (path: string, body: object) => desk.api.send({ method: "POST", path: `/api/v1${path}`, body });
      const sent = await write("/posts/thaw/comments", { authorName: "Ada", body: "The creek froze here too." });
      const { id } = sent.body as { id: string };
      await write("/services/inquiries", { email: "bo@example.org", message: "I would like to learn weaving on a loom." });
      const { page, complaints } = await desk.open(browser, { colorScheme: "dark" });
      const press = (name: string | RegExp) => page.getByRole("button", { name }).first().click();
      await page.goto(await desk.invite());
      await press("Sign in");
      await page.waitForURL("**/access");
      await page.goto(`${desk.origin}/`);
      await press("Approve");
      await page.waitForSelector("text=approved: Ada");
      await press("Undo");
      await page.waitForSelector(`#c-${id}`);
      await page.locator(`#c-${id} summary`).first().click();
      await page.locator(`#c-${id} textarea`).fill("Thank you.");
      await press("Approve and reply");
      await page.waitForSelector("text=your reply is public");
      await page.goto(`${desk.origin}/inquiries`);
      await page.click("text=bo@example.org");
      await page.fill("#note", "Answer on Monday");
      await press("Add the note");
      await page.waitForSelector("text=the note was added");
      await press(/^Closed/);
      await page.waitForSelector("text=marked as closed");
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        for (const path of ["/", "/inquiries", "/access", `/comments/${id}`]) {
          await page.goto(desk.origin + path);
          expect(await page.evaluate("document.documentElement.scrollWidth"), `${path} ${colorScheme}`).toBeLessThanOrEqual(390);
        }
      }
      expect(complaints).toEqual([]);
      const { body } = await desk.api.send({ method: "GET", path: "/api/v1/posts/thaw/comments" });
      expect(JSON.stringify(body)).toContain("Thank you.");
    });
  });
});
