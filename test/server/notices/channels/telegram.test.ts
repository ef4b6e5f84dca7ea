import { describe, expect, it } from "vitest";
import { telegramChannel } from "../../../../server/notices/channels/telegram.ts";
import { NEVER, newMessage, newWays } from "../messages.ts";
import { HOSTILE } from "../receivers.ts";
import { startTelegram, type TelegramMessage } from "../stand-ins.ts";

const TOKEN = "123456:abcdefghijklmnopqrstuvwx";

async function send(message: Parameters<typeof telegramChannel.send>[1]): Promise<TelegramMessage> {
  const receiver = await startTelegram();
  await telegramChannel.send({ token: TOKEN, chat: "-100123", api: new URL(receiver.url) }, message, NEVER);
  expect(receiver.posts[0]?.path).toBe(`/bot${TOKEN}/sendMessage`);
  return JSON.parse(receiver.posts[0]?.body ?? "") as TelegramMessage;
}

describe("Telegram", () => {
  it("gets plain text without previews", async () => {
    const body = await send(newMessage({ text: HOSTILE + "😀".repeat(3_000) }));
    expect(body).toEqual({ chat_id: "-100123", text: expect.stringContaining(HOSTILE), link_preview_options: { is_disabled: true } });
    expect(body.text.length).toBeLessThanOrEqual(4_096);
  });

  it("gets a button for each decision on the only comment, and the desk's", async () => {
    const body = await send(newMessage({ parts: [newWays("one", { desk: "https://desk.ines.example/comments/one" })] }));
    expect(body.reply_markup?.inline_keyboard).toEqual([
      [{ text: "Approve", url: "https://ines.example/moderate/one?do=approve" }],
      [{ text: "Reject", url: "https://ines.example/moderate/one?do=reject" }],
      [{ text: "Spam", url: "https://ines.example/moderate/one?do=spam" }],
      [{ text: "At the desk", url: "https://desk.ines.example/comments/one" }],
    ]);
  });

  it("gets a button for each of several comments, named after it", async () => {
    const body = await send(newMessage({ parts: [newWays("one"), newWays("two")] }));
    expect(body.reply_markup?.inline_keyboard).toEqual([
      [{ text: "Name of one", url: "https://ines.example/moderate/one" }],
      [{ text: "Name of two", url: "https://ines.example/moderate/two" }],
    ]);
  });

  it("gets no button that would make it refuse the message", async () => {
    const body = await send(newMessage({ parts: [newWays("one", { site: "http://localhost:3000" })] }));
    expect(body.reply_markup).toBeUndefined();
    expect(body.text).toContain("decide: http://localhost:3000/moderate/one");
  });
});
