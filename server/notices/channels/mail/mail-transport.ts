import type { MailAddress, SendOptions } from "../../owner-message.ts";
import type { ChannelEnv, ChannelVariable } from "../channel.ts";

/** An email, whichever service sends it. No header is concatenated by hand. */
export interface Mail {
  /** The same for every attempt. */
  readonly id: string;
  readonly from: MailAddress;
  readonly to: MailAddress;
  readonly replyTo: MailAddress | null;
  /** One line. */
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The same text with buttons: the second part of `multipart/alternative`. */
  readonly html: string;
  /** `<…@ines.example>`, for services that do not create their own. */
  readonly messageId: string;
  /** Milliseconds since 1970, for services that do not create their own. */
  readonly createdAt: number;
  /** Additional headers: ASCII, each on one line. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A transport with its settings. */
export interface MailSender {
  /** Texts that must not appear in logs or errors. */
  readonly secrets: readonly string[];
  /** @throws SendFailure or any error */
  send(mail: Mail, options: SendOptions): Promise<void>;
}

/**
 * One way to send emails. Each transport is a file in this folder and a row in mail-transports.ts.
 * Setting any of its variables enables it.
 */
export interface MailTransport {
  /** The name used in sentences: `Resend`. */
  readonly title: string;
  readonly variables: readonly [ChannelVariable, ...ChannelVariable[]];
  /** Whether OCTAVO_MAIL_API can replace its address. */
  readonly hasApi: boolean;
  /** Null if a problem was reported. Called only if one of the variables is set. */
  read(env: ChannelEnv): MailSender | null;
}

/**
 * An address that any mail server accepts: the domain in ASCII (IDNA). Null if the part before `@`
 * is not ASCII, which would need SMTPUTF8 (RFC 6531) on every server along the way.
 */
export function toAsciiAddress(address: string): string | null {
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (/[^ -~]/.test(local)) return null;
  return /[^ -~]/.test(domain) ? `${local}@${URL.parse(`http://${domain}`)?.hostname ?? domain}` : address;
}

/** The variable for the address of an HTTP API that differs from the public one. */
export const MAIL_API = "OCTAVO_MAIL_API";

/** Characters of a name that need no quotes in an address (RFC 5322, atoms and spaces). */
const PLAIN_NAME = /^[\w !#$%&'*+/=?^`{|}~\u0080-\u{10ffff}-]*$/u;

/** Formats `ines@ines.example`, `Ines <ines@ines.example>` or `"R. Ines" <ines@ines.example>`. */
export function formatAddress({ name, address }: MailAddress): string {
  if (name === "") return address;
  return `${PLAIN_NAME.test(name) ? name : `"${name.replaceAll(/["\\]/g, "\\$&")}"`} <${address}>`;
}
