import { expect, it } from "vitest";
import { createComposer } from "../../../server/notices/compose-notice.ts";
import { createNotifier } from "../../../server/notices/notifier.ts";
import { readNoticeConfig } from "../../../server/notices/read-notice-config.ts";
import { createSubscriptionTokens } from "../../../server/subscriptions/subscription-token.ts";
import { BASE, createFixture, type Fixture, SITE } from "../api-fixture.ts";
import { startMailServer } from "../notices/receivers.ts";

const DAY = 86_400_000;
const COMMENT = { authorName: "Ada ⟨evil⟩", authorEmail: "Ada@mail.example", body: "Zwqkx text", notifyReplies: true };

/** A server that sends emails to another server on this machine. */
async function createMailing() {
  const fixture = createFixture();
  fixture.site.replyNotices = true;
  const server = await startMailServer();
  const tokens = createSubscriptionTokens(fixture.keys);
  const compose = createComposer({
    store: fixture.store,
    published: fixture.published,
    subscriptionUrl: (id) => tokens.link(id, BASE),
  });
  const { senders } = readNoticeConfig({
    OCTAVO_MAIL_SMTP: `smtp://127.0.0.1:${server.port}`,
    OCTAVO_MAIL_FROM: "Ines <octavo@ines.example>",
    OCTAVO_MAIL_TO: "Ines <ines@ines.example>",
  });
  const notifier = createNotifier({
    ...{ store: fixture.store, senders, compose, log: fixture.log },
    ...{ clock: () => fixture.clock.now, chance: () => 0 },
  });
  /** Emails to visitors. */
  const mails = async () => {
    await notifier.run();
    return server.mails.filter(({ to }) => !to.includes("ines@ines.example"));
  };
  const comment = async (body: object): Promise<string> => {
    const response = await fixture.post("/posts/tides/comments", body);
    expect(response.status).toBe(202);
    return ((await response.json()) as { id: string }).id;
  };
  const approve = (id: string) => fixture.store.comments.decide({ id, revision: 1, decision: "approve" });
  return { fixture, mails, comment, approve };
}

const linkIn = (text = ""): string => /https:\/\/ines\.example\/subscriptions\/\S+/.exec(text)?.[0] ?? "";

async function press(fixture: Fixture, url: string, action: string): Promise<Response> {
  const html = await (await fixture.send("GET", url)).text();
  const form = /name="form" value="([^"]+)"/.exec(html)?.[1] ?? "";
  return fixture.send("POST", url, {
    headers: { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin", Origin: "null" },
    body: new URLSearchParams({ form, action }).toString(),
  });
}

it("a subscription goes from the request to the confirmation, a reply and the end, without a visitor's text", async () => {
  const { fixture, mails, comment, approve } = await createMailing();
  const id = await comment(COMMENT);
  expect(await mails()).toEqual([]);
  await approve(id);
  const [asked, ...others] = await mails();
  expect([asked?.to, others]).toEqual([["Ada@mail.example"], []]);
  expect(asked?.text).toContain('Your comment on "About <tides>" is public:');
  const link = linkIn(asked?.text);
  expect(link.startsWith(`${SITE}/subscriptions/`)).toBe(true);
  expect(Object.fromEntries(asked?.headers ?? [])).toMatchObject({
    "list-unsubscribe": [`<${link}>`],
    "list-unsubscribe-post": ["List-Unsubscribe=One-Click"],
    "auto-submitted": ["auto-generated"],
  });

  const page = await fixture.send("GET", link);
  expect(await page.text()).toContain("Do you want an email when somebody replies to your comment?");
  const headers = Object.fromEntries(page.headers);
  expect(headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors 'none';/);
  expect(await (await press(fixture, link, "confirm")).text()).toContain("Done. You will get an email when somebody replies");

  const reply = await comment({ authorName: "Ben", body: "Zwqkx answer", parentId: id });
  expect(await mails()).toHaveLength(1);
  await approve(reply);
  const [, told] = await mails();
  expect(told?.text).toContain('Your comment on "About <tides>" has a reply:');
  expect(told?.headers.get("list-unsubscribe")).toEqual([`<${link}>`]);
  for (const mail of await mails()) expect(JSON.stringify([mail.text, [...mail.headers]])).not.toMatch(/zwqkx|evil|Ben/i);

  expect(await (await press(fixture, link, "end")).text()).toContain("your address is deleted");
  expect(await (await fixture.send("GET", link)).text()).toContain("No emails are sent, and no address is stored");
  fixture.clock.now += 2 * DAY;
  await approve(await comment({ authorName: "Eve", body: "Late", parentId: id }));
  expect(await mails()).toHaveLength(2);
});

it("a subscription can be ended with one click in a mail program, from any origin, in either form that RFC 8058 allows", async () => {
  const multipart = new FormData();
  multipart.set("List-Unsubscribe", "One-Click");
  const encoded = new Response(multipart);
  const body = new Uint8Array(await encoded.arrayBuffer());
  for (const sent of [
    { headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: "List-Unsubscribe=One-Click" },
    { headers: { "Content-Type": encoded.headers.get("Content-Type") ?? "", "Sec-Fetch-Site": "cross-site" }, body },
  ]) {
    const { fixture, mails, comment, approve } = await createMailing();
    await approve(await comment(COMMENT));
    const link = linkIn((await mails())[0]?.text);
    expect((await fixture.send("POST", link, sent)).status).toBe(200);
    expect(await fixture.store.subscriptions.get(link.split("/").at(-1)?.split(".")[0] ?? "")).toBeNull();
    // Pressed twice.
    expect((await fixture.send("POST", link, sent)).status).toBe(200);
  }
});

it("a subscription is changed neither by a mail scanner nor by a wrong token", async () => {
  const { fixture, mails, comment, approve } = await createMailing();
  await approve(await comment(COMMENT));
  const link = linkIn((await mails())[0]?.text);
  const id = link.split("/").at(-1)?.split(".")[0] ?? "";
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  for (let n = 0; n < 100; n += 1) {
    await fixture.send("GET", link);
    await fixture.send("HEAD", link);
    expect((await fixture.send("POST", link, { headers: form, body: "action=confirm" })).status).toBe(403);
    expect((await fixture.send("POST", link, { headers: form, body: "action=end&form=x" })).status).toBe(403);
  }
  expect((await fixture.send("POST", link, { headers: { "Content-Type": "application/json" }, body: "{}" })).status).toBe(415);
  const broken = { headers: { "Content-Type": "multipart/form-data; boundary=x" }, body: "nonsense" };
  expect((await fixture.send("POST", link, broken)).status).toBe(400);
  expect((await fixture.send("PUT", link)).status).toBe(405);
  const wrong = `${link.slice(0, -1)}${link.endsWith("A") ? "B" : "A"}`;
  for (const method of ["GET", "POST"]) {
    const sent = method === "GET" ? {} : { headers: form, body: "List-Unsubscribe=One-Click" };
    expect((await fixture.send(method, wrong, sent)).status).toBe(404);
  }
  expect(await fixture.store.subscriptions.get(id)).toMatchObject({ isConfirmed: false, email: "Ada@mail.example" });
  expect(fixture.rawLog()).not.toContain(id);
});

it("nothing is stored or sent if the site does not offer reply notices", async () => {
  const { fixture, mails, comment, approve } = await createMailing();
  fixture.site.replyNotices = false;
  const id = await comment(COMMENT);
  await approve(id);
  expect(await mails()).toEqual([]);
  expect((await fixture.store.privacy.held({ commentId: id })).replySubscriptions).toEqual([]);
});
