import { readFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { main } from "../../cli/main.ts";
import { createSite, type SiteFixture } from "../cli/site-fixture.ts";
import { createTestIo } from "../cli/test-io.ts";
import { copySampleContent } from "../helpers/sample-site.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface ServedPage {
  readonly page: Page;
  /** Complaints of the browser: refused by a policy, failed, thrown. */
  readonly complaints: string[];
  /** Requested addresses, except `data:`. */
  readonly asked: string[];
  /** Addresses of answers, with the size of each body, if the page is measured. */
  readonly received: { readonly url: string; readonly bytes: number }[];
}

export interface PageOptions extends BrowserContextOptions {
  /** Whether each body is fetched from the browser, pictures included, for its size. */
  readonly isMeasured?: boolean;
}

/** A site as `start` or `dev` serves it, and a browser. */
export interface ServedSite {
  readonly url: string;
  readonly folder: SiteFixture;
  /** A page in its own context; earlier ones are closed. */
  open(options?: PageOptions): Promise<ServedPage>;
  closePages(): Promise<void>;
  close(): Promise<void>;
}

export interface ServedSiteOptions {
  readonly openBrowser: () => Promise<Browser>;
  readonly command?: "start" | "dev";
  readonly args?: readonly string[];
  /** Added to those of the small site, or replacing them. */
  readonly files?: Readonly<Record<string, string>>;
  /** Whether `files` replaces all files of the small site. */
  readonly alone?: boolean;
  /** The sample content, instead of the small site's. */
  readonly isSample?: boolean;
  /** More lines for the sample's site.yaml. */
  readonly settings?: string;
}

export async function serveSite({
  openBrowser,
  command = "start",
  args = [],
  files = {},
  alone = false,
  isSample = false,
  settings = "",
}: ServedSiteOptions): Promise<ServedSite> {
  const folder = await createSite(alone ? {} : files);
  if (alone || isSample) await rm(join(folder.cwd, "content"), { recursive: true });
  if (isSample) await copySampleContent(folder.cwd);
  if (settings !== "") await folder.write("content/site.yaml", (await readFile(join(folder.cwd, "content/site.yaml"), "utf8")) + settings);
  if (alone || isSample) {
    for (const [name, text] of Object.entries(files)) await folder.write(name, text);
  }
  const io = createTestIo({ cwd: folder.cwd, now: new Date().toISOString(), ...(command === "dev" ? { realTimers: 1_000 } : {}) });
  const exit = main([command, "--port", "0", ...args], io);
  const browser = await openBrowser();
  await Promise.race([io.waitFor("Ctrl-C stops"), exit]);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(io.out())?.[0];
  if (url === undefined) throw new Error(`the site is not served: ${io.err()}`);
  const closePages = async (): Promise<void> => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return {
    url,
    folder,
    closePages,
    async open({ isMeasured = false, ...options } = {}) {
      await closePages();
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      const page = await context.newPage();
      const complaints: string[] = [];
      const asked: string[] = [];
      const received: { url: string; bytes: number }[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("request", (request) => request.url().startsWith("data:") || asked.push(request.url()));
      page.on("response", async (response) => {
        if (!isMeasured || response.url().startsWith("data:")) return;
        const body = await response.body().catch(() => Buffer.alloc(0));
        received.push({ url: response.url(), bytes: body.byteLength });
      });
      return { page, complaints, asked, received };
    },
    async close() {
      await browser.close();
      io.abort();
      await exit;
      await folder.remove();
    },
  };
}

/** Rules of axe-core that depend on the colour scheme. */
export const COLOUR_RULES: readonly string[] = ["color-contrast", "link-in-text-block"];

/** Objections of axe-core to a page, one line each. @param rules default: all */
export async function findObjections(page: Page, rules: readonly string[] | null = null): Promise<readonly string[]> {
  // Bypasses the page's policy, because it is a tester's tool. A page gets the half megabyte once.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  // A color that is still changing may have less contrast than both of its ends.
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changes.map(({ finished }) => finished));
  });
  // axe-core describes each element that passes a rule, unless only violations are requested.
  const options = { resultTypes: ["violations"], ...(rules === null ? {} : { runOnly: rules }) };
  const violations = (await page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as AxeResults["violations"];
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("; ")}`);
}

/**
 * Gives the documents of a site a policy. Other files are not fetched here, because one still in
 * progress when the page is left would fail the test.
 */
export async function setPolicy(page: Page, url: string, policy: string): Promise<void> {
  await page.route(`${url}/**`, async (route) => {
    if (route.request().resourceType() !== "document") return route.continue();
    const response = await route.fetch();
    return route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
  });
}

/** How much wider a page is than its window, in pixels. */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
