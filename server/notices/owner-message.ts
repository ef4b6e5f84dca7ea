import type { NoticeKind } from "../store/notice-types.ts";

export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/** The content of a notice, before a channel gives it its form. Texts of strangers are in `text` and `data` alone, and in `title` on one line. */
export interface OwnerMessage {
  /** The notice's id: the same for every attempt. */
  readonly id: string;
  readonly kind: NoticeKind | "test";
  readonly createdAt: number;
  readonly site: { readonly name: string; readonly url: string };
  /** One line. */
  readonly title: string;
  /** Plain text. */
  readonly text: string;
  /** The same with links that decide: for channels that nobody but the owner reads. */
  readonly privateText: string;
  /** The page that it is about; null: none alone. */
  readonly link: string | null;
  /** Whom an answer by mail goes to; null: nobody. */
  readonly replyTo: MailAddress | null;
  /** Where it is for a visitor. Default: the owner. */
  readonly to?: MailAddress;
  /** Where that visitor ends such mails, by one click of the mail program (RFC 8058). */
  readonly unsubscribeUrl?: string;
  /** For programs. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A message without what its notice adds. */
export type MessageContent = Pick<OwnerMessage, "kind" | "title" | "text" | "privateText" | "link" | "replyTo" | "data">;

export interface SendOptions {
  readonly signal: AbortSignal;
  /** ms since 1970. */
  readonly now: number;
  /** Default: the channel's own. */
  readonly timeoutMs?: number;
}

/** A channel with its settings. */
export interface NoticeSender {
  /** The channel's name. */
  readonly channel: string;
  /** Texts that must appear in no log and no error. */
  readonly secrets: readonly string[];
  /** @throws SendFailure or any error; the notifier removes secrets from its message */
  send(message: OwnerMessage, options: SendOptions): Promise<void>;
}

/** The other side refused. */
export class SendFailure extends Error {
  override readonly name = "SendFailure";
  /** How long the other side asks to wait before the next attempt, ms; null: it does not ask. */
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null = null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Characters that end a line, and those that turn the direction of what follows. */
const NOT_IN_A_LINE = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]+/gu;

/** One line, at most so many characters. */
export function toOneLine(text: string, max = 120): string {
  return cutText(text.replace(NOT_IN_A_LINE, " ").replace(/ {2,}/g, " ").trim(), max);
}

/** Cut between code points, with `…` where something is missing. */
export function cutText(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join("")}…`;
}
