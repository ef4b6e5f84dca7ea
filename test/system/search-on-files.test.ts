import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { main } from "../../cli/main.ts";
import { createSite, type SiteFixture } from "../cli/site-fixture.ts";
import { createTestIo } from "../cli/test-io.ts";
import { createNginx, type Nginx } from "./nginx.ts";
import { describeInBrowser, describeWith } from "./programs.ts";

/**
 * Addresses of pages, a page for missing paths, and a strict policy: everything that static hosts
 * support.
 */
const OF_FILES = `location / { try_files $uri $uri.html $uri/index.html =404; }
error_page 404 /404.html; add_header Content-Security-Policy "default-src 'self'" always;`;

describeWith(["nginx"], "a website on a static host", (nginxProgram) => {
  describeInBrowser("in Chromium", (openBrowser) => {
    let site: SiteFixture;
    let dir: string;
    let nginx: Nginx;
    let browser: Browser;

    beforeAll(async () => {
      site = await createSite({
        "octavo.config.mjs": "export default { website: { writeServer: false } };\n",
        "content/posts/drift.md": "---\ntitle: Pack ice\npublishedAt: 2026-01-05\n---\n\nIt drifts past the headland.\n",
      });
      expect(await main(["build", "--host", "github-pages"], createTestIo({ cwd: site.cwd }))).toBe(0);
      dir = await mkdtemp(join(tmpdir(), "octavo-files-"));
      nginx = await createNginx({ program: nginxProgram, root: join(site.cwd, "dist"), dir, own: OF_FILES });
      await nginx.start();
      browser = await openBrowser();
    });
    afterEach(async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    });
    afterAll(async () => {
      await browser.close();
      await nginx.stop();
      await Promise.all([rm(dir, { recursive: true, force: true }), site.remove()]);
    });

    const openPage = async (url: string): Promise<Page> => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(url);
      return page;
    };
    const countWorkers = (page: Page): Promise<number> =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

    it("searches in the visitor's browser, from the first visit on", async () => {
      const page = await openPage(`${nginx.origin}/search?q=headland`);
      await page.getByRole("link", { name: "Pack ice" }).waitFor();
      const input = page.getByRole("searchbox");
      await input.fill("drift");
      await page.getByRole("link", { name: "Pack ice" }).waitFor();
      await page.getByRole("button", { name: "Posts 1" }).waitFor();
      expect(await input.evaluate((element) => element.matches(":focus"))).toBe(true);
    });

    it("starts the worker on no other page", async () => {
      const page = await openPage(`${nginx.origin}/posts/drift`);
      expect(await countWorkers(page)).toBe(0);
      expect(await page.locator("script[src*=octavo-sw]").count()).toBe(0);
    });

    it("starts no worker if the API is answered", async () => {
      const io = createTestIo({ cwd: site.cwd });
      const exit = main(["preview", "--port", "0"], io);
      await io.waitFor("Ctrl-C stops");
      const page = await openPage(`${/http:\/\/127\.0\.0\.1:\d+/.exec(io.out())?.[0]}/search?q=headland`);
      await page.getByRole("link", { name: "Pack ice" }).waitFor();
      expect(await page.locator("script[src*=octavo-sw]").count()).toBe(1);
      expect(await countWorkers(page)).toBe(0);
      io.abort();
      await exit;
    });
  });
});
