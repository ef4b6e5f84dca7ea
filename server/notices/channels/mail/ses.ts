import { AwsV4Signer } from "aws4fetch";
import type { MailAddress } from "../../owner-message.ts";
import { postMessage } from "../../post-message.ts";
import { readHttpUrl, readMatching, urlBelow } from "../channel.ts";
import { formatAddress, MAIL_API, type MailTransport } from "./mail-transport.ts";

const [REGION, KEY, SECRET] = ["OCTAVO_MAIL_SES", "OCTAVO_MAIL_SES_KEY", "OCTAVO_MAIL_SES_SECRET"] as const;
/**
 * Size of the text in one encoded word, in bytes: 45 bytes become 60 characters of base64, and a
 * word has at most 75.
 */
const WORD_BYTES = 45;

/**
 * Uses SendEmail of the API v2:
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 */
export const sesTransport: MailTransport = {
  title: "Amazon SES",
  variables: [
    { name: REGION, isTarget: true },
    { name: KEY, isTarget: true },
    { name: SECRET, isSecret: true },
  ],
  hasApi: true,
  read: (env) => {
    const region = readMatching(env, REGION, /^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/, "the region of SES, such as eu-central-1");
    const accessKeyId = readMatching(env, KEY, /^\w{16,128}$/, "the id of an access key that may call ses:SendEmail, AKIA…");
    const secretAccessKey = readMatching(env, SECRET, /^[\x21-\x7e]{16,200}$/, "the secret of that access key");
    const api = readHttpUrl(env, MAIL_API, `https://email.${region ?? "region"}.amazonaws.com`);
    if (region === null || accessKeyId === null || secretAccessKey === null || api === null) return null;
    return {
      secrets: [secretAccessKey],
      send: async ({ from, to, replyTo, subject, text, html, headers }, options) => {
        const body = JSON.stringify({
          FromEmailAddress: formatAddress(toAscii(from)),
          Destination: { ToAddresses: [to.address] },
          ...(replyTo === null ? {} : { ReplyToAddresses: [replyTo.address] }),
          Content: {
            Simple: {
              Subject: { Data: subject, Charset: "UTF-8" },
              Body: { Text: { Data: text, Charset: "UTF-8" }, Html: { Data: html, Charset: "UTF-8" } },
              Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
            },
          },
        });
        const url = urlBelow(api, "/v2/email/outbound-emails");
        const datetime = new Date(options.now).toISOString().replaceAll(/[-:]|\.\d+/g, "");
        const keys = { accessKeyId, secretAccessKey, service: "ses", region, datetime };
        const signed = await new AwsV4Signer({ method: "POST", url, body, ...keys }).sign();
        await postMessage(url, body, { ...options, headers: Object.fromEntries(signed.headers), service: "Amazon SES" });
      },
    };
  },
};

/** SES requires encoded words (RFC 2047) for names that are not ASCII. */
function toAscii({ name, address }: MailAddress): MailAddress {
  if (/^[ -~]*$/.test(name)) return { name, address };
  const words = [""];
  for (const character of name) {
    const last = words.length - 1;
    if (Buffer.byteLength(words[last] + character) <= WORD_BYTES) words[last] += character;
    else words.push(character);
  }
  return { name: words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join(" "), address };
}
