export interface EmailAddress {
  readonly email: string;
  readonly name: string;
}

/**
 * A `send_email` binding of Cloudflare's Email Service.
 * https://developers.cloudflare.com/email-service/api/send-emails/workers-api/
 */
export interface MailBinding {
  /** @throws an Error with a `code`, such as E_SENDER_NOT_VERIFIED */
  send(message: {
    readonly from: string | EmailAddress;
    readonly to: string;
    readonly replyTo?: string;
    readonly subject: string;
    readonly text: string;
    readonly html: string;
    readonly headers: Record<string, string>;
  }): Promise<unknown>;
}
