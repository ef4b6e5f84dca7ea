import { describe, expect, it } from "vitest";
import { findCardSite } from "../../../server/desk/hosted/desk-address.ts";
import { createFixture, type Fixture, SITE } from "../api-fixture.ts";
import { fieldsOf, follow, linkOf, press } from "./card-fixture.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Link {
  readonly id: string;
  readonly url: string;
}

async function createLink(fixture: Fixture, body = "A fine table."): Promise<Link> {
  const response = await fixture.post("/posts/tides/comments", { authorName: "Ada", body });
  const { id } = (await response.json()) as { id: string };
  return { id, url: linkOf(fixture, { kind: "comment", id, revision: 1 }) };
}

const stateOf = async ({ store }: Fixture, id: string): Promise<string | undefined> => (await store.comments.get(id))?.state;

describe("a moderation link", () => {
  it("shows the comment, and decides only through its form, once", async () => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    expect(url.startsWith(`${SITE}/moderate/${id}.1.`)).toBe(true);
    const page = await (await fixture.send("GET", url)).text();
    expect(page).toContain("A fine table.");
    expect(page).toContain('<time datetime="2026-01-31T09:30:00.000Z">2026-01-31 09:30</time>');
    expect(page).toContain("Time zone: Europe/Lisbon");
    expect(page).toContain(
      '<a href="https://ines.example/posts/tides" rel="noreferrer" target="_blank"><bdi>About &lt;tides&gt;</bdi></a>',
    );
    expect(page).not.toMatch(/<script| style=/);
    const fields = await fieldsOf(fixture, url);
    const done = await press(fixture, url, { ...fields, do: "approve" });
    expect([done.status, await stateOf(fixture, id)]).toEqual([303, "approved"]);
    expect(await follow(fixture, url, done)).toContain("<h1>Done. The comment is approved and public</h1>");
    const again = await press(fixture, url, { ...fields, do: "reject" });
    expect(await again.text()).toContain("Already decided. The comment is approved");
    expect(await stateOf(fixture, id)).toBe("approved");
    const read = await (await fixture.send("GET", url)).text();
    expect(read).toContain("Already decided. The comment is approved");
    expect(read).not.toContain('value="approve"');
  });

  it("decides once, however many forms arrive at the same time", async () => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    const fields = await fieldsOf(fixture, url);
    const decisions = Array.from({ length: 18 }, (_, n) => ["approve", "reject", "spam"][n % 3] ?? "");
    const answers = await Promise.all(decisions.map((decision) => press(fixture, url, { ...fields, do: decision })));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map(({ status }) => status).sort()).toEqual([...decisions.slice(1).map(() => 200), 303]);
    const later = texts.filter((text) => text !== "");
    expect(later.map((text) => /<h1>[\w ]+\./.exec(text)?.[0])).toEqual(decisions.slice(1).map(() => "<h1>Already decided."));
    const now = { approved: "The comment is approved", rejected: "The comment is rejected", spam: "The comment is marked as spam" }[
      (await stateOf(fixture, id)) ?? ""
    ];
    for (const text of later) expect(text).toContain(now);
  });

  it.each(["reject", "spam"])("also permits the decision %s", async (decision) => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    await press(fixture, url, { ...(await fieldsOf(fixture, url)), do: decision });
    expect(await stateOf(fixture, id)).toBe(decision === "spam" ? "spam" : "rejected");
  });

  it("shows the new text of a changed comment, and decides nothing through a page with the old text", async () => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    const fields = await fieldsOf(fixture, url);
    const text = { body: "Buy pills", bodyHtml: "<p>Buy pills</p>", sanitizerVersion: 1 };
    await fixture.store.comments.edit({ slug: "tides", id, text, verdict: { state: "pending" } });
    const refused = await press(fixture, url, { ...fields, do: "approve" });
    expect([refused.status, await stateOf(fixture, id)]).toEqual([409, "pending"]);
    expect(await refused.text()).toContain("Buy pills");
    expect(await (await fixture.send("GET", url)).text()).toContain("edited since the email");
    await press(fixture, url, { ...(await fieldsOf(fixture, url)), do: "spam" });
    expect(await stateOf(fixture, id)).toBe("spam");
  });

  it("is not affected by a mail scanner", async () => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    const { form = "", revision = "" } = await fieldsOf(fixture, url);
    for (let n = 0; n < 250; n += 1) {
      await fixture.send("GET", url, { headers: { Purpose: "prefetch", "Sec-Purpose": "prefetch" } });
      await fixture.send("HEAD", `${url}?utm_source=scan`);
      await fixture.send("GET", `${url}?do=approve&revision=1&form=${form}`);
      const wrong = [{ do: "approve" }, { do: "approve", revision, form: "x" }, { do: "approve", revision: "2", form }, { form, revision }];
      expect((await press(fixture, url, wrong[n % wrong.length] ?? {})).status).toBe(403);
    }
    for (const site of ["cross-site", "same-site", "none"]) {
      const headers = { "Sec-Fetch-Site": site, Origin: site === "cross-site" ? "https://evil.example" : "null" };
      expect((await press(fixture, url, { do: "approve", revision, form }, headers)).status).toBe(403);
    }
    const json = await fixture.send("POST", url, {
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ do: "approve", revision, form }),
    });
    expect(json.status).toBe(415);
    expect((await press(fixture, url, { do: "approve", revision, form: form.padEnd(5_000, "x") })).status).toBe(413);
    expect((await fixture.send("DELETE", url)).status).toBe(405);
    expect(await stateOf(fixture, id)).toBe("pending");
  });

  it("does not decide on another comment, and accepts no other link's form", async () => {
    const fixture = createFixture();
    const first = await createLink(fixture, "one");
    const second = await createLink(fixture, "two");
    const fields = await fieldsOf(fixture, first.url);
    expect((await press(fixture, second.url, { ...fields, do: "approve" })).status).toBe(403);
    expect((await fixture.send("GET", second.url.replace(second.id, first.id))).status).toBe(404);
    expect([await stateOf(fixture, first.id), await stateOf(fixture, second.id)]).toEqual(["pending", "pending"]);
  });

  it("is valid for seven days, up to the end of the hour", async () => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    const end = Math.ceil((fixture.clock.now + 7 * DAY) / HOUR) * HOUR;
    fixture.clock.now = end - 1;
    const fields = await fieldsOf(fixture, url);
    expect(fields.revision).toBe("1");
    fixture.clock.now = end;
    expect((await fixture.send("GET", url)).status).toBe(410);
    expect((await press(fixture, url, { ...fields, do: "approve" })).status).toBe(410);
    expect(await stateOf(fixture, id)).toBe("pending");
  });

  it("always has headers against caching, framing and referrers, and is in no log", async () => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture, "</blockquote><script>alert(1)</script>\"'&");
    const wrong = `${SITE}/moderate/${"a".repeat(24)}.1.zzzzzz.${"A".repeat(43)}`;
    const answers = [
      await fixture.send("GET", url),
      await fixture.send("HEAD", url),
      await fixture.send("GET", wrong),
      await fixture.send("GET", `${SITE}/moderate/x`),
      await fixture.send("POST", wrong),
      await fixture.send("PUT", url),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404, 404, 405]);
    for (const { headers } of answers) {
      expect(headers.get("Cache-Control")).toBe("no-store");
      expect(headers.get("Referrer-Policy")).toBe("no-referrer");
      expect(headers.get("Content-Security-Policy")).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; sandbox allow-[a-z -]+$/,
      );
      // So the page's form has no origin.
      expect(headers.get("Content-Security-Policy")).not.toContain("allow-same-origin");
      expect(headers.get("Cross-Origin-Opener-Policy")).toBe("unsafe-none");
      expect(headers.get("NEL")).toBe('{"report_to":"nel","max_age":0}');
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Access-Control-Allow-Origin")).toBe(null);
    }
    expect(await answers[0]?.text()).toContain("&lt;/blockquote&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;'&amp;");
    expect(fixture.rawLog()).not.toContain(url.slice(-43));
    await fixture.store.comments.decide({ id, revision: 1, decision: "delete" });
    expect(await (await fixture.send("GET", url)).text()).toContain("The comment is deleted");
  });

  it("reports that the database is unavailable, with the same headers", async () => {
    const fixture = createFixture();
    const { url } = await createLink(fixture);
    await fixture.store.close();
    const response = await fixture.send("GET", url);
    expect([response.status, response.headers.get("Cache-Control"), response.headers.get("Content-Type")]).toEqual([
      503,
      "no-store",
      "text/html; charset=utf-8",
    ]);
  });

  it("undoes its decision for a day, from any browser that has the link", async () => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    await press(fixture, url, { ...(await fieldsOf(fixture, url)), do: "approve" });
    fixture.clock.now += DAY - 1;
    const undo = await fieldsOf(fixture, url, 'value="undo"');
    // The desk lists it among the steps that can be undone.
    const listed = [{ selection: id, authorName: "Ada", state: "approved", decided: 1, at: fixture.clock.now - DAY + 1 }];
    expect(await fixture.store.selections.undoable()).toEqual(listed);
    const undone = await press(fixture, url, { ...undo, do: "undo" });
    expect([undone.status, await stateOf(fixture, id)]).toEqual([303, "pending"]);
    expect(await fixture.store.selections.undoable()).toEqual([]);
    expect(await follow(fixture, url, undone)).toContain("undone: it is pending again");
    const twice = await press(fixture, url, { ...undo, do: "undo" });
    expect([twice.status, await stateOf(fixture, id)]).toEqual([409, "pending"]);
    await press(fixture, url, { ...(await fieldsOf(fixture, url)), do: "spam" });
    fixture.clock.now += DAY;
    expect(await (await fixture.send("GET", url)).text()).not.toContain('value="undo"');
    expect((await press(fixture, url, { ...undo, do: "undo" })).status).toBe(409);
    expect(await stateOf(fixture, id)).toBe("spam");
  });

  it("does not undo other decisions, made before or since", async () => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    const fields = await fieldsOf(fixture, url);
    const decide = (decision: "approve" | "reject") => fixture.store.comments.decide({ id, revision: 1, decision });
    await decide("approve");
    expect(await (await fixture.send("GET", url)).text()).not.toContain('value="undo"');
    expect((await press(fixture, url, { ...fields, do: "undo" })).status).toBe(409);
    expect(await stateOf(fixture, id)).toBe("approved");
    const other = await createLink(fixture, "Another one");
    await press(fixture, other.url, { ...(await fieldsOf(fixture, other.url)), do: "approve" });
    const undo = await fieldsOf(fixture, other.url, 'value="undo"');
    await fixture.store.comments.decide({ id: other.id, revision: 1, decision: "reject" });
    const refused = await press(fixture, other.url, { ...undo, do: "undo" });
    expect([refused.status, await stateOf(fixture, other.id)]).toEqual([409, "rejected"]);
    expect(await refused.text()).toContain("Nothing was undone");
  });

  it("with a button's decision shows that button first, but decides nothing", async () => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    const page = await (await fixture.send("GET", `${url}?do=spam`)).text();
    expect(page).toContain("<h1>Mark this comment as spam?</h1>");
    expect([...page.matchAll(/name="do" value="(\w+)"/g)].map(([, wish]) => wish)).toEqual(["spam", "approve", "reject"]);
    expect(await (await fixture.send("GET", `${url}?do=delete`)).text()).toContain("<h1>A comment is pending</h1>");
    expect(await stateOf(fixture, id)).toBe("pending");
  });

  it("shows the comment's public parent and how many more are pending, but no email address", async () => {
    const fixture = createFixture();
    const parentId = await fixture.approved("Is it <oak>?", { slug: "tides" });
    const answer = { authorName: "Bo", body: "It is.", authorEmail: "bo@bo.example", parentId };
    const { id } = (await (await fixture.post("/posts/tides/comments", answer)).json()) as { id: string };
    for (const body of ["one", "two"]) await fixture.post("/posts/hello/comments", { authorName: "Ada", body });
    const url = linkOf(fixture, { kind: "comment", id, revision: 1 });
    const page = await (await fixture.send("GET", url)).text();
    expect(page).toContain("In reply to <bdi>Ada</bdi>: <q><bdi>Is it &lt;oak&gt;?</bdi></q>");
    expect(page).toContain("2 more are pending: <code>octavo desk</code> shows them.");
    expect(page).not.toContain("bo@bo.example");
    await fixture.store.comments.decide({ id: parentId, revision: 1, decision: "reject" });
    const later = await (await fixture.send("GET", url)).text();
    expect(later).not.toContain("oak");
  });

  it.each([
    [{ kind: "host", origin: "https://desk.ines.example" }, "https://desk.ines.example"],
    [{ kind: "path", path: "/desk" }, `${SITE}/desk`],
  ] as const)("links to the desk at %j for replies, bans and other comments", async (place, desk) => {
    const fixture = createFixture({ desk: { place, senders: [], script: "", warnings: () => [] } });
    const { id, url } = await createLink(fixture);
    await fixture.post("/posts/hello/comments", { authorName: "Ada", body: "one" });
    const page = await (await fixture.send("GET", url)).text();
    for (const [path, text] of [
      [`/comments/${id}?open=reply`, "Reply"],
      [`/comments/${id}?open=ban`, "Ban"],
      ["/", "1 more is pending"],
    ])
      expect(page).toContain(`<a class="more" href="${desk}${path}" rel="noreferrer">${text}</a>`);
  });

  it("answers under the desk's own host name, which messages link to, and still under the site's", async () => {
    const place = { kind: "host", origin: "https://desk.ines.example" } as const;
    const fixture = createFixture({ desk: { place, senders: [], script: "", warnings: () => [] } });
    const { id, url } = await createLink(fixture);
    expect([findCardSite(place, SITE), findCardSite({ kind: "path", path: "/desk" }, SITE), findCardSite(null, SITE)]).toEqual([
      place.origin,
      SITE,
      SITE,
    ]);
    const atDesk = url.replace(SITE, place.origin);
    const headers = { Host: "desk.ines.example" };
    const page = await fixture.send("GET", atDesk, { headers });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("A fine table.")]);
    const done = await press(fixture, atDesk, { ...(await fieldsOf(fixture, url)), do: "approve" }, headers);
    expect([done.status, done.headers.get("Location"), await stateOf(fixture, id)]).toEqual([303, "?done=", "approved"]);
    expect(await (await fixture.send("GET", url)).text()).toContain("Already decided. The comment is approved");
    expect((await fixture.send("GET", `${atDesk}x`, { headers })).status).toBe(404);
    expect(JSON.stringify(fixture.logs())).not.toContain(url.slice(-43));
  });

  it("is only for browser windows, including old ones without the header, and not for scripts or frames", async () => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    const fields = await fieldsOf(fixture, url);
    for (const dest of ["empty", "iframe", "image", "embed"]) {
      const read = await fixture.send("GET", url, { headers: { "Sec-Fetch-Dest": dest } });
      expect([read.status, (await read.text()).includes("A fine table")]).toEqual([403, false]);
      expect((await press(fixture, url, { ...fields, do: "approve" }, { "Sec-Fetch-Dest": dest })).status).toBe(403);
    }
    expect(await stateOf(fixture, id)).toBe("pending");
    const mail = { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "cross-site" };
    expect((await fixture.send("GET", url, { headers: mail })).status).toBe(200);
    const preload = { ...mail, "Service-Worker-Navigation-Preload": "" };
    expect((await fixture.send("GET", url, { headers: preload })).status).toBe(403);
  });
});
