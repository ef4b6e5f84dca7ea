import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../../server/server-config.ts";
import { LINKS_MAX } from "../../../server/text/spam.ts";
import { json, problemOf } from "../answers.ts";
import { BASE, createFixture, NOW } from "../api-fixture.ts";

const COMMENTS = "/posts/hello/comments";
const ADA = { authorName: "Ada", body: "Hello" };
const KEY = { "Idempotency-Key": "0123456789abcdef" };

describe("submitting a comment", () => {
  it("returns 202 and is pending, and is public only once it is approved", async () => {
    const { post, get, store } = createFixture();
    const submitted = await post(COMMENTS, { authorName: " Ada ", body: "A *fine* table.\r\n", authorEmail: "ada@ada.example" });
    expect(submitted.status).toBe(202);
    expect(submitted.headers.get("Cache-Control")).toBe("no-store");
    const answer = await json(submitted);
    expect(answer).toEqual({
      id: expect.stringMatching(/^[a-z2-7]{24}$/),
      status: "pending",
      createdAt: new Date(NOW).toISOString(),
      parentId: null,
      authorName: "Ada",
      authorUrl: null,
      body: "A *fine* table.",
      bodyHtml: "<p>A <em>fine</em> table.</p>",
      editableUntil: new Date(NOW + 15 * 60_000).toISOString(),
      editToken: expect.any(String),
    });
    expect(await json(await get(COMMENTS))).toMatchObject({ items: [], totalComments: 0 });

    await store.comments.decide({ id: String(answer.id), revision: 1, decision: "approve" });
    const after = await get(COMMENTS);
    expect(after.status).toBe(200);
    expect(await json(after)).toEqual({
      items: [
        {
          id: answer.id,
          parentId: null,
          depth: 0,
          authorName: "Ada",
          authorUrl: null,
          body: "A *fine* table.",
          bodyHtml: "<p>A <em>fine</em> table.</p>",
          createdAt: new Date(NOW).toISOString(),
          editedAt: null,
          deleted: false,
          replyCount: 0,
          replies: [],
          isAuthor: false,
          repliesTruncated: false,
        },
      ],
      pagination: { page: 1, pageSize: 20, totalItems: 1, totalPages: 1, hasNextPage: false, hasPreviousPage: false },
      totalComments: 1,
    });
    expect(await json(await get("/counts"))).toEqual({ posts: { hello: { likeCount: 0, commentCount: 1, viewCount: null } } });
  });

  it("stores the email, the origin and keyed hashes for the owner, but no network address", async () => {
    const { post, store } = createFixture();
    const { id } = await json(
      await post(
        COMMENTS,
        { ...ADA, authorEmail: "Ada@ada.example", authorUrl: "https://ada.example/" },
        { Origin: "https://blog.example" },
      ),
    );
    const stored = await store.comments.get(String(id));
    expect(stored).toMatchObject({
      state: "pending",
      authorEmail: "Ada@ada.example",
      authorUrl: "https://ada.example/",
      origin: "https://blog.example",
    });
    expect(JSON.stringify(stored)).not.toContain("192.0.2.1");
  });

  it("returns 404 for a draft, an unused slug and an invalid one, and 403 if comments are closed", async () => {
    const { post } = createFixture();
    for (const slug of ["draft", "never", "BAD", "a--b", "x".repeat(161), "%68ello", "..%2fhello"]) {
      expect(await problemOf(await post(`/posts/${slug}/comments`, ADA)), slug).toMatchObject({ status: 404, code: "not-found" });
    }
    expect(await problemOf(await post("/posts/closed/comments", ADA))).toMatchObject({ status: 403, code: "comments-closed" });
  });

  it("returns 403 while the owner has closed a post's comments, which stay public, and 202 once they are open again", async () => {
    const { post, get, store } = createFixture();
    const { id } = await json(await post(COMMENTS, ADA));
    await store.comments.decide({ id: String(id), revision: 1, decision: "approve" });
    await store.threads.setClosed({ slug: "hello", isClosed: true });
    expect(await problemOf(await post(COMMENTS, { ...ADA, body: "Too late" }))).toMatchObject({ status: 403, code: "comments-closed" });
    expect(await json(await get(COMMENTS))).toMatchObject({ totalComments: 1 });
    await store.threads.setClosed({ slug: "hello", isClosed: false });
    expect((await post(COMMENTS, { ...ADA, body: "In time" })).status).toBe(202);
  });

  it("returns 404 for an invalid slug, whatever is published, and 503 while the published content is unknown", async () => {
    const { get, site } = createFixture();
    site.failing = true;
    expect([(await get("/posts/BAD/comments")).status, (await get(COMMENTS)).status]).toEqual([404, 503]);
  });

  it("works for a former slug, and for a post that was just published", async () => {
    const { post, get, site, store } = createFixture();
    const { id } = await json(await post("/posts/old-tides/comments", ADA));
    expect((await store.comments.get(String(id)))?.slug).toBe("tides");
    await store.comments.decide({ id: String(id), revision: 1, decision: "approve" });
    expect(await json(await get("/posts/old-tides/comments"))).toMatchObject({ totalComments: 1 });
    site.published = { ...site.published, slugs: { ...site.published.slugs, posts: ["closed", "fresh", "hello", "tides"] } };
    expect((await post("/posts/fresh/comments", ADA)).status).toBe(202);
  });

  it("moves comments with a renamed post", async () => {
    const { approved, get, site, clock } = createFixture();
    await approved("Before");
    site.published = { ...site.published, slugs: { ...site.published.slugs, posts: ["closed", "hi", "tides"] }, aliases: { hello: "hi" } };
    clock.now += 10_000;
    for (const slug of ["hi", "hello"]) expect(await json(await get(`/posts/${slug}/comments`))).toMatchObject({ totalComments: 1 });
  });

  it("lists all mistakes at once", async () => {
    const { post } = createFixture();
    const body = {
      authorName: " ",
      body: "x".repeat(5_001),
      authorEmail: "nobody",
      authorUrl: "javascript:alert(1)",
      parentId: 7,
      status: "approved",
    };
    const problem = await problemOf(await post(COMMENTS, body));
    expect(problem).toMatchObject({ status: 422, code: "validation-error", instance: "/api/v1/posts/hello/comments" });
    expect(problem.errors.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
      "/authorEmail invalid_format",
      "/authorName too_small",
      "/authorUrl invalid_format",
      "/body too_big",
      "/parentId invalid_type",
      "/status unrecognized",
    ]);
  });

  it("refuses invisible texts and control characters", async () => {
    const { post } = createFixture();
    const invisible = await problemOf(await post(COMMENTS, { authorName: "\u2060\u200d", body: "\u2800 \u3164" }));
    expect(invisible.errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ["/authorName", "too_small"],
      ["/body", "too_small"],
    ]);
    for (const body of ["a\u0000b", "a\u0007", "\ud800", "a\u0085b"]) {
      expect(await problemOf(await post(COMMENTS, { ...ADA, body }))).toMatchObject({
        status: 422,
        errors: [{ pointer: "/body", code: "invalid_format" }],
      });
    }
  });

  it("counts code points: 80 and 5,000 are allowed", async () => {
    const { post } = createFixture();
    expect((await post(COMMENTS, { authorName: "🧶".repeat(80), body: "é".normalize("NFD").repeat(5_000) })).status).toBe(202);
    expect((await problemOf(await post(COMMENTS, { authorName: "🧶".repeat(81), body: "x" }))).errors).toMatchObject([
      { pointer: "/authorName", code: "too_big" },
    ]);
  });

  it("accepts the longest texts in four-byte characters", async () => {
    const { post } = createFixture();
    const longest = { authorName: "🧶".repeat(80), body: "🧶".repeat(5_000) };
    expect((await post(COMMENTS, longest)).status).toBe(202);
    const errors = (await problemOf(await post(COMMENTS, { authorName: `${longest.authorName}x`, body: `${longest.body}x` }))).errors;
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(["/authorName too_big", "/body too_big"]);
  });

  it.each([
    "id",
    "state",
    "status",
    "createdAt",
    "approved",
    "depth",
    "deleted",
    "revision",
    "editToken",
    "constructor",
    "toString",
    "__proto__",
  ])("refuses the member %s", async (member) => {
    const { send } = createFixture();
    // Written out: an object literal would set the prototype.
    const body = `{"authorName":"Ada","body":"Hello","${member}":"approved"}`;
    const response = await send("POST", COMMENTS, { headers: { "Content-Type": "application/json" }, body });
    expect(await problemOf(response)).toMatchObject({ status: 422, errors: [{ pointer: `/${member}`, code: "unrecognized" }] });
  });

  it("survives a honeypot nested as deeply as a body can be", async () => {
    const { send } = createFixture();
    const deep = `${"[".repeat(8_000)}${"]".repeat(8_000)}`;
    const body = `${JSON.stringify(ADA).slice(0, -1)},"contact_me_by_fax":${deep}}`;
    const headers = { "Content-Type": "application/json", ...KEY };
    expect((await send("POST", COMMENTS, { headers, body })).status).toBe(202);
    expect((await send("POST", COMMENTS, { headers, body })).status).toBe(202);
  });

  it("gives a filled honeypot the same answer, and marks the comment as spam", async () => {
    const { post, store } = createFixture();
    for (const [index, trap] of ["yes", " x", 1, true, ["a"], { a: 1 }].entries()) {
      const response = await post(COMMENTS, { ...ADA, body: `Buy ${index}`, contact_me_by_fax: trap });
      expect(response.status).toBe(202);
      const { id, status, editToken } = await json(response);
      expect([status, typeof editToken]).toEqual(["pending", "string"]);
      expect(await store.comments.get(String(id))).toMatchObject({ state: "spam", spamReason: "honeypot" });
    }
    const { id } = await json(await post(COMMENTS, { ...ADA, body: "Not filled", contact_me_by_fax: "" }));
    expect((await store.comments.get(String(id)))?.state).toBe("pending");
  });

  it("marks a comment with many links, or with the owner's words, as spam", async () => {
    const { post, store } = createFixture();
    await store.spamWords.add(["casino"]);
    const links = Array.from({ length: LINKS_MAX + 1 }, (_, index) => `https://a${index}.example/`).join(" ");
    for (const body of [links, "The best CASINO"]) {
      const { id, status } = await json(await post(COMMENTS, { ...ADA, body }));
      expect([status, (await store.comments.get(String(id)))?.state]).toEqual(["pending", "spam"]);
    }
  });

  it("refuses a parent that is not an approved comment of that post", async () => {
    const { post, approved } = createFixture();
    const elsewhere = await approved("Elsewhere", { slug: "tides" });
    const { id: pending } = await json(await post(COMMENTS, { ...ADA, body: "Pending" }));
    for (const parentId of [elsewhere, pending, "nobody", "a".repeat(24)]) {
      const problem = await problemOf(await post(COMMENTS, { ...ADA, parentId }));
      expect(problem).toMatchObject({ status: 422, code: "unknown-reference", errors: [{ pointer: "/parentId" }] });
    }
    const here = await approved("Here");
    expect(await json(await post(COMMENTS, { ...ADA, parentId: here }))).toMatchObject({ parentId: here });
    expect(await json(await post(COMMENTS, { ...ADA, body: "top", parentId: null }))).toMatchObject({ parentId: null });
  });

  it("returns 409 for the same text from the same address on the same post, for a day", async () => {
    const { post, send, clock } = createFixture();
    await post(COMMENTS, ADA);
    const again = await problemOf(await post(COMMENTS, { ...ADA, authorName: "Bob" }));
    expect(again).toMatchObject({ status: 409, code: "duplicate-comment", detail: expect.stringContaining("already received") });
    expect((await post("/posts/tides/comments", ADA)).status).toBe(202);
    const headers = { "Content-Type": "application/json" };
    expect((await send("POST", COMMENTS, { headers, body: JSON.stringify(ADA), peer: "192.0.2.2" })).status).toBe(202);
    clock.now += 86_400_000;
    expect((await post(COMMENTS, ADA)).status).toBe(202);
  });
});

describe("an idempotency key", () => {
  it("gives a repeat an identical answer, and stores nothing", async () => {
    const { post, store } = createFixture();
    const first = await post(COMMENTS, ADA, KEY);
    const second = await post(COMMENTS, { body: "Hello", authorName: " Ada " }, KEY);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(await second.text()).toBe(await first.text());
    expect(await store.comments.list()).toHaveLength(1);
  });

  it("makes concurrent repeats wait for the first", async () => {
    const { post, store } = createFixture();
    const answers = await Promise.all(Array.from({ length: 20 }, async () => await (await post(COMMENTS, ADA, KEY)).text()));
    expect(new Set(answers).size).toBe(1);
    expect(await store.comments.list()).toHaveLength(1);
  });

  it("returns 422 with another body, and can be reused on another path and after a day", async () => {
    const { post, clock } = createFixture();
    await post(COMMENTS, ADA, KEY);
    expect(await problemOf(await post(COMMENTS, { ...ADA, body: "Other" }, KEY))).toMatchObject({
      status: 422,
      code: "idempotency-key-reused",
    });
    expect((await post("/posts/tides/comments", { ...ADA, body: "Other" }, KEY)).status).toBe(202);
    clock.now += 86_400_000;
    expect((await post(COMMENTS, { ...ADA, body: "Other" }, KEY)).status).toBe(202);
  });

  it("remembers only accepted requests", async () => {
    const { post, approved } = createFixture();
    expect((await post(COMMENTS, { ...ADA, parentId: "nobody" }, KEY)).status).toBe(422);
    const parentId = await approved("Parent");
    expect((await post(COMMENTS, { ...ADA, parentId }, KEY)).status).toBe(202);
  });

  it("makes repeats free, so that they are answered even if the quota is used up", async () => {
    const { post, clock } = createFixture({ config: { limits: DEFAULT_LIMITS } });
    const first = await post(COMMENTS, ADA, KEY);
    expect(first.headers.get("RateLimit")).toBe('"comments";r=4;t=120');
    expect(first.headers.get("RateLimit-Policy")).toBe('"comments";q=5;w=600');
    for (let count = 1; count < 5; count += 1) expect((await post(COMMENTS, { ...ADA, body: `${count}` })).status).toBe(202);
    const refused = await post(COMMENTS, { ...ADA, body: "6" });
    expect(await problemOf(refused)).toMatchObject({ status: 429, code: "quota-exceeded" });
    expect(refused.headers.get("Retry-After")).toBe("120");
    const repeat = await post(COMMENTS, ADA, KEY);
    expect(repeat.status).toBe(202);
    expect(await repeat.text()).toBe(await first.text());
    clock.now += 120_000;
    expect((await post(COMMENTS, { ...ADA, body: "6" })).status).toBe(202);
  });

  it("uses no quota for a refused reply to a comment that is not public, with or without a key", async () => {
    const { post } = createFixture({ config: { limits: DEFAULT_LIMITS } });
    const { id: parentId } = await json(await post(COMMENTS, ADA));
    for (const headers of [{}, KEY, {}, KEY, {}, KEY]) {
      const refused = await post(COMMENTS, { ...ADA, body: "A reply.", parentId }, headers);
      expect(await problemOf(refused)).toMatchObject({ status: 422, code: "unknown-reference" });
    }
    for (let count = 1; count < 5; count += 1) expect((await post(COMMENTS, { ...ADA, body: `${count}` })).status).toBe(202);
    expect((await post(COMMENTS, { ...ADA, body: "6" })).status).toBe(429);
  });

  it.each(["short", "x".repeat(65), "with a space in it"])("returns 400 if it is %j", async (key) => {
    const { post } = createFixture();
    const problem = await problemOf(await post(COMMENTS, ADA, { "Idempotency-Key": key }));
    expect(problem).toMatchObject({ status: 400, code: "validation-error", errors: [{ header: "Idempotency-Key" }] });
  });
});

describe("the daily quota", () => {
  it("is 20 comments per address, and resets at midnight UTC", async () => {
    const { post, clock } = createFixture({ config: { limits: DEFAULT_LIMITS } });
    for (let count = 0; count < 20; count += 1) {
      expect((await post(COMMENTS, { ...ADA, body: `${count}` })).status).toBe(202);
      clock.now += 120_000;
    }
    const refused = await post(COMMENTS, { ...ADA, body: "21" });
    expect(await problemOf(refused)).toMatchObject({ status: 429, code: "quota-exceeded" });
    expect(refused.headers.get("RateLimit-Policy")).toBe('"comments-day";q=20;w=86400');
    const untilMidnight = (Date.UTC(2026, 1, 1) - clock.now) / 1_000;
    expect(refused.headers.get("Retry-After")).toBe(String(untilMidnight));
    expect(refused.headers.get("RateLimit")).toBe(`"comments-day";r=0;t=${untilMidnight}`);
    clock.now = Date.UTC(2026, 1, 1);
    expect((await post(COMMENTS, { ...ADA, body: "21" })).status).toBe(202);
  });
});

describe("an IPv6 network", () => {
  it("has five times the daily quota of a single line", async () => {
    const { send, clock } = createFixture({ config: { limits: DEFAULT_LIMITS } });
    const headers = { "Content-Type": "application/json" };
    let allowed = 0;
    for (let line = 0; line < 7; line += 1) {
      for (let count = 0; count < 20; count += 1) {
        const body = JSON.stringify({ ...ADA, body: `${line} ${count}` });
        if ((await send("POST", COMMENTS, { headers, body, peer: `2001:db8:1:${line}::1` })).status === 202) allowed += 1;
        clock.now += 120_000;
      }
    }
    expect(allowed).toBe(100);
    const other = await send("POST", COMMENTS, { headers, body: JSON.stringify(ADA), peer: "2001:db8:2::1" });
    expect(other.status).toBe(202);
  });
});

describe("reading comments", () => {
  it("has its cache class, an ETag, a Link and 304", async () => {
    const { approved, get, send } = createFixture();
    await approved("One");
    const response = await get(COMMENTS);
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=15, s-maxage=30, stale-while-revalidate=60, stale-if-error=86400");
    expect(response.headers.get("Link")).toBe(
      `<${BASE}${COMMENTS}?commentsPage=1>; rel="first", <${BASE}${COMMENTS}?commentsPage=1>; rel="last"`,
    );
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    const etag = response.headers.get("ETag") ?? "";
    const known = await get(COMMENTS, { "If-None-Match": `"x", W/${etag}` });
    expect([known.status, known.headers.get("ETag"), known.headers.get("Access-Control-Allow-Origin"), await known.text()]).toEqual([
      304,
      etag,
      "*",
      "",
    ]);
    const head = await send("HEAD", COMMENTS);
    expect([head.status, head.headers.get("ETag"), head.headers.get("Content-Length"), await head.text()]).toEqual([
      200,
      etag,
      response.headers.get("Content-Length"),
      "",
    ]);
    await approved("Two");
    expect((await get(COMMENTS, { "If-None-Match": etag })).status).toBe(200);
  });

  it("sorts, pages, and returns an empty page past the end", async () => {
    const { approved, get, clock } = createFixture();
    const ids: string[] = [];
    for (const body of ["a", "b", "c"]) {
      ids.push(await approved(body));
      clock.now += 1_000;
    }
    await approved("reply", { parentId: ids[1] ?? "" });
    const bodies = async (query: string) =>
      ((await json(await get(`${COMMENTS}?${query}`))).items as { body: string }[]).map(({ body }) => body);
    expect(await bodies("commentsSort=oldest")).toEqual(["a", "b", "c"]);
    expect(await bodies("commentsSort=newest&utm_source=x")).toEqual(["c", "b", "a"]);
    expect(await bodies("commentsSort=popular")).toEqual(["b", "c", "a"]);
    expect(await bodies("commentsPageSize=2&commentsPage=2")).toEqual(["c"]);
    expect(await bodies("commentsPage=9")).toEqual([]);
    const page = await get(`${COMMENTS}?commentsPageSize=2&commentsSort=newest`);
    expect(await json(page)).toMatchObject({
      pagination: { page: 1, pageSize: 2, totalItems: 3, totalPages: 2, hasNextPage: true },
      totalComments: 4,
    });
    expect(page.headers.get("Link")).toContain(`<${BASE}${COMMENTS}?commentsSort=newest&commentsPage=2&commentsPageSize=2>; rel="next"`);
  });

  it("lists a comment's descendants as a flat list, and returns 404 for an unknown comment", async () => {
    const { approved, get } = createFixture();
    const top = await approved("top");
    const reply = await approved("reply", { parentId: top });
    await approved("answer", { parentId: reply });
    const answer = await json(await get(`${COMMENTS}?parentId=${top}`));
    expect(answer).toMatchObject({
      items: [
        { body: "reply", depth: 1, replies: [] },
        { body: "answer", depth: 2, replies: [] },
      ],
      pagination: { totalItems: 2 },
    });
    for (const unknown of ["nobody", "a".repeat(24)])
      expect((await problemOf(await get(`${COMMENTS}?parentId=${unknown}`))).status).toBe(404);
    expect((await problemOf(await get(`/posts/tides/comments?parentId=${top}`))).status).toBe(404);
  });

  it("shows a reply to the deepest comment beside it, and keeps its parent", async () => {
    const { approved, get } = createFixture();
    let parentId = await approved("0");
    for (let depth = 1; depth <= 5; depth += 1) parentId = await approved(`${depth}`, { parentId });
    await approved("6", { parentId });
    const flat = (await json(await get(`${COMMENTS}`))).items as { replies: unknown }[];
    const text = JSON.stringify(flat);
    expect([...text.matchAll(/"parentId":"([a-z2-7]{24})","depth":5,/g)]).toHaveLength(2);
    expect(text).toContain(`"parentId":"${parentId}","depth":5,`);
    expect(text).not.toContain('"depth":6');
  });

  it("returns 400 with all mistakes in the query", async () => {
    const { get } = createFixture();
    const problem = await problemOf(
      await get(`${COMMENTS}?commentsPage=0&commentsPageSize=51&commentsSort=best&commentsSort=x&parentId=${"a".repeat(65)}`),
    );
    expect(problem).toMatchObject({ status: 400, code: "validation-error" });
    expect(problem.errors.map(({ parameter, code }) => [parameter, code])).toEqual([
      ["parentId", "too_big"],
      ["commentsSort", "repeated"],
      ["commentsPage", "too_small"],
      ["commentsPageSize", "too_big"],
    ]);
  });

  it("shows a tombstone if a comment with replies was deleted", async () => {
    const { approved, get, store } = createFixture();
    const top = await approved("top");
    await approved("reply", { parentId: top });
    await store.comments.decide({ id: top, revision: 1, decision: "delete" });
    expect(await json(await get(COMMENTS))).toMatchObject({
      items: [{ id: top, deleted: true, body: null, bodyHtml: null, authorName: null, replies: [{ body: "reply" }] }],
      totalComments: 1,
    });
  });
});

describe("changing one's comment", () => {
  const submit = async (fixture: ReturnType<typeof createFixture>, body = "Hello") => {
    const { id, editToken } = await json(await fixture.post(COMMENTS, { authorName: "Ada", body }));
    return { id: String(id), path: `${COMMENTS}/${String(id)}`, token: { "X-Edit-Token": String(editToken) } };
  };
  const patch = (fixture: ReturnType<typeof createFixture>, path: string, body: unknown, headers: Record<string, string>) =>
    fixture.send("PATCH", path, { headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) });

  it("returns the submission's shape without the token, and keeps omitted members", async () => {
    const fixture = createFixture();
    const { id, path, token } = await submit(fixture);
    const response = await patch(fixture, path, { body: "**Bold**" }, token);
    expect(response.status).toBe(200);
    expect(await json(response)).toEqual({
      id,
      status: "pending",
      createdAt: new Date(NOW).toISOString(),
      parentId: null,
      authorName: "Ada",
      authorUrl: null,
      body: "**Bold**",
      bodyHtml: "<p><strong>Bold</strong></p>",
      editableUntil: new Date(NOW + 15 * 60_000).toISOString(),
    });
    expect(await json(await patch(fixture, path, { authorName: "Bea" }, token))).toMatchObject({ authorName: "Bea", body: "**Bold**" });
    expect(await fixture.store.comments.get(id)).toMatchObject({ authorName: "Bea", body: "**Bold**", revision: 3 });
    expect((await patch(fixture, path, {}, token)).status).toBe(200);
    expect((await fixture.store.comments.get(id))?.revision).toBe(3);
  });

  it("treats null as omitted, but removes the author's link if it is null or empty (RFC 7396)", async () => {
    const fixture = createFixture();
    const authorUrl = "https://ada.example/";
    const sent = { authorName: "Ada", authorUrl, authorEmail: null, parentId: null, body: "Hello", contact_me_by_fax: null };
    const { id, editToken, ...submitted } = await json(await fixture.post(COMMENTS, sent));
    expect(submitted).toMatchObject({ authorUrl });
    expect((await fixture.store.comments.get(String(id)))?.state).toBe("pending");
    const [path, token] = [`${COMMENTS}/${String(id)}`, { "X-Edit-Token": String(editToken) }];
    const unchanged = await patch(fixture, path, { authorName: null, body: null }, token);
    expect([unchanged.status, await json(unchanged)]).toEqual([200, { id, ...submitted }]);
    expect((await fixture.store.comments.get(String(id)))?.revision).toBe(1);
    expect(await json(await patch(fixture, path, { authorUrl: "" }, token))).toMatchObject({ authorName: "Ada", authorUrl: null });
    expect(await json(await patch(fixture, path, { authorUrl }, token))).toMatchObject({ authorUrl });
    expect(await json(await patch(fixture, path, { authorUrl: null }, token))).toMatchObject({ authorName: "Ada", authorUrl: null });
    const changed = await json(await patch(fixture, path, { authorUrl: "http://ada.example/x" }, token));
    expect(changed).toMatchObject({ authorUrl: "http://ada.example/x" });
    await fixture.store.comments.decide({ id: String(id), revision: 5, decision: "approve" });
    expect(await json(await fixture.get(COMMENTS))).toMatchObject({ items: [{ authorUrl: "http://ada.example/x" }] });
  });

  it("is possible exactly until the time stated in the answer", async () => {
    const fixture = createFixture();
    const { id, editToken, editableUntil } = await json(await fixture.post(COMMENTS, { authorName: "Ada", body: "Hello" }));
    const [path, token] = [`${COMMENTS}/${String(id)}`, { "X-Edit-Token": String(editToken) }];
    fixture.clock.now = Date.parse(String(editableUntil)) - 1;
    expect(await json(await patch(fixture, path, { body: "In time" }, token))).toMatchObject({ editableUntil });
    fixture.clock.now += 1;
    expect(await problemOf(await patch(fixture, path, { body: "Late" }, token))).toMatchObject({ status: 403, code: "edit-token-invalid" });
  });

  it("makes an approved comment pending again, and also reports spam as pending", async () => {
    const fixture = createFixture();
    const { id, path, token } = await submit(fixture);
    await fixture.store.comments.decide({ id, revision: 1, decision: "approve" });
    await patch(fixture, path, { body: "Changed" }, token);
    expect((await fixture.store.comments.get(id))?.state).toBe("pending");
    expect(await json(await fixture.get(COMMENTS))).toMatchObject({ totalComments: 0 });
    await fixture.store.comments.decide({ id, revision: 2, decision: "spam" });
    expect(await json(await patch(fixture, path, { body: "Again" }, token))).toMatchObject({ status: "pending", body: "Again" });
    expect((await fixture.store.comments.get(id))?.state).toBe("spam");
  });

  it("checks the comment for spam again", async () => {
    const fixture = createFixture();
    const { id, path, token } = await submit(fixture);
    const body = Array.from({ length: LINKS_MAX + 1 }, (_, index) => `https://a${index}.example/`).join(" ");
    expect(await json(await patch(fixture, path, { body }, token))).toMatchObject({ status: "pending" });
    expect((await fixture.store.comments.get(id))?.state).toBe("spam");
  });

  it("returns 403 with a wrong token, another comment's token, or after 15 minutes", async () => {
    const fixture = createFixture();
    const { path, token } = await submit(fixture);
    const other = await submit(fixture, "Other");
    for (const wrong of [{ "X-Edit-Token": "wrong" }, other.token, { "X-Edit-Token": "x".repeat(4_000) }]) {
      expect(await problemOf(await patch(fixture, path, { body: "x" }, wrong))).toMatchObject({ status: 403, code: "edit-token-invalid" });
      expect(await problemOf(await fixture.send("DELETE", path, { headers: wrong }))).toMatchObject({
        status: 403,
        code: "edit-token-invalid",
      });
    }
    fixture.clock.now += 15 * 60_000 - 1;
    expect((await patch(fixture, path, { body: "in time" }, token)).status).toBe(200);
    fixture.clock.now += 1;
    expect(await problemOf(await patch(fixture, path, { body: "late" }, token))).toMatchObject({ status: 403, code: "edit-token-invalid" });
    expect(await problemOf(await fixture.send("DELETE", path, { headers: token }))).toMatchObject({
      status: 403,
      code: "edit-token-invalid",
    });
  });

  it("returns 400 without a token, 404 for another post's comment, and 422 for invalid input", async () => {
    const fixture = createFixture();
    const { id, path, token } = await submit(fixture);
    expect(await problemOf(await patch(fixture, path, { body: "x" }, {}))).toMatchObject({
      status: 400,
      errors: [{ header: "X-Edit-Token", code: "required" }],
    });
    expect((await problemOf(await patch(fixture, `/posts/tides/comments/${id}`, { body: "x" }, token))).status).toBe(404);
    expect((await problemOf(await patch(fixture, `${COMMENTS}/nobody`, { body: "x" }, token))).status).toBe(404);
    const wrong = await problemOf(await patch(fixture, path, { body: "", state: "approved", parentId: null }, token));
    expect(wrong.errors.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
      "/body too_small",
      "/parentId unrecognized",
      "/state unrecognized",
    ]);
    expect((await problemOf(await patch(fixture, path, { authorName: "\u200b" }, token))).errors).toMatchObject([
      { pointer: "/authorName" },
    ]);
  });

  it("withdraws it permanently", async () => {
    const fixture = createFixture();
    const { id, path, token } = await submit(fixture);
    const response = await fixture.send("DELETE", path, { headers: token });
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(await fixture.store.comments.get(id)).toMatchObject({ state: "deleted", body: null, authorName: null });
    expect((await fixture.send("DELETE", path, { headers: token })).status).toBe(404);
    expect((await patch(fixture, path, { body: "x" }, token)).status).toBe(404);
  });

  it("has its own rate limit", async () => {
    const fixture = createFixture({ config: { limits: DEFAULT_LIMITS } });
    const { path, token } = await submit(fixture);
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) statuses.push((await patch(fixture, path, { body: `${count}` }, token)).status);
    expect(statuses).toEqual([...new Array<number>(20).fill(200), 429]);
    expect((await fixture.send("DELETE", path, { headers: token })).status).toBe(429);
    expect((await fixture.post(COMMENTS, { ...ADA, body: "New" })).status).toBe(202);
  });
});
