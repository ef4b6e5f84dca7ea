import { createServer, type Server } from "node:http";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { main } from "../../cli/main.ts";
import { createSite, post, type SiteFixture } from "../cli/site-fixture.ts";
import { createTestIo, type TestIo } from "../cli/test-io.ts";
import { describeWith } from "./programs.ts";

/** Shows the title of the post that an API answers, without a word about caches: as a front end does. */
const READING_PAGE = `<!doctype html><title>Front end</title><h1></h1><script type="module">
const base = new URLSearchParams(location.search).get("api");
const answer = await fetch(base + "/api/v1/posts/first-ice");
document.querySelector("h1").textContent = (await answer.json()).title;
</script>`;

describeWith(["chromium", "chromium-browser", "google-chrome"], "octavo dev beside a page on another port", (program) => {
  let site: SiteFixture;
  let browser: Browser;
  let page: Page;
  let frontEnd: Server;
  let frontEndUrl: string;
  let io: TestIo;
  let exit: Promise<number>;

  /** Starts `dev` and says under which address, as it prints it. */
  async function dev(...args: string[]): Promise<string> {
    io = createTestIo({ cwd: site.cwd, realTimers: 1_000, now: new Date().toISOString() });
    exit = main(["dev", "--port", "0", ...args], io);
    await Promise.race([io.waitFor("Ctrl-C stops"), exit]);
    const url = /serving at (http:\S+)/.exec(io.out())?.[1] ?? "";
    expect(url, io.err()).not.toBe("");
    return url;
  }

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
    frontEnd = createServer((_request, response) => response.setHeader("Content-Type", "text/html").end(READING_PAGE));
    await new Promise<void>((resolve) => frontEnd.listen(0, "127.0.0.1", resolve));
    const address = frontEnd.address();
    frontEndUrl = `http://localhost:${typeof address === "object" ? address?.port : ""}`;
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    frontEnd.close();
  });
  beforeEach(async () => {
    site = await createSite();
    page = await browser.newPage();
  });
  afterEach(async () => {
    await page.close();
    io.abort();
    await exit;
    await site.remove();
  });

  it("shows a save on the next reload", async () => {
    const api = await dev();
    await page.goto(`${frontEndUrl}/?api=${encodeURIComponent(api)}`);
    await page.getByText("First ice", { exact: true }).waitFor();
    await site.write("content/posts/first-ice.md", post("Second thoughts", "2026-01-02"));
    await io.waitFor("content/posts/first-ice.md: built in");
    await page.reload();
    await page.waitForFunction(() => document.querySelector("h1")?.textContent !== "");
    expect(await page.locator("h1").textContent()).toBe("Second thoughts");
  });
});
