import { describe, expect, it } from "vitest";
import type { MailBinding } from "../../../../../server/notices/channels/mail/mail-binding.ts";
import type { NoticeSender } from "../../../../../server/notices/owner-message.ts";
import { readNoticeConfig } from "../../../../../server/notices/read-notice-config.ts";
import { NEVER, newMessage } from "../../messages.ts";

const ENV = { OCTAVO_MAIL_BINDING: "EMAIL", OCTAVO_MAIL_TO: "ines@ines.example", OCTAVO_MAIL_FROM: "Octavo <octavo@ines.example>" };
type Sent = Parameters<MailBinding["send"]>[0];

/**
 * Headers that the Email Service allows, as far as Octavo uses them. It refuses an email with any
 * other header.
 */
const ALLOWED = /^(?:auto-submitted|list-unsubscribe|list-unsubscribe-post|x-[\w-]+)$/i;

/** A binding that refuses the same emails as Cloudflare. */
function createBinding(fail?: () => unknown): { readonly sender: NoticeSender; readonly sent: Sent[] } {
  const sent: Sent[] = [];
  const binding: MailBinding = {
    send: async (message) => {
      const failure = fail?.();
      if (failure !== undefined) throw failure;
      const refused = Object.keys(message.headers).find((name) => !ALLOWED.test(name));
      if (refused !== undefined) throw codeError("E_HEADER_NOT_ALLOWED", `Header '${refused}' is not allowed.`);
      sent.push(message);
      return { messageId: "1" };
    },
  };
  const [sender] = readNoticeConfig(ENV, { mailBinding: (name) => (name === "EMAIL" ? binding : null) }).senders;
  if (sender === undefined) throw new Error("no sender");
  return { sender, sent };
}

function codeError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

describe("Cloudflare's binding", () => {
  it("gets an email in its own format", async () => {
    const { sender, sent } = createBinding();
    const replyTo = { name: "Bo", address: "bo@bo.example" };
    await sender.send(newMessage({ replyTo, unsubscribeUrl: "https://ines.example/subscriptions/abc" }), NEVER);
    await sender.send(newMessage({ to: { name: "", address: "ada@ada.example" } }), NEVER);
    expect(sent[0]).toEqual({
      from: { email: "octavo@ines.example", name: "Octavo" },
      to: "ines@ines.example",
      replyTo: "bo@bo.example",
      subject: "Comment by Ada on Tides",
      text: "A fine table.\n",
      html: expect.stringContaining("A fine table.</p>"),
      headers: {
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "List-Unsubscribe": "<https://ines.example/subscriptions/abc>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    });
    expect(sent[1]).toMatchObject({ to: "ada@ada.example" });
    expect(sent[1]).not.toHaveProperty("replyTo");
  });

  it("fails with Cloudflare's code, and waits an hour if the day's quota is used up", async () => {
    const fail = async (code: string) => {
      const { sender } = createBinding(() => codeError(code, "No."));
      return sender.send(newMessage(), NEVER).catch((error: unknown) => error);
    };
    expect(await fail("E_SENDER_NOT_VERIFIED")).toMatchObject({
      message: "Cloudflare answered E_SENDER_NOT_VERIFIED: No.",
      retryAfterMs: null,
    });
    expect(await fail("E_RATE_LIMIT_EXCEEDED")).toMatchObject({ name: "SendFailure", retryAfterMs: null });
    expect(await fail("E_DAILY_LIMIT_EXCEEDED")).toMatchObject({ retryAfterMs: 3_600_000 });
    const other = new TypeError("broken");
    await expect(createBinding(() => other).sender.send(newMessage(), NEVER)).rejects.toBe(other);
  });

  it("is abandoned if it never answers, or when the server stops", async () => {
    const binding: MailBinding = { send: () => new Promise(() => {}) };
    const [sender] = readNoticeConfig(ENV, { mailBinding: () => binding }).senders;
    await expect(sender?.send(newMessage(), { ...NEVER, timeoutMs: 20 })).rejects.toThrow("Cloudflare took more than 20 ms");
    await expect(sender?.send(newMessage(), { ...NEVER, signal: AbortSignal.abort() })).rejects.toThrow("the server stopped");
  });

  it("must exist, and exists only on Cloudflare", () => {
    expect(() => readNoticeConfig(ENV)).toThrow(/^OCTAVO_MAIL_BINDING works only where the server runs on Cloudflare/);
    expect(() => readNoticeConfig(ENV, { mailBinding: () => null })).toThrow(/^OCTAVO_MAIL_BINDING names no send_email binding/);
  });
});
