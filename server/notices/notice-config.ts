import { ConfigError } from "../server-config.ts";
import { isMailChannel } from "../store/notice-types.ts";
import { type ChannelEnv, type NoticeChannel, toSenders } from "./channels/channel.ts";
import type { NoticeSender } from "./owner-message.ts";

export interface DigestPlan {
  /** The hour in the site's time zone, 0 to 23. */
  readonly hour: number;
  /** Whether it replaces the notices about comments. */
  readonly isOnly: boolean;
}

/** How to notify the owner, from the environment. */
export interface NoticeConfig {
  /** One for each recipient of a configured channel. */
  readonly senders: readonly NoticeSender[];
  /** Whether to email a weekly report. */
  readonly weeklyReport: boolean;
  /** The daily digest; null for none. */
  readonly digest: DigestPlan | null;
}

const LAST_HOUR = 23;
/** Variables by name. */
export type Env = Readonly<Record<string, string | undefined>>;

export const NO_NOTICES: NoticeConfig = { senders: [], weeklyReport: false, digest: null };

/**
 * Reads OCTAVO_REPORT, OCTAVO_DIGEST, and the variables of these channels.
 * @param bindings on Cloudflare, the Worker's bindings for sending emails
 * @throws ConfigError with every mistake and no secret
 */
export function parseNoticeConfig(
  values: Env,
  channels: readonly NoticeChannel[],
  bindings: Pick<ChannelEnv, "mailBinding"> = {},
): NoticeConfig {
  const problems: string[] = [];
  const env: ChannelEnv = { ...bindings, get: (name) => given(values, name), problem: (text) => void problems.push(text) };
  const senders = channels.flatMap((channel) => toSenders(channel, env));
  const report = env.get("OCTAVO_REPORT");
  if (report !== null && report !== "weekly")
    env.problem(`OCTAVO_REPORT is ${JSON.stringify(report)}: set it to weekly, or leave it unset`);
  if (problems.length === 0 && report !== null && !senders.some(({ channel }) => isMailChannel(channel)))
    env.problem("OCTAVO_REPORT=weekly needs mail: set OCTAVO_MAIL_SMTP or another service that sends emails");
  const digest = readDigest(env);
  if (problems.length === 0 && digest !== null && senders.length === 0)
    env.problem("OCTAVO_DIGEST needs a channel: set OCTAVO_MAIL_SMTP or the variables of another channel");
  if (problems.length > 0)
    throw new ConfigError(problems.join("\n"), "docs/notices.md explains each variable; octavo notify test sends a test");
  return { senders, weeklyReport: report === "weekly", digest };
}

/** `7`, or `7,only`. */
function readDigest(env: ChannelEnv): DigestPlan | null {
  const text = env.get("OCTAVO_DIGEST");
  if (text === null) return null;
  const [, hour = "", only] = /^(\d{1,2})(,only)?$/.exec(text.replaceAll(" ", "")) ?? [];
  if (hour !== "" && Number(hour) <= LAST_HOUR) return { hour: Number(hour), isOnly: only !== undefined };
  env.problem(`OCTAVO_DIGEST is ${JSON.stringify(text)}: want an hour from 0 to ${LAST_HOUR}, such as 7, or 7,only`);
  return null;
}

/** Texts that must not appear in messages or logs. */
export function secretsOf({ senders }: Pick<NoticeConfig, "senders">): string[] {
  return senders.flatMap(({ secrets }) => secrets);
}

/** A variable's trimmed value; null if it is missing or blank. */
export function given(env: Env, name: string): string | null {
  const text = env[name]?.trim();
  return text === undefined || text === "" ? null : text;
}
