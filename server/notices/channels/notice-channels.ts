import type { NoticeChannel } from "./channel.ts";
import { gotifyChannel } from "./gotify.ts";
import { mailChannel } from "./mail.ts";
import { matrixChannel } from "./matrix.ts";
import { telegramChannel } from "./telegram.ts";
import { webhookChannel } from "./webhook.ts";

/** All channels, in the order that help and messages use. */
export const NOTICE_CHANNELS: readonly NoticeChannel[] = [mailChannel, webhookChannel, telegramChannel, matrixChannel, gotifyChannel];

/** Every variable that configures notices, including the `_FILE` forms of secrets. */
export const NOTICE_VARIABLES: readonly string[] = [
  ...NOTICE_CHANNELS.flatMap(({ variables }) => variables.flatMap(({ name, isSecret }) => (isSecret ? [name, `${name}_FILE`] : [name]))),
  "OCTAVO_REPORT",
];

/** Formats `mail, webhook, Telegram or Gotify`. */
export function listChannels(word: "and" | "or"): string {
  const titles = NOTICE_CHANNELS.map(({ title }) => title);
  return `${titles.slice(0, -1).join(", ")} ${word} ${titles.at(-1)}`;
}
