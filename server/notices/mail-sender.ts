import { connect, type Socket } from "node:net";
import { isLoopback } from "../server-config.ts";
import type { MailConfig } from "./notice-config.ts";
import { type NoticeSender, type OwnerMessage, SendFailure } from "./owner-message.ts";

/** How long a mail may take in all, ms. */
const TIMEOUT_MS = 30_000;
/** Of connecting and of the greeting, ms. */
const STEP_TIMEOUT_MS = 10_000;

/** Sends mails by SMTP. Over the network only with TLS, and only to a server whose certificate is right; on loopback with TLS where it is offered. */
export function createMailSender(config: MailConfig, { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {}): NoticeSender {
  return {
    send: async (message, signal) => {
      const { createTransport } = await import("nodemailer");
      // Ours, so that a server that hangs can be hung up on: the library would keep the connection until its own time is over.
      const own: { socket?: Socket } = {};
      const transport = createTransport({
        ...toTransportOptions(config),
        // Not before it is asked for: nobody would hear of an error until then, and one that nobody hears ends the process.
        getSocket: (_options, done) => {
          own.socket = connect({ host: config.host, port: config.port });
          giveSocket(own.socket, done);
        },
      });
      const { promise: aborted, reject } = Promise.withResolvers<never>();
      const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const onAbort = (): void =>
        reject(new SendFailure(signal.aborted ? "the server stopped" : `the mail server took more than ${timeoutMs} ms`));
      within.addEventListener("abort", onAbort);
      if (within.aborted) onAbort();
      const { id, title, privateText: text, replyTo, createdAt, site } = message;
      try {
        await Promise.race([
          transport.sendMail({
            from: config.from,
            to: message.to ?? config.to,
            ...(replyTo === null ? {} : { replyTo }),
            subject: title,
            text,
            messageId: `<${id}@${hostOf(site.url)}>`,
            date: new Date(createdAt),
            headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All", ...unsubscribeHeaders(message) },
            disableFileAccess: true,
            disableUrlAccess: true,
          }),
          aborted,
        ]);
      } finally {
        within.removeEventListener("abort", onAbort);
        transport.close();
        own.socket?.destroy();
      }
    },
  };
}

/** RFC 2369 and 8058. The address is ours, without a character that would end it. */
function unsubscribeHeaders({ unsubscribeUrl }: OwnerMessage): Record<string, string> {
  if (unsubscribeUrl === undefined) return {};
  return { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

export function toTransportOptions({ host, port, secure, auth }: MailConfig) {
  const isHere = isLoopback(host);
  return {
    host,
    port,
    secure,
    requireTLS: !secure && !isHere,
    // On this machine nobody listens in, and hardly any server there has a certificate that could be checked: STARTTLS is used where it is offered, as some take no login without it.
    ...(isHere && !secure ? { tls: { rejectUnauthorized: false } } : {}),
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    ...(auth === null ? {} : { auth }),
  };
}

function giveSocket(socket: Socket, done: (error: Error | null, given?: { connection: Socket }) => void): void {
  socket.once("error", done);
  socket.once("connect", () => {
    socket.off("error", done);
    done(null, { connection: socket });
  });
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? "localhost";
}
