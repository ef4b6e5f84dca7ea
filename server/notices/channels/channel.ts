import { isLoopback } from "../../http/address/ip.ts";
import type { NoticeSender, OwnerMessage, SendOptions } from "../owner-message.ts";
import type { MailBinding } from "./mail/mail-binding.ts";

/** A setting of a channel: an environment variable. */
export interface ChannelVariable {
  readonly name: string;
  /**
   * Whether the value may come from a file that only its owner can read:
   * `OCTAVO_MAIL_SMTP_FILE=/run/secrets/smtp`.
   */
  readonly isSecret?: true;
  /**
   * Whether it determines where messages go or who sends them: an address, an account, the id of a
   * key. A further recipient that sets such a variable gets none of the first recipient's secrets
   * and other targets. The first variable of a channel is always a target.
   */
  readonly isTarget?: true;
}

/**
 * One way to reach the owner. Each channel is a file in this folder and a row in
 * notice-channels.ts.
 */
export interface NoticeChannel<Settings = unknown> {
  /** Used in the database and in lists. A released name never changes. */
  readonly name: string;
  /** The name used in sentences: `Telegram`. */
  readonly title: string;
  /** Setting the first one enables the channel. */
  readonly variables: readonly [ChannelVariable, ...ChannelVariable[]];
  /** Reads the settings; null if the channel is disabled, or if a problem was reported. */
  read(env: ChannelEnv): Settings | null;
  /** Texts that must not appear in logs or errors. */
  secrets(settings: Settings): readonly string[];
  /** @throws SendFailure or any error; the notifier removes secrets from its message */
  send(settings: Settings, message: OwnerMessage, options: SendOptions): Promise<void>;
}

/** The environment as a channel reads it. Problems must not quote secrets. */
export interface ChannelEnv {
  /** The trimmed value; null if it is missing or blank. */
  get(name: string): string | null;
  /** Reports a problem. All problems are shown together. */
  problem(text: string): void;
  /** On Cloudflare: the Worker's `send_email` binding with a name, or null. */
  readonly mailBinding?: (name: string) => MailBinding | null;
}

/** A part of an address with at least this many characters may be a secret. */
const SECRET_PART_MIN = 16;
/** Maximum number of recipients of one channel. */
const RECIPIENTS_MAX = 9;
/** Numbers of further recipients: `OCTAVO_MAIL_TO_2`. */
export const FURTHER_RECIPIENTS: readonly number[] = Array.from({ length: RECIPIENTS_MAX - 1 }, (_, at) => at + 2);

/**
 * Senders of a channel, one for each recipient. The second one is named `mail-2`. It uses each
 * variable with its number (`OCTAVO_MAIL_TO_2`), or else the one without a number. If the channel's
 * first variable or another target has the number, the first recipient's secrets are not used.
 */
export function toSenders<Settings>(channel: NoticeChannel<Settings>, env: ChannelEnv): NoticeSender[] {
  const further = FURTHER_RECIPIENTS.filter((number) => channel.variables.some(({ name }) => env.get(`${name}_${number}`) !== null));
  const first = toSender(channel, channel.name, env);
  return [first, ...further.map((number) => toSender(channel, `${channel.name}-${number}`, numberedEnv(channel, number, env)))].filter(
    (sender) => sender !== null,
  );
}

/** Messages name the variable that was actually set. */
function numberedEnv({ variables }: NoticeChannel, number: number, env: ChannelEnv): ChannelEnv {
  const numbered = (name: string): string => `${name}_${number}`;
  const own = variables.filter(({ name }) => env.get(numbered(name)) !== null);
  // Another address must not get the secrets of the first one.
  const isElsewhere = own.some((variable) => variable === variables[0] || variable.isTarget === true);
  const withheld = isElsewhere ? variables.filter(({ isSecret, isTarget }) => isSecret || isTarget) : [];
  return {
    ...env,
    get: (name) => env.get(numbered(name)) ?? (withheld.some((each) => each.name === name) ? null : env.get(name)),
    problem: (text) => env.problem(own.reduce((said, { name }) => said.replaceAll(new RegExp(`\\b${name}\\b`, "g"), numbered(name)), text)),
  };
}

/** Combines a channel with its settings. Null if the channel is disabled. */
function toSender<Settings>(channel: NoticeChannel<Settings>, name: string, env: ChannelEnv): NoticeSender | null {
  const settings = channel.read(env);
  if (settings === null) return null;
  return {
    channel: name,
    secrets: channel.secrets(settings),
    send: (message, options) => channel.send(settings, message, options),
  };
}

/**
 * Reads an `https://` address, or `http://` on this machine. Any other value is a problem, as is a
 * name or a password in it: fetch refuses those, and its message quotes them.
 */
export function readHttpUrl(env: ChannelEnv, name: string, fallback: string | null = null): URL | null {
  const url = URL.parse(env.get(name) ?? fallback ?? "");
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  if (url !== null && isSafe && url.username + url.password === "") return url;
  env.problem(`${name} cannot be used: want https://… (http:// on this machine only)${isSafe ? ", without a name and a password" : ""}`);
  return null;
}

/** The secret parts of an address that is itself secret. Services quote its long parts in refusals. */
export function addressSecrets({ href, pathname, search }: URL): string[] {
  const path = pathname + search;
  return [href, path, ...path.split(/[/?&=]/).filter((part) => part.length >= SECRET_PART_MIN)];
}

/** Reads a value that must match the pattern. A missing or different value is a problem. */
export function readMatching(env: ChannelEnv, name: string, pattern: RegExp, wanted: string): string | null {
  const text = env.get(name);
  if (text !== null && pattern.test(text)) return text;
  env.problem(`${name} ${text === null ? "is not set" : "cannot be used"}: want ${wanted}`);
  return null;
}

/** The URL of a path relative to a server's base URL, which may itself have a path. */
export function urlBelow(base: URL, path: string): string {
  return base.href.replace(/\/*$/, path);
}
