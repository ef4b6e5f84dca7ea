import { type MailAddress, SendFailure } from "../../owner-message.ts";
import type { EmailAddress } from "./mail-binding.ts";
import type { MailTransport } from "./mail-transport.ts";

const BINDING = "OCTAVO_MAIL_BINDING";
const TIMEOUT_MS = 10_000;
/** Pause after the day's quota is used up, in ms. */
const DAILY_LIMIT_WAIT_MS = 3_600_000;

/**
 * Cloudflare's Email Service creates `Date` and `Message-ID` itself, and refuses them as headers.
 */
export const cloudflareTransport: MailTransport = {
  title: "Cloudflare",
  variables: [{ name: BINDING, isTarget: true }],
  hasApi: false,
  read: (env) => {
    const name = env.get(BINDING) ?? "";
    const binding = env.mailBinding?.(name) ?? null;
    if (binding === null) {
      env.problem(
        env.mailBinding === undefined
          ? `${BINDING} works only where the server runs on Cloudflare: want OCTAVO_MAIL_SMTP or another service here`
          : `${BINDING} names no send_email binding of this Worker: want its name in the wrangler configuration, such as EMAIL`,
      );
      return null;
    }
    return {
      secrets: [],
      send: async ({ from, to, replyTo, subject, text, html, headers }, { signal, timeoutMs = TIMEOUT_MS }) => {
        const { promise: aborted, reject } = Promise.withResolvers<never>();
        const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
        const onAbort = (): void =>
          reject(new SendFailure(signal.aborted ? "the server stopped" : `Cloudflare took more than ${timeoutMs} ms`));
        within.addEventListener("abort", onAbort);
        if (within.aborted) onAbort();
        const message = { from: toEmail(from), to: to.address, subject, text, html, headers: { ...headers } };
        const sent = binding.send(replyTo === null ? message : { ...message, replyTo: replyTo.address });
        try {
          await Promise.race([sent, aborted]);
        } catch (error) {
          throw toFailure(error);
        } finally {
          within.removeEventListener("abort", onAbort);
        }
      },
    };
  },
};

function toEmail({ name, address }: MailAddress): string | EmailAddress {
  return name === "" ? address : { email: address, name };
}

function toFailure(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!(error instanceof Error) || code === "") return error;
  return new SendFailure(`Cloudflare answered ${code}: ${error.message}`, code === "E_DAILY_LIMIT_EXCEEDED" ? DAILY_LIMIT_WAIT_MS : null);
}
