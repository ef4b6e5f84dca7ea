import { createHash } from "node:crypto";
import { postMessage } from "../../post-message.ts";
import { readHttpUrl, readMatching, urlBelow } from "../channel.ts";
import { formatAddress, MAIL_API, type MailTransport } from "./mail-transport.ts";

const KEY = "OCTAVO_MAIL_RESEND";
const PUBLIC_API = "https://api.resend.com";

/** https://resend.com/docs/api-reference/emails/send-email */
export const resendTransport: MailTransport = {
  title: "Resend",
  variables: [{ name: KEY, isSecret: true, isTarget: true }],
  hasApi: true,
  read: (env) => {
    const key = readMatching(env, KEY, /^[!#-[\]-~]{8,200}$/, "a Resend API key, re_…, with permission to send");
    const api = readHttpUrl(env, MAIL_API, PUBLIC_API);
    if (key === null || api === null) return null;
    return {
      secrets: [key],
      send: async ({ id, from, to, replyTo, subject, text, html, headers }, options) => {
        const body = JSON.stringify({
          from: formatAddress(from),
          to: [to.address],
          ...(replyTo === null ? {} : { reply_to: [replyTo.address] }),
          ...{ subject, text, html, headers },
        });
        // For 24 hours, a second request with the same key sends nothing. A changed text gets a new
        // key, because the same key would be refused.
        const digest = createHash("sha256").update(body).digest("hex").slice(0, 32);
        const sent = { Authorization: `Bearer ${key}`, "Idempotency-Key": `${id}/${digest}` };
        await postMessage(urlBelow(api, "/emails"), body, { ...options, headers: sent, service: "Resend" });
      },
    };
  },
};
