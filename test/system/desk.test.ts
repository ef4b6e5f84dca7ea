import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { main } from "../../cli/main.ts";
import { createData, type DataFixture, NOW, newComment, newInquiry } from "../cli/data-fixture.ts";
import { createTestIo, type TestIo } from "../cli/test-io.ts";
import { describeInBrowser } from "./programs.ts";
import { findObjections } from "./served-site.ts";

const MINUTE = 60_000;
const SITE = { name: "Marsh notes", url: "https://marsh.example", timeZone: "Europe/Oslo", author: { name: "Ines", url: null } };

describeInBrowser("the desk", (openBrowser) => {
  let browser: Browser;
  let data: DataFixture;
  let io: TestIo;
  let exit: Promise<number>;
  let link: string;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    data = await createData();
    await data.use(({ site }) => site.keep(SITE));
    io = createTestIo({ cwd: data.cwd, now: new Date(NOW).toISOString() });
    exit = main(["desk"], io);
    await Promise.race([io.waitFor("?token="), exit]);
    link = /http:\S+/.exec(io.out())?.[0] ?? "";
  });
  afterEach(async () => {
    await context.close();
    io.abort();
    expect(await exit).toBe(0);
    await data.remove();
    expect(complaints).toEqual([]);
  });

  async function open(options: Parameters<Browser["newContext"]>[0] = {}): Promise<void> {
    context = await browser.newContext({ viewport: { width: 1100, height: 850 }, ...options });
    page = await context.newPage();
    complaints = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(link);
    // The link's page continues by itself.
    await page.waitForURL((url) => url.search === "" && url.pathname === "/");
  }
  const queue = async (count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let number = 0; number < count; number += 1)
      ids.push(
        await data.comment({
          body: `body ${number}`,
          at: NOW - (count - number) * MINUTE,
          banKeys: [{ kind: "email", hash: new Uint8Array(32).fill(number) }],
        }),
      );
    return ids;
  };
  const stateOf = async (id: string | undefined): Promise<string | undefined> =>
    (await data.use(({ comments }) => comments.get(id ?? "")))?.state;
  /** The page accepts keys a moment after it was shown. */
  const ready = (): Promise<void> =>
    page.evaluate(async () => {
      while (!document.documentElement.classList.contains("with-keys")) await new Promise(requestAnimationFrame);
      for (const from = performance.now(); performance.now() - from < 300; ) await new Promise(requestAnimationFrame);
    });
  const press = async (key: string): Promise<void> => {
    await ready();
    await page.keyboard.press(key);
  };
  const current = (): Promise<string | null> => page.locator(".current").getAttribute("id");
  const arrivedAt = (id: string | undefined) => page.waitForSelector(`#c-${id}.current`);

  it("can be used with only the keyboard", async () => {
    const [a, b, c, d, e] = await queue(5);
    await open();
    expect(await current()).toBe(`c-${a}`);
    await press("a");
    await arrivedAt(b);
    await press("j");
    expect(await current()).toBe(`c-${c}`);
    await press("s");
    await arrivedAt(d);
    await press("k");
    await press("r");
    await arrivedAt(d);
    expect([await stateOf(a), await stateOf(b), await stateOf(c), await stateOf(d)]).toEqual(["approved", "rejected", "spam", "pending"]);
    await press("u");
    await arrivedAt(b);
    expect(await stateOf(b)).toBe("pending");

    // The page asks to confirm a ban, and Enter does it.
    await press("b");
    expect(await data.use(({ bans }) => bans.list())).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=is banned by email");
    expect(await data.use(({ bans }) => bans.list())).toHaveLength(1);

    // Keys typed into a text belong to the text.
    await page.goto(`${new URL(link).origin}/comments/${e}`);
    await press("p");
    await page.keyboard.type("rash boasts pass");
    await page.keyboard.press("Escape");
    expect(await stateOf(e)).toBe("pending");
    await page.getByRole("textbox").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=your reply is public");
    expect(await stateOf(e)).toBe("approved");
    const shown = await data.use(({ comments }) => comments.page({ slug: "first-ice", page: 1, pageSize: 9, sort: "oldest" }));
    expect(shown?.items.flatMap(({ replies }) => replies.map(({ body }) => body))).toEqual(["rash boasts pass"]);
  });

  it("accepts a key that is held down only once, and no key before the page can have been read", async () => {
    const ids = await queue(4);
    await open();
    // Pressed as soon as the page accepts keys: nobody can have read it yet.
    const press = (): boolean => dispatchEvent(new KeyboardEvent("keydown", { key: "b" }));
    await page.addInitScript(() => addEventListener("DOMContentLoaded", () => dispatchEvent(new KeyboardEvent("keydown", { key: "b" }))));
    await page.reload();
    expect(await page.locator("details[open]").count()).toBe(0);
    await ready();
    await page.evaluate(press);
    expect(await page.locator("details[open]").count()).toBe(1);
    await page.evaluate(press);
    await page.keyboard.down("a");
    await arrivedAt(ids[1]);
    for (let times = 0; times < 20; times += 1) await page.keyboard.down("a");
    await page.keyboard.up("a");
    expect([await stateOf(ids[0]), await stateOf(ids[1]), await stateOf(ids[2])]).toEqual(["approved", "pending", "pending"]);
  });

  it("works without script", async () => {
    const [a, b] = await queue(2);
    await open({ javaScriptEnabled: false });
    await page.locator(`#c-${a} >> text=Approve`).first().click();
    await expect.poll(() => stateOf(a)).toBe("approved");
    await page.click("text=Undo");
    await expect.poll(() => stateOf(a)).toBe("pending");
    await page.locator(`#c-${b} summary >> text=Reply`).click();
    await page.locator(`#c-${b} textarea`).fill("Thank you.");
    await page.locator(`#c-${b} >> text=Approve and reply`).click();
    await page.locator(".said").getByText("your reply is public").waitFor();
    expect(await stateOf(b)).toBe("approved");
  });

  it("refuses a form of a page on another port of this machine, even with the right token", async () => {
    const [a] = await queue(1);
    await open();
    const { origin } = new URL(link);
    const token = await page.locator('input[name="form"]').first().inputValue();
    // A page in the same browser, which has the cookie, and even the token.
    await page.route("http://127.0.0.1:9/", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<form method="post" action="${origin}/comments/${a}"><input name="form" value="${token}"><input name="revision" value="1"><button name="do" value="approve">x</button></form>`,
      }),
    );
    await page.goto("http://127.0.0.1:9/");
    await page.click("button");
    expect(await page.textContent("h1")).toBe("This was not sent from the desk");
    expect(await stateOf(a)).toBe("pending");
    complaints = complaints.filter((text) => !text.includes("403"));
  });

  it.each([0, 9, 2_000])("passes axe, light and dark, wide and on a phone, with %i pending comments", async (count) => {
    const hostile = ["Eve\u202egnp.exe\u001b[2J", `Z${"\u0335\u0321\u031b".repeat(40)}`, "m".repeat(100), "محمد"];
    if (count > 0)
      await data.use(async (store) => {
        const bodies = Array.from({ length: count }, (_, number) =>
          number < hostile.length ? `${"long ".repeat(300)}${"x".repeat(900)}` : "more",
        );
        await Promise.all(bodies.map((body, number) => store.comments.submit(newComment({ body, authorName: hostile[number] ?? "Ada" }))));
        await store.inquiries.submit(newInquiry({ name: hostile[0] ?? null, message: "x".repeat(2_000) }));
        await store.notices.plan(["mail"]);
      });
    await open();
    const state = await context.storageState();
    const paths = ["/", "/?state=spam", "/inquiries", "/reading", "/notices"];
    const inquiry = await data.use(async ({ inquiries }) => (await inquiries.list())[0]?.id);
    if (inquiry !== undefined) paths.push(`/inquiries/${inquiry}`);
    for (const [colorScheme, width] of [
      ["light", 1100],
      ["dark", 360],
    ] as const) {
      const other = await browser.newContext({ colorScheme, viewport: { width, height: 800 }, storageState: state, bypassCSP: true });
      const tab = await other.newPage();
      for (const path of paths) {
        await tab.goto(new URL(link).origin + path);
        expect(await findObjections(tab), `${path} ${colorScheme}`).toEqual([]);
        expect(await tab.evaluate("document.documentElement.scrollWidth"), `${path} ${width}`).toBeLessThanOrEqual(width);
      }
      await other.close();
    }
  });
});
