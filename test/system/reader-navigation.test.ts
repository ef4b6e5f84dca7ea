import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { post } from "../cli/site-fixture.ts";
import { describeInBrowser } from "./programs.ts";
import { type ServedPage, type ServedSite, serveSite } from "./served-site.ts";

const FILES = Object.fromEntries(
  Array.from({ length: 30 }, (_, index) => [
    `content/posts/n${index}.md`,
    post(`Note ${index} of the marsh`, `2025-01-${String((index % 28) + 1).padStart(2, "0")}`),
  ]),
);

describeInBrowser("Back in the reader", (openBrowser) => {
  let site: ServedSite;
  let page: Page;
  beforeAll(async () => {
    site = await serveSite({ openBrowser, files: FILES });
  }, 120_000);
  afterAll(() => site.close());
  beforeEach(async () => {
    ({ page } = await site.open());
  });
  afterEach(() => site.closePages());

  const top = (): Promise<number> => page.evaluate(() => scrollY);

  it("leads to where one was in a list, and Forward to where one was in the post", async () => {
    await page.goto(`${site.url}/posts?page=2`);
    const link = page.locator("article.card h2 a").last();
    await link.scrollIntoViewIfNeeded();
    const before = await top();
    expect(before).toBeGreaterThan(300);
    await link.click();
    await page.locator("article.post").waitFor();
    expect(await top()).toBe(0);
    await page.goBack();
    await page.locator("article.card").first().waitFor();
    await expect.poll(top).toBe(before);
    expect(new URL(page.url()).search).toBe("?page=2");
  });

  it("leads to where one was after a page that is not the reader's", async () => {
    await page.goto(`${site.url}/posts?page=2`);
    await page.locator("article.card").first().waitFor();
    await page.evaluate(() => scrollTo({ top: 500, behavior: "instant" }));
    await expect.poll(top).toBe(500);
    await page.goto(`${site.url}/api`);
    await page.goBack();
    await page.locator("article.card").first().waitFor();
    await expect.poll(top).toBe(500);
  });

  it("finds the search as it was, with what it had found", async () => {
    await page.goto(`${site.url}/search`);
    const field = page.getByRole("searchbox", { name: "Search" });
    await field.fill("marsh");
    const found = page.locator("octavo-search [part=result]").last();
    await found.waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("?q=marsh");
    await found.scrollIntoViewIfNeeded();
    const before = await top();
    await found.click();
    await page.locator("article.post").waitFor();
    await page.goBack();
    expect(await field.inputValue()).toBe("marsh");
    await page.locator("octavo-search [part=result]").last().waitFor();
    await expect.poll(top).toBe(before);
  });
});

describeInBrowser("videos in the reader", (openBrowser) => {
  let site: ServedSite;
  let host: Server;
  let asked: string[];
  let videoOrigin: string;
  let opened: ServedPage;

  beforeAll(async () => {
    host = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.setHeader("Content-Type", "text/html").end("<!doctype html><title>Player</title>");
    });
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
    videoOrigin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    const film = (title: string, video: string): string =>
      `---\ntitle: ${title}\ntype: VIDEO\npublishedAt: 2026-01-03\nvideo: ${video}\n---\n\nText.\n`;
    site = await serveSite({
      openBrowser,
      files: {
        "content/posts/tube.md": film("Herons at `dawn`", "{ url: https://www.youtube.com/watch?v=aqz-KE-bpKQ }"),
        "content/posts/poster.md": film(
          "A film elsewhere",
          `{ url: "${videoOrigin}/film.mp4", poster: { src: "${videoOrigin}/poster.jpg", alt: "" } }`,
        ),
        "content/posts/unknown.md": film("Of a host without frames", "{ url: https://films.example/watch/3 }"),
      },
    });
  }, 120_000);
  afterAll(async () => {
    host.close();
    await site.close();
  });
  beforeEach(async () => {
    asked = [];
    opened = await site.open();
    await opened.page.route("https://www.youtube-nocookie.com/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Player</title>" }),
    );
  });
  afterEach(() => site.closePages());

  it("load nothing from their hosts, on lists and pages, before somebody presses play", async () => {
    const { page } = opened;
    for (const path of ["/", "/posts", "/posts/tube", "/posts/poster", "/posts/unknown"])
      await page.goto(site.url + path, { waitUntil: "networkidle" });
    expect(opened.asked.filter((address) => !address.startsWith(`${site.url}/`))).toEqual([]);
    expect(asked).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });

  it("play in a frame of their host once somebody presses play, by keyboard too", async () => {
    const { page } = opened;
    await page.goto(`${site.url}/posts/tube`);
    const button = page.getByRole("button", { name: "Play the video: Herons at dawn" });
    await page.getByText("Loads the video from www.youtube-nocookie.com").waitFor();
    await button.focus();
    await page.keyboard.press("Enter");
    const frame = page.locator("iframe.embed");
    expect(await frame.getAttribute("src")).toBe("https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1");
    expect(await frame.getAttribute("title")).toBe("Herons at dawn");
    expect(opened.complaints).toEqual([]);
  });

  it("that are files play in the page, and others are links", async () => {
    const { page } = opened;
    await page.goto(`${site.url}/posts/poster`);
    await page.getByRole("button", { name: "Play the video" }).click();
    await expect.poll(() => asked).toContain("/film.mp4");
    await page.goto(`${site.url}/posts/unknown`);
    expect(await page.getByRole("link", { name: "Watch at films.example" }).getAttribute("href")).toBe("https://films.example/watch/3");
  });
});
