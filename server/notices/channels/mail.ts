import { connect, type Socket } from "node:net";
import { decodePercent } from "../../../contract/text/decode-percent.ts";
import { isLoopback } from "../../http/address/ip.ts";
import { MAIL_CHANNEL } from "../../store/notice-types.ts";
import { type MailAddress, type OwnerMessage, SendFailure, type SendOptions } from "../owner-message.ts";
import type { ChannelEnv, NoticeChannel } from "./channel.ts";

const [SMTP, TO, FROM] = ["OCTAVO_MAIL_SMTP", "OCTAVO_MAIL_TO", "OCTAVO_MAIL_FROM"] as const;
const PORTS = { smtp: 587, smtps: 465 } as const;
/** Total time allowed for a mail, ms. */
const TIMEOUT_MS = 30_000;
/** Time allowed for connecting and for the greeting, ms. */
const STEP_TIMEOUT_MS = 10_000;

/** Names and addresses are objects, so that no header is concatenated by hand. */
export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps:`). Otherwise STARTTLS, which is optional only on loopback. */
  readonly secure: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
  readonly from: MailAddress;
  readonly to: MailAddress;
}

/**
 * Sends mails by SMTP. Over the network it requires TLS and a valid certificate; on loopback it
 * uses TLS where the server offers it.
 */
export const mailChannel: NoticeChannel<MailSettings> = {
  name: MAIL_CHANNEL,
  title: "mail",
  variables: [{ name: SMTP, isSecret: true }, { name: TO }, { name: FROM }],
  read: readMail,
  secrets: ({ auth }) =>
    auth === null ? [] : [auth.pass, encodeURIComponent(auth.pass), toBase64(auth.pass), toBase64(`\0${auth.user}\0${auth.pass}`)],
  send: sendMail,
};

function toBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function readMail(env: ChannelEnv): MailSettings | null {
  const [smtp, to] = [env.get(SMTP), env.get(TO)];
  if (smtp === null) {
    if (to !== null)
      env.problem(`${TO} is set, but ${SMTP} is not: want the server that sends the mail, smtps://user:password@mail.example`);
    return null;
  }
  const url = URL.parse(smtp);
  const isUsable = url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "" && url.search === "" && /^\/?$/.test(url.pathname);
  if (!isUsable)
    env.problem(
      `${SMTP} is not the address of a mail server: want smtps://user:password@mail.example (port 465) or smtp://… (587, STARTTLS)`,
    );
  const recipient = readAddress(env, TO, to);
  const sender = readAddress(env, FROM, env.get(FROM) ?? to);
  if (!isUsable || recipient === null || sender === null) return null;
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
    to: recipient,
    from: sender,
  };
}

/** `ines@ines.example` or `Ines <ines@ines.example>`. */
const ADDRESS = /^(?:([^<>@",;:\\\p{Cc}]*)<)?([^\s<>@,;:"\\]+@[^\s<>@,;:"\\]+?)>?$/u;

function readAddress(env: ChannelEnv, name: string, text: string | null): MailAddress | null {
  const [, label = "", address] = ADDRESS.exec(text ?? "") ?? [];
  if (address !== undefined && (text?.includes("<") ?? false) === (text?.endsWith(">") ?? false)) return { name: label.trim(), address };
  env.problem(
    text === null
      ? `${name} is not set: want the address to send mails to`
      : `${name} is not an e-mail address: want ines@ines.example or Ines <ines@ines.example>`,
  );
  return null;
}

async function sendMail(settings: MailSettings, message: OwnerMessage, { signal, timeoutMs = TIMEOUT_MS }: SendOptions): Promise<void> {
  const { createTransport } = await import("nodemailer");
  // We create the socket, so that we can close it when a server hangs. The library would hold the
  // connection until its own timeout.
  const own: { socket?: Socket } = {};
  const transport = createTransport({
    ...toTransportOptions(settings),
    // Create it only when asked: an error event without a listener would end the process.
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
  const { id, title, privateText: text, replyTo, createdAt, site } = message;
  try {
    await Promise.race([
      transport.sendMail({
        from: settings.from,
        to: message.to ?? settings.to,
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
}

/** RFC 2369 and 8058. The address is ours and contains no character that could end it. */
function unsubscribeHeaders({ unsubscribeUrl }: OwnerMessage): Record<string, string> {
  if (unsubscribeUrl === undefined) return {};
  return { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

export function toTransportOptions({ host, port, secure, auth }: MailSettings) {
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

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? "localhost";
}
