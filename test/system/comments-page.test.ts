import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { CommentThreads } from "../../packages/octavo-client/client.ts";
import { post } from "../cli/site-fixture.ts";
import { type ElementSite, openElementPage, openElementSite } from "./element-page.ts";
import { describeInBrowser } from "./programs.ts";

const THREADS = 45;
const REPLIES = 205;
/** Chromium calls up to 0.1 good. */
const SHIFT_MAX = 0.01;

/** Sums the movements that no user caused (web.dev/cls). */
const WATCH_SHIFTS = `window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) shifts.push([value, ...sources.map(({ node }) => node?.nodeName ?? "")]);
}).observe({ type: "layout-shift", buffered: true });`;

describeInBrowser("<octavo-comments> below a post of many comments", (openBrowser) => {
  let site: ElementSite;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  /** The id of the thread with many replies. */
  let long: string;

  const api = (path: string): string => `${site.api}/api/v1/posts/${path}`;
  const submit = async (slug: string, body: string, parentId: string | null = null): Promise<string> => {
    const answer = await fetch(api(`${slug}/comments`), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ authorName: "Ada", body, parentId }),
    });
    expect(answer.status).toBe(202);
    const { id }: { id: string } = await answer.json();
    return id;
  };
  const submitAll = async (slug: string, bodies: readonly string[], parentId: string | null = null): Promise<string[]> => {
    const ids: string[] = [];
    for (const body of bodies) ids.push(await submit(slug, body, parentId));
    await site.moderate("approve", ...ids);
    return ids;
  };
  const numbered = (text: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${text} ${index + 1}.`);

  beforeAll(async () => {
    site = await openElementSite({
      "content/posts/shut.md": post("Shut", "2026-02-04", "commentsOpen: false\n"),
      "content/posts/few.md": post("Few", "2026-02-05"),
    });
    browser = await openBrowser();
    for (const slug of ["tides", "shut", "few"])
      site.addPage(`/${slug}`, `<octavo-comments slug="${slug}">Comments need JavaScript.</octavo-comments>`);
    [long = ""] = await submitAll("tides", numbered("Thread", THREADS));
    await submitAll("tides", numbered("Reply", REPLIES), long);
    await submitAll("few", numbered("Remark", 2));
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });
  beforeEach(async () => {
    ({ page, complaints } = await openElementPage(browser));
  });
  afterEach(() => page.context().close());

  const threads = (): Locator => page.locator("octavo-comments [part=list] > li > article");
  const comment = (text: string): Locator => page.locator("article").filter({ hasText: text });
  const more = (): Locator => page.locator("section > [part~=more]").getByText("Show more");

  it("shows page after page, each comment once", async () => {
    await page.goto(`${site.origin}/tides`);
    await page.getByRole("heading", { name: `${THREADS + REPLIES} comments` }).waitFor();
    for (const shown of [40, THREADS]) {
      await page.getByRole("button", { name: "Show more" }).last().click();
      await expect.poll(() => threads().count()).toBe(shown);
    }
    expect(await page.locator("section > [part~=more]:visible").count()).toBe(0);
    const ids = await page.locator("article").evaluateAll((articles) => articles.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(complaints).toEqual([]);
  });

  it("shows all replies of a long thread", async () => {
    await page.goto(`${site.origin}/tides`);
    const replies = page.locator(`li:has(> #comment-${long}) [part=replies] article`);
    await expect.poll(() => replies.count()).toBe(200);
    await page.locator(`li:has(> #comment-${long}) > button`).click();
    await expect.poll(() => replies.count()).toBe(REPLIES);
    expect(await page.locator(`li:has(> #comment-${long}) > button`).isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  it("starts over in another order", async () => {
    await page.goto(`${site.origin}/tides`);
    await expect.poll(() => threads().count()).toBe(20);
    await page.getByRole("combobox", { name: "Order" }).selectOption("newest");
    await comment(`Thread ${THREADS}.`).waitFor();
    const list: CommentThreads = await (await fetch(`${api("tides/comments")}?commentsSort=newest`)).json();
    const ids = await threads().evaluateAll((articles) => articles.map(({ id }) => id.replace("comment-", "")));
    expect(ids).toEqual(list.items.map(({ id }) => id));
  });

  it("opens a link to a comment on a later page, with links to the pages around it", async () => {
    const list: CommentThreads = await (await fetch(`${api("tides/comments")}?commentsPage=2`)).json();
    const id = list.items[3]?.id ?? "";
    await page.goto(`${site.origin}/tides#comment-${id}`);
    await page.locator(`#comment-${id}`).waitFor();
    expect(await page.locator(`#comment-${id}`).evaluate((article) => article.matches(":focus"))).toBe(true);
    expect(await threads().count()).toBe(20);
    await page.getByRole("button", { name: "Show earlier" }).click();
    await expect.poll(() => threads().count()).toBe(40);
    expect(await threads().first().textContent()).toContain("Thread 1.");
    await more().click();
    await expect.poll(() => threads().count()).toBe(THREADS);
  });

  it("opens a link to a reply beyond those shown", async () => {
    const query = `parentId=${long}&commentsPage=5&commentsPageSize=50`;
    const list: CommentThreads = await (await fetch(`${api("tides/comments")}?${query}`)).json();
    const id = list.items.at(-1)?.id ?? "";
    await page.goto(`${site.origin}/tides#comment-${id}`);
    await page.locator(`#comment-${id}`).waitFor();
    await expect.poll(() => page.locator(`#comment-${id}`).evaluate((article) => article.matches(":focus"))).toBe(true);
  });

  it("writes nothing into the browser's log while the visitor's comment is pending, and notices when it is public on another page", async () => {
    await page.goto(`${site.origin}/tides`);
    const form = page.getByRole("form", { name: "Write a comment" });
    await form.getByRole("textbox", { name: "Write a comment" }).fill("Mine is the last.");
    await form.getByRole("textbox", { name: "Name" }).fill("Bo");
    await form.getByRole("button", { name: "Send" }).click();
    await comment("Mine is the last.").waitFor();
    await page.reload();
    await comment("Mine is the last.").getByText("Pending approval").waitFor();
    const id = (await comment("Mine is the last.").getAttribute("id"))?.replace("comment-", "") ?? "";
    await site.moderate("approve", id);
    await page.goto("about:blank");
    await page.goto(`${site.origin}/tides`);
    const mine = comment("Mine is the last.");
    await expect.poll(async () => [await mine.count(), await mine.getByText("Pending approval").count()]).toEqual([1, 0]);
    expect(complaints).toEqual([]);
    await site.moderate("reject", id);
  });

  it("asks only once whether a reply to a removed comment is public, and follows a link to the visitor's own pending comment", async () => {
    const own = { slug: "tides", waiting: true, authorName: "Cleo", authorUrl: null, bodyHtml: "<p>Late.</p>", body: "Late." };
    const times = { createdAt: new Date().toISOString(), editableUntil: new Date().toISOString(), editToken: null };
    const stored = JSON.stringify([{ ...own, ...times, id: "mine", parentId: "gone" }]);
    const key = `octavo-comments:${site.api}/api/v1`;
    await page.goto(`${site.origin}/style.css`);
    await page.evaluate(([name, value]) => localStorage.setItem(name ?? "", value ?? ""), [key, stored]);
    await page.goto(`${site.origin}/tides#comment-mine`);
    // The browser complains when the answer arrives, and the element stores it after reading it.
    await expect.poll(() => page.evaluate((name) => localStorage.getItem(name), key)).toContain('"isOrphan":true');
    await page.reload();
    await expect.poll(() => comment("Late.").evaluate((article) => article.matches(":focus"))).toBe(true);
    await comment("Thread 1.").waitFor();
    expect(complaints).toEqual([expect.stringContaining("404")]);
  });

  it("marks an answer by the site's author", async () => {
    const list: CommentThreads = await (await fetch(api("few/comments"))).json();
    await site.moderate("reply", list.items[0]?.id ?? "", "Thank you, *corrected*.");
    await page.goto(`${site.origin}/few`);
    await comment("corrected").waitFor();
    expect(await comment("corrected").locator("[part=badge]").textContent()).toBe("Author");
    expect(await comment("corrected").getAttribute("part")).toBe("comment author");
    expect(await comment("Remark 1.").locator("[part=badge]").count()).toBe(0);
    expect(await comment("corrected").getByRole("button", { name: "Edit" }).count()).toBe(0);
  });

  it("says that comments are closed, and accepts none", async () => {
    await page.goto(`${site.origin}/shut`);
    await page.getByText("Comments are closed.").waitFor();
    expect(await page.getByRole("form").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("offers no form if the page says that comments are closed, without requesting the post", async () => {
    site.addPage("/closed", '<octavo-comments slug="few" comments-open="false"></octavo-comments>');
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${site.origin}/closed`);
    await comment("Remark 1.").waitFor();
    expect(await page.getByText("Comments are closed.").isVisible()).toBe(true);
    expect(await page.getByRole("button", { name: "Reply" }).count()).toBe(0);
    expect(asked).not.toContain("/api/v1/posts/few");
  });

  it.each([
    "{",
    '"text"',
    "null",
    '{"length":3}',
    '[null,7,"x",[],{}]',
    '[{"id":1,"slug":"few","waiting":true,"createdAt":"2026-11-20T10:00:00Z","authorName":5,"body":{}}]',
    '[{"id":"a","slug":"few","waiting":true,"createdAt":"never","editableUntil":"never","editToken":"t","authorName":"A","body":"B"}]',
  ])("ignores values that another program has stored: %s", async (stored) => {
    await page.goto(`${site.origin}/style.css`);
    await page.evaluate(([key, value]) => localStorage.setItem(key ?? "", value ?? ""), [`octavo-comments:${site.api}/api/v1`, stored]);
    await page.goto(`${site.origin}/few`);
    await comment("Remark 1.").waitFor();
    await page.getByRole("form", { name: "Write a comment" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("keeps the buttons of a comment that can be changed for months, without counting down at once", async () => {
    const own = {
      id: "z",
      slug: "few",
      waiting: true,
      parentId: null,
      authorName: "Cleo",
      authorUrl: null,
      body: "Late.",
      bodyHtml: "<p>Late.</p>",
    };
    const times = { createdAt: new Date().toISOString(), editableUntil: "2099-01-01T00:00:00.000Z", editToken: "t" };
    await page.goto(`${site.origin}/style.css`);
    const stored = JSON.stringify([{ ...own, ...times }]);
    await page.evaluate(([key, value]) => localStorage.setItem(key ?? "", value ?? ""), [`octavo-comments:${site.api}/api/v1`, stored]);
    // A timer with too long a delay fires at once, so each timer is recorded.
    await page.addInitScript(
      "const set = setTimeout; window.waits = []; window.setTimeout = (f, ms, ...more) => { waits.push(ms); return set(f, ms, ...more); }",
    );
    await page.goto(`${site.origin}/few`);
    await comment("Late.").getByRole("button", { name: "Edit" }).waitFor();
    const waits = (await page.evaluate("waits")) as number[];
    expect(Math.max(...waits)).toBe(2 ** 31 - 1);
  });

  it("restores a form after an answer that is not a problem of the API", async () => {
    await page.goto(`${site.origin}/few`);
    const form = page.getByRole("form", { name: "Write a comment" });
    await page.route("**/comments", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({
            status: 422,
            headers: { "Access-Control-Allow-Origin": "*" },
            json: { code: "validation-error", detail: "Not so.", status: 422, errors: { pointer: 7, detail: "no" } },
          })
        : route.fallback(),
    );
    await form.getByRole("textbox", { name: "Write a comment" }).fill("Once more.");
    await form.getByRole("textbox", { name: "Name" }).fill("Dee");
    await form.getByRole("button", { name: "Send" }).click();
    await form.getByText("This did not work. What you have typed stays here.").waitFor();
    expect(complaints).toContainEqual(expect.stringContaining("Not so."));
    await page.unroute("**/comments");
    await form.getByRole("button", { name: "Send" }).click();
    await comment("Once more.").waitFor();
  });

  it.each([
    ["nothing is written yet", "first-ice", "en"],
    ["comments are closed", "shut", "en"],
    ["the texts come in a file", "first-ice", "de"],
  ])("shifts nothing around the elements: %s", async (_, slug, lang) => {
    const html = `<p>Ice <octavo-like slug="${slug}"></octavo-like> on the creek.</p><octavo-search>Search needs JavaScript.</octavo-search><p>Below the search.</p>
<octavo-comments slug="${slug}">Comments need JavaScript.</octavo-comments><p>Below the comments.</p>`;
    site.addPage("/shifts", html, { lang });
    await page.addInitScript(WATCH_SHIFTS);
    await page.goto(`${site.origin}/shifts`, { waitUntil: "networkidle" });
    await page.locator("octavo-comments [part=notice], octavo-comments form").first().waitFor();
    const shifts = (await page.evaluate("shifts")) as [number, ...string[]][];
    expect(
      shifts.reduce((sum, [value]) => sum + value, 0),
      JSON.stringify(shifts),
    ).toBeLessThan(SHIFT_MAX);
  });
});
