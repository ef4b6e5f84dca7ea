import { writeFile } from "node:fs/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { mapLimit } from "../../build/shared/parallel.ts";
import { SERVICE_WORKER_FILE } from "../../contract/static-files.ts";
import { renderProgram } from "../../hosts/bundle/render-program.ts";
import { createHostedDesk, type HostedDeskSite, openDesk } from "./hosted-desk-site.ts";
import {
  CONTROL_TEXT,
  HOSTILE_PAGES,
  type HostilePage,
  hostileLocations,
  readHeld,
  WAYS,
  type Way,
  writeHostilePages,
} from "./hostile-pages.ts";
import { describeInBrowser, describeWith } from "./programs.ts";

const OWNERS_ALONE = "Signed-in browsers";
const [PLAIN] = HOSTILE_PAGES;
const ALL_WAYS = Object.keys(WAYS) as Way[];
/** Hostile pages that are open at a time. Each waits for the desk, which ignores input at first. */
const TOGETHER = 4;

const HOSTILE_WORKER = `
const seen = [];
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(activate()));
async function activate() {
  await self.registration.navigationPreload.enable();
  await self.clients.claim();
}
self.addEventListener("message", (event) => event.source.postMessage(seen));
self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (pathname === "/made-up.html") return event.respondWith(new Response("<!doctype html><title>Hostile</title>", { headers: HEADERS }));
  if (!pathname.startsWith("/desk")) return;
  const requests = [event.request, new Request(event.request), new Request(event.request.url, { credentials: "include" })];
  event.waitUntil(keep(event.preloadResponse));
  for (const request of requests) event.waitUntil(keep(fetch(request)));
});
const HEADERS = {
  "Content-Type": "text/html",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};
async function keep(answering) {
  const answer = await answering;
  if (answer !== undefined) seen.push({ status: answer.status, type: answer.type, text: await answer.text() });
}`;

describeWith(["nginx"], "the desk under a path of the site", (program) => {
  describeInBrowser("with hostile pages on the site's own origin", (_, chromiumProgram) => {
    let browser: Browser;
    let desk: HostedDeskSite;
    let siteOrigin: string;
    beforeAll(async () => {
      // Otherwise, a service worker would not load with the test's own certificate.
      const args = ["--no-sandbox", "--disable-gpu", "--ignore-certificate-errors"];
      browser = await chromium.launch({ executablePath: chromiumProgram, args });
    });
    afterAll(() => browser.close());
    beforeEach(async () => {
      desk = await createHostedDesk({ program, path: "/desk", own: hostileLocations() });
      siteOrigin = new URL(desk.origin).origin;
      await writeHostilePages(desk.site.path("dist"));
      await writeFile(desk.site.path("dist/hostile-worker.js"), HOSTILE_WORKER);
      await writeFile(desk.site.path(`dist/${SERVICE_WORKER_FILE}`), await renderProgram("service-worker", { server: null }));
    });
    afterEach(() => desk.remove());

    /** Signed in, with the site's service worker controlling every page. */
    async function openSignedIn(): Promise<Page> {
      const { page } = await desk.open(browser);
      await desk.useInvitation(page);
      await page.waitForURL(/\/desk\/access\?mark=/);
      await useWorker(page, SERVICE_WORKER_FILE);
      await page.goto(`${desk.origin}/access`);
      expect(await page.content()).toContain(OWNERS_ALONE);
      return page;
    }

    /** Tries hostile pages, several at a time, each in its own page of a signed-in browser. */
    async function inOwnPages(pages: readonly HostilePage[], attempt: (page: Page, hostile: HostilePage) => Promise<void>): Promise<void> {
      const context = (await openSignedIn()).context();
      await mapLimit(pages, TOGETHER, async (hostile) => {
        const page = await context.newPage();
        page.setDefaultTimeout(10_000);
        await attempt(page, hostile);
        await page.close();
      });
    }

    async function useWorker(page: Page, file: string): Promise<void> {
      await page.goto(siteOrigin + PLAIN?.path);
      await page.evaluate(async (address) => {
        const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
        await navigator.serviceWorker.register(address);
        await taken;
      }, `/${file}`);
    }

    /** @returns what the hostile page sees of the window once that shows the text */
    async function hold(page: Page, path: string, { way, address, text }: { way: Way; address: string; text: string }) {
      await page.goto(siteOrigin + path);
      const opening = page.waitForEvent("popup");
      await page.evaluate<unknown, string>(WAYS[way], address);
      const opened = await opening;
      if (address.startsWith(desk.origin)) await openDesk(opened);
      await opened.waitForSelector(`text=${text}`);
      const seen = await readHeld(page);
      const opener = await opened.evaluate(() => window.opener !== null);
      await opened.close();
      return { ...seen, opener };
    }

    /**
     * A page with the same policies that is not sandboxed is read in the same way, unless its own
     * policy prevents it.
     */
    async function expectUnreadable(page: Page, { path, control, opener }: HostilePage, way: Way): Promise<void> {
      const seen = await hold(page, path, { way, address: `${desk.origin}/access`, text: OWNERS_ALONE });
      expect(`${seen.text} ${seen.address}`, `${path} ${way}`).not.toMatch(/Signed-in browsers|\/desk\//);
      // With this policy, browsers cut the page off from every new window, whoever opens it.
      const isCutOff = opener === "noopener-allow-popups" && !way.startsWith("writes");
      const read = await hold(page, path, { way, address: siteOrigin + control, text: CONTROL_TEXT });
      expect(read.text.includes(CONTROL_TEXT), `${path} ${way}`).toBe(!isCutOff);
    }

    it("does not answer their requests or frames, and their forms sign nobody out", async () => {
      const page = await openSignedIn();
      const hostile = `${siteOrigin}${PLAIN?.path}`;
      await page.goto(hostile);
      const read = await page.evaluate(async (own) => {
        const texts = [own, "/desk/access", "/desk/", "/desk"].map(async (path) => (await fetch(path)).text());
        return Promise.all(texts);
      }, PLAIN?.path ?? "");
      expect(read[0]).toContain("Hostile");
      for (const text of read.slice(1)) expect(text).toContain("The desk is only for browser windows");
      // The frame's parent is a page of the site, then one of another site.
      for (const parent of [hostile, hostile.replace("desk.localhost", "127.0.0.1")]) {
        await page.goto(parent);
        const inside = await page.evaluate(async (address) => {
          const frame = document.createElement("iframe");
          const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
          frame.src = address;
          document.body.append(frame);
          await loaded;
          return frame.contentDocument?.body.textContent ?? "";
        }, `${desk.origin}/access`);
        expect(inside, parent).toBe("");
        for (const frame of page.frames()) expect(await frame.content(), parent).not.toContain(OWNERS_ALONE);
      }
      await page.goto(hostile);
      await page.evaluate((action) => {
        document.body.innerHTML = `<form method="post" action="${action}"><input name="do" value="sign-out"></form>`;
        document.forms[0]?.submit();
      }, `${desk.origin}/access`);
      await page.waitForSelector("text=This was not sent from the desk");
      await page.goto(`${desk.origin}/access`);
      expect(await page.content()).toContain(OWNERS_ALONE);
    });

    it("cannot be read in a window of such a page, whatever the page's policies", { timeout: 180_000 }, async () => {
      await inOwnPages(HOSTILE_PAGES, async (page, hostile) => {
        for (const way of ["opens it", "writes into a blank window first"] as const) await expectUnreadable(page, hostile, way);
      });
    });

    it("cannot be read in a window of such a page, however the page gets one", { timeout: 180_000 }, async () => {
      const isolated = HOSTILE_PAGES.filter(({ isIsolated, opener }) => isIsolated && /^(?:same|noopener)-/.test(opener));
      await inOwnPages(isolated, async (page, hostile) => {
        for (const way of ALL_WAYS.slice(1)) await expectUnreadable(page, hostile, way);
      });
    });

    it("cannot be read by another window that the page opened before, whether the owner goes forwards or back", async () => {
      await inOwnPages(HOSTILE_PAGES, async (page, { path }) => {
        await page.goto(`${desk.origin}/access`);
        await page.goto(siteOrigin + path);
        for (const go of ["forwards", "back"] as const) {
          const opening = page.waitForEvent("popup");
          await page.evaluate<unknown, string>(WAYS["writes into a blank window first"], siteOrigin + path);
          const spy = await opening;
          await spy.waitForFunction(() => window.opener !== null);
          await spy.evaluate(
            ([way, address]) => {
              Object.assign(window, { held: window.opener });
              if (way === "back") window.opener.history.back();
              else window.opener.location.href = address;
            },
            [go, `${desk.origin}/access`] as const,
          );
          if (go === "forwards") await openDesk(page);
          await page.waitForSelector(`text=${OWNERS_ALONE}`);
          const seen = await readHeld(spy);
          expect(`${seen.text} ${seen.address}`, `${path} ${go}`).not.toMatch(/Signed-in browsers|\/desk\//);
          await spy.close();
          if (go === "forwards") await page.goto(siteOrigin + path);
        }
      });
    });

    it("shows its addresses to no page of the site, not even after the Back button", async () => {
      const page = await openSignedIn();
      const readEntries = (): Promise<string> => page.evaluate(() => JSON.stringify(navigation.entries().map(({ url }) => url)));
      await page.goto(siteOrigin + PLAIN?.path);
      await page.goto(`${desk.origin}/?author=eve%40evil.example`);
      await page.click("text=Notices");
      await page.waitForURL(({ href }) => href.startsWith(`${desk.origin}/notices?mark=`));
      await page.goto(siteOrigin + PLAIN?.control);
      expect(await readEntries()).not.toContain("/desk/");
      await page.goBack();
      await page.goBack();
      await page.goBack();
      await page.waitForURL(siteOrigin + PLAIN?.path);
      expect(await readEntries()).not.toContain("/desk/");
      expect(await readEntries()).toContain("page.html");
    });

    it("lets the site's pages read and open nothing behind an email's link", async () => {
      const { page } = await desk.open(browser);
      const card = `${siteOrigin}/moderate/comment.x`;
      await page.goto(siteOrigin + PLAIN?.path);
      const opening = page.waitForEvent("popup");
      await page.evaluate<unknown, string>(WAYS["opens it"], card);
      await (await opening).waitForSelector("text=This link is incomplete or wrong");
      expect((await readHeld(page)).text).toContain("cross-origin");
    });

    it("allows no service worker except Octavo's own", async () => {
      const { page } = await desk.open(browser);
      await page.goto(siteOrigin + PLAIN?.path);
      const register = (file: string): Promise<string> =>
        page.evaluate(
          (address) =>
            navigator.serviceWorker.register(address).then(
              () => "registered",
              (error: Error) => error.message,
            ),
          `/${file}`,
        );
      expect(await register("hostile-worker.js")).toContain("403");
      expect(await page.evaluate(async () => (await fetch("/hostile-worker.js")).status)).toBe(200);
      expect(await register(SERVICE_WORKER_FILE)).toBe("registered");
    });

    it("cannot be read by a hostile service worker's requests, nor by a page that the worker invents", async () => {
      const page = await openSignedIn();
      // One from before the desk, or in the place of Octavo's own.
      await writeFile(desk.site.path(`dist/${SERVICE_WORKER_FILE}`), HOSTILE_WORKER);
      await useWorker(page, `${SERVICE_WORKER_FILE}?2`);
      for (const way of ["opens it", "writes into a blank window first"] as const) {
        const seen = await hold(page, "/made-up.html", { way, address: `${desk.origin}/access`, text: OWNERS_ALONE });
        expect(`${seen.text} ${seen.address}`, way).not.toMatch(/Signed-in browsers|\/desk\//);
      }
      const askWorker = () =>
        page.evaluate(
          () =>
            new Promise<readonly { readonly status: number; readonly text: string }[]>((resolve) => {
              navigator.serviceWorker.addEventListener("message", ({ data }) => resolve(data));
              navigator.serviceWorker.controller?.postMessage("seen");
            }),
        );
      // Its own requests may be answered after the windows are closed.
      await expect.poll(async () => (await askWorker()).length).toBeGreaterThan(7);
      const seen = await askWorker();
      expect(seen.map(({ text }) => text).join("")).not.toContain(OWNERS_ALONE);
      expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([403]));
    });
  });
});
