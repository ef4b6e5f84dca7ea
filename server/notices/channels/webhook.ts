import { createHmac } from "node:crypto";
import { findDesk, findTarget, listButtons, type MessageButton } from "../message-parts.ts";
import { cutText, type OwnerMessage } from "../owner-message.ts";
import { postMessage } from "../post-message.ts";
import { addressSecrets, type NoticeChannel, readHttpUrl, readMatching } from "./channel.ts";

const [URL_NAME, FORMAT, SECRET, TOKEN] = [
  "OCTAVO_WEBHOOK_URL",
  "OCTAVO_WEBHOOK_FORMAT",
  "OCTAVO_WEBHOOK_SECRET",
  "OCTAVO_WEBHOOK_TOKEN",
] as const;
const FORMATS = ["json", "ntfy", "slack", "discord"] as const;
type WebhookFormat = (typeof FORMATS)[number];
const SECRET_BYTES_MIN = 24;
/** Maximum length of a message, in bytes. ntfy turns a longer one into an attachment. */
const NTFY_MAX_BYTES = 4_096;
const NTFY_ACTIONS_MAX = 3;
/** The services' limits, in characters. */
const SLACK_MAX = 2_900;
const DISCORD_MAX = 1_900;
/** Tells Discord not to create link previews. */
const SUPPRESS_EMBEDS = 4;

export interface WebhookSettings {
  readonly url: URL;
  readonly format: WebhookFormat;
  /**
   * The signing key, at least 24 bytes; null if the format's receiver does not check signatures.
   */
  readonly secret: Uint8Array | null;
  /**
   * Sent as `Authorization: Bearer`: ntfy's access token for a protected topic; null if it is open.
   */
  readonly token: string | null;
}

/**
 * Slack and Discord identify senders only by the address, and must not get another service's
 * token.
 */
const TOKEN_FORMATS: readonly WebhookFormat[] = ["json", "ntfy"];

/**
 * Posts a message as JSON, signed according to Standard Webhooks 1.0 (`webhook-id`,
 * `webhook-timestamp`, `webhook-signature`), or in a chat service's own format. In such a format, a
 * visitor's text cannot mention anyone, is not markup and creates no preview.
 */
export const webhookChannel: NoticeChannel<WebhookSettings> = {
  name: "webhook",
  title: "webhook (including ntfy, Slack and Discord)",
  variables: [{ name: URL_NAME, isSecret: true }, { name: FORMAT }, { name: SECRET, isSecret: true }, { name: TOKEN, isSecret: true }],
  read: (env) => {
    if (env.get(URL_NAME) === null) return null;
    const url = readHttpUrl(env, URL_NAME);
    const name = env.get(FORMAT) ?? "json";
    const format = FORMATS.find((candidate) => candidate === name);
    if (format === undefined) env.problem(`${FORMAT} is ${JSON.stringify(name)}: want ${FORMATS.join(", ")}`);
    const secret = readSecret(env.get(SECRET));
    if (format === "json" && (secret === null || secret.length < SECRET_BYTES_MIN))
      env.problem(`${SECRET} signs the messages and needs at least ${SECRET_BYTES_MIN} bytes: make one with \`openssl rand -base64 32\``);
    const isTokenUsed = format !== undefined && TOKEN_FORMATS.includes(format);
    const token = !isTokenUsed || env.get(TOKEN) === null ? null : readMatching(env, TOKEN, /^[\x21-\x7e]{8,}$/, "an access token: tk_…");
    return url === null || format === undefined ? null : { url, format, secret, token };
  },
  // The addresses of ntfy, Slack and Discord are themselves secrets.
  secrets: ({ url, secret, token }) => [
    ...(token === null ? [] : [token]),
    ...addressSecrets(url),
    ...(secret === null ? [] : [Buffer.from(secret).toString("base64"), Buffer.from(secret).toString()]),
  ],
  send: async ({ url, format, secret, token }, message, options) => {
    const { target, value } = toRequest(message, url, format);
    const body = JSON.stringify(value);
    const headers = {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(secret === null ? {} : signHeaders(message.id, Math.floor(options.now / 1_000), body, secret)),
    };
    await postMessage(target, body, { ...options, headers });
  },
};

/** Parses `whsec_…` as in Standard Webhooks, otherwise base64, otherwise the text itself. */
function readSecret(text: string | null): Uint8Array | null {
  if (text === null) return null;
  const base64 = text.replace(/^whsec_/, "");
  const bytes = Buffer.from(base64, "base64");
  return bytes.toString("base64").replace(/=+$/, "") === base64.replace(/=+$/, "") ? bytes : Buffer.from(text);
}

/**
 * @param timestamp of this attempt, in seconds since 1970. Receivers refuse messages older than
 * five minutes
 */
function signHeaders(id: string, timestamp: number, body: string, secret: Uint8Array): Record<string, string> {
  const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": `v1,${signature}` };
}

function toRequest(message: OwnerMessage, url: URL, format: WebhookFormat): { readonly target: URL; readonly value: object } {
  const { title, text, link, parts } = message;
  switch (format) {
    case "json":
      return { target: url, value: toJson(message) };
    case "ntfy": {
      // ntfy accepts JSON at its root, with the topic inside. A title in a header could not contain
      // all of Unicode.
      const topic = url.pathname.split("/").filter(Boolean).at(-1) ?? "";
      const target = new URL(url);
      target.pathname = url.pathname.replace(/[^/]+\/?$/, "");
      const buttons = pickForNtfy(listButtons(parts));
      const click = findTarget(parts) ?? link;
      const actions = buttons.map(({ label, url: to }) => ({ action: "view", label, url: to }));
      const more = { ...(click === null ? {} : { click }), ...(actions.length === 0 ? {} : { actions }) };
      return { target, value: { topic, title, message: cutToBytes(text, NTFY_MAX_BYTES), markdown: false, ...more } };
    }
    case "slack": {
      const plain = escapeSlack(cutText(`${title}\n\n${text}`, SLACK_MAX));
      const block = { type: "section", text: { type: "plain_text", text: cutText(`${title}\n\n${text}`, SLACK_MAX), emoji: false } };
      return {
        target: url,
        value: { text: plain, mrkdwn: false, parse: "none", link_names: false, unfurl_links: false, unfurl_media: false, blocks: [block] },
      };
    }
    case "discord": {
      const content = cutText(escapeDiscord(`${title}\n\n${text}`), DISCORD_MAX);
      return { target: url, value: { content, allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS } };
    }
  }
}

/** Cuts between code points and marks the cut with `…`. */
function cutToBytes(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text;
  const room = new Uint8Array(max - Buffer.byteLength("…"));
  return `${text.slice(0, new TextEncoder().encodeInto(text, room).read)}…`;
}

/** ntfy refuses more than three buttons. The desk's button, if there is one, comes last. */
function pickForNtfy(buttons: readonly MessageButton[]): readonly MessageButton[] {
  return buttons.length <= NTFY_ACTIONS_MAX ? buttons : [...buttons.slice(0, NTFY_ACTIONS_MAX - 1), ...buttons.slice(-1)];
}

function toJson({ id, kind, createdAt, site, title, text, link, parts, data }: OwnerMessage): object {
  const desk = findDesk(parts);
  return { id, type: `octavo.${kind}`, createdAt: new Date(createdAt).toISOString(), site, title, text, link, desk, data };
}

/** Slack's three control characters. Escaping them prevents mentions and links. */
function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeDiscord(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()<@-]/g, "\\$&");
}
