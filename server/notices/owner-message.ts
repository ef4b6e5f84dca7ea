import type { NoticeKind } from "../store/notice-types.ts";
import type { MessageTexts } from "./message-parts.ts";

export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/**
 * The content of a notice before a channel formats it. Strangers' texts appear only in `parts`, the
 * texts and `data`, and on one line in `title`.
 */
export interface OwnerMessage extends MessageTexts {
  /** The notice's id, the same for every attempt. */
  readonly id: string;
  readonly kind: NoticeKind | "incident" | "sign-in" | "link" | "test";
  readonly createdAt: number;
  readonly site: { readonly name: string; readonly url: string };
  /** One line. */
  readonly title: string;
  /** The page that the message is about; null unless there is exactly one. */
  readonly link: string | null;
  /** The address for replies by email; null if there is none. */
  readonly replyTo: MailAddress | null;
  /** The recipient, if it is a visitor. Default: the owner. */
  readonly to?: MailAddress;
  /** Where that visitor unsubscribes with one click in the mail program (RFC 8058). */
  readonly unsubscribeUrl?: string;
  /** Data for programs. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A message without the parts that its notice adds. */
export type MessageContent = Pick<OwnerMessage, "kind" | "title" | keyof MessageTexts | "link" | "replyTo" | "data">;

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Default: the channel's own. */
  readonly timeoutMs?: number;
}

/** A channel with its settings. */
export interface NoticeSender {
  /** The channel's name. */
  readonly channel: string;
  /** Texts that must not appear in logs or errors. */
  readonly secrets: readonly string[];
  /** @throws SendFailure or any error; the notifier removes secrets from its message */
  send(message: OwnerMessage, options: SendOptions): Promise<void>;
}

/** The receiving service refused a message. */
export class SendFailure extends Error {
  override readonly name = "SendFailure";
  /**
   * How long the service asks us to wait before the next attempt, in ms; null if it does not ask.
   */
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null = null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Characters that end a line or change the direction of the text after them. */
const NOT_IN_A_LINE = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]+/gu;

/** Puts text on one line and limits its length. */
export function toOneLine(text: string, max = 120): string {
  return cutText(text.replace(NOT_IN_A_LINE, " ").replace(/ {2,}/g, " ").trim(), max);
}

/** Cuts between code points and marks the cut with `…`. */
export function cutText(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join("")}…`;
}
