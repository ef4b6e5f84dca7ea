import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { PostList } from "../../packages/octavo-client/client.ts";
import { describeInBrowser } from "./programs.ts";
import { COLOUR_RULES, findObjections, measureOverflow, type ServedSite, serveSite } from "./served-site.ts";

/** axe checks thousands of elements, four times. */
const AXE_MAX_MS = 240_000;

describeInBrowser("the API's reference at /api/docs", (openBrowser) => {
  let site: ServedSite;
  let url: string;
  let page: Page;
  let complaints: string[];
  let asked: string[];

  beforeAll(async () => {
    site = await serveSite({ openBrowser });
    ({ url } = site);
  }, 120_000);
  afterAll(() => site.close());
  beforeEach(async () => {
    ({ page, complaints, asked } = await site.open());
  });
  afterEach(() => site.closePages());

  const operation = (path: string): Locator => page.locator(".opblock-get").filter({ has: page.locator(`[data-path="${path}"]`) });

  /** Opens the list of posts and requests it, by the mouse or only with Enter. */
  const tryPosts = async (by: "click" | "press"): Promise<void> => {
    const posts = operation("/posts");
    const activate = (button: Locator): Promise<void> => (by === "click" ? button.click() : button.press("Enter"));
    await activate(posts.locator("button.opblock-summary-control"));
    await activate(posts.getByRole("button", { name: "Try it out" }));
    await activate(posts.getByRole("button", { name: "Execute" }));
    await posts.locator(".live-responses-table .response-col_status", { hasText: "200" }).waitFor();
  };

  it("is linked from the list of all paths, and contacts no other server", async () => {
    await page.goto(`${url}/api`);
    await page.getByRole("link", { name: "The reference" }).click();
    await operation("/posts").waitFor();
    expect(await page.title()).toContain("API reference");
    const { paths } = await (await fetch(`${url}/api/v1/openapi.json`)).json();
    const shown = await page.locator(".opblock-summary-path").evaluateAll((found) => found.map((each) => each.getAttribute("data-path")));
    expect(new Set(shown)).toEqual(new Set(Object.keys(paths)));
    expect(asked.filter((address) => !address.startsWith(`${url}/`))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("can try an operation on its own server, with only the required values", async () => {
    await page.goto(`${url}/api/docs`);
    await tryPosts("click");
    const sent = asked.filter((address) => address.includes("/api/v1/posts"));
    expect(sent).toEqual([`${url}/api/v1/posts?page=1&pageSize=20`]);
    const { items }: PostList = await (await fetch(`${url}/api/v1/posts`)).json();
    expect(await operation("/posts").locator(".live-responses-table").textContent()).toContain(items[0]?.title);
    expect(complaints).toEqual([]);
  });

  it.each(["light", "dark"] as const)("fits a phone, in the visitor's preferred %s scheme", async (colorScheme) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`${url}/api/docs`);
    const posts = operation("/posts");
    await posts.locator("button.opblock-summary-control").click();
    await posts.getByRole("button", { name: "Try it out" }).waitFor();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    const [paper = 0] =
      (await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).match(/\d+/g)?.map(Number) ?? [];
    expect(paper > 128).toBe(colorScheme === "light");
  });

  it.each(["light", "dark"] as const)(
    "passes axe, closed, open and tried, in a %s scheme",
    async (colorScheme) => {
      // Both schemes have the same elements, so only colours can be wrong in the dark one.
      const rules = colorScheme === "light" ? null : COLOUR_RULES;
      await page.emulateMedia({ colorScheme });
      await page.goto(`${url}/api/docs`);
      await operation("/posts").waitFor();
      expect(await findObjections(page, rules)).toEqual([]);
      await tryPosts("click");
      expect(await findObjections(page, rules)).toEqual([]);
      const comment = page.locator(".opblock-post").filter({ has: page.locator('[data-path="/posts/{slug}/comments"]') });
      await comment.locator("button.opblock-summary-control").click();
      await comment.getByRole("button", { name: "Try it out" }).click();
      await comment.getByRole("textbox", { name: "Request body" }).waitFor();
      expect(await findObjections(page, rules)).toEqual([]);
      await page.locator("section.models button").first().click();
      await page.locator("section.models article button").first().click();
      expect(await findObjections(page, rules)).toEqual([]);
    },
    AXE_MAX_MS,
  );

  it("works with only the keyboard: no button contains a link", async () => {
    await page.goto(`${url}/api/docs`);
    await operation("/posts").waitFor();
    expect(await page.locator("button a, button button").count()).toBe(0);
    const filter = page.getByRole("textbox", { name: "Filter by tag or path" });
    await filter.focus();
    const reached = async (selector: string): Promise<boolean> =>
      page.evaluate((css) => document.activeElement?.matches(css) ?? false, selector);
    for (let steps = 0; steps < 4 && !(await reached(".opblock-summary-control")); steps += 1) await page.keyboard.press("Tab");
    expect(await reached(".opblock-summary-control")).toBe(true);
    await tryPosts("press");
  });

  it("says so if the document is missing", async () => {
    await page.route("**/openapi.json", (route) => route.fulfill({ status: 503, body: "" }));
    await page.goto(`${url}/api/docs`);
    await page.getByText("The OpenAPI document did not load: /api/v1/openapi.json returned 503").waitFor();
  });

  it("sends its files compressed to clients that accept that, and 304 to clients that have them", async () => {
    const file = `${url}/_octavo/reference/swagger-ui.css`;
    const compressed = await fetch(file, { headers: { "Accept-Encoding": "gzip" } });
    const plain = await fetch(file, { headers: { "Accept-Encoding": "identity" } });
    expect(compressed.headers.get("Content-Encoding")).toBe("gzip");
    expect(plain.headers.get("Content-Encoding")).toBeNull();
    expect(await compressed.text()).toBe(await plain.text());
    expect(
      (await fetch(file, { headers: { "If-None-Match": plain.headers.get("ETag") ?? "", "Accept-Encoding": "identity" } })).status,
    ).toBe(304);
    expect((await fetch(`${url}/_octavo/reference/other.js`)).status).toBe(404);
  });
});
