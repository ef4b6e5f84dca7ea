import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createHostedDesk, type HostedDeskSite } from "./hosted-desk-site.ts";
import { describeInBrowser, describeWith } from "./programs.ts";

describeWith(["nginx"], "the desk at an address", (program) => {
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

    it("lets its owner in by a printed link, then by a passkey", async () => {
      const { page, complaints } = await desk.open(browser);
      await page.goto(await desk.invite());
      const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
      await press("Sign in");
      await page.waitForURL("**/access");
      await page.fill("#name", "My phone");
      await press("Add a passkey");
      await page.waitForSelector("text=the passkey My phone is added");
      await press("Sign out");
      await press("Sign in with a passkey");
      await page.waitForSelector("text=Comments that wait");
      expect(complaints).toEqual([]);
    });
  });
});
