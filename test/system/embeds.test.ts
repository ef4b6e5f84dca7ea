import { afterAll, beforeAll, expect, it } from "vitest";
import { post } from "../cli/site-fixture.ts";
import { describeInBrowser } from "./programs.ts";
import { type ServedSite, serveSite } from "./served-site.ts";

const PLAYER = "https://www.youtube-nocookie.com/embed/tide-01";
const POLICY = "default-src 'self'; frame-src https://www.youtube-nocookie.com https://player.vimeo.com";
/**
 * Imitates Mermaid: draws an SVG with a style element and style attributes. On an error, it draws
 * a picture unless an option forbids it.
 */
const MERMAID = `let settings = {};
globalThis.mermaid = {
  initialize(given) { settings = given; },
  render: async (id, text) => {
    if (text.startsWith("broken")) {
      if (!settings.suppressErrorRendering) document.body.append(Object.assign(document.createElement("div"), { id: "d" + id }));
      throw new Error("Parse error");
    }
    document.body.dataset.theme = settings.theme;
    return draw(id, text);
  },
};
function draw(id, text) {
  return {
    svg: '<svg id="' + id + '" viewBox="0 0 20 10"><style>#' + id + ' rect { fill: rgb(1, 2, 3) }</style><rect style="stroke: rgb(4, 5, 6)" width="9" height="9"/><text y="9">' + text.split("\\n")[0] + "</text></svg>",
  };
}`;

describeInBrowser("a page with cards, films, formulas and diagrams, under default-src 'self',", (openBrowser) => {
  let site: ServedSite;

  beforeAll(async () => {
    const text = "https://youtu.be/tide-01\n\nAnd $h = a \\cos t$.\n\n```mermaid\ngraph LR\n  A --> B\n```\n";
    site = await serveSite({
      openBrowser,
      files: {
        "octavo.config.mts": "export default { website: true, markdown: { embeds: true, math: true, diagrams: true } };\n",
        "content/posts/all.md": post("All of it", "2026-02-01").replace(/\n[^\n]*\n$/, `\n${text}`),
        "content/posts/broken.md": post("Broken", "2026-02-03").replace(
          /\n[^\n]*\n$/,
          "\n```mermaid\nbroken\n```\n\n```mermaid\ngraph TD\n```\n",
        ),
        "content/posts/film.md": post("Film", "2026-02-02", 'video: { url: "https://vimeo.com/1234567" }\n'),
        "node_modules/mermaid/dist/mermaid.min.js": MERMAID,
      },
    });
  }, 180_000);
  afterAll(() => site.close());

  /** Opens a page under the policy; requests to other servers get a stand-in for a player. */
  async function open(path: string, javaScriptEnabled = true) {
    const opened = await site.open({ javaScriptEnabled });
    await opened.page.route("**/*", async (route) => {
      const url = route.request().url();
      if (!url.startsWith(site.url)) return route.fulfill({ contentType: "text/html", body: "<title>Player</title>" });
      const answer = await route.fetch();
      await route.fulfill({ response: answer, headers: { ...answer.headers(), "content-security-policy": POLICY } });
    });
    await opened.page.goto(site.url + path, { waitUntil: "networkidle" });
    return { ...opened, elsewhere: () => opened.asked.filter((url) => !url.startsWith(site.url)) };
  }

  it("contacts no other server until a card is clicked, which loads its player", async () => {
    const { page, elsewhere } = await open("/posts/all");
    const card = page.locator("p.embed");
    await card.getByRole("link").waitFor();
    expect(elsewhere()).toEqual([]);
    await card.getByRole("link").click();
    await card.locator("iframe").waitFor();
    await expect.poll(elsewhere).toEqual([`${PLAYER}?autoplay=1`]);
    expect(new URL(page.url()).pathname).toBe("/posts/all");
  });

  it("plays a post's video in the same way", async () => {
    const { page, elsewhere } = await open("/posts/film");
    expect(elsewhere()).toEqual([]);
    await page.locator("octavo-film a").click();
    await page.locator("octavo-film iframe").waitFor();
    await expect.poll(elsewhere).toEqual(["https://player.vimeo.com/video/1234567?dnt=1&autoplay=1"]);
  });

  it("shows formulas, and diagrams with their styles", async () => {
    const { page, asked, complaints } = await open("/posts/all");
    const rect = page.locator("figure.diagram svg rect");
    await rect.waitFor();
    const style = await rect.evaluate((element) => [getComputedStyle(element).fill, getComputedStyle(element).stroke]);
    expect(style).toEqual(["rgb(1, 2, 3)", "rgb(4, 5, 6)"]);
    expect(await page.locator("figure.diagram").textContent()).toBe("graph LR");
    expect(await page.locator("main math").evaluate((element) => element.getBoundingClientRect().width)).toBeGreaterThan(40);
    expect(asked).toContain(`${site.url}/octavo-mermaid.js`);
    expect(complaints).toEqual([]);
  });

  it("draws its other diagrams if one has an error and stays as text", async () => {
    const { page } = await open("/posts/broken");
    await page.locator("figure.diagram svg").waitFor();
    expect(await page.locator("figure.diagram").textContent()).toBe("graph TD");
    expect(await page.locator("pre[data-diagram]").textContent()).toContain("broken");
    expect(await page.locator("body > div[id^=doctavo]").count()).toBe(0);
  });

  it("draws diagrams in the colour scheme that the visitor has chosen", async () => {
    const { page } = await open("/posts/all");
    await page.evaluate(() => document.documentElement.setAttribute("data-scheme", "dark"));
    await page.evaluate(() => {
      const again = Object.assign(document.createElement("pre"), { textContent: "graph LR" });
      again.dataset.diagram = "";
      document.querySelector("figure.diagram")?.replaceWith(again);
      document.dispatchEvent(new Event("octavo:replaced"));
    });
    await page.locator('body[data-theme="dark"] figure.diagram').waitFor();
  });

  it("does not load Mermaid without a diagram", async () => {
    const { asked } = await open("/posts/film");
    expect(asked.filter((url) => /diagrams|mermaid/.test(url))).toEqual([]);
  });

  it("shows links and text without JavaScript", async () => {
    const { page, elsewhere } = await open("/posts/all", false);
    expect(await page.locator("p.embed a").getAttribute("href")).toBe("https://youtu.be/tide-01");
    expect(await page.locator("pre[data-diagram]").textContent()).toContain("A --> B");
    expect(elsewhere()).toEqual([]);
  });
});
