import { listButtons, type MessageButton } from "../message-parts.ts";
import { cutText } from "../owner-message.ts";
import { postMessage } from "../post-message.ts";
import { type NoticeChannel, readHttpUrl, readMatching, urlBelow } from "./channel.ts";

const [TOKEN, CHAT, API] = ["OCTAVO_TELEGRAM_TOKEN", "OCTAVO_TELEGRAM_CHAT", "OCTAVO_TELEGRAM_API"] as const;
const PUBLIC_API = "https://api.telegram.org";
/**
 * Maximum length of a text, in code points. Telegram accepts 4,096 UTF-16 units, and a code point
 * has at most two.
 */
const TEXT_MAX = 2_000;

export interface TelegramSettings {
  readonly token: string;
  readonly chat: string;
  readonly api: URL;
}

/** Calls sendMessage of the Bot API. Without `parse_mode`, nothing is interpreted as markup. */
export const telegramChannel: NoticeChannel<TelegramSettings> = {
  name: "telegram",
  title: "Telegram",
  variables: [{ name: TOKEN, isSecret: true }, { name: CHAT }, { name: API, isTarget: true }],
  read: (env) => {
    if (env.get(TOKEN) === null && env.get(CHAT) === null) return null;
    const token = readMatching(env, TOKEN, /^\d+:[A-Za-z0-9_-]{20,}$/, "the bot's token that @BotFather gave you");
    const chat = readMatching(env, CHAT, /^(?:-?\d{1,19}|@[A-Za-z]\w{3,31})$/, "the chat's number, or @name of a channel");
    const api = readHttpUrl(env, API, PUBLIC_API);
    return token === null || chat === null || api === null ? null : { token, chat, api };
  },
  secrets: ({ token }) => [token],
  send: async ({ token, chat, api }, { title, parts, privateText: text }, options) => {
    const keyboard = toKeyboard(listButtons(parts));
    const body = {
      chat_id: chat,
      text: cutText(`${title}\n\n${text}`, TEXT_MAX),
      link_preview_options: { is_disabled: true },
      ...(keyboard.length === 0 ? {} : { reply_markup: { inline_keyboard: keyboard } }),
    };
    await postMessage(urlBelow(api, `/bot${token}/sendMessage`), body, options);
  },
};

/**
 * InlineKeyboardMarkup: one button per row, so that each is as wide as the screen. Leaves out
 * addresses whose host has no dot, such as localhost, because Telegram would refuse the whole
 * message.
 */
function toKeyboard(buttons: readonly MessageButton[]): { readonly text: string; readonly url: string }[][] {
  const usable = buttons.filter(({ url }) => URL.parse(url)?.hostname.includes("."));
  return usable.map(({ label, url }) => [{ text: label, url }]);
}
