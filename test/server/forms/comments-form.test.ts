import { describe, expect, it } from "vitest";
import { COMMENT_BODY_MAX } from "../../../contract/limits.ts";
import { DEFAULT_LIMITS } from "../../../server/server-config.ts";
import { createFixture } from "../api-fixture.ts";
import { createFormFixture, openPage, sendForm, toFrame, tokenIn } from "./form-site.ts";

const COMMENT = { authorName: "Ada", body: "I *saw* it <too>." };
const HOUR = 3_600_000;

describe("the page of a post's comments", () => {
  it("shows public comments with their replies, and is neither cached nor indexed", async () => {
    const fixture = createFormFixture();
    const id = await fixture.approved("The **first** one");
    await fixture.approved("An answer", { parentId: id });
    await fixture.post("/posts/hello/comments", { authorName: "Ola", body: "It waits" });
    const { status, html, headers } = await openPage(fixture, "/comments/hello");
    expect([status, headers.get("Cache-Control"), headers.get("X-Robots-Tag")]).toEqual([200, "no-store", "noindex"]);
    expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain("<h1><bdi>2 comments</bdi></h1>");
    expect(html).toContain('<a href="/posts/hello">About &lt;hello&gt;</a>');
    expect(html).toMatch(/The <strong>first<\/strong> one[\s\S]*<ol role="list">\s*<li><article[\s\S]*An answer/);
    expect(html).not.toContain("It waits");
    expect(html).toContain(`href="/comments/hello?reply=${id}#form"`);
  });

  it("answers under a former slug, for an unlisted post, and below the site's base", async () => {
    const fixture = createFormFixture();
    const { status, html } = await openPage(fixture, "/comments/old-tides");
    expect([status, html.includes('action="/comments/tides#form"')]).toEqual([200, true]);
    const below = createFormFixture({}, toFrame({ url: "https://ines.example/blog" }));
    below.site.baseUrl = "https://ines.example/blog/api/v1";
    expect((await openPage(below, "/blog/comments/hello")).html).toContain('action="/blog/comments/hello#form"');
  });

  it("is in the site's language", async () => {
    const fixture = createFormFixture({}, toFrame({ language: "de-AT" }));
    const { html } = await openPage(fixture, "/comments/hello");
    expect(html).toContain("<h1><bdi>Noch keine Kommentare</bdi></h1>");
    expect(html).toContain("Kommentar schreiben</label>");
    expect(html).not.toContain("Strg");
  });

  it("has further pages", async () => {
    const fixture = createFormFixture();
    for (let n = 1; n <= 21; n += 1) await fixture.approved(`Number ${n}.`);
    const first = await openPage(fixture, "/comments/hello");
    expect([first.html.includes("Number 20."), first.html.includes("Number 21.")]).toEqual([true, false]);
    expect(first.html).toContain('href="/comments/hello?page=2"');
    const second = await openPage(fixture, "/comments/hello?page=2");
    expect([second.html.includes("Number 21."), second.html.includes('href="/comments/hello"')]).toEqual([true, true]);
    expect((await openPage(fixture, "/comments/hello?page=nonsense")).html).toContain("Number 1.");
  });

  it("is 404 with a page of the site for an unknown post, and without a page if the site has none", async () => {
    const fixture = createFormFixture();
    const { status, html } = await openPage(fixture, "/comments/never-was");
    expect([status, html.includes("There is no such page")]).toEqual([404, true]);
    const { status: without, headers } = await openPage(createFixture(), "/comments/hello");
    expect([without, headers.get("Content-Type")]).toEqual([404, "application/problem+json"]);
  });

  it("accepts no other method", async () => {
    const fixture = createFormFixture();
    const { status, headers } = await fixture.send("DELETE", "https://ines.example/comments/hello");
    expect([status, headers.get("Allow")]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
  });
});

describe("the form of a post's comments", () => {
  it("stores a pending comment, and confirms it", async () => {
    const fixture = createFormFixture();
    const { status, location } = await sendForm(fixture, "/comments/hello", { ...COMMENT, authorEmail: "", authorUrl: "" });
    expect([status, location]).toEqual([303, "/comments/hello?sent#sent"]);
    const { html } = await openPage(fixture, "/comments/hello?sent");
    expect(html).toMatch(/role="status" id="sent">Thank you\. Your comment awaits approval\./);
    const [comment] = await fixture.store.comments.list({ states: ["pending"] });
    expect(comment).toMatchObject({ slug: "hello", authorName: "Ada", body: "I *saw* it <too>.", authorUrl: null, state: "pending" });
  });

  it("replies to a comment", async () => {
    const fixture = createFormFixture();
    const parentId = await fixture.approved("First");
    const { html } = await openPage(fixture, `/comments/hello?reply=${parentId}`);
    expect(html).toContain('<h2 id="form-title"><label for="field-body">Reply to Ada</label></h2>');
    expect(html).toContain(`name="parentId" value="${parentId}"`);
    expect((await sendForm(fixture, "/comments/hello", { ...COMMENT, parentId })).status).toBe(303);
    // An unknown id makes it a new comment. A forged one is refused, and the page keeps its text.
    expect((await openPage(fixture, "/comments/hello?reply=aaaaaaaaaaaaaaaaaaaaaaaa")).html).toContain("Write a comment</label></h2>");
    const forged = await sendForm(fixture, "/comments/hello", { authorName: "Ola", body: "Lost?", parentId: "aaaaaaaaaaaaaaaaaaaaaaaa" });
    expect([forged.status, forged.html.includes("Lost?</textarea>")]).toEqual([422, true]);
  });

  it.each([
    [0, 422, "Please try again in 3 seconds."],
    [2_999, 422, "Please try again in 3 seconds."],
    [3_000, 303, null],
    [12 * HOUR, 303, null],
    [12 * HOUR + 1, 422, "Try again."],
  ])("sent %d ms after it was shown gets %d, and keeps the text", async (afterMs, status, again) => {
    const fixture = createFormFixture();
    const sent = await sendForm(fixture, "/comments/hello", COMMENT, { afterMs });
    expect(sent.status).toBe(status);
    if (again === null) return;
    expect(sent.html).toContain("I *saw* it &lt;too&gt;.</textarea>");
    expect(sent.html).toContain(`This did not work. What you have typed stays here. ${again}`);
  });

  it("for another post, with another time or without a token is refused", async () => {
    const fixture = createFormFixture();
    const token = tokenIn((await openPage(fixture, "/comments/tides")).html);
    const [time = "", signature = ""] = token.split(".");
    for (const form of [token, "", `${(Number.parseInt(time, 36) + 1).toString(36)}.${signature}`])
      expect((await sendForm(fixture, "/comments/hello", { ...COMMENT, form })).status).toBe(422);
    expect((await sendForm(fixture, "/comments/tides", { ...COMMENT, form: token })).status).toBe(303);
  });

  it.each([
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: "http://ines.example" },
  ])("from a page with %o is refused", async (headers) => {
    const { status, html } = await sendForm(createFormFixture(), "/comments/hello", COMMENT, { headers });
    expect([status, html.includes("This did not work.")]).toEqual([403, true]);
  });

  it("is accepted if a referrer policy hides the origin and the browser reports the same origin", async () => {
    const own = { Origin: "null", "Sec-Fetch-Site": "same-origin" };
    expect((await sendForm(createFormFixture(), "/comments/hello", COMMENT, { headers: own })).status).toBe(303);
    for (const site of ["cross-site", "same-site", "none"]) {
      const headers = { Origin: "null", "Sec-Fetch-Site": site };
      expect((await sendForm(createFormFixture(), "/comments/hello", COMMENT, { headers })).status).toBe(403);
    }
    const foreign = { Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin" };
    expect((await sendForm(createFormFixture(), "/comments/hello", COMMENT, { headers: foreign })).status).toBe(403);
  });

  it("accepts as many characters as it allows in every script", async () => {
    const fixture = createFormFixture();
    const body = "語".repeat(COMMENT_BODY_MAX);
    expect((await sendForm(fixture, "/comments/hello", { ...COMMENT, body })).status).toBe(303);
    expect(await fixture.store.comments.list({ states: ["pending"] })).toMatchObject([{ body }]);
  });

  it("from no page is refused", async () => {
    const fixture = createFormFixture();
    const form = tokenIn((await openPage(fixture, "/comments/hello")).html);
    fixture.clock.now += 10_000;
    const body = new URLSearchParams({ form, ...COMMENT }).toString();
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    expect((await fixture.send("POST", "https://ines.example/comments/hello", { headers, body })).status).toBe(403);
  });

  it("shows mistakes beside their fields, and keeps everything typed", async () => {
    const fixture = createFormFixture();
    const sent = await sendForm(fixture, "/comments/hello", {
      authorName: " ",
      body: "Long <enough>",
      authorUrl: "javascript:x",
      authorEmail: "a",
    });
    expect(sent.status).toBe(422);
    expect(sent.html).toContain("Long &lt;enough&gt;</textarea>");
    expect(sent.html).toMatch(
      /id="field-authorName"[^>]*aria-invalid="true"[^>]*>\s*<span class="quiet" dir="auto" id="field-authorName-note">Please fill this in\./,
    );
    expect(sent.html).toMatch(/id="field-authorUrl"[^>]*aria-invalid="true"[^>]*value="javascript:x"/);
    expect(sent.html).toMatch(/id="field-authorEmail-note">never shown This cannot be right\./);
  });

  it("recognizes a program that fills every field, without revealing it", async () => {
    const fixture = createFormFixture();
    expect((await sendForm(fixture, "/comments/hello", { ...COMMENT, contact_me_by_fax: "1" })).status).toBe(303);
    expect(await fixture.store.comments.list({ states: ["spam"] })).toHaveLength(1);
  });

  it("sent twice is one comment; the same text again is a duplicate", async () => {
    const fixture = createFormFixture();
    const form = tokenIn((await openPage(fixture, "/comments/hello")).html);
    for (const [fields, status] of [
      [{ ...COMMENT, form }, 303],
      [{ ...COMMENT, form }, 303],
      [{ ...COMMENT, body: "Another text", form }, 303],
      [COMMENT, 409],
    ] as const)
      expect((await sendForm(fixture, "/comments/hello", fields)).status).toBe(status);
    expect(await fixture.store.comments.list({ states: ["pending"] })).toHaveLength(2);
  });

  it("is not shown for closed comments, and is refused there", async () => {
    const fixture = createFormFixture();
    const { status, html } = await openPage(fixture, "/comments/closed");
    expect([status, html.includes("<form"), html.includes("Comments are closed.")]).toEqual([200, false, true]);
    const form = tokenIn((await openPage(fixture, "/comments/hello")).html);
    expect((await sendForm(fixture, "/comments/closed", { ...COMMENT, form })).status).toBe(403);
  });

  it("shares the limits of the API, and states when to try again", async () => {
    const fixture = createFormFixture({ config: { limits: DEFAULT_LIMITS } });
    for (let n = 0; n < 5; n += 1)
      expect((await sendForm(fixture, "/comments/hello", { authorName: "Ada", body: `Text ${n}` }, { afterMs: 3_000 })).status).toBe(303);
    const { status, html, headers } = await sendForm(fixture, "/comments/hello", COMMENT, { afterMs: 3_000 });
    expect([status, headers.has("Retry-After"), headers.has("RateLimit")]).toEqual([429, true, true]);
    expect(html).toMatch(/Please try again in \d+ minutes?\./);
    expect(html).toContain("I *saw* it &lt;too&gt;.</textarea>");
    // The limit is shared with the API.
    expect((await fixture.post("/posts/hello/comments", { authorName: "Ada", body: "By the API" })).status).toBe(429);
  });
});
