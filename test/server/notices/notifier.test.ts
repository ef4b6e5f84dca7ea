import { describe, expect, it } from "vitest";
import { createComposer } from "../../../server/notices/compose-notice.ts";
import { createNotifier, type Notifier } from "../../../server/notices/notifier.ts";
import { type NoticeSender, type OwnerMessage, SendFailure } from "../../../server/notices/owner-message.ts";
import { readNoticeConfig } from "../../../server/notices/read-notice-config.ts";
import { createFixture, type Fixture, SITE } from "../api-fixture.ts";
import { startMailServer } from "./receivers.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Told {
  readonly notifier: Notifier;
  readonly messages: OwnerMessage[];
  readonly logs: Record<string, unknown>[];
  /** Errors of the next deliveries; if empty, they succeed. */
  failures: unknown[];
}

function createTold(fixture: Fixture, senders?: readonly NoticeSender[]): Told {
  const messages: OwnerMessage[] = [];
  const logs: Record<string, unknown>[] = [];
  const log =
    (level: string) =>
    (message: string, fields: object = {}) =>
      void logs.push({ level, message, ...fields });
  const told: Told = { messages, logs, failures: [], notifier: null as unknown as Notifier };
  const sender: NoticeSender = {
    channel: "mail",
    secrets: ["hunter2"],
    send: async (message) => {
      const failure = told.failures.shift();
      if (failure !== undefined) throw failure;
      messages.push(message);
    },
  };
  const { store, clock } = fixture;
  const notifier = createNotifier({
    store,
    senders: senders ?? [sender],
    compose: createComposer({ store, published: fixture.published, moderationUrl: ({ id }) => `https://x.example/${id}` }),
    clock: () => clock.now,
    chance: () => 1,
    log: { ...fixture.log, debug: log("debug"), warn: log("warn") },
  });
  return Object.assign(told, { notifier });
}

const inquire = (fixture: Fixture, more: object = {}) =>
  fixture.post("/services/inquiries", { email: "ada@ada.example", message: "Could you weave this?", name: "Ada", ...more });

describe("messages to the owner", () => {
  it("about a reply quote the parent comment on one line, as long as it is public", async () => {
    const fixture = createFixture();
    const { notifier, messages } = createTold(fixture);
    const parentId = await fixture.approved("Is it\n\noctavo comments approve all?", { slug: "tides" });
    await fixture.post("/posts/tides/comments", { authorName: "Bo", body: "It is.", parentId });
    fixture.clock.now += MINUTE;
    await notifier.run();
    expect(messages[0]?.text).toContain("\n\nIn reply to Ada: “Is it octavo comments approve all?”\n\n> It is.\n");
    await fixture.store.comments.decide({ id: parentId, revision: 1, decision: "reject" });
    await fixture.post("/posts/tides/comments", { authorName: "Cy", body: "No.", parentId });
    await fixture.post("/posts/hello/comments", { authorName: "Cy", body: "Hello." });
    fixture.clock.now += MINUTE;
    await notifier.run();
    expect(
      messages
        .slice(1)
        .map(({ text }) => text)
        .join(""),
    ).not.toContain("approve all?");
  });

  it("about a comment contain its author, text and post, and how to approve it", async () => {
    const fixture = createFixture();
    const { notifier, messages } = createTold(fixture);
    const response = await fixture.post("/posts/tides/comments", { authorName: "Ada", body: "A fine table.\n\nReally." });
    const { id } = (await response.json()) as { id: string };
    await notifier.run();
    expect(messages).toEqual([]);
    fixture.clock.now += MINUTE;
    await notifier.run();
    await notifier.run();
    expect(messages).toMatchObject([
      {
        kind: "comments",
        title: "Comment by Ada on About <tides>",
        link: `${SITE}/posts/tides`,
        replyTo: null,
        site: { name: "Ines & the tides", url: SITE },
        data: { waiting: 1, comments: [{ id, body: "A fine table.\n\nReally.", post: { slug: "tides" } }] },
      },
    ]);
    expect(messages[0]?.privateText).toContain(`  decide: https://x.example/${id}\n  octavo comments approve ${id}\n`);
    // Readers of a Slack channel must not be able to decide.
    expect(messages[0]?.text).toBe(
      `Ada on "About <tides>"\n2026-01-31 09:30 (Europe/Lisbon)\n${SITE}/posts/tides\n\n> A fine table.\n>\n> Really.\n\n  octavo comments approve ${id}\n\noctavo comments moderate walks through the pending comments.\n`,
    );
  });

  it("quote a comment that imitates Octavo's instructions", async () => {
    const fixture = createFixture();
    const { notifier, messages } = createTold(fixture);
    await fixture.post("/posts/tides/comments", {
      authorName: "Eve",
      body: "\n\n  decide: https://evil.example/a\n  octavo comments approve x",
    });
    fixture.clock.now += MINUTE;
    await notifier.run();
    const lines = messages[0]?.privateText.split("\n") ?? [];
    expect(lines.filter((line) => line.includes("evil.example") || line.endsWith("approve x")).length).toBe(2);
    expect(lines.filter((line) => /^ *(?:decide|octavo)/.test(line) && /evil|approve x$/.test(line))).toEqual([]);
  });

  it("about many comments contain the first ten, and how many more are pending", async () => {
    const fixture = createFixture();
    const { notifier, messages } = createTold(fixture);
    for (let n = 0; n < 13; n += 1) await fixture.post("/posts/hello/comments", { authorName: "Ada", body: `Number ${n}` });
    fixture.clock.now += MINUTE;
    await notifier.run();
    expect(messages).toMatchObject([{ title: "13 comments pending on Ines & the tides", link: null }]);
    expect(messages[0]?.text).toContain("Number 9");
    expect(messages[0]?.text).not.toContain("Number 10");
    expect(messages[0]?.text).toContain("… and 3 more.");
  });

  it("about an inquiry are sent immediately, with the sender as reply address", async () => {
    const fixture = createFixture();
    const { notifier, messages } = createTold(fixture);
    await inquire(fixture, { telegram: "@ada_lovelace", serviceId: "srv-weave" });
    await notifier.run();
    expect(messages).toMatchObject([
      { kind: "inquiries", title: "Inquiry from Ada", replyTo: { name: "Ada", address: "ada@ada.example" } },
    ]);
    expect(messages[0]?.text).toContain(
      "from:     Ada <ada@ada.example>\ntelegram: @ada_lovelace\nservice:  srv-weave\nsent:     2026-01-31 09:30 (Europe/Lisbon)\n",
    );
    expect(messages[0]?.text).toContain("\n\n> Could you weave this?\n");
  });

  it("omit anything that was decided on, was erased or never existed", async () => {
    const fixture = createFixture();
    const told = createTold(fixture);
    told.failures = [new Error("down"), new Error("down")];
    const { id } = (await (await inquire(fixture)).json()) as { id: string };
    const comment = (await (await fixture.post("/posts/hello/comments", { authorName: "Ada", body: "x" })).json()) as { id: string };
    fixture.clock.now += MINUTE;
    await told.notifier.run();
    await fixture.store.inquiries.delete(id);
    await fixture.store.comments.decide({ id: comment.id, revision: 1, decision: "reject" });
    fixture.clock.now += HOUR;
    await told.notifier.run();
    expect([told.messages, await fixture.store.notices.list(["waiting", "sent", "dead"])]).toEqual([[], []]);
  });

  it("are sent even if the published content is unavailable", async () => {
    const fixture = createFixture();
    fixture.site.failing = true;
    const { notifier, messages } = createTold(fixture);
    await fixture.store.inquiries.submit({
      ...{ email: "ada@ada.example", message: "Hi", name: null, telegram: null, serviceId: null, state: "received" },
      ...{ origin: null, idempotency: null, quotas: [] },
    });
    await notifier.run();
    expect(messages).toMatchObject([{ title: "Inquiry from ada@ada.example" }]);
  });
});

describe("the notifier", () => {
  it("neither logs nor stores a visitor's address quoted by a service", async () => {
    const fixture = createFixture();
    const told = createTold(fixture);
    told.failures = [new Error("Resend answered 422: reply_to ada@ada.example is not allowed")];
    await inquire(fixture);
    await told.notifier.run();
    const [notice] = await fixture.store.notices.list(["waiting"]);
    expect(notice?.error).toBe("Resend answered 422: reply_to … is not allowed");
    expect(told.logs).toMatchObject([{ level: "warn", detail: notice?.error }]);
    expect(JSON.stringify(told.logs)).not.toContain("ada@ada.example");
  });

  it("retries after growing pauses, gives up after 14 attempts, and starts again on request", async () => {
    const fixture = createFixture();
    const told = createTold(fixture);
    told.failures = Array.from({ length: 14 }, () => new Error("535 hunter2 is wrong\r\n", { cause: new Error("why hunter2") }));
    await inquire(fixture);
    const pauses: number[] = [];
    for (let attempt = 1; ; attempt += 1) {
      await told.notifier.run();
      const [notice] = await fixture.store.notices.list(["waiting", "dead"]);
      expect(notice).toMatchObject({ attempts: attempt, error: "535 … is wrong : why …" });
      if (notice?.state !== "waiting") break;
      pauses.push(notice.dueAt - fixture.clock.now);
      fixture.clock.now = notice.dueAt - 1;
      await told.notifier.run();
      expect((await fixture.store.notices.list(["waiting"]))[0]?.attempts).toBe(attempt);
      fixture.clock.now += 1;
    }
    expect(pauses.map((ms) => ms / 1_000)).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_840, 7_680, 15_360, 21_600, 21_600, 21_600]);
    expect(JSON.stringify(told.logs)).not.toContain("hunter2");
    expect(told.logs.at(-1)).toMatchObject({ message: expect.stringContaining("octavo notify list") });
    fixture.clock.now += 24 * HOUR;
    await told.notifier.run();
    expect(told.messages).toEqual([]);
    await fixture.store.notices.retry(null);
    await told.notifier.run();
    expect(told.messages).toHaveLength(1);
  });

  it("waits longer if the service requests it", async () => {
    const fixture = createFixture();
    const told = createTold(fixture);
    told.failures = [new SendFailure("the service answered 429", 10 * MINUTE)];
    await inquire(fixture);
    await told.notifier.run();
    expect((await fixture.store.notices.list(["waiting"]))[0]?.dueAt).toBe(fixture.clock.now + 10 * MINUTE);
  });

  it("does not delay other channels if one hangs, and aborts it when it stops", async () => {
    const fixture = createFixture();
    const server = await startMailServer();
    server.hangs = true;
    const sent: string[] = [];
    const mail = readNoticeConfig({ OCTAVO_MAIL_SMTP: `smtp://127.0.0.1:${server.port}`, OCTAVO_MAIL_TO: "ines@ines.example" });
    const { notifier, logs } = createTold(fixture, [
      ...mail.senders,
      { channel: "telegram", secrets: [], send: async ({ title }) => void sent.push(title) },
    ]);
    await inquire(fixture);
    const first = notifier.run();
    await expect.poll(() => sent).toEqual(["Inquiry from Ada"]);
    await inquire(fixture, { name: "Bob", message: "Another" });
    const second = notifier.run();
    await expect.poll(() => sent).toEqual(["Inquiry from Ada", "Inquiry from Bob"]);
    await notifier.stop();
    await Promise.all([first, second]);
    const waiting = await fixture.store.notices.list(["waiting"]);
    expect(waiting.map(({ channel, error }) => [channel, error])).toEqual([
      ["mail", null],
      ["mail", "the server stopped"],
    ]);
    expect(logs.filter(({ level }) => level === "warn")).toEqual([]);
  });
});
