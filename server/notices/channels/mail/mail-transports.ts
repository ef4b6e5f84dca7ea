import { cloudflareTransport } from "./cloudflare-mail.ts";
import type { MailTransport } from "./mail-transport.ts";
import { postmarkTransport } from "./postmark.ts";
import { resendTransport } from "./resend.ts";
import { sesTransport } from "./ses.ts";
import { smtpTransport } from "./smtp.ts";

/** All mail transports, in the order that docs and messages use. */
export const MAIL_TRANSPORTS: readonly [MailTransport, ...MailTransport[]] = [
  smtpTransport,
  resendTransport,
  postmarkTransport,
  sesTransport,
  cloudflareTransport,
];
