import type { TelegramConfig } from "./notice-config.ts";
import { cutText, type NoticeSender } from "./owner-message.ts";
import { postMessage } from "./post-message.ts";

/** What a message may hold, UTF-16 units; a code point has two at most. */
const TEXT_MAX = 2_000;

/** By the Bot API's sendMessage: without `parse_mode` nothing is markup, and links make no previews. */
export function createTelegramSender({ token, chat, apiUrl }: TelegramConfig): NoticeSender {
  return {
    send: async ({ title, privateText: text }, signal) => {
      const body = { chat_id: chat, text: cutText(`${title}\n\n${text}`, TEXT_MAX), link_preview_options: { is_disabled: true } };
      await postMessage(`${apiUrl}/bot${token}/sendMessage`, JSON.stringify(body), { signal });
    },
  };
}
