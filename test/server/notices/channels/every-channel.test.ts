import { describe, expect, it } from "vitest";
import { toSenders } from "../../../../server/notices/channels/channel.ts";
import { MAIL_TRANSPORTS } from "../../../../server/notices/channels/mail/mail-transports.ts";
import { NOTICE_CHANNELS } from "../../../../server/notices/channels/notice-channels.ts";
import { paragraph } from "../../../../server/notices/message-parts.ts";
import { redact } from "../../../../server/notices/notice-retry.ts";
import { readNoticeConfig } from "../../../../server/notices/read-notice-config.ts";
import { NEVER, newMessage, newWays } from "../messages.ts";
import { HOSTILE, startReceiver } from "../receivers.ts";
import { CHANNEL_ROWS, type ChannelRow, type Received, startRow } from "./channel-rows.ts";

const CALM = "calmwords";
/** Texts with which a visitor could attack the owner's services. */
const ATTACKS: Readonly<Record<string, string>> = {
  "markup and mentions": `${HOSTILE} <script>alert(1)</script> <img src=https://evil.example/x.png> [a]: https://evil.example @room`,
  "new lines and headers": "Eve\r\nBcc: all@victims.example\nX-Injected: yes\r\n\r\n.\r\nMAIL FROM:<eve@evil.example>\r\n",
  "ends of texts": `"}],"priority":10,"x":["\\u0022' =?utf-8?Q?Eve=0D=0ABcc=3A?= \u0000\u001b[2J`,
  "ends of blocks": "```\n@all\n~~~\n[a](https://evil.example)\n````` \n</pre></code><b>",
  "bidirectional text": "\u202eevE\u202c \u2066isolated \u200f\u061c\u2028\u2029 \ud800 alone",
  "far too much text": "😀字x".repeat(12_000),
};

const SECRET_NAMES = new Set(
  NOTICE_CHANNELS.flatMap(({ variables }) => variables.flatMap(({ name, isSecret }) => (isSecret ? [name] : []))),
);

/** The values of secret variables, and the secret parts of addresses. */
function secretsIn(env: Readonly<Record<string, string | undefined>>): string[] {
  const values = Object.entries(env).flatMap(([name, value = ""]) => (SECRET_NAMES.has(name) ? [value] : []));
  return values.flatMap((value) => {
    const url = URL.parse(value);
    return url === null ? [value] : [url.password, ...url.pathname.split("/").slice(2)].filter((part) => part !== "");
  });
}

/** Decodes each word as if it were Base64, as in `Authorization: Basic`. */
function decodeWords(text: string): string {
  return text
    .split(/[\s"',;:]+/)
    .map((word) => Buffer.from(word, "base64").toString())
    .join(" ");
}

/** Lists every value in JSON with its path. */
function listLeaves(value: unknown, path = "$"): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, member]) => listLeaves(member, `${path}.${key}`));
}

const messageOf = (words: string) =>
  newMessage({ title: `Comment: ${words}`, parts: [paragraph(words), { kind: "quote", text: words }], data: { text: words } });

async function sendOne(row: ChannelRow, words: string): Promise<Received> {
  const { sender, received } = await startRow(row);
  await sender.send(messageOf(words), NEVER);
  const [message, ...more] = received();
  if (message === undefined || more.length > 0) throw new Error(`${more.length + 1} messages`);
  return message;
}

it("every channel, service and format has a row", () => {
  expect([...new Set(CHANNEL_ROWS.map(({ channel }) => channel))]).toEqual(NOTICE_CHANNELS.map(({ name }) => name));
  const names = CHANNEL_ROWS.flatMap(({ env }) => Object.keys(env("http://127.0.0.1:1")));
  // The binding is not a service: cloudflare-mail.test.ts calls it.
  const services = MAIL_TRANSPORTS.map(({ variables: [{ name }] }) => name).filter((name) => name !== "OCTAVO_MAIL_BINDING");
  for (const name of services) expect(names).toContain(name);
});

describe.each(CHANNEL_ROWS.map((row) => [row.title, row] as const))("%s", (_title, row) => {
  it.each(Object.entries(ATTACKS))("gets only text from a visitor: %s", async (_attack, words) => {
    const [calm, hostile] = [await sendOne(row, CALM), await sendOne(row, words)];
    expect([hostile.target, hostile.headers]).toEqual([calm.target, calm.headers]);
    const leaves = new Map(listLeaves(JSON.parse(hostile.body)));
    const calmLeaves = listLeaves(JSON.parse(calm.body));
    expect([...leaves.keys()]).toEqual(calmLeaves.map(([path]) => path));
    for (const [path, value] of calmLeaves) if (!String(value).includes(CALM)) expect([path, leaves.get(path)]).toEqual([path, value]);
    if (row.limit !== null) expect(row.limit.measure(hostile.body)).toBeLessThanOrEqual(row.limit.max);
    if (row.markup !== null) expect(row.markup.read(hostile.body)).not.toMatch(row.markup.pattern);
  });

  it("gets a message that has only a title", async () => {
    const { sender, received } = await startRow(row);
    await sender.send(newMessage({ title: "Nothing more", parts: [], link: null, data: {} }), NEVER);
    expect(received().map(({ body }) => body)).toEqual([expect.stringContaining("Nothing more")]);
  });

  it(`gets ${row.isPrivate ? "links that permit decisions, because only the owner reads it" : "no links that permit decisions, because others may read it"}`, async () => {
    const { sender, received } = await startRow(row);
    await sender.send(newMessage({ parts: [paragraph("A fine table."), newWays("link-that-decides")] }), NEVER);
    const { body } = received()[0] ?? { body: "no message" };
    if (row.isPrivate) expect(body).toContain("link-that-decides");
    else expect(body).not.toContain("link-that-decides");
  });

  it("shows no secrets in its error, whatever the service quotes", async () => {
    const ownSecrets = secretsIn(row.env("http://127.0.0.1:1"));
    expect(ownSecrets, "no variable of the channel has isSecret").not.toEqual([]);
    for (const quoted of [`${ownSecrets.join(", ")} ${JSON.stringify(ownSecrets)}`, "$authorization"]) {
      const { sender, secrets } = await startRow(row, { refusal: `no: ${quoted}` });
      const error = redact(await sender.send(newMessage(), NEVER).catch((failure: unknown) => failure), secrets);
      expect(error).toContain(quoted.startsWith("$") ? "no: " : "no: …");
      for (const secret of ownSecrets) for (const text of [error, decodeWords(error)]) expect(text).not.toContain(secret);
    }
  });

  it("does not give its secrets to a further recipient for which only the address is set", () => {
    const [env = {}, elsewhere = {}] = ["one", "two"].map((host) => row.env(`${row.protocol ?? "https"}://${host}.example`));
    const channel = NOTICE_CHANNELS.find(({ name }) => name === row.channel);
    const [address, ...more] = Object.keys(env).filter((name) => env[name] !== elsewhere[name]);
    if (channel === undefined || address === undefined || more.length > 0) throw new Error(`want one address in ${Object.keys(env)}`);
    const numbered: typeof env = { ...env, [`${address}_2`]: elsewhere[address] };
    const [first, second] = toSenders(channel, { get: (name) => numbered[name] ?? null, problem: () => undefined });
    for (const secret of secretsIn({ ...env, [address]: "" }).filter((text) => text !== "")) {
      expect(first?.secrets).toContain(secret);
      expect(second?.secrets ?? []).not.toContain(secret);
    }
  });

  it("shows no secrets in its error if nothing answers", async () => {
    const env = row.env(row.protocol === "smtp" ? "smtp://127.0.0.1:1" : "http://127.0.0.1:1");
    const [sender] = readNoticeConfig(env).senders;
    const error = redact(await sender?.send(newMessage(), NEVER).catch((failure: unknown) => failure), sender?.secrets ?? []);
    expect(error).toMatch(/ECONNREFUSED|bad port/);
    for (const secret of secretsIn(env)) expect(error).not.toContain(secret);
  });

  it("does not quote a secret that cannot be used", () => {
    const env = row.env("https://service.example");
    for (const name of Object.keys(env).filter((key) => SECRET_NAMES.has(key))) {
      const wrong = `wrong-${name.toLowerCase()} ❄`;
      let said = "";
      try {
        readNoticeConfig({ ...env, [name]: wrong });
      } catch (error) {
        said = String(error);
      }
      expect(said).not.toContain("wrong-");
    }
  });

  it.skipIf(row.protocol === "smtp")("accepts no address with a password, and does not quote it", () => {
    const read = () => readNoticeConfig(row.env("https://ines:hunter2@service.example"));
    expect(read).toThrow("without a name and a password");
    expect(read).not.toThrow("hunter2");
  });

  it("is abandoned if it never answers, or when the server stops", async () => {
    const { sender } = await startRow(row, { isSilent: true });
    await expect(sender.send(newMessage(), { ...NEVER, timeoutMs: 200 })).rejects.toThrow(/timeout|more than 200 ms/i);
    const stop = new AbortController();
    const sending = sender.send(newMessage(), { ...NEVER, signal: stop.signal });
    stop.abort();
    await expect(sending).rejects.toThrow(/abort|the server stopped/i);
  });

  it.skipIf(row.protocol === "smtp")("follows no redirect, and waits as long as the service requests", async () => {
    const elsewhere = await startReceiver();
    for (const status of [301, 302, 303, 307, 308]) {
      const { sender } = await startRow(row, { answer: [status, { Location: elsewhere.url }] });
      await expect(sender.send(newMessage(), NEVER)).rejects.toThrow(`answered ${status}; redirects are not followed`);
    }
    expect(elsewhere.posts).toEqual([]);
    const { sender } = await startRow(row, { answer: [429, { "Retry-After": "90" }] });
    await expect(sender.send(newMessage(), NEVER)).rejects.toMatchObject({ name: "SendFailure", retryAfterMs: 90_000 });
  });
});

it("an error hides the longest secret first, and keeps its own characters", () => {
  expect(redact(new Error("key abc-def of a\nb"), ["", "a", "abc", "abc-def"])).toBe("key … of a b");
});
