import { isLoopback } from "../../http/address/ip.ts";
import type { NoticeSender, OwnerMessage, SendOptions } from "../owner-message.ts";

/** A setting of a channel: a variable of the environment. */
export interface ChannelVariable {
  readonly name: string;
  /** May stand in a file that only its owner can read instead: `OCTAVO_MAIL_SMTP_FILE=/run/secrets/smtp`. */
  readonly isSecret?: true;
}

/** One way to reach the owner. Each channel is a file in this folder and a row in notice-channels.ts. */
export interface NoticeChannel<Settings = unknown> {
  /** Stands in the database and in lists; a released name never changes. */
  readonly name: string;
  /** The name in sentences: `Telegram`. */
  readonly title: string;
  /** The first one switches the channel on. */
  readonly variables: readonly [ChannelVariable, ...ChannelVariable[]];
  /** Reads the settings; null if the channel is off or a problem was reported. */
  read(env: ChannelEnv): Settings | null;
  /** Texts that must appear in no log and no error. */
  secrets(settings: Settings): readonly string[];
  /** @throws SendFailure or any error; the notifier removes secrets from its message */
  send(settings: Settings, message: OwnerMessage, options: SendOptions): Promise<void>;
}

/** The environment as a channel reads it. Problems must not quote secrets. */
export interface ChannelEnv {
  /** The trimmed value; null if it is missing or blank. */
  get(name: string): string | null;
  /** Reports a mistake; all of them are shown together. */
  problem(text: string): void;
}

/** Channels with their settings, closed over them. */
export function toSender<Settings>(channel: NoticeChannel<Settings>, env: ChannelEnv): NoticeSender | null {
  const settings = channel.read(env);
  if (settings === null) return null;
  return {
    channel: channel.name,
    secrets: channel.secrets(settings),
    send: (message, options) => channel.send(settings, message, options),
  };
}

/** An `https://` address, or `http://` on this machine. Any other value is a problem. */
export function readHttpUrl(env: ChannelEnv, name: string, fallback: string | null = null): URL | null {
  const url = URL.parse(env.get(name) ?? fallback ?? "");
  if (url !== null && (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname)))) return url;
  env.problem(`${name} cannot be used: want https://… (http:// on this machine only)`);
  return null;
}

/** A value that matches the pattern. A missing or different value is a problem. */
export function readMatching(env: ChannelEnv, name: string, pattern: RegExp, wanted: string): string | null {
  const text = env.get(name);
  if (text !== null && pattern.test(text)) return text;
  env.problem(`${name} ${text === null ? "is not set" : "cannot be used"}: want ${wanted}`);
  return null;
}

/** The address of a path below a server's own address, which may itself have a path. */
export function urlBelow(base: URL, path: string): string {
  return base.href.replace(/\/*$/, path);
}
