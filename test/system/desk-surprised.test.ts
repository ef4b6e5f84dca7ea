import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createHostedDesk, type HostedDeskSite } from "./hosted-desk-site.ts";
import { describeInBrowser, describeWith } from "./programs.ts";

/** A game of another website: it opens the desk at the fifth key, or when the mouse is pressed. */
const GAME = `<!doctype html><title>Game</title><h1>Press A as fast as you can</h1><script>
const { searchParams } = new URL(location.href);
const leave = () => (searchParams.has("back") ? history.back() : (location.href = searchParams.get("to")));
let keys = 0;
addEventListener("keydown", () => ++keys === 5 && leave());
addEventListener("mousedown", leave);
</script>`;
const TEXTS = ["Pears and plums", "A rather blue lantern", "Winter trains run late"];
const PRESSES = 25;
/** Between two presses of a hurried player, ms. */
const PACE_MS = 90;

describeWith(["nginx"], "the desk of an owner whom another website surprises", (program) => {
  describeInBrowser("while pressing keys or clicking", (openBrowser) => {
    let browser: Browser;
    let server: Server;
    let game: string;
    beforeAll(async () => {
      browser = await openBrowser();
      server = createServer((_, response) => response.setHeader("Content-Type", "text/html").end(GAME));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      game = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    });
    afterAll(async () => {
      await browser.close();
      server.close();
    });

    for (const path of [undefined, "/desk"])
      describe(path === undefined ? "at its own name" : "below a path", () => {
        let desk: HostedDeskSite;
        let page: Page;
        let ids: string[];
        beforeEach(async () => {
          desk = await createHostedDesk({ program, ...(path === undefined ? {} : { path }) });
          ids = [];
          for (const [number, body] of TEXTS.entries()) {
            const sent = await desk.api.send({
              method: "POST",
              path: "/api/v1/posts/thaw/comments",
              body: { authorName: `Mallory ${number}`, body },
            });
            ids.push((sent.body as { id: string }).id);
          }
          ({ page } = await desk.open(browser));
          await desk.useInvitation(page);
          await page.waitForSelector("text=Signed-in browsers");
        });
        afterEach(() => desk.remove());

        async function countPublic(): Promise<number> {
          const { body } = await desk.api.send({ method: "GET", path: "/api/v1/posts/thaw/comments" });
          return ids.filter((id) => JSON.stringify(body).includes(id)).length;
        }

        const play = (query: Record<string, string>) => page.goto(`${game}?${new URLSearchParams(query)}`);

        async function pressKeys(): Promise<void> {
          for (let press = 0; press < PRESSES; press++) await page.keyboard.press("a", { delay: PACE_MS });
        }

        /** Continues from the page that asks to a page of the desk that accepts keys at once. */
        async function goOn(): Promise<void> {
          await page.getByRole("link", { name: "Open the desk" }).click();
          await page.waitForSelector("html.with-keys [data-item]");
          expect(await page.evaluate(() => document.body.inert)).toBe(false);
        }

        it("decides nothing by the keys of a game, and afterwards accepts keys as fast as before", async () => {
          await play({ to: `${desk.origin}/comments/${ids[0]}` });
          await pressKeys();
          expect(await page.textContent("main")).toContain("from outside the desk");
          expect(await countPublic()).toBe(0);
          await goOn();
          await page.getByRole("link", { name: "All pending comments" }).click();
          for (const left of [2, 1, 0]) {
            await page.waitForFunction((count) => document.querySelectorAll("article[data-item]").length === count + 1, left);
            // Keys are accepted 250 ms after a page appeared.
            await page.evaluate(async () => {
              while (!document.documentElement.classList.contains("with-keys")) await new Promise(requestAnimationFrame);
              for (const from = performance.now(); performance.now() - from < 300; ) await new Promise(requestAnimationFrame);
            });
            await page.keyboard.press("a");
            await expect.poll(countPublic).toBe(3 - left);
          }
        });

        it("decides nothing by clicks at the place of its buttons", async () => {
          await page.goto(`${desk.origin}/comments/${ids[0]}`);
          const box = await page.locator("button.approve").first().boundingBox();
          if (box === null) return expect.unreachable();
          await play({ to: `${desk.origin}/comments/${ids[0]}` });
          for (let press = 0; press < PRESSES; press++)
            await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: PACE_MS });
          await page.waitForSelector("text=Open the desk");
          const link = await page.getByRole("link", { name: "Open the desk" }).boundingBox();
          if (link === null) return expect.unreachable();
          // A page that was just opened ignores clicks on its link, too.
          await play({ to: `${desk.origin}/comments/${ids[0]}` });
          for (let press = 0; press < PRESSES; press++)
            await page.mouse.click(link.x + link.width / 2, link.y + link.height / 2, { delay: PACE_MS });
          expect(await page.textContent("main")).toContain("from outside the desk");
          expect(await countPublic()).toBe(0);
        });

        it("decides nothing when the game sends its window back to the desk", async () => {
          await page.goto(`${desk.origin}/`);
          await page.locator("nav").getByRole("link", { name: "Reading" }).click();
          await page.waitForURL(/\/reading/);
          await page.getByRole("link", { name: /^Comments/ }).click();
          await page.waitForSelector("article[data-item]");
          await play({ back: "1" });
          await pressKeys();
          await page.waitForURL((url) => url.href.startsWith(desk.origin));
          expect(await countPublic()).toBe(0);
        });
      });
  });
});
