import { describe, expect, it } from "vitest";
import { createModerationTokens } from "../../../server/moderation/moderation-token.ts";
import { BASE, createFixture, type Fixture, SITE } from "../api-fixture.ts";

const DAY = 86_400_000;

interface Link {
  readonly id: string;
  readonly url: string;
}

async function createLink(fixture: Fixture, body = "A fine table."): Promise<Link> {
  const response = await fixture.post("/posts/tides/comments", { authorName: "Ada", body });
  const { id } = (await response.json()) as { id: string };
  return { id, url: linkOf(fixture, id) };
}

const linkOf = (fixture: Fixture, id: string, revision = 1): string =>
  createModerationTokens(fixture.keys, () => fixture.clock.now).link({ id, revision }, BASE);

/** Fields that a browser would send from the page's form. */
async function fieldsOf(fixture: Fixture, url: string): Promise<Record<string, string>> {
  const html = await (await fixture.send("GET", url)).text();
  return Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

function press(fixture: Fixture, url: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return fixture.send("POST", url, {
    headers: { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin", Origin: "null", ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

const stateOf = async ({ store }: Fixture, id: string): Promise<string | undefined> => (await store.comments.get(id))?.state;

describe("a moderation link", () => {
  it("shows the comment and decides by its form alone, once", async () => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    expect(url.startsWith(`${SITE}/moderate/${id}.1.`)).toBe(true);
    const page = await (await fixture.send("GET", url)).text();
    expect(page).toContain("A fine table.");
    expect(page).toMatch(/, \d{4}-\d\d-\d\d \d\d:\d\d Europe\/Lisbon</);
    expect(page).toContain('<a href="https://ines.example/posts/tides">About &lt;tides&gt;</a>');
    expect(page).not.toMatch(/<script|<style|style=/);
    const fields = await fieldsOf(fixture, url);
    const done = await press(fixture, url, { ...fields, decision: "approve" });
    expect([done.status, await stateOf(fixture, id)]).toEqual([200, "approved"]);
    expect(await done.text()).toContain("Done. The comment is approved");
    const again = await press(fixture, url, { ...fields, decision: "reject" });
    expect(await again.text()).toContain("Already decided. The comment is approved");
    expect(await stateOf(fixture, id)).toBe("approved");
    const read = await (await fixture.send("GET", url)).text();
    expect(read).toContain("Already decided. The comment is approved");
    expect(read).not.toContain("<form");
  });

  it("decides once, however many forms come at the same time", async () => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    const fields = await fieldsOf(fixture, url);
    const decisions = Array.from({ length: 18 }, (_, n) => ["approve", "reject", "spam"][n % 3] ?? "");
    const answers = await Promise.all(decisions.map((decision) => press(fixture, url, { ...fields, decision })));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map(({ status }) => status)).toEqual(decisions.map(() => 200));
    expect(texts.map((text) => /Done\.|Already decided\./.exec(text)?.[0]).sort()).toEqual([
      ...decisions.slice(1).map(() => "Already decided."),
      "Done.",
    ]);
    const now = { approved: "The comment is approved", rejected: "The comment is rejected", spam: "The comment is marked as spam" }[
      (await stateOf(fixture, id)) ?? ""
    ];
    for (const text of texts) expect(text).toContain(now);
  });

  it.each(["reject", "spam"])("can %s", async (decision) => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    await press(fixture, url, { ...(await fieldsOf(fixture, url)), decision });
    expect(await stateOf(fixture, id)).toBe(decision === "spam" ? "spam" : "rejected");
  });

  it("shows the new text of a changed comment, and decides nothing by a page with the old one", async () => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    const fields = await fieldsOf(fixture, url);
    const text = { body: "Buy pills", bodyHtml: "<p>Buy pills</p>", sanitizerVersion: 1 };
    await fixture.store.comments.edit({ slug: "tides", id, text, verdict: { state: "pending" } });
    const refused = await press(fixture, url, { ...fields, decision: "approve" });
    expect([refused.status, await stateOf(fixture, id)]).toEqual([409, "pending"]);
    expect(await refused.text()).toContain("Buy pills");
    expect(await (await fixture.send("GET", url)).text()).toContain("edited since the mail");
    await press(fixture, url, { ...(await fieldsOf(fixture, url)), decision: "spam" });
    expect(await stateOf(fixture, id)).toBe("spam");
  });

  it("is changed by nothing that a scanner of mails does", async () => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    const { form = "", revision = "" } = await fieldsOf(fixture, url);
    for (let n = 0; n < 250; n += 1) {
      await fixture.send("GET", url, { headers: { Purpose: "prefetch", "Sec-Purpose": "prefetch" } });
      await fixture.send("HEAD", `${url}?utm_source=scan`);
      await fixture.send("GET", `${url}?decision=approve&revision=1&form=${form}`);
      const wrong = [
        { decision: "approve" },
        { decision: "approve", revision, form: "x" },
        { decision: "approve", revision: "2", form },
        { form, revision },
      ];
      expect((await press(fixture, url, wrong[n % wrong.length] ?? {})).status).toBe(403);
    }
    for (const site of ["cross-site", "same-site", "none"])
      expect((await press(fixture, url, { decision: "approve", revision, form }, { "Sec-Fetch-Site": site })).status).toBe(403);
    const json = await fixture.send("POST", url, {
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ decision: "approve", revision, form }),
    });
    expect(json.status).toBe(415);
    expect((await press(fixture, url, { decision: "approve", revision, form: form.padEnd(5_000, "x") })).status).toBe(413);
    expect((await fixture.send("DELETE", url)).status).toBe(405);
    expect(await stateOf(fixture, id)).toBe("pending");
  });

  it("does not decide on another comment, and its form is of no other link", async () => {
    const fixture = createFixture();
    const first = await createLink(fixture, "one");
    const second = await createLink(fixture, "two");
    const fields = await fieldsOf(fixture, first.url);
    expect((await press(fixture, second.url, { ...fields, decision: "approve" })).status).toBe(403);
    expect((await fixture.send("GET", second.url.replace(second.id, first.id))).status).toBe(404);
    expect([await stateOf(fixture, first.id), await stateOf(fixture, second.id)]).toEqual(["pending", "pending"]);
  });

  it("is good for seven days", async () => {
    const fixture = createFixture();
    const { id, url } = await createLink(fixture);
    fixture.clock.now += 7 * DAY - 1_000;
    const fields = await fieldsOf(fixture, url);
    expect(fields.revision).toBe("1");
    fixture.clock.now += 1_000;
    expect((await fixture.send("GET", url)).status).toBe(410);
    expect((await press(fixture, url, { ...fields, decision: "approve" })).status).toBe(410);
    expect(await stateOf(fixture, id)).toBe("pending");
  });

  it("has the headers of a page that nobody keeps, frames or refers to, whatever it says, and is in no log", async () => {
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
      expect(headers.get("Content-Security-Policy")).toBe(
        "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      );
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Access-Control-Allow-Origin")).toBe(null);
    }
    expect(await answers[0]?.text()).toContain("&lt;/blockquote&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;'&amp;");
    expect(fixture.rawLog()).not.toContain(url.slice(-43));
    await fixture.store.comments.decide({ id, revision: 1, decision: "delete" });
    expect(await (await fixture.send("GET", url)).text()).toContain("The comment is deleted");
  });

  it("says that it cannot be done where the database cannot, with the same headers", async () => {
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
});
