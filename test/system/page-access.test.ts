import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { describeInBrowser } from "./programs.ts";
import { type ServedSite, serveSite } from "./served-site.ts";

const POST = "/posts/weaving-a-message";
/** Width of a visible outline, in pixels. */
const OUTLINE_MIN = 2;
/** Size of A4 paper within margins of 2 cm, in pixels. */
const PAPER = { width: 643, height: 971 };

describeInBrowser("pages used by keyboard, on paper or with reduced motion", (openBrowser) => {
  let site: ServedSite;
  let page: Page;
  beforeAll(async () => {
    const files = { "octavo.config.mjs": "export default { website: true };\n" };
    site = await serveSite({ openBrowser, isSample: true, files, settings: "colorSchemeSwitch: true\n" });
  }, 180_000);
  afterAll(() => site.close());
  afterEach(() => site.closePages());

  const open = async (path: string): Promise<void> => {
    ({ page } = await site.open());
    await page.goto(site.url + path, { waitUntil: "load" });
  };
  const isShown = (selector: string): Promise<boolean> => page.locator(selector).first().isVisible();

  it("begin with a link to the text, shown by the first press of Tab", async () => {
    await open(POST);
    const skip = page.locator(".skip");
    expect((await skip.boundingBox())?.y).toBeLessThan(0);
    await page.keyboard.press("Tab");
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    // It is where the text begins.
    expect((await skip.boundingBox())?.x).toBeLessThan(20);
    await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
    const { x = 0, width = 0 } = (await skip.boundingBox()) ?? {};
    expect(x + width).toBeGreaterThan((page.viewportSize()?.width ?? 0) - 20);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#main");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  });

  it.each([POST, "/comments/weaving-a-message", "/inquiry"])("show the keyboard focus, on %s", async (path) => {
    await open(path);
    const outlines: number[] = [];
    for (let count = 0; count < 15; count += 1) {
      await page.keyboard.press("Tab");
      outlines.push(
        await page.evaluate(() => {
          let focused = document.activeElement;
          while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
          if (focused === null || focused === document.body) return Number.POSITIVE_INFINITY;
          const { outlineStyle, outlineWidth } = getComputedStyle(focused);
          return outlineStyle === "none" ? 0 : Number.parseFloat(outlineWidth);
        }),
      );
    }
    expect(Math.min(...outlines)).toBeGreaterThanOrEqual(OUTLINE_MIN);
  });

  it("print only the text, black on white, with the addresses of links", async () => {
    await open(POST);
    await page.setViewportSize(PAPER);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const { ink, paper } = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.documentElement);
      return { ink: color, paper: backgroundColor };
    });
    expect([ink, paper]).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
    for (const selector of [".skip", ".site-header nav", ".scheme", ".site-footer", ".live", "octavo-comments", ".neighbours"])
      expect([selector, await isShown(selector)]).toEqual([selector, false]);
    expect(await isShown("h1")).toBe(true);
    const text = await page.locator(".prose p").first().boundingBox();
    expect(text?.width).toBeGreaterThan(PAPER.width * 0.8);
    expect(text?.width).toBeLessThanOrEqual(PAPER.width);
    await page.setContent(
      '<link rel="stylesheet" href="/site.css"><main><div class="prose"><a href="https://a.example/">A</a></div><figure class="video"><octavo-film><a href="https://v.example/">V</a></octavo-film><figcaption>Loads</figcaption></figure></main>',
    );
    for (const selector of [".prose a", ".video a"]) {
      const link = page.locator(selector);
      const address = (await link.getAttribute("href")) ?? "none";
      await expect.poll(() => link.evaluate((element) => getComputedStyle(element, "::after").content)).toContain(address);
    }
    expect(await isShown("figcaption")).toBe(false);
  });

  it.each([
    ["reduce", "none"],
    ["no-preference", "auto"],
  ] as const)("follow the visitor's preference for motion: %s", async (reducedMotion, navigation) => {
    await open(POST);
    await page.emulateMedia({ reducedMotion });
    const moves = await page.evaluate(() => {
      const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
      const query = rules.find((rule) => rule instanceof CSSMediaRule && rule.conditionText.includes("prefers-reduced-motion"));
      const running = document.getAnimations().filter(({ playState }) => playState === "running").length;
      const applies = query instanceof CSSMediaRule && matchMedia(query.conditionText).matches;
      return { navigation: applies ? "auto" : "none", running };
    });
    expect(moves).toEqual({ navigation, running: 0 });
  });
});
