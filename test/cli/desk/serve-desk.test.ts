import { rename } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createData, type DataFixture, NOW, newInquiry } from "../data-fixture.ts";
import { openDesk, type RunningDesk } from "./desk-client.ts";

const MINUTE = 60_000;
const SITE = { name: "Marsh notes", url: "https://marsh.example", timeZone: "Asia/Kathmandu", author: { name: "Ines", url: null } };
const HOSTILE = 'Eve\u202egnp.\u0007\u001b[2J</bdi><script>alert(1)</script>"&';

let data: DataFixture;
let desk: RunningDesk;
beforeEach(async () => {
  data = await createData();
  await data.use(({ site }) => site.keep(SITE));
  desk = await openDesk(data);
});
afterEach(async () => {
  await desk.end();
  await data.remove();
});

const comment = (id: string) => data.use(({ comments }) => comments.get(id));
const queue = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1)
    ids.push(await data.comment({ body: `body ${number}.`, at: NOW - (count - number) * MINUTE }));
  return ids;
};
const act = (id: string, form: Record<string, string>, query = "") => desk.send(`/comments/${id}${query}`, { revision: "1", ...form });

describe("octavo desk", () => {
  it("prints its address, and ends on a signal", async () => {
    expect(desk.io.out()).toMatch(/^your desk: http:\/\/127\.0\.0\.1:\d+\/\?token=\S+\n$/);
    expect(desk.io.err()).toBe("the link works once. Ctrl-C ends the desk, and so do 30 minutes without use\n");
    expect(await desk.end()).toBe(0);
  });

  it("ends after 30 minutes without use; strangers' requests do not count", async () => {
    desk.io.advance(29 * MINUTE);
    await desk.ask("/");
    desk.io.advance(29 * MINUTE);
    expect((await desk.ask("/", { cookie: null })).status).toBe(403);
    desk.io.advance(2 * MINUTE);
    expect(await desk.exit).toBe(0);
    expect(desk.io.err()).toContain("the desk was not used for 30 minutes, and has ended\n");
  });

  it("prints another link on one key, and ends on another", async () => {
    let other: RunningDesk | null = null;
    let second = "";
    const steps = Promise.withResolvers<void>();
    const look = (): void => {
      second = other?.io.out() ?? "";
    };
    const keys = [() => steps.promise, "x", "l", look, "q"];
    other = await openDesk(data, [], { isTTY: true, keys });
    expect(other.io.err()).toBe(
      "the link works once. l prints another link, q or Ctrl-C ends the desk, and so do 30 minutes without use\n",
    );
    steps.resolve();
    expect(await other.exit).toBe(0);
    const tokens = [...second.matchAll(/token=(\S+)/g)].map(([, token]) => token);
    expect(new Set(tokens).size).toBe(2);
  });

  it("needs a database, and names it", async () => {
    const { code, err } = await data.run(["desk", "--db", "elsewhere.db"]);
    expect([code, err]).toEqual([1, expect.stringContaining("octavo: there is no elsewhere.db\nhint: ")]);
  });

  it("sends headers that keep every page private", async () => {
    const pages = ["/", "/inquiries", "/reading", "/notices", "/nowhere", "/?token=no"];
    const answers = await Promise.all([
      ...pages.map((path) => desk.ask(path)),
      desk.ask("/", { cookie: null }),
      desk.ask("/", { host: "evil.example" }),
    ]);
    for (const { headers } of answers) {
      expect(headers["content-security-policy"]).toMatch(
        /^default-src 'none'; style-src 'sha256-[^;]+;( script-src 'sha256-[^ ;]+' 'sha256-[^ ;]+';)? img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'$/,
      );
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "same-origin",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
      });
      expect(headers["access-control-allow-origin"]).toBeUndefined();
    }
  });

  it("describes a database fault on a page, and continues once it is fixed", async () => {
    await rename(data.db, `${data.db}.away`);
    const { status, text } = await desk.ask("/");
    expect([status, text.includes("there is no data/octavo.db")]).toEqual([503, true]);
    await rename(`${data.db}.away`, data.db);
    expect((await desk.ask("/")).status).toBe(200);
  });

  it("answers 404 at other paths and for invalid ids", async () => {
    for (const path of [
      "/nowhere",
      "/comments",
      "/comments/x",
      `/comments/${"a".repeat(24)}`,
      "/inquiries/x",
      "/%2e%2e/etc",
      "//evil.example/",
    ])
      expect((await desk.ask(path)).status, path).toBe(404);
    expect((await desk.ask("/", { method: "HEAD" })).text).toBe("");
  });
});

describe("the queue", () => {
  it("shows waiting comments, oldest first, with times in the site's zone and strangers' markup as text", async () => {
    const parentId = await data.comment({ authorName: "Ben", body: "Which jetty?", state: "approve", at: NOW - 9 * MINUTE });
    await data.comment({
      parentId,
      authorName: HOSTILE,
      body: `one\n${HOSTILE}`,
      bodyHtml: '<p><a href="https://boats.example/?a=1&amp;b">x</a></p>',
      authorUrl: "https://fen.example",
    });
    const { text } = await desk.ask("/");
    expect(text).toContain("2026-06-01 17:45");
    expect(text).toContain("In reply to <bdi>Ben</bdi>: <q><bdi>Which jetty?</bdi></q>");
    expect(text).toContain("<bdi>Eve&lt;U+202E&gt;gnp.␇␛[2J&lt;/bdi&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;</bdi>");
    expect(text).toContain('<div class="body" dir="auto">one\nEve&lt;U+202E&gt;gnp.');
    expect(text).toContain("<li><bdi>https://boats.example/?a=1&amp;b</bdi></li>");
    expect(text).not.toContain("<script>alert");
    expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}|[\u202a-\u202e]/u);
    expect(text).toContain('<a href="/" data-key="1" aria-current="page">Comments <b>1</b></a>');
  });

  it.each([
    ["approve", "approved"],
    ["reject", "rejected"],
    ["spam", "spam"],
  ])("makes the decision %s, goes to the next comment, and reverts the decision", async (way, state) => {
    const [a = "", b = ""] = await queue(3);
    const first = await desk.ask("/");
    expect(first.text).toContain(`action="/comments/${a}?list=pending&amp;next=${b}"`);
    const done = await act(a, { do: way }, `?list=pending&next=${b}`);
    expect([done.status, done.headers.location]).toEqual([303, `/#c-${b}`]);
    expect((await comment(a))?.state).toBe(state);
    const page = await desk.ask("/");
    expect(page.text).not.toContain(`id="c-${a}"`);
    expect(page.text).toContain(": Ada on first-ice</span>");
    const undone = await desk.undo();
    expect([undone.status, undone.headers.location]).toEqual([303, `/#c-${a}`]);
    expect(await comment(a)).toMatchObject({ state: "pending", decidedAt: null, spamReason: null });
    expect((await desk.ask("/")).text).toContain(`<p class="said" role="status">undone: `);
  });

  it("takes effect for the server's readers at once", async () => {
    const [a = ""] = await queue(1);
    const read = () => data.use(({ comments }) => comments.page({ slug: "first-ice", page: 1, pageSize: 10, sort: "oldest" }));
    expect((await read())?.items).toEqual([]);
    await act(a, { do: "approve" });
    expect((await read())?.items).toMatchObject([{ id: a }]);
  });

  it("shows a comment again if its author has changed it in the meantime, and decides nothing", async () => {
    const [a = ""] = await queue(1);
    await data.use(({ comments }) =>
      comments.edit({
        slug: "first-ice",
        id: a,
        verdict: { state: "pending" },
        text: { body: "Buy boats!", bodyHtml: "", sanitizerVersion: 1 },
      }),
    );
    const answer = await act(a, { do: "approve" }, "?list=pending");
    expect([answer.status, answer.headers.location]).toEqual([303, `/#c-${a}`]);
    expect((await comment(a))?.state).toBe("pending");
    expect((await desk.ask("/")).text).toMatch(/class="said problem" role="status">not approved: [^<]*edited since[^<]*revision 2</);
  });

  it("does not revert a comment that another desk has decided on since", async () => {
    const [a = ""] = await queue(1);
    const other = await openDesk(data);
    await act(a, { do: "approve" });
    await other.send(`/comments/${a}`, { revision: "1", do: "reject" });
    await desk.undo();
    expect((await comment(a))?.state).toBe("rejected");
    expect((await desk.ask("/")).text).toContain("not undone, because the comment has changed since: approved: ");
    // A page that is out of date undoes only the step that it showed.
    await other.send("/undo", { step: "9" });
    expect((await comment(a))?.state).toBe("rejected");
    expect(await other.end()).toBe(0);
  });

  it("pages forwards and backwards, and shows the position", async () => {
    const ids = await queue(45);
    const shown = (html: string): string[] => [...html.matchAll(/id="c-(\w{24})"/g)].map(([, id = ""]) => id);
    const link = (html: string, rel: string): string =>
      new RegExp(`<a href="([^"]*)"[^>]* rel="${rel}"`).exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const first = (await desk.ask("/")).text;
    expect([shown(first), link(first, "prev")]).toEqual([ids.slice(0, 20), ""]);
    expect(first).toContain("<span>1–20 of 45</span>");
    const second = (await desk.ask(link(first, "next"))).text;
    expect(shown(second)).toEqual(ids.slice(20, 40));
    const third = (await desk.ask(link(second, "next"))).text;
    expect([shown(third), link(third, "next")]).toEqual([ids.slice(40), ""]);
    expect(third).toContain("<span>41–45 of 45</span>");
    expect(shown((await desk.ask(link(third, "prev"))).text)).toEqual(ids.slice(20, 40));
    expect(link(second, "prev")).toBe("/");
  });

  it("lists other states, newest first, and decides on them too", async () => {
    const [a = "", b = ""] = await queue(2);
    await act(a, { do: "spam" });
    await act(b, { do: "spam" });
    const { text } = await desk.ask("/?state=spam");
    expect(text.indexOf(`c-${b}`)).toBeLessThan(text.indexOf(`c-${a}`));
    expect(text).toContain("(owner)");
    const answer = await act(b, { do: "approve" }, `?list=spam&next=${a}`);
    expect(answer.headers.location).toBe(`/?state=spam#c-${a}`);
    expect((await desk.undo()).headers.location).toBe(`/?state=spam#c-${b}`);
    expect(await comment(b)).toMatchObject({ state: "spam", spamReason: "owner" });
  });

  it("returns only to its own pages", async () => {
    const [a = ""] = await queue(1);
    for (const query of ["?list=https://evil.example&after=//x&next=%0d%0aX:1", "?list=pending&after=../..&next=javascript:1"])
      expect((await act(a, { do: "approve" }, query)).headers.location).toBe("/");
  });

  it("bans an author, and reverts that", async () => {
    const id = await data.comment({ banKeys: [{ kind: "email", hash: new Uint8Array(32).fill(1) }] });
    const next = await data.comment({ banKeys: [{ kind: "email", hash: new Uint8Array(32).fill(2) }] });
    const { headers } = await act(id, { do: "ban", days: "7" }, `?list=pending&next=${next}`);
    expect(headers.location).toBe(`/#c-${next}`);
    expect(await data.use(({ bans }) => bans.list())).toMatchObject([{ kind: "email", expiresAt: NOW + 7 * 24 * 60 * MINUTE }]);
    expect((await comment(id))?.state).toBe("spam");
    expect((await desk.ask("/")).text).toContain("Ada is banned by email (ban 1) until 2026-06-08; marked as spam: Ada on first-ice");
    expect((await desk.undo()).headers.location).toBe(`/#c-${id}`);
    expect(await data.use(({ bans }) => bans.list())).toEqual([]);
    expect((await comment(id))?.state).toBe("pending");
  });

  it("offers to mark the author's other waiting comments, and undoes that as well", async () => {
    const banKeys = [{ kind: "email" as const, hash: new Uint8Array(32).fill(1) }];
    const [a, b, c] = [await data.comment({ banKeys }), await data.comment({ banKeys }), await data.comment({ banKeys })];
    const offer = "2 more pending comments have the same email or address: mark as spam too";
    expect((await desk.ask("/")).text.split(offer)).toHaveLength(4);
    await act(b, { do: "ban", days: "7" }, "?list=pending");
    const states = async () => Promise.all([a, b, c].map(async (id) => (await comment(id))?.state));
    expect(await states()).toEqual(["pending", "spam", "pending"]);
    await desk.undo();
    await act(b, { do: "ban", days: "7", others: "1" }, "?list=pending");
    expect(await states()).toEqual(["spam", "spam", "spam"]);
    expect((await desk.ask("/")).text).toContain("marked as spam: 2 more comments");
    await desk.undo();
    expect(await states()).toEqual(["pending", "pending", "pending"]);
    expect(await data.use(({ bans }) => bans.list())).toEqual([]);
  });

  it("answers as the author, and approves the answered comment", async () => {
    const [a = ""] = await queue(1);
    const answer = await act(a, { do: "reply", text: "Thank you,\r\n*corrected*." }, "?list=pending");
    expect(answer.status).toBe(303);
    expect((await comment(a))?.state).toBe("approved");
    const page = await data.use(({ comments }) => comments.page({ slug: "first-ice", page: 1, pageSize: 10, sort: "oldest" }));
    expect(page?.items[0]?.replies).toMatchObject([{ authorName: "Ines", isAuthor: true, body: "Thank you,\n*corrected*." }]);
    expect((await desk.ask("/")).text).toContain(`approved: Ada on first-ice; your reply is public`);
  });

  it("reverts a reply with its approval, and returns its text for editing", async () => {
    const [a = "", b = ""] = await queue(2);
    const replies = () =>
      data.use(async ({ comments }) => {
        const page = await comments.page({ slug: "first-ice", page: 1, pageSize: 10, sort: "oldest" });
        return page?.items.map(({ replies: below }) => below.map(({ body }) => body));
      });
    await act(b, { do: "spam" }, "?list=pending");
    await act(a, { do: "reply", text: "Thank you, <Ada>." }, "?list=pending");
    expect(await replies()).toEqual([["Thank you, <Ada>."]]);
    const undone = await desk.undo();
    expect([undone.status, (await comment(a))?.state, await replies()]).toEqual([200, "pending", []]);
    expect(undone.text).toContain("undone: approved: Ada on first-ice; your reply is public");
    expect(undone.text).toMatch(/<details open>.*>Thank you, &lt;Ada&gt;\.<\/textarea>/s);
    expect(undone.text).not.toContain('role="alert"');
    // The previous decision is the next to be undone.
    await desk.undo();
    expect((await comment(b))?.state).toBe("pending");
    // A comment that was already public stays public.
    await act(a, { do: "approve" });
    await act(a, { do: "reply", text: "Thanks." });
    expect((await desk.undo()).text).toContain("undone: your reply is public");
    expect([(await comment(a))?.state, await replies()]).toEqual(["approved", [[]]]);
  });

  it("does not revert a reply that somebody has answered", async () => {
    const [a = ""] = await queue(1);
    await act(a, { do: "reply", text: "Thank you." }, "?list=pending");
    const [reply] = await data.use(({ comments }) => comments.list({ states: ["approved"], order: "newest", limit: 1 }));
    await data.comment({ parentId: reply?.id ?? null, state: "approve" });
    expect((await desk.undo()).headers.location).toBe(`/comments/${a}`);
    expect((await desk.ask(`/comments/${a}`)).text).toContain("not undone, because your reply has been answered or deleted since");
    expect([(await comment(a))?.state, (await comment(reply?.id ?? ""))?.state]).toEqual(["approved", "approved"]);
  });

  it.each([
    ["", "want at least 1 character"],
    ["\u200b", "it has no visible text"],
    ["x".repeat(5_001), "5,000"],
  ])("does not publish the reply %j, decides nothing, and keeps the text", async (text) => {
    const [a = ""] = await queue(1);
    const answer = await act(a, { do: "reply", text }, "?list=pending");
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('role="alert"');
    expect(answer.text).toContain(`${text}</textarea>`);
    expect((await comment(a))?.state).toBe("pending");
  });

  it("reports that nothing is waiting", async () => {
    expect((await desk.ask("/")).text).toContain("No comment is pending.");
    expect((await desk.ask("/?state=spam")).text).toContain("No comment is marked as spam.");
    expect((await desk.ask(`/?after=${"a".repeat(24)}`)).text).toContain("No comment is pending.");
  });
});

describe("inquiries", () => {
  const submit = (input: Parameters<typeof newInquiry>[0] = {}) =>
    data.use(async ({ inquiries }) => {
      const result = await inquiries.submit(newInquiry(input));
      if (result.kind !== "accepted") throw new Error(result.kind);
      return result.id;
    });

  it("are listed and shown, and can be marked and annotated", async () => {
    const id = await submit({ name: HOSTILE, message: "Could you\nmend my boat?", email: "a&b=c?subject=x@fen.example" });
    const list = (await desk.ask("/inquiries")).text;
    expect(list).toContain("Inquiries <b>1</b>");
    expect(list).toContain("Could you mend my boat?");
    const shown = (await desk.ask(`/inquiries/${id}`)).text;
    expect(shown).toContain("Could you\nmend my boat?");
    expect(shown).toContain('href="mailto:a%26b%3Dc%3Fsubject%3Dx@fen.example"');
    expect(shown).not.toContain("<script>alert");
    // Looking at it changes nothing.
    expect((await data.use(({ inquiries }) => inquiries.get(id)))?.state).toBe("new");
    expect((await desk.send(`/inquiries/${id}`, { state: "replied" })).headers.location).toBe(`/inquiries/${id}`);
    await desk.send(`/inquiries/${id}`, { note: "Offered 900\r\nfor both " });
    expect(await data.use(({ inquiries }) => inquiries.get(id))).toMatchObject({
      state: "replied",
      notes: [{ at: NOW, text: "Offered 900\nfor both" }],
    });
    expect((await desk.ask(`/inquiries/${id}`)).text).toContain("Offered 900\nfor both");
  });

  it("can be due on a day, or on none", async () => {
    const id = await submit();
    const due = async (day: string) => {
      await desk.send(`/inquiries/${id}`, { due: day });
      return (await data.use(({ inquiries }) => inquiries.get(id)))?.dueOn;
    };
    expect(await due("2026-06-07")).toBe("2026-06-07");
    expect((await desk.ask("/inquiries")).text).toContain("<span>due 2026-06-07</span>");
    expect(await due("2026-02-30")).toBe("2026-06-07");
    expect((await desk.ask(`/inquiries/${id}`)).text).toContain("is not a day: nothing was changed");
    expect(await due("")).toBe(null);
  });

  it("refuse an empty note, an impossible state and a missing inquiry", async () => {
    const id = await submit();
    await desk.send(`/inquiries/${id}`, { note: "  " });
    expect((await desk.ask("/inquiries")).text).toContain("the note is empty: nothing was added");
    expect((await desk.send(`/inquiries/${id}`, { state: "received" })).status).toBe(404);
    expect((await desk.send(`/inquiries/${"a".repeat(24)}`, { state: "read" })).status).toBe(404);
    expect(await data.use(({ inquiries }) => inquiries.get(id))).toMatchObject({ state: "new", notes: [] });
  });
});

describe("the pages for notices and reading figures", () => {
  it("show waiting and failed messages, and send the failed ones again", async () => {
    await data.use(async ({ inquiries, notices }) => {
      await inquiries.submit(newInquiry());
      await notices.plan(["mail", "webhook"]);
      const notice = await notices.lease({ channel: "mail", ms: 1 });
      if (notice !== null) await notices.failed(notice, { error: "535 <no>", retryAt: null });
    });
    const { text } = await desk.ask("/notices");
    expect(text).toContain("<b>mail</b> about 1 inquiry");
    expect(text).toContain("535 &lt;no&gt;");
    const [dead] = await data.use(({ notices }) => notices.list(["dead"]));
    await desk.send("/notices", { id: dead?.id ?? "" });
    expect(await data.use(({ notices }) => notices.list(["dead"]))).toEqual([]);
    expect((await desk.ask("/notices")).text).toContain("the server will send 1 notice again");
    expect((await desk.send("/notices", { id: "x" })).status).toBe(404);
  });

  it("summarize reading figures", async () => {
    expect((await desk.ask("/reading")).text).toContain("Nothing was recorded in this period.");
    await data.use(({ engagement }) =>
      engagement.record({
        events: [
          {
            type: "post_view",
            at: NOW,
            retryId: null,
            path: "/posts/tides",
            isPage: true,
            slug: "tides",
            referrer: "news.example",
            target: null,
            value: null,
            activeMs: null,
            visitor: null,
          },
        ],
      }),
    );
    const { text } = await desk.ask("/reading?days=7");
    expect(text).toContain("26 May 2026 to 1 Jun 2026");
    expect(text).toContain("<dt>Views</dt><dd>1<small>1 per day</small><small>0 before</small></dd>");
    expect(text).toContain('<th scope="row"><bdi>news.example</bdi><svg');
    expect(text).toContain('<a href="/reading?days=7&amp;post=tides">');
    const post = await desk.ask("/reading?days=7&post=tides");
    expect(post.text).toContain("<bdi>news.example</bdi>");
    expect(post.text).toContain("<dt>Views</dt><dd>1<small>0 before</small></dd>");
    expect((await desk.ask("/reading?days=7&post=no-such")).text).toContain("Nobody viewed it in this period.");
    const table = await desk.send("/reading?days=7", { file: "posts.csv" });
    expect(table.text).toMatch(/^slug,title,views,.*\r\ntides,/);
    expect((await desk.send("/reading?days=7", { file: "nothing.csv" })).status).toBe(404);
  });
});
