import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { NoticeChannel } from "../../../server/notices/channels/channel.ts";
import { readSmtp } from "../../../server/notices/channels/mail/smtp.ts";
import { mailChannel } from "../../../server/notices/channels/mail.ts";
import { NOTICE_CHANNELS } from "../../../server/notices/channels/notice-channels.ts";
import { telegramChannel } from "../../../server/notices/channels/telegram.ts";
import { webhookChannel } from "../../../server/notices/channels/webhook.ts";
import { NO_NOTICES, secretsOf } from "../../../server/notices/notice-config.ts";
import { redact } from "../../../server/notices/notice-retry.ts";
import { readNoticeConfig } from "../../../server/notices/read-notice-config.ts";
import { NEVER, newMessage } from "./messages.ts";
import { type Post, startReceiver } from "./receivers.ts";

const MAIL = { OCTAVO_MAIL_SMTP: "smtps://ines:p%40ss@mail.example", OCTAVO_MAIL_TO: "Ines <ines@ines.example>" };
/** The settings of one channel. */
function read<Settings>(channel: NoticeChannel<Settings>, env: Readonly<Record<string, string>>): Settings | null {
  readNoticeConfig(env);
  return channel.read({ get: (name) => env[name] ?? null, problem: (text) => expect.unreachable(text) });
}

const TOKEN = "123456:abcdefghijklmnopqrstuvwx";

describe("settings of notices", () => {
  it("are all listed by name in docs/notices.md, by channel", () => {
    const text = readFileSync(new URL("../../../docs/notices.md", import.meta.url), "utf8");
    const documented = [...text.matchAll(/^\| `(OCTAVO_\w+)` \|/gm)].map(([, name]) => name);
    expect(documented).toEqual([
      ...NOTICE_CHANNELS.flatMap(({ variables }) => variables.map(({ name }) => name)),
      "OCTAVO_REPORT",
      "OCTAVO_DIGEST",
    ]);
    for (const { title } of NOTICE_CHANNELS) expect(text).toContain(title.replace(/ \(.*/, ""));
  });

  it("include the hour of the digest, and whether it replaces notices of comments", () => {
    expect(readNoticeConfig({ ...MAIL, OCTAVO_DIGEST: "7" }).digest).toEqual({ hour: 7, isOnly: false });
    expect(readNoticeConfig({ ...MAIL, OCTAVO_DIGEST: "0, only" }).digest).toEqual({ hour: 0, isOnly: true });
  });

  it("do not exist by default", () => {
    expect(readNoticeConfig({ OCTAVO_MAIL_SMTP: "", OCTAVO_MAIL_TO: " " })).toEqual(NO_NOTICES);
  });

  it("give a mail server, its ports and addresses as objects", () => {
    const ines = { name: "Ines", address: "ines@ines.example" };
    const smtp = (env: Readonly<Record<string, string>>) =>
      readSmtp({ get: (name) => env[name] ?? null, problem: (text) => expect.unreachable(text) });
    expect(read(mailChannel, MAIL)).toMatchObject({ to: ines, from: ines });
    expect(read(mailChannel, { ...MAIL, OCTAVO_MAIL_FROM: "octavo@ines.example" })).toMatchObject({
      from: { name: "", address: "octavo@ines.example" },
    });
    expect(smtp(MAIL)).toEqual({ host: "mail.example", port: 465, secure: true, auth: { user: "ines", pass: "p@ss" } });
    expect(smtp({ OCTAVO_MAIL_SMTP: "smtp://[::1]:2525" })).toEqual({ host: "::1", port: 2525, secure: false, auth: null });
    expect(smtp({ OCTAVO_MAIL_SMTP: "smtp://mail.example" })?.port).toBe(587);
  });

  it("allow only one way to send email", () => {
    const two = { ...MAIL, OCTAVO_MAIL_RESEND: "re_12345678" };
    expect(() => readNoticeConfig(two)).toThrow("OCTAVO_MAIL_SMTP and OCTAVO_MAIL_RESEND are both set: want one way to send emails");
    expect(() => readNoticeConfig({ OCTAVO_MAIL_TO: "ines@ines.example" })).toThrow(
      "OCTAVO_MAIL_TO is set, but no way to send emails: want one of OCTAVO_MAIL_SMTP, OCTAVO_MAIL_RESEND, OCTAVO_MAIL_POSTMARK, OCTAVO_MAIL_SES, OCTAVO_MAIL_BINDING",
    );
    expect(() => readNoticeConfig({ ...MAIL, OCTAVO_MAIL_API: "https://api.example" })).toThrow(/OCTAVO_MAIL_API is set, but SMTP/);
  });

  it("can send to a further recipient through another service, which never gets the first one's secrets", async () => {
    const [first, second] = [await startReceiver(), await startReceiver()];
    const env = {
      ...{ OCTAVO_MAIL_RESEND: "re_of_the_first", OCTAVO_MAIL_API: first.url, OCTAVO_MAIL_TO: "ines@ines.example" },
      ...{ OCTAVO_MAIL_POSTMARK_2: "token-of-the-second", OCTAVO_MAIL_API_2: second.url, OCTAVO_MAIL_TO_2: "ben@ben.example" },
      OCTAVO_MAIL_TO_3: "eva@eva.example",
    };
    const { senders } = readNoticeConfig(env);
    expect(senders.map(({ channel }) => channel)).toEqual(["mail", "mail-2", "mail-3"]);
    for (const sender of senders) await sender.send(newMessage(), NEVER);
    const text = (posts: readonly Post[]) => JSON.stringify(posts);
    expect(first.posts.map(({ path, body }) => [path, JSON.parse(body).to])).toEqual([
      ["/emails", ["ines@ines.example"]],
      ["/emails", ["eva@eva.example"]],
    ]);
    expect(second.posts.map(({ path, body }) => [path, JSON.parse(body).To])).toEqual([["/email", "ben@ben.example"]]);
    expect(text(second.posts)).not.toContain("re_of_the_first");
    expect(text(first.posts)).not.toContain("token-of-the-second");
    expect(() => readNoticeConfig({ ...env, OCTAVO_MAIL_SMTP_4: "smtp://mail.example", OCTAVO_MAIL_TO_4: "x@x.example" })).not.toThrow();
    expect(() => readNoticeConfig({ ...env, OCTAVO_MAIL_SES_4: "eu-central-1" })).toThrow(/^OCTAVO_MAIL_SES_KEY is not set/);
  });

  it("number further recipients, which take missing settings from the first", async () => {
    const [first, second] = [await startReceiver(), await startReceiver()];
    const env = {
      OCTAVO_MAIL_SMTP: "smtp://127.0.0.1:1",
      OCTAVO_MAIL_TO: "ines@ines.example",
      OCTAVO_MAIL_TO_3: "ben@ben.example",
      OCTAVO_WEBHOOK_URL: `${first.url}/one`,
      OCTAVO_WEBHOOK_FORMAT: "ntfy",
      OCTAVO_WEBHOOK_TOKEN: "tk_of_the_first_one",
      OCTAVO_WEBHOOK_URL_2: `${second.url}/two`,
      OCTAVO_TELEGRAM_TOKEN: TOKEN,
      OCTAVO_TELEGRAM_CHAT: "1",
      OCTAVO_TELEGRAM_CHAT_2: "2",
    };
    const { senders } = readNoticeConfig(env);
    expect(senders.map(({ channel }) => channel)).toEqual(["mail", "mail-3", "webhook", "webhook-2", "telegram", "telegram-2"]);
    for (const sender of senders.filter(({ channel }) => channel.startsWith("webhook"))) await sender.send(newMessage(), NEVER);
    expect(first.posts.map(({ body, headers }) => [JSON.parse(body).topic, headers.authorization])).toEqual([
      ["one", "Bearer tk_of_the_first_one"],
    ]);
    // Another server must not get the token of the first.
    expect(second.posts.map(({ body, headers }) => [JSON.parse(body).topic, headers.authorization])).toEqual([["two", undefined]]);
    expect(secretsOf({ senders })).toContain("tk_of_the_first_one");
  });

  it("name the variable of a further recipient in messages", () => {
    expect(() => readNoticeConfig({ ...MAIL, OCTAVO_MAIL_TO_2: "nobody" })).toThrow(/^OCTAVO_MAIL_TO_2 is not an email address/);
    expect(() => readNoticeConfig({ OCTAVO_MAIL_TO_2: "ben@ben.example" })).toThrow(/OCTAVO_MAIL_SMTP/);
  });

  it("configure a webhook and a chat", () => {
    const secret = Buffer.alloc(32, 9).toString("base64");
    const env = {
      OCTAVO_WEBHOOK_URL: "https://ines.example/hook",
      OCTAVO_WEBHOOK_SECRET: `whsec_${secret}`,
      OCTAVO_TELEGRAM_TOKEN: TOKEN,
      OCTAVO_TELEGRAM_CHAT: "-100123",
    };
    expect(read(webhookChannel, env)).toMatchObject({ format: "json", secret: Buffer.alloc(32, 9) });
    expect(read(telegramChannel, env)).toEqual({ token: TOKEN, chat: "-100123", api: new URL("https://api.telegram.org") });
    expect(read(webhookChannel, { OCTAVO_WEBHOOK_URL: "http://localhost:1/x", OCTAVO_WEBHOOK_FORMAT: "slack" })?.secret).toBe(null);
  });

  it("report all mistakes at once, without the secrets", () => {
    const read = () =>
      readNoticeConfig({
        OCTAVO_MAIL_SMTP: "https://ines:hunter2@mail.example",
        OCTAVO_MAIL_TO: "ines",
        OCTAVO_WEBHOOK_URL: "http://ines.example/hunter2",
        OCTAVO_WEBHOOK_FORMAT: "teams",
        OCTAVO_TELEGRAM_TOKEN: "hunter2",
        OCTAVO_REPORT: "daily",
        OCTAVO_DIGEST: "24",
      });
    let message = "";
    try {
      read();
    } catch (error) {
      message = error instanceof Error ? error.message : "";
    }
    expect(message.split("\n").map((line) => line.split(" ")[0])).toEqual([
      "OCTAVO_MAIL_SMTP",
      "OCTAVO_MAIL_TO",
      "OCTAVO_MAIL_FROM",
      "OCTAVO_WEBHOOK_URL",
      "OCTAVO_WEBHOOK_FORMAT",
      "OCTAVO_TELEGRAM_TOKEN",
      "OCTAVO_TELEGRAM_CHAT",
      "OCTAVO_REPORT",
      "OCTAVO_DIGEST",
    ]);
    expect(message).not.toContain("hunter2");
  });

  it.each([
    [{ OCTAVO_MAIL_TO: "ines@ines.example" }, "OCTAVO_MAIL_TO is set, but no way to send emails"],
    [{ ...MAIL, OCTAVO_MAIL_TO: "" }, "OCTAVO_MAIL_TO is not set"],
    [{ ...MAIL, OCTAVO_MAIL_TO: "a@b.example, c@d.example" }, "OCTAVO_MAIL_TO is not an email address"],
    [{ ...MAIL, OCTAVO_MAIL_FROM: "Eve\r\nBcc: x@y.example <a@b.example>" }, "OCTAVO_MAIL_FROM is not an email address"],
    [{ OCTAVO_WEBHOOK_URL: "https://ines.example/hook" }, "OCTAVO_WEBHOOK_SECRET signs"],
    [{ OCTAVO_WEBHOOK_URL: "https://ines.example/hook", OCTAVO_WEBHOOK_SECRET: "short" }, "at least 24 bytes"],
    [{ OCTAVO_TELEGRAM_CHAT: "1" }, "OCTAVO_TELEGRAM_TOKEN is not set"],
    [{ OCTAVO_REPORT: "weekly" }, "needs mail"],
    [{ OCTAVO_DIGEST: "7" }, "OCTAVO_DIGEST needs a channel"],
    [{ ...MAIL, OCTAVO_DIGEST: "7,always" }, "want an hour from 0 to 23"],
  ])("%j are refused", (env, message) => {
    expect(() => readNoticeConfig(env)).toThrow(message);
  });

  it("may be in a file that only its owner can read", () => {
    const folder = mkdtempSync(join(tmpdir(), "octavo-notices-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "smtp");
    writeFileSync(file, "smtp://localhost:25\n", { mode: 0o600 });
    const env = { OCTAVO_MAIL_SMTP_FILE: file, OCTAVO_MAIL_TO: "ines@ines.example" };
    expect(readNoticeConfig(env).senders).toMatchObject([{ channel: "mail" }]);
    expect(() => readNoticeConfig({ ...env, ...MAIL })).toThrow("both set");
    expect(() => readNoticeConfig({ ...env, OCTAVO_MAIL_SMTP_FILE: `${file}-not` })).toThrow("does not exist");
    chmodSync(file, 0o644);
    expect(() => readNoticeConfig(env)).toThrow("can be read or changed by others");
  });

  it("describe the mistake in an unescaped password", () => {
    expect(() => readNoticeConfig({ ...MAIL, OCTAVO_MAIL_SMTP: "smtps://ines:100%@mail.example" })).toThrow("as %25");
  });

  it("leave neither parts of an address nor a repeated login in an error", () => {
    const config = readNoticeConfig({
      ...MAIL,
      OCTAVO_WEBHOOK_URL: "https://discord.example/api/webhooks/1/aVeryLongTokenOfDiscord",
      OCTAVO_WEBHOOK_FORMAT: "discord",
    });
    const login = Buffer.from("\0ines\0p@ss").toString("base64");
    const error = new Error(`500 AUTH PLAIN ${login}`, { cause: new Error("no webhook aVeryLongTokenOfDiscord") });
    expect(redact(error, secretsOf(config))).toBe("500 AUTH PLAIN …: no webhook …");
  });

  it("leave their secrets in no error", () => {
    const config = readNoticeConfig({
      ...MAIL,
      OCTAVO_WEBHOOK_URL: "https://hooks.slack.example/services/T0/B0/xyz",
      OCTAVO_WEBHOOK_FORMAT: "slack",
      OCTAVO_TELEGRAM_TOKEN: TOKEN,
      OCTAVO_TELEGRAM_CHAT: "1",
    });
    const error = `535 p@ss p%40ss ${Buffer.from("p@ss").toString("base64")} https://hooks.slack.example/services/T0/B0/xyz /services/T0/B0/xyz bot${TOKEN}/\r\nx`;
    expect(redact(error, secretsOf(config))).toBe("535 … … … … … bot…/ x");
  });
});
