import { createServer } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { PostList } from "../../packages/octavo-client/client.ts";
import { describeInBrowser } from "./programs.ts";
import { findObjections, measureOverflow, type ServedPage, type ServedSite, serveSite } from "./served-site.ts";

const REQUEST_MAX_BYTES = 100_000;

describeInBrowser("the sample site in a browser", (openBrowser) => {
  let site: ServedSite;
  let url: string;
  let page: Page;
  let complaints: string[];
  let asked: ServedPage["asked"];
  let received: ServedPage["received"];

  beforeAll(async () => {
    site = await serveSite({ openBrowser, isSample: true });
    ({ url } = site);
  }, 180_000);
  afterAll(() => site.close());
  beforeEach(async () => {
    ({ page, complaints, received } = await site.open());
  });
  afterEach(() => site.closePages());

  const heading = (name: string) => page.getByRole("heading", { name, level: 1, exact: true });
  const getPosts = async (query = ""): Promise<PostList> => (await fetch(`${url}/api/v1/posts${query}`)).json();

  it("leads from the newest posts to one of them, and back to the same place", async () => {
    // Going back within the 0.16 s of a transition aborts it, which Chromium writes to the console.
    await page.emulateMedia({ reducedMotion: "reduce" });
    // Lists use the site's language.
    const { items } = await getPosts("?pageSize=6&language=en");
    await page.goto(url);
    await page.getByRole("link", { name: items[0]?.title ?? "" }).waitFor();
    expect(await page.locator("main .post-title").allTextContents()).toEqual(items.map(({ title }) => title));
    const last = items.at(-1);
    await page.getByRole("link", { name: last?.title ?? "" }).click();
    await heading(last?.title ?? "").waitFor();
    expect(page.url()).toBe(last?.url);
    expect(await page.title()).toContain(last?.title);
    await page.goBack();
    await heading("Ines Halvorsen").waitFor();
    expect(complaints).toEqual([]);
  });

  it.each([
    ["/posts", "Posts"],
    ["/posts/weaving-a-message", "Weaving a message"],
    ["/posts/weaving-a-message/", "Weaving a message"],
    ["/projects", "Projects"],
    ["/projects/tidewatch", "Tidewatch"],
    ["/books", "Books"],
    ["/books/on-weaving", "On Weaving"],
    ["/photos", "Photos"],
    ["/photos/the-lane-below-nordnes", "The lane below Nordnes"],
    ["/services", "Work that holds when you pull on it"],
    ["/about", "I make small programs and long pieces of cloth"],
    ["/search", "Search"],
  ])("shows %s on a desktop and on a phone, with pictures no larger than displayed", async (path, name) => {
    for (const [width, height, scheme] of [
      [1280, 900, "light"],
      [360, 740, "dark"],
    ] as const) {
      ({ page, complaints, asked, received } = await site.open({ viewport: { width, height }, colorScheme: scheme, isMeasured: true }));
      await page.goto(url + path, { waitUntil: "networkidle" });
      await heading(name).waitFor();
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
      await expect.poll(() => [received.length, received.length > 1]).toEqual([asked.length, true]);
      const own = received.filter(({ url: from }) => from.startsWith(url));
      expect(own.filter(({ bytes }) => bytes > REQUEST_MAX_BYTES)).toEqual([]);
      expect(own.length, "requests").toBeLessThan(40);
      expect(await findObjections(page)).toEqual([]);
      expect(complaints).toEqual([]);
    }
  });

  it.each([
    [1280, 900, 2],
    [390, 844, 3],
  ])("requests nothing over 100 KB before the visitor acts, on a high-resolution screen %d wide", async (width, height, deviceScaleFactor) => {
    for (const path of ["/", "/posts/weaving-a-message", "/projects", "/photos", "/photos/the-lane-below-nordnes"]) {
      ({ page, asked, received } = await site.open({ viewport: { width, height }, deviceScaleFactor, isMeasured: true }));
      await page.goto(url + path, { waitUntil: "networkidle" });
      await expect.poll(() => [received.length, received.length > 1]).toEqual([asked.length, true]);
      expect(received.filter(({ bytes }) => bytes > REQUEST_MAX_BYTES)).toEqual([]);
    }
  });

  it("says so if there is nothing at an address", async () => {
    await page.goto(`${url}/nothing/here`);
    await heading("There is no such page").waitFor();
    expect((await fetch(`${url}/nothing/here`)).status).toBe(404);
  });

  it("shows a page at /api whose links all work", async () => {
    await page.goto(`${url}/api`);
    expect(await page.locator("h1").textContent()).not.toBe("");
    const links = await page.locator("a").evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute("href") ?? ""));
    expect(links.length).toBeGreaterThan(20);
    for (const link of links) expect([link, (await page.request.get(url + link)).status()]).toEqual([link, 200]);
    expect(complaints).toEqual([]);
  });

  it.each(["light", "dark"] as const)("has a page at /api that is readable in a %s scheme and fits a phone", async (scheme) => {
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
