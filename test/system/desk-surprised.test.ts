import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createHostedDesk, type HostedDeskSite, openDesk } from "./hosted-desk-site.ts";
import { describeInBrowser, describeWith } from "./programs.ts";

/** A game of another website: it opens the desk at the fifth key, or when the mouse is pressed. */
const GAME = `<!doctype html><title>Game</title><h1>Press A as fast as you can</h1><form method="post"></form><script>
const { searchParams } = new URL(location.href);
const leave = () => {
  const [form] = document.forms;
  form.action = searchParams.get("send");
  if (searchParams.has("send")) form.submit();
  else if (searchParams.has("back")) history.back();
  else location.href = searchParams.get("to");
};
let keys = 0;
addEventListener("keydown", () => ++keys === 5 && leave());
addEventListener("mousedown", leave);
</script>`;
/** As in the file of `octavo build --host nginx`, for addresses that are too long. */
const BUFFERS = "large_client_header_buffers 4 32k;";
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
        let devtools: CDPSession;
        let ids: string[];
        beforeEach(async () => {
          desk = await createHostedDesk({ program, own: BUFFERS, ...(path === undefined ? {} : { path }) });
          ids = [];
          for (const [number, body] of TEXTS.entries()) {
            const sent = await desk.api.send({
              method: "POST",
              path: "/api/v1/posts/thaw/comments",
              body: { authorName: `Mallory ${number}`, body },
            });
            ids.push((sent.body as { id: string }).id);
          }
          ({ page, devtools } = await desk.open(browser));
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

        /** Continues from the page that asks to a page of the desk, and waits until it accepts keys. */
        async function goOn(): Promise<void> {
          await openDesk(page);
          await page.waitForSelector("html.with-keys [data-item]");
          await waitForQuiet();
        }

        const isWaiting = () => page.evaluate(() => document.body.className === "waits");
        const waitForQuiet = () => page.waitForFunction(() => document.body.className === "");

        /** Clicks until the game's owner would see that something is wrong. */
        async function clickAt({ x, y }: { readonly x: number; readonly y: number }): Promise<void> {
          for (let press = 0; press < PRESSES; press++) await page.mouse.click(x, y, { delay: PACE_MS });
        }

        async function placeOf(selector: string): Promise<{ readonly x: number; readonly y: number }> {
          const box = await page.locator(selector).first().boundingBox();
          if (box === null) return expect.unreachable(selector);
          return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        }

        it("decides nothing by the keys of a game, and afterwards accepts keys as fast as before", async () => {
          await play({ to: `${desk.origin}/comments/${ids[0]}` });
          await pressKeys();
          // Slower keys do not help a game whose window covers the desk.
          for (const key of ["Tab", "Enter", "a"]) {
            await waitForQuiet();
            await page.keyboard.press(key);
          }
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
          const approve = await placeOf("article button.approve");
          await play({ to: `${desk.origin}/comments/${ids[0]}` });
          await clickAt(approve);
          await page.waitForSelector("text=To open the desk");
          const field = await placeOf("#number");
          // Neither a reload nor a wrong number opens it. The page then shows another number, and waits.
          await page.reload();
          await waitForQuiet();
          const number = (await page.textContent("label b")) ?? "";
          await page.mouse.click(field.x, field.y);
          await page.keyboard.type(String((Number(number) + 1) % 1_000).padStart(3, "0"));
          expect(await page.textContent("[role=status]")).toContain("ignores keys and clicks");
          expect(await page.textContent("label b")).toMatch(/^\d{3}$/);
          // The page behind it ignores clicks at first.
          await openDesk(page);
          await page.waitForSelector("article button.approve");
          await clickAt(approve);
          expect(await countPublic()).toBe(0);
        });

        it("decides nothing after the refusal of a form that the game sent", async () => {
          await page.goto(`${desk.origin}/`);
          const approve = await placeOf("article button.approve");
          await play({ send: `${desk.origin}/` });
          await page.mouse.click(9, 9);
          await page.waitForSelector("text=This was not sent from the desk");
          await page.getByRole("link", { name: "To the desk" }).click();
          await openDesk(page);
          await page.waitForSelector("article button.approve");
          await clickAt(approve);
          expect(await countPublic()).toBe(0);
          await waitForQuiet();
          await page.mouse.click(approve.x, approve.y);
          await expect.poll(countPublic).toBe(1);
        });

        it("decides nothing in a window that inherits a sandbox, where no script of the desk can wait", async () => {
          await page.goto(`${desk.origin}/comments/${ids[0]}`);
          const approve = await placeOf("article button.approve");
          await page.goto(game);
          const opening = page.waitForEvent("popup");
          await page.evaluate(async (address) => {
            const frame = Object.assign(document.createElement("iframe"), { srcdoc: `<a href="${address}" target="_blank" rel="opener">` });
            frame.setAttribute("sandbox", "allow-popups allow-forms allow-same-origin");
            const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
            document.body.append(frame);
            await loaded;
            frame.contentDocument?.querySelector("a")?.click();
          }, `${desk.origin}/comments/${ids[0]}`);
          const opened = await opening;
          // On its own host, the browser shows an error instead.
          if (path === undefined) return expect.poll(() => opened.url()).toContain("chrome-error");
          await opened.waitForSelector("text=To open the desk");
          expect(await opened.textContent("noscript")).toContain("takes no input without JavaScript");
          const field = await opened.locator("#number").boundingBox();
          if (field === null) return expect.unreachable();
          for (const { x, y } of [field, approve])
            for (let press = 0; press < 3; press++) await opened.mouse.click(x + 5, y + 5, { delay: PACE_MS });
          for (const key of ["Tab", "Enter", "Tab", "Enter"]) await opened.keyboard.press(key);
          expect(await opened.textContent("main")).toContain("from outside the desk");
          expect(await countPublic()).toBe(0);
        });

        it("decides nothing when a window in front of the desk closes between two clicks", async () => {
          await page.goto(`${desk.origin}/`);
          await waitForQuiet();
          const approve = await placeOf("article button.approve");
          const tell = (type: "blur" | "focus") => page.evaluate((name) => dispatchEvent(new Event(name)), type);
          // Some browsers tell of the focus only after the click.
          for (const order of [["blur", "focus"], ["blur"]] as const) {
            for (const type of order) await tell(type);
            await clickAt(approve);
            for (let press = 0; press < 3; press++) await page.keyboard.press("a", { delay: PACE_MS });
            expect(await countPublic()).toBe(0);
            await waitForQuiet();
          }
          await page.click("summary:has-text('Reply')");
          const reply = page.getByRole("textbox", { name: "Your reply" }).first();
          await reply.fill("Thanks");
          await page.evaluate(() => {
            for (const type of ["blur", "focus"]) dispatchEvent(new Event(type));
            // The text field still has the focus, because the page has not been drawn since.
            const keys = { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true };
            document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", keys));
          });
          expect(await isWaiting()).toBe(true);
          expect(await page.textContent("[role=status]")).toContain("ignores keys and clicks");
          const approveAndReply = await placeOf("button[value=reply]");
          await page.mouse.click(approveAndReply.x, approveAndReply.y);
          // The draft can be continued at once.
          await page.keyboard.type(" a lot");
          expect(await isWaiting()).toBe(true);
          await page.keyboard.press("Tab");
          await page.keyboard.press("Enter");
          await waitForQuiet();
          expect(await page.textContent("[role=status]")).toBe("The desk accepts keys and clicks.");
          expect(await countPublic()).toBe(0);
          expect(await reply.inputValue()).toBe("Thanks a lot");
          await reply.press("Control+Enter");
          await expect.poll(countPublic).toBe(1);
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
          // A sandboxed page cannot see from where the browser comes, so it only waits.
          if (path !== undefined) return;
          await openDesk(page);
          await page.waitForSelector("article[data-item]");
          await waitForQuiet();
          await page.locator("nav").getByRole("link", { name: "Reading" }).click();
          await page.waitForURL(/\/reading/);
          await page.goBack();
          await page.waitForSelector("article[data-item]");
        });

        it("shows no fourth number to somebody who guesses", async () => {
          await play({ to: `${desk.origin}/` });
          await page.mouse.click(9, 9);
          await page.waitForSelector("text=To open the desk");
          for (let wrong = 0; wrong < 3; wrong++) {
            await waitForQuiet();
            const number = Number(await page.textContent("label b"));
            await page.locator("#number").fill(String((number + 1) % 1_000).padStart(3, "0"));
          }
          await page.waitForSelector("text=close this page");
          expect(await page.locator("#number").count()).toBe(0);
        });

        it("tells the game nothing by the length of the longest address that it answers", async () => {
          await page.goto(game);
          const isAnswered = (address: string) =>
            page.evaluate(async (url) => {
              const asked = fetch(url, { mode: "no-cors", credentials: "include" });
              return asked.then(
                () => true,
                () => false,
              );
            }, address);
          expect(await isAnswered(`${new URL(desk.origin).origin}/api/v1/`)).toBe(path !== undefined);
          const lengths = [100, 8_000, 8_500, 20_000, 32_400, 32_700];
          const found = [];
          for (const length of lengths) found.push(await isAnswered(`${desk.origin}/?author=`.padEnd(length, "x")));
          expect(found).toEqual(lengths.map(() => false));
        });

        it("decides nothing while a page to which the game went back is still loading", async () => {
          const comments = "/api/v1/posts/thaw/comments";
          const body = (number: number) => ({
            authorName: `Writer ${number}`,
            body: String(number).padEnd(5_000, " all work and no play"),
          });
          for (let number = 0; number < 20; number++) await desk.api.send({ method: "POST", path: comments, body: body(number) });
          await page.goto(`${desk.origin}/`);
          await waitForQuiet();
          await page.locator("nav").getByRole("link", { name: "Reading" }).click();
          await page.getByRole("link", { name: /^Comments/ }).click();
          await page.waitForSelector("article[data-item]");
          const approve = await placeOf("article button.approve");
          const slow = { offline: false, latency: 0, downloadThroughput: 40_000, uploadThroughput: 40_000 };
          await devtools.send("Network.emulateNetworkConditions", slow);
          await page.goto(`${game}?back=1`);
          await page.mouse.click(9, 9);
          await page.waitForSelector("article button.approve");
          expect(await page.evaluate(() => document.readyState)).toBe("loading");
          const isLoading = () => page.evaluate(() => document.readyState === "loading").catch(() => false);
          while (await isLoading()) await page.mouse.click(approve.x, approve.y);
          if (path === undefined) await page.waitForSelector("text=To open the desk");
          else expect(await page.locator("article[data-item]").count()).toBeGreaterThan(5);
          expect(await countPublic()).toBe(0);
        });
      });
  });
});
