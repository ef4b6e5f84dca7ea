import { findTarget } from "../message-parts.ts";
import { cutText } from "../owner-message.ts";
import { postMessage } from "../post-message.ts";
import { type NoticeChannel, readHttpUrl, readMatching, urlBelow } from "./channel.ts";

const [URL_NAME, TOKEN] = ["OCTAVO_GOTIFY_URL", "OCTAVO_GOTIFY_TOKEN"] as const;
/** Gotify's app plays a sound from priority 4 upwards. */
const PRIORITY = 5;
/**
 * Maximum length of a text, in code points. A server with MySQL stores 65,535 bytes, and a code
 * point has at most 4.
 */
const TEXT_MAX = 10_000;

export interface GotifySettings {
  readonly url: URL;
  readonly token: string;
}

/**
 * Posts to an application on a Gotify server. Only the user who created the application can read
 * its messages.
 */
export const gotifyChannel: NoticeChannel<GotifySettings> = {
  name: "gotify",
  title: "Gotify",
  variables: [{ name: URL_NAME }, { name: TOKEN, isSecret: true }],
  read: (env) => {
    if (env.get(URL_NAME) === null && env.get(TOKEN) === null) return null;
    const url = readHttpUrl(env, URL_NAME);
    const token = readMatching(env, TOKEN, /^[A-Za-z0-9._-]{8,}$/, "the token of an application on that server");
    return url === null || token === null ? null : { url, token };
  },
  secrets: ({ token }) => [token],
  send: async ({ url, token }, { title, privateText, parts, link }, options) => {
    const click = findTarget(parts) ?? link;
    const extras = {
      "client::display": { contentType: "text/plain" },
      ...(click === null ? {} : { "client::notification": { click: { url: click } } }),
    };
    const body = { title, message: cutText(privateText, TEXT_MAX), priority: PRIORITY, extras };
    await postMessage(urlBelow(url, "/message"), body, { ...options, headers: { "X-Gotify-Key": token } });
  },
};
