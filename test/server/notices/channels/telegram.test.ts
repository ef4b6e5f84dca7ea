import { describe, expect, it } from "vitest";
import { telegramChannel } from "../../../../server/notices/channels/telegram.ts";
import { NEVER, newMessage } from "../messages.ts";
import { HOSTILE, startReceiver } from "../receivers.ts";

describe("Telegram", () => {
  it("gets plain text without previews", async () => {
    const receiver = await startReceiver();
    const token = "123456:abcdefghijklmnopqrstuvwx";
    const settings = { token, chat: "-100123", api: new URL(receiver.url) };
    await telegramChannel.send(settings, newMessage({ text: HOSTILE + "😀".repeat(3_000) }), NEVER);
    expect(receiver.posts[0]?.path).toBe(`/bot${token}/sendMessage`);
    const body = JSON.parse(receiver.posts[0]?.body ?? "");
    expect(body).toEqual({ chat_id: "-100123", text: expect.stringContaining(HOSTILE), link_preview_options: { is_disabled: true } });
    expect(body.text.length).toBeLessThanOrEqual(4_096);
  });
});
