import { connect, type Socket } from "node:net";
import { decodePercent } from "../../../../contract/text/decode-percent.ts";
import { isLoopback } from "../../../http/address/ip.ts";
import { SendFailure, type SendOptions } from "../../owner-message.ts";
import type { ChannelEnv } from "../channel.ts";
import type { Mail, MailTransport } from "./mail-transport.ts";

const SMTP = "OCTAVO_MAIL_SMTP";
const PORTS = { smtp: 587, smtps: 465 } as const;
/** Total time allowed for an email, in ms. */
const TIMEOUT_MS = 30_000;
/** Time allowed for connecting and for the greeting, in ms. */
const STEP_TIMEOUT_MS = 10_000;

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps:`). Otherwise STARTTLS, which is optional only on loopback. */
  readonly secure: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
}

/**
 * Sends emails by SMTP. Over the network it requires TLS and a valid certificate; on loopback it
 * uses TLS if the server offers it.
 */
export const smtpTransport: MailTransport = {
  title: "SMTP",
  variables: [{ name: SMTP, isSecret: true, isTarget: true }],
  hasApi: false,
  read: (env) => {
    const settings = readSmtp(env);
    if (settings === null) return null;
    return { secrets: secretsOf(settings), send: (mail, options) => sendBySmtp(settings, mail, options) };
  },
};

function secretsOf({ auth }: SmtpSettings): string[] {
  return auth === null ? [] : [auth.pass, encodeURIComponent(auth.pass), toBase64(auth.pass), toBase64(`\0${auth.user}\0${auth.pass}`)];
}

function toBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}

export function readSmtp(env: ChannelEnv): SmtpSettings | null {
  const url = URL.parse(env.get(SMTP) ?? "");
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === "" || url.search !== "" || !/^\/?$/.test(url.pathname)) {
    env.problem(
      `${SMTP} is not the address of a mail server: want smtps://user:password@mail.example (port 465) or smtp://… (587, STARTTLS)`,
    );
    return null;
  }
  const [user, pass] = [decodePercent(url.username), decodePercent(url.password)];
  if (user === null || pass === null) {
    env.problem(`${SMTP}: write a % in the name or the password as %25`);
    return null;
  }
  const secure = url.protocol === "smtps:";
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? PORTS[secure ? "smtps" : "smtp"] : Number(url.port),
    secure,
    auth: user === "" ? null : { user, pass },
  };
}

export async function sendBySmtp(settings: SmtpSettings, mail: Mail, { signal, timeoutMs = TIMEOUT_MS }: SendOptions): Promise<void> {
  const { createTransport } = await import("nodemailer");
  // We create the socket, so that we can close it when a server hangs. The library would hold the
  // connection until its own timeout.
  const own: { socket?: Socket } = {};
  const transport = createTransport({
    ...toTransportOptions(settings),
    // Created only on demand, because an error event without a listener would end the process.
    getSocket: (_options, done) => {
      own.socket = connect({ host: settings.host, port: settings.port });
      giveSocket(own.socket, done);
    },
  });
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const onAbort = (): void =>
    reject(new SendFailure(signal.aborted ? "the server stopped" : `the mail server took more than ${timeoutMs} ms`));
  within.addEventListener("abort", onAbort);
  if (within.aborted) onAbort();
  const { from, to, replyTo, subject, text, html, messageId, createdAt, headers } = mail;
  try {
    await Promise.race([
      transport.sendMail({
        ...{ from, to, subject, text, html, messageId },
        ...(replyTo === null ? {} : { replyTo }),
        date: new Date(createdAt),
        headers: { ...headers },
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
}

export function toTransportOptions({ host, port, secure, auth }: SmtpSettings) {
  const isHere = isLoopback(host);
  return {
    host,
    port,
    secure,
    requireTLS: !secure && !isHere,
    // On loopback nobody can listen in, and hardly any server has a valid certificate. STARTTLS is
    // used if offered, because some servers require it before a login.
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
