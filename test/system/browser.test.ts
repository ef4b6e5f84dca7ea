import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { main } from "../../cli/main.ts";
import { createSite, type SiteFixture } from "../cli/site-fixture.ts";
import { createTestIo, type TestIo } from "../cli/test-io.ts";
import { describeWith } from "./programs.ts";

const SAMPLE = fileURLToPath(new URL("../../content", import.meta.url));

describeWith(["chromium", "chromium-browser", "google-chrome"], "the sample site in a browser", (program) => {
  let folder: SiteFixture;
  let io: TestIo;
  let exit: Promise<number>;
  let url: string;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    folder = await createSite();
    await rm(join(folder.cwd, "content"), { recursive: true });
    io = createTestIo({ cwd: folder.cwd, now: new Date().toISOString() });
    exit = main(["start", "--port", "0", "--content", SAMPLE], io);
    browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
    await Promise.race([io.waitFor("Ctrl-C stops"), exit]);
    url = /http:\/\/127\.0\.0\.1:\d+/.exec(io.out())?.[0] ?? "";
    expect(url, io.err()).not.toBe("");
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    io.abort();
    await exit;
    await folder.remove();
  });
  beforeEach(async () => {
    page = await browser.newPage();
    complaints = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
  });
  afterEach(() => page.close());

  it("shows a page at /api whose every link answers", async () => {
    await page.goto(`${url}/api`);
    expect(await page.locator("h1").textContent()).not.toBe("");
    const links = await page.locator("a").evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute("href") ?? ""));
    expect(links.length).toBeGreaterThan(20);
    for (const link of links) expect([link, (await page.request.get(url + link)).status()]).toEqual([link, 200]);
    expect(complaints).toEqual([]);
  });

  it.each(["light", "dark"] as const)("is readable in a %s scheme, and fits a telephone", async (scheme) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${url}/api`);
    const { background, color, overflow } = await page.evaluate(() => {
      const style = getComputedStyle(document.body);
      return { background: style.backgroundColor, color: style.color, overflow: document.documentElement.scrollWidth - window.innerWidth };
    });
    const brightness = (value: string): number => (value.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
    // The style was applied (its hash is in the policy), and not the other scheme's.
    expect(brightness(background) > brightness(color)).toBe(scheme === "light");
    expect(Math.abs(brightness(background) - brightness(color))).toBeGreaterThan(450);
    expect(overflow).toBeLessThanOrEqual(0);
  });

  it("lets a page of any origin read posts and show their pictures", async () => {
    const other = createServer((_request, response) => response.end("<!doctype html><title>Elsewhere</title>"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    await page.goto(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/page`);
    const shown = await page.evaluate(async (base) => {
      const answer = await fetch(`${base}/api/v1/posts?pageSize=100`);
      const list: { items: { cover: { url: string; width: number } | null }[] } = await answer.json();
      const cover = list.items.find((item) => item.cover !== null)?.cover;
      const image = new Image();
      image.src = cover?.url ?? "";
      await image.decode();
      return { posts: list.items.length, width: image.naturalWidth, promised: cover?.width };
    }, url);
    other.close();
    expect(shown.posts).toBeGreaterThan(20);
    expect(shown.width).toBe(shown.promised);
    expect(complaints).toEqual([]);
  });
});
