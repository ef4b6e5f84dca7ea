import { MAIL_CHANNEL } from "../../store/notice-types.ts";
import { renderMailHtml } from "../mail-html.ts";
import type { MailAddress, OwnerMessage } from "../owner-message.ts";
import type { ChannelEnv, NoticeChannel } from "./channel.ts";
import { MAIL_API, type Mail, type MailSender, toAsciiAddress } from "./mail/mail-transport.ts";
import { MAIL_TRANSPORTS } from "./mail/mail-transports.ts";

const [TO, FROM] = ["OCTAVO_MAIL_TO", "OCTAVO_MAIL_FROM"] as const;
/** The variable that enables each transport. */
const TRANSPORT_NAMES = MAIL_TRANSPORTS.map(({ variables: [{ name }] }) => name);

/** Names and addresses are objects, so that no header is concatenated by hand. */
export interface MailSettings {
  readonly sender: MailSender;
  readonly from: MailAddress;
  readonly to: MailAddress;
}

/**
 * One channel for all transports, so that after a change the new transport sends the waiting
 * emails.
 */
export const mailChannel: NoticeChannel<MailSettings> = {
  name: MAIL_CHANNEL,
  title: "mail",
  variables: [
    ...MAIL_TRANSPORTS[0].variables,
    ...MAIL_TRANSPORTS.slice(1).flatMap(({ variables }) => variables),
    { name: MAIL_API, isTarget: true },
    { name: TO },
    { name: FROM },
  ],
  read: readMail,
  secrets: ({ sender }) => sender.secrets,
  send: ({ sender, ...addresses }, message, options) => sender.send(toMail(addresses, message), options),
};

function readMail(env: ChannelEnv): MailSettings | null {
  const isSet = (name: string): boolean => env.get(name) !== null;
  const [transport, other] = MAIL_TRANSPORTS.filter(({ variables }) => variables.some(({ name }) => isSet(name)));
  if (transport === undefined) {
    if (isSet(TO)) env.problem(`${TO} is set, but no way to send emails: want one of ${TRANSPORT_NAMES.join(", ")}`);
    return null;
  }
  if (other !== undefined) {
    const [one, two] = [transport, other].map(({ variables }) => variables.find(({ name }) => isSet(name))?.name);
    env.problem(`${one} and ${two} are both set: want one way to send emails`);
    return null;
  }
  if (!transport.hasApi && isSet(MAIL_API)) env.problem(`${MAIL_API} is set, but ${transport.title} does not use it: unset it`);
  const sender = transport.read(env);
  const recipient = readAddress(env, TO, env.get(TO));
  const from = readAddress(env, FROM, env.get(FROM) ?? env.get(TO));
  return sender === null || recipient === null || from === null ? null : { sender, from, to: recipient };
}

/** `ines@ines.example` or `Ines <ines@ines.example>`. */
const ADDRESS = /^(?:([^<>@",;:\\\p{Cc}]*)<)?([^\s<>@,;:"\\]+@[^\s<>@,;:"\\]+?)>?$/u;

function readAddress(env: ChannelEnv, name: string, text: string | null): MailAddress | null {
  const [, label = "", address] = ADDRESS.exec(text ?? "") ?? [];
  if (address !== undefined && (text?.includes("<") ?? false) === (text?.endsWith(">") ?? false)) return { name: label.trim(), address };
  env.problem(
    text === null
      ? `${name} is not set: want the address to send emails to`
      : `${name} is not an email address: want ines@ines.example or Ines <ines@ines.example>`,
  );
  return null;
}

function toMail({ from, to }: Pick<MailSettings, "from" | "to">, message: OwnerMessage): Mail {
  const { id, title, privateText, replyTo, createdAt, site } = message;
  return {
    ...{ id, from, createdAt },
    to: toDeliverable(message.to ?? to),
    // The text contains the address if an email cannot be sent to it.
    replyTo: replyTo === null || toAsciiAddress(replyTo.address) === null ? null : toDeliverable(replyTo),
    subject: title,
    text: privateText,
    html: renderMailHtml(message),
    messageId: `<${id}@${URL.parse(site.url)?.hostname ?? "localhost"}>`,
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All", ...unsubscribeHeaders(message) },
  };
}

/** Services refuse emails with addresses that are not ASCII, as do some SMTP servers. */
function toDeliverable({ name, address }: MailAddress): MailAddress {
  return { name, address: toAsciiAddress(address) ?? address };
}

/** RFC 2369 and 8058. The address is ours and contains no character that could end it. */
function unsubscribeHeaders({ unsubscribeUrl }: OwnerMessage): Record<string, string> {
  if (unsubscribeUrl === undefined) return {};
  return { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
