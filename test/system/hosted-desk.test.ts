import { writeFile } from "node:fs/promises";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { SERVICE_WORKER_FILE } from "../../contract/static-files.ts";
import { renderProgram } from "../../hosts/bundle/render-program.ts";
import { addAuthenticator, createHostedDesk, type HostedDeskSite } from "./hosted-desk-site.ts";
import { describeInBrowser, describeWith } from "./programs.ts";

/**
 * Policies of a site's own pages: each may equal one of the desk's, which would put both into one
 * group.
 */
const OPENERS = new Map([
  ["opener", { coop: "same-origin", coep: null }],
  ["isolated-none", { coop: "unsafe-none", coep: "require-corp" }],
  ["isolated-popups", { coop: "same-origin-allow-popups", coep: "require-corp" }],
  ["isolated", { coop: "same-origin", coep: "require-corp" }],
]);

function toLocation(name: string, coop: string, coep: string | null): string {
  const embedder = coep === null ? "" : `add_header Cross-Origin-Embedder-Policy ${coep};`;
  // Without the permission, other hosts get no Sec-CH-UA from this page.
  return `location = /${name}.html { add_header Cross-Origin-Opener-Policy ${coop}; ${embedder} add_header Permissions-Policy "ch-ua=()"; }`;
}

const HOSTILE_WORKER = `
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (new URL(event.request.url).pathname !== "/made-up.html") return;
  const headers = {
    "Content-Type": "text/html",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
  };
  event.respondWith(new Response("<!doctype html><title>Made up</title>", { headers }));
});`;

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
      expect(desk.api.log()).toContain('"way":"passkey"');
      expect(complaints).toEqual([]);
    });

    it("adds a second passkey after five minutes, once the first one has confirmed it", async () => {
      const { page, devtools, authenticatorId, complaints } = await desk.open(browser);
      const touch = (enabled: boolean) => devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
      const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
      await page.goto(await desk.invite());
      await press("Sign in");
      await page.waitForURL("**/access");
      await page.fill("#name", "My phone");
      await press("Add a passkey");
      await page.waitForSelector("text=the passkey My phone is added");
      desk.passFiveMinutes();
      await touch(false);
      const key = await addAuthenticator(devtools, "usb");
      await page.fill("#name", "My key");
      await press("Add a passkey");
      await page.waitForURL("**/access");
      await page.waitForSelector("text=Confirm with a passkey");
      await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: key });
      await touch(true);
      await press("Confirm with a passkey");
      await page.waitForSelector("text=the passkey My key is added");
      expect(complaints.filter((text) => !text.includes("403"))).toEqual([]);
    });

    it("approves, replies, undoes, and notes and closes an inquiry, at a phone's size, light and dark", async () => {
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
      await page.waitForSelector("text=the note is added");
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

  describeInBrowser("below a path of the site, with a hostile script on the site's own pages", (_, chromiumProgram) => {
    const OWNERS_ALONE = "Signed-in browsers";
    let browser: Browser;
    let desk: HostedDeskSite;
    let siteOrigin: string;
    beforeAll(async () => {
      // Only with this flag does a service worker load under a certificate that the test made.
      const args = ["--no-sandbox", "--disable-gpu", "--ignore-certificate-errors"];
      browser = await chromium.launch({ executablePath: chromiumProgram, args });
    });
    afterAll(() => browser.close());
    beforeEach(async () => {
      const own = [...OPENERS].map(([name, { coop, coep }]) => toLocation(name, coop, coep)).join("\n");
      desk = await createHostedDesk({ program, path: "/desk", own });
      siteOrigin = new URL(desk.origin).origin;
      for (const name of ["hostile", ...OPENERS.keys()])
        await writeFile(desk.site.path(`dist/${name}.html`), "<!doctype html><title>Hostile</title>");
      await writeFile(desk.site.path("dist/hostile-worker.js"), HOSTILE_WORKER);
      await writeFile(desk.site.path(`dist/${SERVICE_WORKER_FILE}`), await renderProgram("service-worker", { server: null }));
    });
    afterEach(() => desk.remove());

    /** Signed in, with the site's service worker in charge of every page. */
    async function openSignedIn(): Promise<Page> {
      const { page } = await desk.open(browser);
      await page.goto(`${siteOrigin}/hostile.html`);
      await page.evaluate(async (file) => {
        const claimed = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
        await navigator.serviceWorker.register(file);
        await claimed;
      }, `/${SERVICE_WORKER_FILE}`);
      await page.goto(await desk.invite());
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.waitForURL("**/desk/access");
      expect(await page.content()).toContain(OWNERS_ALONE);
      expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
      return page;
    }

    it("answers neither its requests nor its frames, and signs nobody out by its forms", async () => {
      const page = await openSignedIn();
      await page.goto(`${siteOrigin}/hostile.html`);
      const read = await page.evaluate(async () => {
        const texts = ["/hostile.html", "/desk/access", "/desk/", "/desk"].map(async (path) => (await fetch(path)).text());
        return Promise.all(texts);
      });
      expect(read[0]).toContain("Hostile");
      for (const text of read.slice(1)) expect(text).toContain("The desk is for a browser that shows it");
      // The frame's parent is a page of the site, then one of another site.
      for (const origin of [siteOrigin, siteOrigin.replace("desk.localhost", "127.0.0.1")]) {
        await page.goto(`${origin}/hostile.html`);
        const inside = await page.evaluate(async (address) => {
          const frame = document.createElement("iframe");
          const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
          frame.src = address;
          document.body.append(frame);
          await loaded;
          return frame.contentDocument?.body.textContent ?? "";
        }, `${desk.origin}/access`);
        expect(inside, origin).toBe("");
        for (const frame of page.frames()) expect(await frame.content(), origin).not.toContain(OWNERS_ALONE);
      }
      await page.goto(`${siteOrigin}/hostile.html`);
      await page.evaluate((action) => {
        document.body.innerHTML = `<form method="post" action="${action}"><input name="do" value="sign-out"></form>`;
        document.forms[0]?.submit();
      }, `${desk.origin}/access`);
      await page.waitForSelector("text=This was not sent from the desk");
      await page.goto(`${desk.origin}/access`);
      expect(await page.content()).toContain(OWNERS_ALONE);
    });

    it("is out of reach in a window that it opens, whatever policies its page has", async () => {
      const page = await openSignedIn();
      for (const name of ["hostile", ...OPENERS.keys()]) await expectOutOfReach(page, `${name}.html`);
    });

    it("is out of reach of a page that a hostile service worker makes up", async () => {
      const page = await openSignedIn();
      await page.goto(`${siteOrigin}/hostile.html`);
      await page.evaluate(async () => {
        const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
        await navigator.serviceWorker.register("/hostile-worker.js");
        await taken;
      });
      await expectOutOfReach(page, "made-up.html");
    });

    async function expectOutOfReach(page: Page, name: string): Promise<void> {
      await page.goto(`${siteOrigin}/${name}`);
      const opening = page.waitForEvent("popup");
      await page.evaluate((address) => {
        Object.assign(window, { opened: window.open(address) });
      }, `${desk.origin}/access`);
      const opened = await opening;
      await opened.waitForSelector(`text=${OWNERS_ALONE}`);
      const reached = await page.evaluate(() => {
        const { opened } = window as unknown as { opened: Window };
        try {
          return { closed: opened.closed, text: opened.document.body.textContent };
        } catch (error) {
          return { closed: opened.closed, text: String(error) };
        }
      });
      expect(reached.closed, name).toBe(true);
      expect(reached.text, name).not.toContain(OWNERS_ALONE);
      expect(await opened.evaluate(() => window.opener), name).toBeNull();
      await opened.close();
    }
  });
});
