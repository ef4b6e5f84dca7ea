import { writeFile } from "node:fs/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createHostedDesk, type HostedDeskSite } from "./hosted-desk-site.ts";
import { HOSTILE_PAGES, hostileLocations, readHeld, WAYS, writeHostilePages } from "./hostile-pages.ts";
import { describeInBrowser, describeWith } from "./programs.ts";

const OWNERS_ALONE = "Signed-in browsers";
const HOSTILE = HOSTILE_PAGES[0]?.path ?? "";
/** A search, whose words are the owner's own. */
const PRIVATE = "/?author=eve%40mail.example";
/** As in the configuration that a build writes. */
const BUFFERS = "large_client_header_buffers 4 32k;";

/**
 * Requests each page of the desk, by a static route, at the same time as the browser, and tells
 * every window. Of a form, it only sees that it is sent.
 */
const OLD_WORKER = `
const ROUTE = { condition: { urlPattern: "/desk/*" }, source: "race-network-and-fetch-handler" };
self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(event.addRoutes([ROUTE]));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.url.includes("/desk")) event.respondWith(tell(event.request));
});
async function tell(request) {
  const sent = request.method === "POST" ? await request.clone().text() : "";
  const answer = await fetch(request);
  const text = await answer.clone().text();
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) client.postMessage(sent + text);
  return answer;
}`;

describeWith(["nginx"], "the desk under a path of the site", (program) => {
  describeInBrowser("seen from outside", (_, chromiumProgram) => {
    let browser: Browser;
    let desk: HostedDeskSite;
    let siteOrigin: string;
    beforeAll(async () => {
      // Otherwise, a service worker would not load with the test's own certificate.
      const args = ["--no-sandbox", "--disable-gpu", "--ignore-certificate-errors"];
      browser = await chromium.launch({ executablePath: chromiumProgram, args });
    });
    afterAll(() => browser.close());
    afterEach(() => desk.remove());

    async function start(takesWorkersAtFirst = false): Promise<void> {
      desk = await createHostedDesk({ program, path: "/desk", own: `${hostileLocations()}\n${BUFFERS}`, takesWorkersAtFirst });
      siteOrigin = new URL(desk.origin).origin;
      await writeHostilePages(desk.site.path("dist"));
    }

    async function open(isOwner: boolean): Promise<Page> {
      const { page } = await desk.open(browser);
      if (!isOwner) return page;
      await desk.useInvitation(page);
      await page.waitForSelector(`text=${OWNERS_ALONE}`);
      return page;
    }

    /**
     * Everything that a page sees of a window with an address of the desk, and afterwards of its
     * history.
     */
    async function watch(page: Page, path: string) {
      await page.goto(siteOrigin.replace("desk.localhost", "127.0.0.1") + HOSTILE);
      const opening = page.waitForEvent("popup");
      await page.evaluate<unknown, string>(WAYS["opens it"], desk.origin + path);
      const opened = await opening;
      await opened.waitForSelector("h1");
      const isClosed = (): Promise<boolean> => page.evaluate(() => (window as unknown as { held: Window }).held.closed);
      // The opener learns a moment after the page has loaded that it was cut off.
      await expect.poll(isClosed, { message: path }).toBe(path === "/sign-in");
      const seen = await page.evaluate(() => {
        const { held } = window as unknown as { held: Window };
        const read = (): string => {
          try {
            return held.location.href;
          } catch (error) {
            return String(error);
          }
        };
        return { closed: held.closed, frames: held.length, address: read(), opener: held.closed ? null : held.opener === null };
      });
      await opened.goto(siteOrigin.replace("desk.localhost", "127.0.0.1") + HOSTILE);
      const length = await opened.evaluate(() => history.length);
      const closedLater = await isClosed();
      await opened.close();
      return { ...seen, length, closedLater };
    }

    it("looks the same to other sites whether the visitor is signed in or not", async () => {
      await start();
      const [owner, stranger] = [await open(true), await open(false)];
      for (const path of ["/", "/access", "/sign-in", "/reading?days=7&table=posts&format=csv", PRIVATE, "/nothing"])
        expect(await watch(owner, path), path).toEqual(await watch(stranger, path));
    });

    it("shows no page of the site the address of a page that is refused for its cookies", async () => {
      await start();
      const page = await open(true);
      const setCookies = (count: number, value: string): Promise<void> =>
        page.evaluate(
          async ([cookies, text]) => {
            for (let number = 0; number < cookies; number++) {
              const cookie = { name: `big${number}`, path: "/desk/" };
              await (text === "" ? cookieStore.delete(cookie) : cookieStore.set({ ...cookie, value: text }));
            }
          },
          [count, value] as const,
        );
      // Node refuses 8 cookies, nginx 10.
      for (const [count, status] of [
        [8, 431],
        [10, 400],
      ] as const) {
        await page.goto(siteOrigin + HOSTILE);
        await setCookies(count, "x".repeat(4_050));
        const opening = page.waitForEvent("popup");
        await page.evaluate<unknown, string>(WAYS["opens a blank window first"], desk.origin + PRIVATE);
        const opened = await opening;
        await opened.waitForURL(desk.origin + PRIVATE);
        expect(await readHeld(page), String(count)).toMatchObject({ text: expect.stringContaining("cross-origin"), address: "" });
        await opened.close();
        const refused = await page.goto(desk.origin + PRIVATE);
        expect([refused?.status(), await page.evaluate(() => self.origin)]).toEqual([status, "null"]);
        await page.goBack();
        expect(await page.evaluate(() => JSON.stringify(navigation.entries().map(({ url }) => url))), String(count)).not.toContain(
          "/desk/",
        );
        await setCookies(count, "");
      }
      await page.goto(`${desk.origin}/access`);
      await page.waitForSelector(`text=${OWNERS_ALONE}`);
    });

    it("removes a service worker from before the desk before its owner is signed in, and lets none come back", async () => {
      await start(true);
      await writeFile(desk.site.path("dist/old-worker.js"), OLD_WORKER);
      const { page, context } = await desk.open(browser);
      await page.goto(siteOrigin + HOSTILE);
      const register = (): Promise<string> =>
        page.evaluate(async () => {
          const told: string[] = [];
          Object.assign(window, { told });
          navigator.serviceWorker.addEventListener("message", ({ data }) => told.push(data));
          try {
            await navigator.serviceWorker.register("/old-worker.js", { updateViaCache: "all" });
            await navigator.serviceWorker.ready;
            return "registered";
          } catch (error) {
            return String(error);
          }
        });
      const told = (): Promise<string> => page.evaluate(() => (window as unknown as { told: string[] }).told.join("\n"));
      expect(await register()).toBe("registered");
      const owner = await context.newPage();
      const signIn = `${desk.origin}/sign-in`;
      // A visit from another page removes nothing.
      await page.evaluate<unknown, string>(WAYS["opens it"], signIn);
      await expect.poll(told).toContain("The desk of");
      await desk.restart();
      await desk.useInvitation(owner);
      await owner.waitForSelector(`text=${OWNERS_ALONE}`);
      for (const path of ["/", "/access"]) await owner.goto(desk.origin + path);
      expect(await told()).not.toMatch(/Signed-in browsers|Pending comments|token=/);
      expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
      expect(await register()).toContain("403");
    });
  });
});
