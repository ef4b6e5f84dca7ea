import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Request } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { main } from "../../cli/main.ts";
import { EngagementBatch } from "../../contract/schemas/request-engagement.ts";
import { createSite, type SiteFixture } from "../cli/site-fixture.ts";
import { createTestIo, type TestIo } from "../cli/test-io.ts";
import { describeInBrowser } from "./programs.ts";

/** @param told the API's address, for a script at another one @param from origin of the script */
const page = (api: string, told: string | null, from = api): string =>
  `<!doctype html><title>First ice</title><article style="height:4000px">The creek froze over.</article>
<a id="out" href="${api}/api/v1/posts#end">feed</a> <a id="own" href="/other">own</a>
<script src="${from}/octavo-engagement.js" data-slug="first-ice" ${told === null ? "" : `data-api="${told}/api/v1/"`} defer></script>`;

/**
 * A request as the server gets it. Only there can a test see what a page sends while it is being
 * left.
 */
interface Arrived {
  readonly body: string;
  readonly cookie: string | undefined;
  readonly answer: unknown;
}

describeInBrowser("octavo-engagement.js", (openBrowser) => {
  let site: SiteFixture;
  let io: TestIo;
  let exit: Promise<number>;
  let api: string;
  let browser: Browser;
  let context: BrowserContext;
  let frontEnd: Server;
  let url: string;
  /** The script of the front end itself. */
  let script = "";
  let sent: Request[];
  /** Passes its requests to the API. */
  let recorder: Server;
  let recorderUrl: string;
  let arrived: Arrived[];

  beforeAll(async () => {
    site = await createSite();
    io = createTestIo({ cwd: site.cwd, now: new Date().toISOString() });
    exit = main(["start", "--port", "0"], io);
    await Promise.race([io.waitFor("Ctrl-C stops"), exit]);
    api = /http:\/\/127\.0\.0\.1:\d+/.exec(io.out())?.[0] ?? "";
    expect(api, io.err()).not.toBe("");
    browser = await openBrowser();
    frontEnd = createServer(({ url: path = "" }, response) => {
      if (path === "/octavo-engagement.js") return response.setHeader("Content-Type", "text/javascript").end(script);
      const told = path.startsWith("/recorded") ? recorderUrl : null;
      return response.setHeader("Content-Type", "text/html").end(page(api, told, path.startsWith("/recorded-here") ? "" : api));
    });
    url = await listen(frontEnd);
    recorder = createServer((request, response) => {
      void (async () => {
        const body = await text(request);
        const forwarded = await fetch(api + (request.url ?? ""), { method: "POST", body, headers: { "Content-Type": "text/plain" } });
        const answer = [forwarded.status, await forwarded.json()];
        arrived.push({ body, cookie: request.headers.cookie, answer });
        response.writeHead(forwarded.status).end();
      })();
    });
    recorderUrl = await listen(recorder);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    frontEnd.close();
    recorder.close();
    io.abort();
    await exit;
    await site.remove();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    sent = [];
    arrived = [];
    context.on("request", (request) => void (request.url().endsWith("/api/v1/engagement") && sent.push(request)));
  });
  afterEach(() => context.close());

  const listen = async (server: Server): Promise<string> => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    return `http://localhost:${typeof address === "object" ? address?.port : ""}`;
  };
  const records = (body: string | null | undefined) => EngagementBatch.parse(JSON.parse(body ?? "null")).events;

  it("is small, and runs on a page of another origin", async () => {
    const answer = await fetch(`${api}/octavo-engagement.js`);
    expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(gzipSync(await answer.text(), { level: 9 }).length).toBeLessThanOrEqual(1_500);
  });

  it("reports a view, how far it was read and a click, once, when the page is left", async () => {
    const tab = await context.newPage();
    await tab.goto(`${url}/recorded?name=ines#top`, { referer: "https://hill.example/list?q=ice" });
    await tab.mouse.move(5, 5);
    await tab.evaluate(() => scrollTo(0, 1_200));
    await tab.evaluate(() => new Promise(requestAnimationFrame));
    expect(arrived).toEqual([]);
    await tab.click("#out");
    await expect.poll(() => arrived.length).toBe(1);
    const ORDER = ["post_view", "outbound_click", "read_progress"];
    const [view, click, progress] = records(arrived[0]?.body).sort((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type));
    expect(view).toMatchObject({ type: "post_view", slug: "first-ice", path: "/recorded" });
    expect(click).toMatchObject({ type: "outbound_click", url: `${api}/api/v1/posts#end`, slug: "first-ice" });
    expect(progress).toMatchObject({ type: "read_progress", slug: "first-ice" });
    expect(progress?.type === "read_progress" ? progress.percent : null).toBeGreaterThan(30);
    expect(arrived[0]).toMatchObject({ cookie: undefined, answer: [202, { accepted: 3, rejected: [] }] });
  });

  it("names the campaign of the address only if site.yaml says so", async () => {
    const query = "?utm_source=newsletter&utm_medium=email&utm_campaign=spring&email=ada@ada.example";
    for (const [before, campaigns] of [false, true].entries()) {
      await site.write("content/site.yaml", `name: Marsh notes\nurl: https://marsh.example\ncampaigns: ${campaigns}\n`);
      const built = createTestIo({ cwd: site.cwd, now: new Date().toISOString() });
      expect(await main(["build", "--out", "elsewhere"], built), built.err()).toBe(0);
      script = await readFile(join(site.cwd, "elsewhere/octavo-engagement.js"), "utf8");
      const tab = await context.newPage();
      await tab.goto(`${url}/recorded-here${query}`);
      await tab.click("#out");
      await expect.poll(() => arrived.length).toBe(before + 1);
      await tab.close();
    }
    const views = arrived.flatMap(({ body }) => records(body)).filter(({ type }) => type === "post_view");
    expect(views.map((view) => ("campaign" in view ? view.campaign : null))).toEqual([
      null,
      { source: "newsletter", medium: "email", name: "spring" },
    ]);
    expect(arrived.map(({ body }) => body).join()).not.toContain("ada@");
  });

  it("reports nothing about a tab that was never visible, and only new reading when a tab returns", async () => {
    const tab = await context.newPage();
    await tab.addInitScript(() => {
      Object.assign(window, { shown: "hidden" });
      Object.defineProperty(document, "visibilityState", { get: () => Reflect.get(window, "shown") });
    });
    const turn = (state: string): Promise<void> =>
      tab.evaluate((value) => {
        Object.assign(window, { shown: value });
        document.dispatchEvent(new Event("visibilitychange"));
      }, state);
    await tab.goto(`${url}/first-ice`);
    await turn("hidden");
    expect(sent).toEqual([]);
    await turn("visible");
    await turn("hidden");
    await expect.poll(() => sent.length).toBe(1);
    expect(records(sent[0]?.postData()).map(({ type }) => type)).toEqual(["post_view", "read_progress"]);
    await turn("visible");
    await turn("hidden");
    await tab.close();
    expect(sent.length).toBe(1);
  });
});
