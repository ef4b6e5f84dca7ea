import { FURTHER_RECIPIENTS, type NoticeChannel } from "./channel.ts";
import { gotifyChannel } from "./gotify.ts";
import { mailChannel } from "./mail.ts";
import { matrixChannel } from "./matrix.ts";
import { telegramChannel } from "./telegram.ts";
import { webhookChannel } from "./webhook.ts";

/** All channels, in the order that help and messages use. */
export const NOTICE_CHANNELS: readonly NoticeChannel[] = [mailChannel, webhookChannel, telegramChannel, matrixChannel, gotifyChannel];

/**
 * Channel variables whose value may come from a file, including the ones for further recipients.
 */
export const SECRET_VARIABLES: readonly string[] = NOTICE_CHANNELS.flatMap(({ variables }) =>
  variables.flatMap(({ name, isSecret }) => (isSecret ? withNumbers(name) : [])),
);

/** Every variable that configures notices, including the `_FILE` forms of secrets. */
export const NOTICE_VARIABLES: readonly string[] = [
  ...NOTICE_CHANNELS.flatMap(({ variables }) => variables.flatMap(({ name }) => withNumbers(name))),
  ...SECRET_VARIABLES.map((name) => `${name}_FILE`),
  "OCTAVO_REPORT",
  "OCTAVO_DIGEST",
];

function withNumbers(name: string): string[] {
  return [name, ...FURTHER_RECIPIENTS.map((number) => `${name}_${number}`)];
}

/** Formats `mail, webhook, Telegram or Gotify`. */
export function listChannels(word: "and" | "or"): string {
  const titles = NOTICE_CHANNELS.map(({ title }) => title);
  return `${titles.slice(0, -1).join(", ")} ${word} ${titles.at(-1)}`;
}
