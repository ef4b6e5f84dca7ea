import { createServer, type Server } from "node:http";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { main } from "../../cli/main.ts";
import { createSite, post, type SiteFixture } from "../cli/site-fixture.ts";
import { createTestIo, type TestIo } from "../cli/test-io.ts";
import { describeInBrowser } from "./programs.ts";

/**
 * Shows the title of the post that an API answers, without any cache option, as a front end does.
 */
const READING_PAGE = `<!doctype html><title>Front end</title><h1></h1><script type="module">
const base = new URLSearchParams(location.search).get("api");
const answer = await fetch(base + "/api/v1/posts/first-ice");
document.querySelector("h1").textContent = (await answer.json()).title;
</script>`;

describeInBrowser("octavo dev beside a page on another port", (openBrowser) => {
  let site: SiteFixture;
  let browser: Browser;
  let page: Page;
  let frontEnd: Server;
  let frontEndUrl: string;
  let io: TestIo;
  let exit: Promise<number>;

  /** Starts `dev` and returns the address that it prints. */
  async function dev(...args: string[]): Promise<string> {
    io = createTestIo({ cwd: site.cwd, realTimers: 1_000, now: new Date().toISOString() });
    exit = main(["dev", "--port", "0", ...args], io);
    await Promise.race([io.waitFor("Ctrl-C stops"), exit]);
    const url = /serving at (http:\S+)/.exec(io.out())?.[1] ?? "";
    expect(url, io.err()).not.toBe("");
    return url;
  }

  beforeAll(async () => {
    browser = await openBrowser();
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

  it("shows the site, each save without a reload, and the mistakes in a file", async () => {
    const api = await dev();
    await page.goto(api);
    await page.getByRole("link", { name: "First ice" }).click();
    await page.getByRole("heading", { name: "First ice", level: 1 }).waitFor();
    expect(page.url()).toBe(`${api}/posts/first-ice`);
    await site.write("content/posts/first-ice.md", post("Second thoughts", "2026-01-02"));
    await page.getByRole("heading", { name: "Second thoughts", level: 1 }).waitFor();
    await site.write("content/posts/first-ice.md", post("Second thoughts", "2026-13-02"));
    const problems = page.getByLabel("Mistakes in the content");
    await problems.waitFor();
    expect(await problems.textContent()).toContain("1 mistake: the last good build is shown");
    expect(await problems.textContent()).toContain('content/posts/first-ice.md:3:14 publishedAt: "2026-13-02"');
    await site.write("content/posts/first-ice.md", post("Third thoughts", "2026-01-02"));
    await page.getByRole("heading", { name: "Third thoughts", level: 1 }).waitFor();
    await problems.waitFor({ state: "hidden" });
  });

  it("puts the button that opens a page's file below the page on a phone, where it would cover text", async () => {
    const api = await dev();
    await page.setViewportSize({ width: 390, height: 200 });
    await page.goto(`${api}/posts/first-ice`);
    const button = page.getByRole("button", { name: "Open in editor" });
    await button.waitFor();
    const end = async (): Promise<number> => page.locator(".site-footer").evaluate((footer) => footer.getBoundingClientRect().bottom);
    expect((await button.boundingBox())?.y).toBeGreaterThanOrEqual(await end());
    await page.setViewportSize({ width: 1280, height: 200 });
    expect((await button.boundingBox())?.y).toBeLessThan(200);
  });

  it("shows the site once its first error is fixed", async () => {
    await site.write("content/posts/first-ice.md", post("First ice", "2026-13-02"));
    io = createTestIo({ cwd: site.cwd, realTimers: 1_000, now: new Date().toISOString() });
    exit = main(["dev", "--port", "0"], io);
    await io.waitFor("Ctrl-C stops");
    const api = /serving at (http:\S+)/.exec(io.out())?.[1] ?? "";
    await page.goto(api);
    const problems = page.getByLabel("Mistakes in the content");
    await problems.waitFor();
    expect(await page.locator("main").textContent()).toMatch(/^Nothing is built yetThe first build found mistakes\./);
    expect(await problems.locator("summary").textContent()).toBe("1 mistake");
    await site.write("content/posts/first-ice.md", post("First ice", "2026-01-02"));
    await page.getByRole("link", { name: "First ice" }).waitFor();
    await page.getByRole("link", { name: "Marsh notes" }).waitFor();
  });

  it("reports builds only under this machine's own names", async () => {
    const api = await dev();
    const stranger = await browser.newPage();
    const answer = await stranger.goto(`http://evil.example:${new URL(api).port}/_octavo/events`);
    expect(answer?.status()).toBe(403);
    await stranger.close();
  });

  it("leaves / to the author's own front end", async () => {
    await site.write("public/index.html", "<!doctype html><title>Own</title><h1>My own front page</h1><script src=/own.js></script>");
    await site.write("public/own.js", 'document.title = "runs";');
    await site.write("public/notes/index.html", "<!doctype html><h1>Notes</h1>");
    await site.write("public/.secret", "not for visitors");
    const api = await dev();
    await page.goto(api);
    expect(await page.locator("h1").textContent()).toBe("My own front page");
    expect(await page.title()).toBe("runs");
    await page.goto(`${api}/notes/`);
    expect(await page.locator("h1").textContent()).toBe("Notes");
    const statuses = ["/.secret", "/%2e%2e/content/site.yaml", "/api/v1/posts", "/api"].map(
      async (path) => (await fetch(api + path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 200, 200]);
  });

  /** Runs in the page. */
  const readSlugs = async (api: string): Promise<string[]> => {
    const list: { items: { slug: string }[] } = await (await fetch(`${api}/api/v1/posts`)).json();
    return list.items.map(({ slug }) => slug);
  };
  const askLike = async ({ api, method }: { api: string; method: string }): Promise<unknown> => {
    const answer = await fetch(`${api}/api/v1/posts/first-ice/like`, { method, credentials: "include" });
    return answer.json();
  };

  it("lets the front end named by --site-url read posts and like them, only once even if the page is reloaded", async () => {
    const api = await dev("--site-url", frontEndUrl);
    await page.goto(`${frontEndUrl}/?api=${encodeURIComponent(api)}`);
    expect(await page.evaluate(readSlugs, api)).toEqual(["first-ice"]);
    const liked = { slug: "first-ice", liked: true, likeCount: 1 };
    expect(await page.evaluate(askLike, { api, method: "GET" })).toEqual({ ...liked, liked: false, likeCount: 0 });
    for (let times = 0; times < 2; times += 1) expect(await page.evaluate(askLike, { api, method: "POST" })).toEqual(liked);
    await page.reload();
    expect(await page.evaluate(askLike, { api, method: "GET" })).toEqual(liked);
    expect(await page.evaluate(askLike, { api, method: "DELETE" })).toEqual({ ...liked, liked: false, likeCount: 0 });
  });

  it("lets any other page read posts, but not like them", async () => {
    const api = await dev();
    await page.goto(`${frontEndUrl}/?api=${encodeURIComponent(api)}`);
    expect(await page.evaluate(readSlugs, api)).toEqual(["first-ice"]);
    await expect(page.evaluate(askLike, { api, method: "POST" })).rejects.toThrow("Failed to fetch");
  });

  it("shows drafts to the front end, but to no page at any other name", async () => {
    await site.write("content/posts/hidden.md", post("Hidden", "2026-02-03", "draft: true\n"));
    const api = await dev("--drafts", "--site-url", frontEndUrl);
    await page.goto(`${frontEndUrl}/?api=${encodeURIComponent(api)}`);
    expect(await page.evaluate(readSlugs, api)).toEqual(["hidden", "first-ice"]);
    // A stranger's page, whose name resolves to this machine: at the front end's port and, by
    // rebinding, at the API's.
    const stranger = await browser.newPage();
    await stranger.goto(`http://evil.example:${new URL(frontEndUrl).port}/?api=${encodeURIComponent(api)}`);
    await expect(stranger.evaluate(readSlugs, api)).rejects.toThrow("Failed to fetch");
    const answer = await stranger.goto(`http://evil.example:${new URL(api).port}/api/v1/posts`);
    expect([answer?.status(), await answer?.text()]).toEqual([403, expect.not.stringContaining("Hidden")]);
    await stranger.close();
  });
});
