import { createServer, type Server } from "node:http";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Comment, CommentSubmitted, CommentThreads } from "../../contract/schemas/comment.ts";
import { createSite, post, type SiteFixture } from "../cli/site-fixture.ts";
import { READER_AGENT } from "./browser-server.ts";
import { crashLoad } from "./crash-load.ts";
import { type OctavoServer, runOctavo, startOctavo, typeInto } from "./octavo-process.ts";
import { describeInBrowser, describeWith } from "./programs.ts";

const ROBOT_AGENT = READER_AGENT.replace("Chrome/", "HeadlessChrome/");
const PAGE = "<!doctype html><html lang=en><meta charset=utf-8><title>A page</title><p>First ice</p></html>";
const PROMPT = "[q]uit  [?] ";
const LAST_PROMPT = "that was the last one  [u]ndo  [q]uit ";
const SLUG = "first-ice";
// Processes start and browsers open, on machines that are busy with other work.
vi.setConfig({ testTimeout: 120_000 });

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Sends a request from a visitor's page, with the browser's cookies for that address. */
async function send(page: Page, method: string, url: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
  return page.evaluate(
    async ({ method, url, text, headers }) => {
      const content = text === null ? {} : { "Content-Type": "application/json" };
      const answer = await fetch(url, { method, headers: { ...content, ...headers }, ...(text === null ? {} : { body: text }) });
      return { status: answer.status, body: await answer.json() };
    },
    { method, url, text: body === undefined ? null : JSON.stringify(body), headers },
  );
}

describeWith(["script"], "from a visitor's browser to the owner and back,", (script) => {
  describeInBrowser("a server that is killed", (openBrowser) => {
    let site: SiteFixture;
    let server: OctavoServer;
    let api: string;
    let browser: Browser;
    let elsewhere: Server;
    let elsewhereUrl: string;
    const contexts: BrowserContext[] = [];
    /** The comment of this story, as its author sees it. */
    let comment: CommentSubmitted;
    let reply: CommentSubmitted;
    let inquiry: Answer;
    const replyBody = (): object => ({ authorName: "Odd", body: "At the **mill**, too.", parentId: comment.id });
    const REPLY_KEY = "reply-key-0123456789";
    const INQUIRY_KEY = "inquiry-key-0123456789";
    const INQUIRY = { email: "mara@fen.example", message: "Could you map our marsh?", telegram: "https://t.me/mara_fen" };

    const start = async (port: string): Promise<void> => {
      server = await startOctavo(site.cwd, ["--port", port, "--trust-proxy", "127.0.0.1"]);
      api = `${server.url}/api/v1`;
    };
    /** kill -9, and a new process in the same folder and on the same port. */
    const restart = async (): Promise<void> => {
      await server.kill();
      await start(new URL(server.url).port);
    };
    const read = async <T>(path: string): Promise<T> => {
      const answer = await fetch(api + path);
      expect(answer.status, path).toBe(200);
      const body: T = JSON.parse(await answer.text());
      return body;
    };
    /**
     * The public view of a post's comments: the names in the thread, and each place that shows
     * their number.
     */
    const seen = async (): Promise<object> => {
      const { items, totalComments } = await read<CommentThreads>(`/posts/${SLUG}/comments`);
      const whole = await read<{ commentCount: number | null }>(`/posts/${SLUG}`);
      const list = await read<{ items: { slug: string; commentCount: number | null }[] }>("/posts?tag=&pageSize=10");
      const names = (comments: readonly Comment[]): unknown[] =>
        comments.map(({ authorName, replies }) => (replies.length === 0 ? authorName : [authorName, names(replies)]));
      return {
        thread: names(items),
        totals: [totalComments, whole.commentCount, list.items.find(({ slug }) => slug === SLUG)?.commentCount],
      };
    };
    /** A page of the site in a separate browser profile, with its own cookies. */
    const openReader = async (url: string, userAgent = READER_AGENT): Promise<Page> => {
      const context = await browser.newContext({ userAgent });
      contexts.push(context);
      const page = await context.newPage();
      // octavo does not serve the site's own pages; they are at the same origin, as behind a CDN.
      if (url.startsWith(server.url))
        await page.route(url, (route) => route.fulfill({ body: PAGE, contentType: "text/html; charset=utf-8" }));
      await page.goto(url);
      return page;
    };
    const summary = async (): Promise<Summary> => JSON.parse(await runOctavo(site.cwd, ["engagement", "summary", "--json"]));

    beforeAll(async () => {
      site = await createSite({ "content/posts/second.md": post("Second", "2026-02-03") });
      await start("0");
      browser = await openBrowser();
      elsewhere = createServer((_request, response) => response.setHeader("Content-Type", "text/html").end(PAGE));
      await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
      const address = elsewhere.address();
      elsewhereUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
    });
    afterAll(async () => {
      for (const context of contexts) await context.close();
      await browser?.close();
      elsewhere?.close();
      await server?.kill();
      await site?.remove();
    });

    it("accepts a comment that nobody can see or answer yet", async () => {
      const page = await openReader(`${server.url}/posts/${SLUG}`);
      expect((await read<{ title: string }>(`/posts/${SLUG}`)).title).toBe("First ice");
      const answer = await send(page, "POST", `${api}/posts/${SLUG}/comments`, {
        authorName: "Ine <b>",
        authorEmail: "ine@fen.example",
        body: "Ours froze *too*.\n\n<script>alert(1)</script>",
      });
      expect([answer.status, answer.body.status]).toEqual([202, "pending"]);
      expect(answer.body.bodyHtml).toContain("<p>Ours froze <em>too</em>.</p>");
      expect(answer.body.bodyHtml).not.toContain("<script");
      comment = answer.body as CommentSubmitted;
      expect(await seen()).toEqual({ thread: [], totals: [0, 0, 0] });
      const early = await send(page, "POST", `${api}/posts/${SLUG}/comments`, replyBody());
      expect([early.status, early.body.code]).toEqual([422, "unknown-reference"]);
      expect(early.body.errors).toMatchObject([{ pointer: "/parentId" }]);
    });

    it("has it after kill -9, and lets its author edit it with the earlier token", async () => {
      await restart();
      const page = await openReader(`${server.url}/posts/${SLUG}`);
      const url = `${api}/posts/${SLUG}/comments/${comment.id}`;
      const edit = { body: "Ours froze as well." };
      const forged = await send(page, "PATCH", url, edit, {
        "X-Edit-Token": comment.editToken.replace(/^./, (a) => (a === "A" ? "B" : "A")),
      });
      expect([forged.status, forged.body.code]).toEqual([403, "edit-token-invalid"]);
      const edited = await send(page, "PATCH", url, edit, { "X-Edit-Token": comment.editToken });
      expect([edited.status, edited.body.body]).toEqual([200, "Ours froze as well."]);
    });

    it("shows it in the thread and in all counts once its owner has pressed a key", async () => {
      const terminal = typeInto(script, site.cwd, ["comments", "moderate"]);
      await terminal.read(PROMPT);
      const shown = terminal.text();
      for (const line of ["author    Ine <b>", "email     ine@fen.example", `from      ${server.url}`, "  Ours froze as well."])
        expect(shown).toContain(`${line}\n`);
      await terminal.press("a", `approved: ${comment.id}`);
      await terminal.read(LAST_PROMPT);
      await terminal.press("q", "1 decided; 0 pending");
      expect(await terminal.ended()).toBe(0);
      expect(await seen()).toEqual({ thread: ["Ine <b>"], totals: [1, 1, 1] });
    });

    it("accepts a reply, shows it below its comment once approved, and marks submissions by bots as spam", async () => {
      const page = await openReader(`${server.url}/posts/${SLUG}`);
      const url = `${api}/posts/${SLUG}/comments`;
      const answer = await send(page, "POST", url, replyBody(), { "Idempotency-Key": REPLY_KEY });
      expect(answer).toMatchObject({ status: 202, body: { status: "pending", parentId: comment.id } });
      reply = answer.body as CommentSubmitted;
      const robot = { authorName: "Rich", body: "Casino", parentId: comment.id, contact_me_by_fax: "1" };
      expect(await send(page, "POST", url, robot)).toMatchObject({ status: 202, body: { status: "pending" } });
      expect(await seen()).toEqual({ thread: ["Ine <b>"], totals: [1, 1, 1] });

      const terminal = typeInto(script, site.cwd, ["comments", "moderate"]);
      await terminal.read(`in reply to ${comment.id}`);
      await terminal.press("a", `approved: ${reply.id}`);
      await terminal.read(LAST_PROMPT);
      await terminal.press("q", "1 decided; 0 pending");
      expect(await terminal.ended()).toBe(0);
      expect(await seen()).toEqual({ thread: [["Ine <b>", ["Odd"]]], totals: [2, 2, 2] });
      const { items } = await read<CommentThreads>(`/posts/${SLUG}/comments`);
      expect(items).toMatchObject([{ replyCount: 1, depth: 0, replies: [{ parentId: comment.id, depth: 1 }] }]);
      const spam = JSON.parse(await runOctavo(site.cwd, ["comments", "list", "--state", "spam", "--json"]));
      expect(spam.items).toMatchObject([{ authorName: "Rich", state: "spam", spamReason: expect.stringContaining("honeypot") }]);
    });

    it("counts a like for each of two browsers, however often they like, and none for a page elsewhere", async () => {
      const url = `${api}/posts/${SLUG}/like`;
      const [first, second] = [await openReader(`${server.url}/posts/${SLUG}`), await openReader(`${server.url}/posts/${SLUG}`)];
      expect((await send(first, "GET", url)).body).toEqual({ slug: SLUG, liked: false, likeCount: 0 });
      expect((await send(first, "POST", url)).body).toEqual({ slug: SLUG, liked: true, likeCount: 1 });
      expect((await send(second, "POST", url)).body).toEqual({ slug: SLUG, liked: true, likeCount: 2 });
      expect((await send(first, "POST", url)).body).toEqual({ slug: SLUG, liked: true, likeCount: 2 });
      const stranger = await openReader(elsewhereUrl);
      await expect(send(stranger, "POST", url)).rejects.toThrow("Failed to fetch");
      expect(await read(`/posts/${SLUG}`)).toMatchObject({ likeCount: 2, commentCount: 2 });

      await restart();
      for (const page of [first, second]) {
        await page.goto(`${server.url}/posts/${SLUG}`);
        expect((await send(page, "GET", url)).body).toEqual({ slug: SLUG, liked: true, likeCount: 2 });
      }
      expect((await send(second, "DELETE", url)).body).toEqual({ slug: SLUG, liked: false, likeCount: 1 });
      expect((await send(first, "GET", url)).body).toEqual({ slug: SLUG, liked: true, likeCount: 1 });
    });

    it("accepts an inquiry from a page of another origin, visible only to its owner", async () => {
      const page = await openReader(elsewhereUrl);
      inquiry = await send(page, "POST", `${api}/services/inquiries`, INQUIRY, { "Idempotency-Key": INQUIRY_KEY });
      expect(inquiry).toMatchObject({ status: 201, body: { status: "received" } });
      const { items } = JSON.parse(await runOctavo(site.cwd, ["inquiries", "list", "--json"]));
      expect(items).toMatchObject([{ id: inquiry.body.id, email: INQUIRY.email, message: INQUIRY.message, telegram: "@mara_fen" }]);
    });

    it("counts records that a page of another origin sends by sendBeacon when it is left, and no bots", async () => {
      const records = {
        events: [
          { type: "post_view", slug: SLUG, path: "/posts/first-ice?utm_source=x", referrer: "https://www.news.example/today?id=7" },
          { type: "read_progress", slug: SLUG, percent: 96, activeMs: 41_000 },
        ],
      };
      const text = JSON.stringify(records);
      const left = await openReader(elsewhereUrl);
      await left.evaluate(
        ([url = "", sent]) => addEventListener("pagehide", () => navigator.sendBeacon(url, sent)),
        [`${api}/engagement`, text],
      );
      await left.goto("about:blank");
      const robot = await openReader(elsewhereUrl, ROBOT_AGENT);
      await robot.evaluate(([url = "", sent]) => navigator.sendBeacon(url, sent), [`${api}/engagement`, text]);
      // A counterexample: with the JSON type the browser sends a preflight first, asks for
      // credentials, and then sends nothing.
      const dropped = robot.waitForEvent("requestfailed");
      await robot.evaluate(
        ([url = "", sent = ""]) => navigator.sendBeacon(url, new Blob([sent], { type: "application/json" })),
        [`${api}/engagement`, text],
      );
      expect((await dropped).url()).toBe(`${api}/engagement`);
      // The browser sends it at a time of its choice, without an event.
      await expect
        .poll(async () => JSON.stringify(await summary()), { timeout: 60_000, interval: 500 })
        .toMatch(/"post_view".*"reason":"bot"/);
      await restart();
      const counted = await summary();
      const { days, visitors, top, readThrough } = counted;
      expect(days.map(({ type, count }) => `${type} ${count}`).sort()).toEqual(["post_view 1", "read_progress 1"]);
      expect(visitors).toMatchObject([{ visitors: 1 }]);
      expect(top.path).toMatchObject([{ value: "/posts/first-ice", count: 1 }]);
      expect(top.referrer).toMatchObject([{ value: "news.example", count: 1 }]);
      expect(readThrough).toMatchObject([{ slug: SLUG, count: 1, meanActiveMs: 41_000 }]);
      expect(counted.dropped).toEqual([{ reason: "bot", count: 2 }]);
    });

    it("misses nothing that it acknowledged before kill -9 in the middle of many requests, and has nothing twice", async () => {
      const burst = crashLoad(api, "second");
      await burst.killAfter(25, server.kill);
      await start(new URL(server.url).port);
      await burst.verify({
        comments: async () =>
          JSON.parse(await runOctavo(site.cwd, ["comments", "list", "--post", "second", "--limit", "9999", "--json"])).items,
        inquiries: async () => JSON.parse(await runOctavo(site.cwd, ["inquiries", "list", "--limit", "9999", "--json"])).items,
        shares: async () => (await summary()).top.share.find(({ value }) => value === burst.channel)?.count ?? 0,
      });
    });

    it("remembers earlier keys, tokens and records", async () => {
      const page = await openReader(`${server.url}/posts/${SLUG}`);
      const url = `${api}/posts/${SLUG}/comments`;
      const again = await send(page, "POST", url, replyBody(), { "Idempotency-Key": REPLY_KEY });
      expect(again).toMatchObject({ status: 202, body: reply });
      const other = await send(page, "POST", url, { ...replyBody(), body: "Else" }, { "Idempotency-Key": REPLY_KEY });
      expect([other.status, other.body.code]).toEqual([422, "idempotency-key-reused"]);
      expect(await send(page, "POST", `${api}/services/inquiries`, INQUIRY, { "Idempotency-Key": INQUIRY_KEY })).toEqual(inquiry);
      expect(await seen()).toEqual({ thread: [["Ine <b>", ["Odd"]]], totals: [2, 2, 2] });
      // A change after the approval waits for its owner again; the answer to it stays.
      const edited = await send(page, "PATCH", `${url}/${comment.id}`, { body: "Buy boats" }, { "X-Edit-Token": comment.editToken });
      expect(edited).toMatchObject({ status: 200, body: { status: "pending" } });
      expect(await seen()).toEqual({ thread: [[null, ["Odd"]]], totals: [1, 1, 1] });
    });

    it("ends on SIGTERM with a sound database", async () => {
      expect(await server.stop()).toBe(0);
      expect(await runOctavo(site.cwd, ["db", "verify"])).toContain("data/octavo.db is sound");
      expect(JSON.parse(await runOctavo(site.cwd, ["engagement", "verify", "--json"])).drift).toEqual([]);
    });
  });
});

interface Summary {
  readonly days: readonly { readonly type: string; readonly count: number }[];
  readonly visitors: readonly { readonly visitors: number }[];
  readonly top: Readonly<Record<"path" | "referrer" | "share", readonly { readonly value: string; readonly count: number }[]>>;
  readonly readThrough: readonly object[];
  readonly dropped: readonly object[];
}
