import { describe, expect, it } from "vitest";
import { readNoticeConfig } from "../../../../server/notices/read-notice-config.ts";
import { NEVER, newMessage, newWays } from "../messages.ts";
import { HOSTILE, startReceiver } from "../receivers.ts";

const TOKEN = "AbCdEf.1234567";

describe("Gotify", () => {
  it("gets plain text that opens the post, even below a path", async () => {
    const receiver = await startReceiver((response) => response.end('{"id":1}'));
    const [sender] = readNoticeConfig({ OCTAVO_GOTIFY_URL: `${receiver.url}/push/`, OCTAVO_GOTIFY_TOKEN: TOKEN }).senders;
    await sender?.send(newMessage({ title: "Über Ada", text: HOSTILE }), NEVER);
    const [post] = receiver.posts;
    expect([post?.method, post?.path, post?.headers["x-gotify-key"]]).toEqual(["POST", "/push/message", TOKEN]);
    expect(JSON.parse(post?.body ?? "")).toEqual({
      title: "Über Ada",
      message: HOSTILE,
      priority: 5,
      extras: {
        "client::display": { contentType: "text/plain" },
        "client::notification": { click: { url: "https://ines.example/posts/tides" } },
      },
    });
    await sender?.send(newMessage({ parts: [newWays("one")] }), NEVER);
    expect(JSON.parse(receiver.posts[1]?.body ?? "").extras["client::notification"]).toEqual({
      click: { url: "https://ines.example/moderate/one" },
    });
    await sender?.send(newMessage({ link: null }), NEVER);
    expect(JSON.parse(receiver.posts[2]?.body ?? "").extras).toEqual({ "client::display": { contentType: "text/plain" } });
  });

  it("needs an address and a token", () => {
    expect(() => readNoticeConfig({ OCTAVO_GOTIFY_URL: "http://gotify.example" })).toThrow(
      /OCTAVO_GOTIFY_URL cannot be used.*\nOCTAVO_GOTIFY_TOKEN is not set/,
    );
  });
});
