import { symlink, writeFile } from "node:fs/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ApiProcess, createSystemSite, type SystemSite } from "./api-process.ts";
import { createNginx, type Nginx } from "./nginx.ts";
import { describeInBrowser, describeWith } from "./programs.ts";

/**
 * Sites on one origin: at its root, below /blog and below /notes. One nginx, a write server for
 * each, one browser.
 */

const BASES = ["", "/blog", "/notes"] as const;
const PAGE = `<!doctype html><title>Thaw</title><script src="octavo-elements.js" defer></script>
<octavo-like slug="thaw"></octavo-like><octavo-comments slug="thaw"></octavo-comments>`;

interface Site {
  readonly base: string;
  readonly site: SystemSite;
  readonly api: ApiProcess;
}

/** Builds a site for nginx at an origin, with its write server. */
async function placeSite(site: SystemSite, base: string, origin: string): Promise<Site> {
  // Behind a proxy with a certificate; a browser trusts localhost without one.
  await writeFile(site.path("content/site.yaml"), `name: Site ${base || "/"}\nurl: ${origin.replace("http:", "https:")}${base}\n`);
  await build(site);
  const settings = [`OCTAVO_ORIGINS=${origin}`, "OCTAVO_TRUST_PROXY=127.0.0.1"];
  const api = await site.start({ db: site.path("data/octavo.db"), under: ["env", ...settings] });
  const server = `http://127.0.0.1:${/"message":"listening".*?"port":(\d+)/.exec(api.log())?.[1]}`;
  await build(site, "--host", "nginx,github-pages", "--server", server);
  await writeFile(site.path("dist/page.html"), PAGE);
  return { base, site, api };
}

async function build(site: SystemSite, ...args: string[]): Promise<void> {
  const built = await site.octavo("build", ...args);
  expect([built.code, built.out]).toEqual([0, expect.anything()]);
}

describeWith(["nginx"], "sites on one origin", (program) => {
  describeInBrowser("in Chromium", (openBrowser) => {
    let sites: Site[] = [];
    let nginx: Nginx;
    let origin: string;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;

    beforeAll(async () => {
      const created = await Promise.all(BASES.map(() => createSystemSite()));
      const [root = "", ...below] = created.map((site) => site.path("dist"));
      const own = [root, ...below].map((dist) => `include ${dist}/_hosts/nginx/octavo.conf;`).join("\n");
      nginx = await createNginx({ program, root, dir: `${root}-nginx`, own });
      origin = nginx.origin.replace("127.0.0.1", "localhost");
      sites = await Promise.all(created.map((site, at) => placeSite(site, BASES[at] ?? "", origin)));
      for (const [at, dist] of below.entries()) await symlink(dist, `${root}${BASES[at + 1]}`);
      await nginx.start();
      browser = await openBrowser();
      context = await browser.newContext();
      page = await context.newPage();
    }, 120_000);
    afterAll(async () => {
      await browser?.close();
      await nginx?.stop();
      await Promise.all(sites.map(({ site }) => site.remove()));
    });

    const ask = (path: string) =>
      page.evaluate(async (url) => {
        const answer = await fetch(url);
        return { status: answer.status, text: await answer.text() };
      }, path);
    /** Opens the page of a site, with the worker of that site. */
    async function open(base: string): Promise<void> {
      await page.goto(`${origin}${base}/page.html`);
      await page.evaluate(async () => {
        await navigator.serviceWorker.register("octavo-sw.js");
        const { active } = await navigator.serviceWorker.ready;
        while (navigator.serviceWorker.controller?.scriptURL !== active?.scriptURL) {
          const changed = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
          active?.postMessage("octavo:claim");
          await changed;
        }
      });
    }

    it("each have their own worker, caches, cookie, likes and drafts", async () => {
      for (const base of BASES) {
        await open(base);
        const settings = await ask(`${base}/api/v1/site-settings`);
        expect(JSON.parse(settings.text)).toMatchObject({ name: `Site ${base || "/"}` });
        expect((await ask(`${base}/api/v1/posts?q=thaw`)).status).toBe(200);
        const like = page.getByRole("button", { name: /like/i });
        expect(await like.getAttribute("aria-pressed")).toBe("false");
        // The button is pressed before the server has answered with the cookie.
        const liked = page.waitForResponse((response) => response.request().method() === "POST" && response.url().endsWith("/like"));
        await like.click();
        expect((await liked).status()).toBe(200);
        await expect.poll(() => like.getAttribute("aria-pressed")).toBe("true");
        expect(await page.getByText("From").count()).toBe(0);
        const form = page.getByRole("form", { name: "Write a comment" });
        await form.getByRole("textbox", { name: "Write a comment" }).fill(`From ${base || "/"}.`);
        await form.getByRole("textbox", { name: "Name" }).fill("Bo");
        await form.getByRole("button", { name: "Send" }).click();
        await page.getByText(`From ${base || "/"}.`).waitFor();
      }
      const cookies = (await context.cookies()).map(({ name, path }) => [path, name]).sort();
      expect(cookies).toEqual([
        ["/", "__Host-visitor"],
        ["/blog/", "__Secure-visitor"],
        ["/notes/", "__Secure-visitor"],
      ]);
      const stored = await page.evaluate(() =>
        Object.keys(localStorage)
          .filter((key) => key.startsWith("octavo-comments:"))
          .sort(),
      );
      expect(stored).toEqual(BASES.map((base) => `octavo-comments:${origin}${base}/api/v1`));
      const scopes = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope).sort());
      expect(scopes).toEqual(BASES.map((base) => `${origin}${base}/`));
    });

    it("keep nothing of another site in a cache", async () => {
      const cached = await page.evaluate(async () =>
        Promise.all(
          (await caches.keys()).map(async (name) => [name, (await (await caches.open(name)).keys()).map(({ url }) => url)] as const),
        ),
      );
      expect(new Set(cached.map(([name]) => name.replace(/:[a-z]+-\d+$/, "")))).toEqual(new Set(BASES.map((base) => `octavo:${base}/`)));
      for (const [name, urls] of cached) {
        const base = /^octavo:(.*)\/:/.exec(name)?.[1];
        expect(urls.length).toBeGreaterThan(0);
        expect(urls.filter((url) => !new RegExp(`^${origin}${base}/(?:api|index)/`).test(url))).toEqual([]);
      }
    });

    it("still work if the server of one of them is away", async () => {
      const statuses = async (path: string): Promise<number[]> =>
        Promise.all(BASES.map(async (base) => (await fetch(origin + base + path)).status));
      const paths = ["/healthz", "/readyz", "/moderate/x", "/subscriptions/x"];
      const before = await Promise.all(paths.map(statuses));
      expect(before.flat().filter((status) => status >= 500)).toEqual([]);
      expect(await statuses("/mcp")).toEqual([404, 404, 404]);
      await sites[1]?.api.stop();
      expect(await Promise.all(paths.map(statuses))).toEqual(before.map(([root, , notes]) => [root, 503, notes]));
    });
  });
});
