import { postMessage } from "../../post-message.ts";
import { readHttpUrl, readMatching, urlBelow } from "../channel.ts";
import { formatAddress, MAIL_API, type MailTransport } from "./mail-transport.ts";

const TOKEN = "OCTAVO_MAIL_POSTMARK";
const PUBLIC_API = "https://api.postmarkapp.com";

/** Uses the default transactional stream: https://postmarkapp.com/developer/api/email-api */
export const postmarkTransport: MailTransport = {
  title: "Postmark",
  variables: [{ name: TOKEN, isSecret: true, isTarget: true }],
  hasApi: true,
  read: (env) => {
    const token = readMatching(env, TOKEN, /^[\w-]{8,100}$/, "the API token of a Postmark server, not of the account");
    const api = readHttpUrl(env, MAIL_API, PUBLIC_API);
    if (token === null || api === null) return null;
    return {
      secrets: [token],
      send: async ({ from, to, replyTo, subject, text, html, headers }, options) => {
        const body = {
          From: formatAddress(from),
          To: to.address,
          ...(replyTo === null ? {} : { ReplyTo: replyTo.address }),
          Subject: subject,
          TextBody: text,
          HtmlBody: html,
          Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
        };
        const sent = { Accept: "application/json", "X-Postmark-Server-Token": token };
        await postMessage(urlBelow(api, "/email"), body, { ...options, headers: sent, service: "Postmark" });
      },
    };
  },
};
