import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startMailServer, startReceiver } from "../../server/notices/receivers.ts";
import { createData, type DataFixture } from "../data-fixture.ts";

let data: DataFixture;
beforeEach(async () => {
  data = await createData();
});
afterEach(() => data.remove());

describe("octavo notify test", () => {
  it("sends a message on each configured channel, and reports which were accepted", async () => {
    const server = await startMailServer();
    const receiver = await startReceiver();
    const env = {
      OCTAVO_MAIL_SMTP: `smtp://127.0.0.1:${server.port}`,
      OCTAVO_MAIL_TO: "ines@ines.example",
      OCTAVO_WEBHOOK_URL: `${receiver.url}/topic`,
      OCTAVO_WEBHOOK_FORMAT: "ntfy",
      OCTAVO_TELEGRAM_TOKEN: "123456:abcdefghijklmnopqrstuvwx",
      OCTAVO_TELEGRAM_CHAT: "1",
      OCTAVO_TELEGRAM_API: receiver.url,
    };
    const { code, out, err } = await data.run(["notify", "test"], { env });
    expect([code, out, err]).toEqual([0, "mail: sent\nwebhook: sent\ntelegram: sent\n", ""]);
    expect(server.mails[0]?.headers.get("subject")).toEqual(["A test from Octavo"]);
    expect(receiver.posts.map(({ path }) => path).sort()).toEqual(["/", "/bot123456:abcdefghijklmnopqrstuvwx/sendMessage"]);
  });

  it("describes the mistake, without the secrets, and fails", async () => {
    const receiver = await startReceiver((response, { path }) => response.writeHead(401).end(`no ${path}`));
    const env = { OCTAVO_TELEGRAM_TOKEN: "123456:abcdefghijklmnopqrstuvwx", OCTAVO_TELEGRAM_CHAT: "1", OCTAVO_TELEGRAM_API: receiver.url };
    expect(await data.run(["notify", "test"], { env })).toMatchObject({
      code: 1,
      out: "",
      err: "telegram: not sent: the service answered 401: no /bot…/sendMessage\n",
    });
    const nothing = await data.run(["notify", "test"]);
    expect(nothing).toMatchObject({ code: 1, err: expect.stringContaining("set one of OCTAVO_MAIL_SMTP, ") });
    const wrong = await data.run(["notify", "test"], { env: { OCTAVO_WEBHOOK_URL: "ftp://x" } });
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("OCTAVO_WEBHOOK_URL cannot be used") });
  });
});

describe("octavo notify list and retry", () => {
  it("show failed messages, and send them again", async () => {
    expect(await data.run(["notify", "list"])).toMatchObject({ code: 0, out: "", err: "0 notices listed\n" });
    await data.use(async ({ inquiries, notices }) => {
      const state = "received" as const;
      const nobody = { name: null, telegram: null, serviceId: null, origin: null, idempotency: null, quotas: [] };
      await inquiries.submit({ email: "ada@ada.example", message: "Hi", state, ...nobody });
      await notices.plan(["mail"]);
      const notice = await notices.lease({ channel: "mail", ms: 1 });
      if (notice !== null) await notices.failed(notice, { error: "550 \u001b[31mno such mailbox", retryAt: null });
    });
    const { out, err } = await data.run(["notify", "list"]);
    expect(out).toMatch(/mail +1 inquiry +2026-06-01 12:00 +dead +1 .*550 ␛\[31mno such mailbox/);
    expect(err).toContain("octavo notify retry");
    expect((await data.run(["notify", "retry", "nobody"])).code).toBe(1);
    expect((await data.run(["notify", "retry"])).out).toBe("1 notice will be sent again by the server\n");
    const { items } = JSON.parse((await data.run(["notify", "list", "--json"])).out) as { items: unknown[] };
    expect(items).toMatchObject([{ state: "waiting", attempts: 0, dueAt: "2026-06-01T12:00:00.000Z" }]);
    expect((await data.run(["notify", "list", "--state", "lost"])).code).toBe(2);
  });
});
