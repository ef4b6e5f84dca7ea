import { createHash, createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { secretsOf } from "../../../../../server/notices/notice-config.ts";
import { redact } from "../../../../../server/notices/notice-retry.ts";
import { type NoticeSender, type OwnerMessage, SendFailure } from "../../../../../server/notices/owner-message.ts";
import { readNoticeConfig } from "../../../../../server/notices/read-notice-config.ts";
import { NEVER, newMessage } from "../../messages.ts";
import { type Post, startReceiver } from "../../receivers.ts";

const SECRET = "s3cr3t-of+the/service==";
const ADDRESSES = { OCTAVO_MAIL_TO: "Ines <ines@ines.example>", OCTAVO_MAIL_FROM: "Octavo <octavo@ines.example>" };

const SERVICES = {
  Resend: { OCTAVO_MAIL_RESEND: SECRET },
  Postmark: { OCTAVO_MAIL_POSTMARK: "s3cr3t-of-the-server" },
  "Amazon SES": { OCTAVO_MAIL_SES: "eu-central-1", OCTAVO_MAIL_SES_KEY: "AKIAEXAMPLEEXAMPLE12", OCTAVO_MAIL_SES_SECRET: SECRET },
} as const;
type Service = keyof typeof SERVICES;

/** A stand-in for the service, and the channel that sends to it. */
async function startService(
  service: Service,
  answer?: (response: ServerResponse, post: Post) => void,
  addresses: Readonly<Record<string, string>> = ADDRESSES,
): Promise<{ readonly sender: NoticeSender; readonly secrets: readonly string[]; readonly posts: readonly Post[] }> {
  const { url, posts } = await startReceiver(answer);
  const config = readNoticeConfig({ ...SERVICES[service], ...addresses, OCTAVO_MAIL_API: url });
  const [sender] = config.senders;
  if (sender === undefined) throw new Error("no sender");
  return { sender, secrets: secretsOf(config), posts };
}

/** An email to a visitor with every possible part. */
const REPLY: Partial<OwnerMessage> = {
  title: "Neue Antwort: „Gezeiten“",
  to: { name: "", address: "ada@ada.example" },
  replyTo: { name: 'Eve" <eve@evil.example>, "', address: "bo@bo.example" },
  unsubscribeUrl: "https://ines.example/subscriptions/abc",
};
const HEADERS = {
  "Auto-Submitted": "auto-generated",
  "X-Auto-Response-Suppress": "All",
  "List-Unsubscribe": "<https://ines.example/subscriptions/abc>",
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
};
const NAMED = Object.entries(HEADERS).map(([Name, Value]) => ({ Name, Value }));

function bodyOf(post: Post | undefined): unknown {
  return JSON.parse(post?.body ?? "null");
}

describe("Resend", () => {
  it("gets an email in its API's format, and the same key for the same email", async () => {
    const { sender, posts } = await startService("Resend", (response) => response.end('{"id":"49a3999c-0ce1-4ea6-ab68-afcd6dc2e794"}'));
    await sender.send(newMessage(REPLY), NEVER);
    await sender.send(newMessage(REPLY), NEVER);
    await sender.send(newMessage({ ...REPLY, text: "Changed." }), NEVER);
    const [post, again, changed] = posts;
    expect([post?.method, post?.path, post?.headers.authorization]).toEqual(["POST", "/emails", `Bearer ${SECRET}`]);
    expect(post?.headers["content-type"]).toMatch(/^application\/json/);
    expect(post?.headers["user-agent"]).toBe("Octavo");
    expect(bodyOf(post)).toEqual({
      from: "Octavo <octavo@ines.example>",
      to: ["ada@ada.example"],
      reply_to: ["bo@bo.example"],
      subject: "Neue Antwort: „Gezeiten“",
      text: "A fine table.\n",
      html: expect.stringContaining("A fine table.</p>"),
      headers: HEADERS,
    });
    const key = post?.headers["idempotency-key"];
    expect(key).toMatch(/^mz4k7tqa2wfh3xrb6ncy5sod\/[0-9a-f]{32}$/);
    expect(again?.headers["idempotency-key"]).toBe(key);
    expect(changed?.headers["idempotency-key"]).not.toBe(key);
  });
});

describe("Postmark", () => {
  it("gets an email in its API's format", async () => {
    const { sender, posts } = await startService("Postmark", (response) => response.end('{"ErrorCode":0,"Message":"OK"}'));
    await sender.send(newMessage(REPLY), NEVER);
    const [post] = posts;
    expect([post?.method, post?.path, post?.headers.accept]).toEqual(["POST", "/email", "application/json"]);
    expect(post?.headers["x-postmark-server-token"]).toBe("s3cr3t-of-the-server");
    expect(bodyOf(post)).toEqual({
      From: "Octavo <octavo@ines.example>",
      To: "ada@ada.example",
      ReplyTo: "bo@bo.example",
      Subject: "Neue Antwort: „Gezeiten“",
      TextBody: "A fine table.\n",
      HtmlBody: expect.stringContaining("A fine table.</p>"),
      Headers: NAMED,
    });
  });

  it("gets addresses in ASCII, and no reply address that has non-ASCII letters before the @", async () => {
    const { sender, posts } = await startService("Postmark");
    const replyTo = { name: "", address: "Jo@müller.example" };
    await sender.send(newMessage({ ...REPLY, to: { name: "", address: "ada@bücher.example" }, replyTo }), NEVER);
    await sender.send(newMessage({ ...REPLY, replyTo: { name: "", address: "Jürgen@müller.example" } }), NEVER);
    expect(bodyOf(posts[0])).toMatchObject({ To: "ada@xn--bcher-kva.example", ReplyTo: "Jo@xn--mller-kva.example" });
    expect(bodyOf(posts[1])).not.toHaveProperty("ReplyTo");
  });

  it("gets a sender's name in quotes if its characters need them", async () => {
    const from = { ...ADDRESSES, OCTAVO_MAIL_FROM: "R. Ines (Octavo) <octavo@ines.example>" };
    const { sender, posts } = await startService("Postmark", undefined, from);
    await sender.send(newMessage(), NEVER);
    expect(bodyOf(posts[0])).toMatchObject({ From: '"R. Ines (Octavo)" <octavo@ines.example>' });
  });
});

describe("Amazon SES", () => {
  it("gets a signed email in its API's format", async () => {
    const from = { ...ADDRESSES, OCTAVO_MAIL_FROM: "Büro von Ines für Gäste und Gezeiten am Meer 🌊 <octavo@ines.example>" };
    const { sender, posts } = await startService("Amazon SES", answerIfSigned, from);
    await sender.send(newMessage(REPLY), NEVER);
    const [post] = posts;
    expect([post?.method, post?.path]).toEqual(["POST", "/v2/email/outbound-emails"]);
    const body = bodyOf(post) as { readonly FromEmailAddress: string };
    expect(body).toEqual({
      FromEmailAddress: expect.stringMatching(/^(?:=\?UTF-8\?B\?[\w+/=]{1,60}\?= ){2}<octavo@ines\.example>$/),
      Destination: { ToAddresses: ["ada@ada.example"] },
      ReplyToAddresses: ["bo@bo.example"],
      Content: {
        Simple: {
          Subject: { Data: "Neue Antwort: „Gezeiten“", Charset: "UTF-8" },
          Body: {
            Text: { Data: "A fine table.\n", Charset: "UTF-8" },
            Html: { Data: expect.stringContaining("A fine table.</p>"), Charset: "UTF-8" },
          },
          Headers: NAMED,
        },
      },
    });
    const words = [...body.FromEmailAddress.matchAll(/\?B\?([^?]+)/g)].map(([, word = ""]) => Buffer.from(word, "base64").toString());
    expect(words.join("")).toBe("Büro von Ines für Gäste und Gezeiten am Meer 🌊");
  });

  it("needs all three settings, and a valid region", async () => {
    const { OCTAVO_MAIL_SES, ...keys } = SERVICES["Amazon SES"];
    expect(() => readNoticeConfig({ ...keys, ...ADDRESSES })).toThrow(/^OCTAVO_MAIL_SES is not set: want the region/);
    expect(() => readNoticeConfig({ OCTAVO_MAIL_SES, ...ADDRESSES })).toThrow(
      /^OCTAVO_MAIL_SES_KEY is not set.*\nOCTAVO_MAIL_SES_SECRET is not set/,
    );
    expect(() => readNoticeConfig({ ...keys, ...ADDRESSES, OCTAVO_MAIL_SES: "evil.example/#" })).toThrow(/OCTAVO_MAIL_SES cannot be used/);
  });
});

/** Answers like SES: 403 for a wrong signature (AWS Signature Version 4). */
function answerIfSigned(response: ServerResponse, { method, path, headers, body }: Post): void {
  const [, credential = "", names = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIAEXAMPLEEXAMPLE12\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  const canonical = names.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
  const request = [method, path, "", canonical.join(""), names, sha256(body)].join("\n");
  const [day = "", region = "", service = "", end = ""] = credential.split("/");
  const key = [day, region, service, end].reduce<Buffer | string>(
    (made, part) => createHmac("sha256", made).update(part).digest(),
    `AWS4${SECRET}`,
  );
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], credential, sha256(request)].join("\n");
  const isSigned =
    createHmac("sha256", key).update(text).digest("hex") === signature &&
    credential === "20260131/eu-central-1/ses/aws4_request" &&
    headers["x-amz-date"] === "20260131T093000Z" &&
    ["host", "x-amz-date"].every((name) => names.split(";").includes(name));
  response.statusCode = isSigned ? 200 : 403;
  response.end(isSigned ? '{"MessageId":"1"}' : '{"message":"The request signature we calculated does not match"}');
}

/** Refusals as the services word them, with secrets that must not reach a log. */
const REFUSALS: Readonly<Record<Service, readonly (readonly [number, string])[]>> = {
  Resend: [
    [401, '{"statusCode":401,"name":"restricted_api_key","message":"SECRET is restricted"}'],
    [422, '{"statusCode":422,"name":"validation_error","message":"The domain is not verified"}'],
  ],
  Postmark: [
    [401, '{"ErrorCode":10,"Message":"SECRET is not a valid token"}'],
    [422, '{"ErrorCode":406,"Message":"You tried to send to a recipient that has been marked as inactive"}'],
  ],
  "Amazon SES": [
    [403, '{"message":"The security token SECRET is invalid"}'],
    [400, '{"message":"Email address is not verified"}'],
  ],
};

describe.each(Object.keys(SERVICES) as Service[])("%s", (service) => {
  it.each(REFUSALS[service])("is quoted without secrets if it answers %i", async (status, said) => {
    const secret = service === "Postmark" ? SERVICES.Postmark.OCTAVO_MAIL_POSTMARK : SECRET;
    const { sender, secrets } = await startService(service, (response) => {
      response.statusCode = status;
      response.end(said.replace("SECRET", secret));
    });
    expect(secrets).toContain(secret);
    const failure: unknown = await sender.send(newMessage(), NEVER).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SendFailure);
    expect(redact(failure, secrets)).toBe(`${service} answered ${status}: ${said.replace("SECRET", "…")}`);
  });

  it("is the mail channel for weekly reports and digests", () => {
    const config = readNoticeConfig({ ...SERVICES[service], ...ADDRESSES, OCTAVO_REPORT: "weekly", OCTAVO_DIGEST: "7" });
    expect(config.senders.map(({ channel }) => channel)).toEqual(["mail"]);
    expect(config.weeklyReport).toBe(true);
  });
});
