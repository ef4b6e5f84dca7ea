import { cutText } from "../owner-message.ts";
import { postMessage } from "../post-message.ts";
import { type NoticeChannel, readHttpUrl, readMatching, urlBelow } from "./channel.ts";

const [URL_NAME, TOKEN, ROOM] = ["OCTAVO_MATRIX_URL", "OCTAVO_MATRIX_TOKEN", "OCTAVO_MATRIX_ROOM"] as const;
/**
 * Maximum length of a text, in code points. An event holds 65,536 bytes, and JSON may need 6 bytes
 * per code point.
 */
const TEXT_MAX = 10_000;

export interface MatrixSettings {
  /** The homeserver. */
  readonly url: URL;
  readonly token: string;
  readonly room: string;
}

/**
 * Sends an `m.text` event through the client-server API. The notice's id is the transaction id, so
 * a repeated attempt creates no second message. An empty `m.mentions` keeps visitors' text from
 * notifying anyone. A room may have readers other than the owner, so the message contains no links
 * that permit decisions.
 */
export const matrixChannel: NoticeChannel<MatrixSettings> = {
  name: "matrix",
  title: "Matrix",
  variables: [{ name: URL_NAME }, { name: TOKEN, isSecret: true }, { name: ROOM }],
  read: (env) => {
    if ([URL_NAME, TOKEN, ROOM].every((name) => env.get(name) === null)) return null;
    const url = readHttpUrl(env, URL_NAME);
    const token = readMatching(env, TOKEN, /^[\x21-\x7e]{8,}$/, "the access token of the sending account");
    const room = readMatching(env, ROOM, /^![\x21-\x7e]{1,254}$/, "the room's internal id: !abc:matrix.example");
    return url === null || token === null || room === null ? null : { url, token, room };
  },
  secrets: ({ token }) => [token],
  send: async ({ url, token, room }, { id, title, text }, options) => {
    const path = `/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${id}`;
    const body = { msgtype: "m.text", body: cutText(`${title}\n\n${text}`, TEXT_MAX), "m.mentions": {} };
    await postMessage(urlBelow(url, path), body, { ...options, method: "PUT", headers: { Authorization: `Bearer ${token}` } });
  },
};
