import { describe, expect, it } from "vitest";
import { redact } from "../../../../server/notices/notice-retry.ts";
import { readNoticeConfig } from "../../../../server/notices/read-notice-config.ts";
import { NEVER, newMessage } from "../messages.ts";
import { HOSTILE, startReceiver } from "../receivers.ts";

const ROOM = { OCTAVO_MATRIX_TOKEN: "syt_b2N0YXZv_secret", OCTAVO_MATRIX_ROOM: "!room/1:matrix.example" };

describe("Matrix", () => {
  it("gets a text that mentions nobody, only once even if it is sent twice, without links that permit decisions", async () => {
    const receiver = await startReceiver((response) => response.end('{"event_id":"$1"}'));
    const [sender] = readNoticeConfig({ ...ROOM, OCTAVO_MATRIX_URL: `${receiver.url}/` }).senders;
    const message = newMessage({ text: HOSTILE, privateText: "decide: https://ines.example/moderate/x" });
    await sender?.send(message, NEVER);
    await sender?.send(message, NEVER);
    const [post, second] = receiver.posts;
    const path = `/_matrix/client/v3/rooms/!room%2F1%3Amatrix.example/send/m.room.message/${message.id}`;
    expect([post?.method, post?.path, post?.headers.authorization]).toEqual(["PUT", path, `Bearer ${ROOM.OCTAVO_MATRIX_TOKEN}`]);
    expect(JSON.parse(post?.body ?? "")).toEqual({ msgtype: "m.text", body: `${message.title}\n\n${HOSTILE}`, "m.mentions": {} });
    expect(second).toMatchObject({ path, body: post?.body });
  });

  it("shows the homeserver's words without the token if it refuses", async () => {
    const receiver = await startReceiver((response) =>
      response.writeHead(403).end(`{"errcode":"M_FORBIDDEN","error":"${ROOM.OCTAVO_MATRIX_TOKEN} is not in the room"}`),
    );
    const [sender] = readNoticeConfig({ ...ROOM, OCTAVO_MATRIX_URL: receiver.url }).senders;
    const error: unknown = await sender?.send(newMessage(), NEVER).catch((failure: unknown) => failure);
    expect(redact(error, sender?.secrets ?? [])).toBe('the service answered 403: {"errcode":"M_FORBIDDEN","error":"… is not in the room"}');
  });

  it("needs all three settings", () => {
    expect(() => readNoticeConfig({ OCTAVO_MATRIX_ROOM: "#alias:matrix.example" })).toThrow(
      /OCTAVO_MATRIX_URL cannot be used.*\nOCTAVO_MATRIX_TOKEN is not set.*\nOCTAVO_MATRIX_ROOM cannot be used/,
    );
  });
});
