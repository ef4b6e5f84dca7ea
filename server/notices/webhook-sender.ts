import { createHmac } from "node:crypto";
import type { WebhookConfig, WebhookFormat } from "./notice-config.ts";
import { cutText, type NoticeSender, type OwnerMessage } from "./owner-message.ts";
import { postMessage } from "./post-message.ts";

/** What the services take, characters. */
const NTFY_MAX = 3_500;
const SLACK_MAX = 2_900;
const DISCORD_MAX = 1_900;
/** Discord: no embeds made of links. */
const SUPPRESS_EMBEDS = 4;

export interface WebhookSenderOptions {
  readonly clock: () => number;
  readonly timeoutMs?: number;
}

/**
 * Posts a message as JSON, signed as Standard Webhooks 1.0 says (`webhook-id`, `webhook-timestamp`, `webhook-signature`), or in the form of a chat service. In those
 * nothing that a visitor wrote mentions anybody, is markup, or makes a preview of a page.
 */
export function createWebhookSender({ url, format, secret }: WebhookConfig, { clock, timeoutMs }: WebhookSenderOptions): NoticeSender {
  return {
    send: async (message, signal) => {
      const { target, value } = toRequest(message, url, format);
      const body = JSON.stringify(value);
      const headers = secret === null ? {} : signHeaders(message.id, Math.floor(clock() / 1_000), body, secret);
      await postMessage(target, body, { signal, headers, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
    },
  };
}

/** @param timestamp seconds since 1970, of this attempt: receivers refuse what is older than five minutes */
function signHeaders(id: string, timestamp: number, body: string, secret: Uint8Array): Record<string, string> {
  const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": `v1,${signature}` };
}

function toRequest(message: OwnerMessage, url: URL, format: WebhookFormat): { readonly target: URL; readonly value: object } {
  const { title, text, link } = message;
  switch (format) {
    case "json":
      return { target: url, value: toJson(message) };
    case "ntfy": {
      // ntfy takes JSON at its root, with the topic in it: in a header a title could not hold all of Unicode.
      const topic = url.pathname.split("/").filter(Boolean).at(-1) ?? "";
      const target = new URL(url);
      target.pathname = url.pathname.replace(/[^/]+\/?$/, "");
      const click = link === null ? {} : { click: link };
      return { target, value: { topic, title, message: cutText(text, NTFY_MAX), markdown: false, ...click } };
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

function toJson({ id, kind, createdAt, site, title, text, link, data }: OwnerMessage): object {
  return { id, type: `octavo.${kind}`, createdAt: new Date(createdAt).toISOString(), site, title, text, link, data };
}

/** Slack's three control characters: without them there is no mention and no link of its own. */
function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeDiscord(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()<@-]/g, "\\$&");
}
