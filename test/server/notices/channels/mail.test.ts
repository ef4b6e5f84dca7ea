import addressparser from "nodemailer/lib/addressparser";
import { describe, expect, it } from "vitest";
import { type SmtpSettings, sendBySmtp, toTransportOptions } from "../../../../server/notices/channels/mail/smtp.ts";
import { type MailSettings, mailChannel } from "../../../../server/notices/channels/mail.ts";
import { NEVER, newMessage } from "../messages.ts";
import { startMailServer } from "../receivers.ts";

function smtpOf(port: number, given: Partial<SmtpSettings> = {}): SmtpSettings {
  return { host: "127.0.0.1", port, secure: false, auth: null, ...given };
}

function configOf(port: number, given: Partial<SmtpSettings> = {}): MailSettings {
  const smtp = smtpOf(port, given);
  return {
    sender: { secrets: [], send: (mail, options) => sendBySmtp(smtp, mail, options) },
    from: { name: "Octavo", address: "octavo@ines.example" },
    to: { name: "Ines", address: "ines@ines.example" },
  };
}

describe("an email", () => {
  it("declares that a program wrote it, and has the same Message-ID each time", async () => {
    const server = await startMailServer();
    const config = configOf(server.port);
    await mailChannel.send(config, newMessage(), NEVER);
    await mailChannel.send(config, newMessage(), NEVER);
    const [mail, second] = server.mails;
    expect([mail?.from, mail?.to]).toEqual(["octavo@ines.example", ["ines@ines.example"]]);
    expect(mail?.text.trim()).toBe("A fine table.");
    expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
      from: ["Octavo <octavo@ines.example>"],
      to: ["Ines <ines@ines.example>"],
      subject: ["Comment by Ada on Tides"],
      "message-id": ["<mz4k7tqa2wfh3xrb6ncy5sod@ines.example>"],
      date: ["Sat, 31 Jan 2026 09:30:00 +0000"],
      "auto-submitted": ["auto-generated"],
    });
    expect(mail?.headers.has("reply-to")).toBe(false);
    expect(second?.headers.get("message-id")).toEqual(mail?.headers.get("message-id"));
  });

  it("has the inquiring visitor as its reply address", async () => {
    const server = await startMailServer();
    await mailChannel.send(configOf(server.port), newMessage({ replyTo: { name: "Ada Ž", address: "ada@ada.example" } }), NEVER);
    expect(server.mails[0]?.headers.get("reply-to")?.[0]).toMatch(/<ada@ada\.example>$/);
  });

  it.each([
    "Eve\r\nBcc: all@victims.example",
    "Eve\nX-Injected: yes",
    'Eve" <eve@evil.example>, "',
    "Eve, other@victims.example",
    "=?utf-8?Q?Eve=0D=0ABcc=3A?= x@victims.example",
    "\u202eevE\u0000",
  ])("gets no header and no recipient from the name %j", async (name) => {
    const server = await startMailServer();
    const message = newMessage({
      title: `Inquiry from ${name}`,
      replyTo: { name, address: "eve@eve.example" },
      text: `.\r\n.\r\nBcc: x\n${name}`,
    });
    await mailChannel.send(configOf(server.port), message, NEVER);
    const [mail, ...more] = server.mails;
    expect(more).toEqual([]);
    expect(mail?.to).toEqual(["ines@ines.example"]);
    const names = [...(mail?.headers.keys() ?? [])].sort();
    expect(names.filter((header) => /^(?:bcc|cc|x-injected)$/.test(header))).toEqual([]);
    for (const header of ["subject", "reply-to", "to", "from"]) expect(mail?.headers.get(header)).toHaveLength(1);
    for (const [header, address] of [
      ["reply-to", "eve@eve.example"],
      ["to", "ines@ines.example"],
    ] as const)
      expect(addressparser(mail?.headers.get(header)?.[0] ?? "").map((found) => found.address)).toEqual([address]);
  });

  it("is sent over the network only with verified TLS, but to this machine also without TLS or with an untrusted certificate", () => {
    const options = (given: Partial<SmtpSettings>) => toTransportOptions(smtpOf(587, given));
    expect(options({ host: "mail.example" })).toMatchObject({ secure: false, requireTLS: true });
    expect(options({ host: "mail.example", secure: true })).toMatchObject({ secure: true });
    for (const host of ["127.0.0.1", "localhost", "::1"])
      expect(options({ host })).toMatchObject({ requireTLS: false, tls: { rejectUnauthorized: false } });
    expect(options({ host: "localhost", secure: true })).not.toHaveProperty("tls");
    expect(options({ host: "mail.example" })).not.toHaveProperty("tls");
  });

  it("uses STARTTLS before the login if a server on this machine offers it", async () => {
    const secured: boolean[] = [];
    const server = await startMailServer({
      disabledCommands: [],
      authOptional: false,
      onAuth: (auth, session, done) => {
        secured.push(session.secure);
        done(null, { user: auth.username });
      },
    });
    await mailChannel.send(configOf(server.port, { auth: { user: "ines", pass: "secret" } }), newMessage(), NEVER);
    expect([secured, server.mails.length]).toEqual([[true], 1]);
  });

  it("is not sent to a server without TLS if TLS is required, or to one with an untrusted certificate", async () => {
    const plain = await startMailServer();
    // A host name of this machine other than the loopback name.
    await expect(mailChannel.send(configOf(plain.port, { host: "0.0.0.0" }), newMessage(), NEVER)).rejects.toThrow(/STARTTLS|TLS/);
    const secure = await startMailServer({ disabledCommands: [] });
    await expect(mailChannel.send(configOf(secure.port, { host: "0.0.0.0" }), newMessage(), NEVER)).rejects.toThrow(
      /certificate|altnames/i,
    );
    expect([...plain.mails, ...secure.mails]).toEqual([]);
  });

  it("logs in with the password of the settings", async () => {
    const seen: unknown[] = [];
    const server = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (auth, _session, done) => {
        seen.push([auth.username, auth.password]);
        done(null, { user: auth.username });
      },
    });
    await mailChannel.send(configOf(server.port, { auth: { user: "ines", pass: "p:ä@ss" } }), newMessage(), NEVER);
    expect([seen, server.mails.length]).toEqual([[["ines", "p:ä@ss"]], 1]);
  });

  it("fails if the server refuses it, hangs, or the program stops", async () => {
    const server = await startMailServer();
    server.refusal = "mailbox full";
    await expect(mailChannel.send(configOf(server.port), newMessage(), NEVER)).rejects.toThrow("mailbox full");
    server.refusal = null;
    server.hangs = true;
    await expect(mailChannel.send(configOf(server.port), newMessage(), { ...NEVER, timeoutMs: 200 })).rejects.toThrow("more than 200 ms");
    const stop = new AbortController();
    const sending = mailChannel.send(configOf(server.port), newMessage(), { ...NEVER, signal: stop.signal });
    stop.abort();
    await expect(sending).rejects.toThrow("the server stopped");
  });
});
