import { decodePercent } from "../../contract/text/decode-percent.ts";
import { readPrivateFile } from "../private-file.ts";
import { ConfigError, isLoopback } from "../server-config.ts";

/** By which ways the owner is told, from the environment. Names and addresses come as objects: nothing of them is ever put together to a header by hand. */
export interface NoticeConfig {
  readonly mail: MailConfig | null;
  readonly webhook: WebhookConfig | null;
  readonly telegram: TelegramConfig | null;
  /** Whether a report of the week is sent by mail. */
  readonly weeklyReport: boolean;
}

export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

export interface MailConfig {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte on (`smtps:`); else it begins with STARTTLS, which is required but on loopback. */
  readonly secure: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
  readonly from: MailAddress;
  readonly to: MailAddress;
}

const WEBHOOK_FORMATS = ["json", "ntfy", "slack", "discord"] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

export interface WebhookConfig {
  readonly url: URL;
  readonly format: WebhookFormat;
  /** Signs; at least 24 bytes. null: the format's receiver knows no signatures. */
  readonly secret: Uint8Array | null;
}

export interface TelegramConfig {
  readonly token: string;
  readonly chat: string;
  /** Without a slash at the end. */
  readonly apiUrl: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Settings that may stand in a file of their own instead, which only its owner can read: `OCTAVO_MAIL_SMTP_FILE=/run/secrets/smtp`. */
const SECRET_SETTINGS = ["OCTAVO_MAIL_SMTP", "OCTAVO_WEBHOOK_URL", "OCTAVO_WEBHOOK_SECRET", "OCTAVO_TELEGRAM_TOKEN"];
const TELEGRAM_API = "https://api.telegram.org";
const SECRET_BYTES_MIN = 24;
/** Characters of a part of an address that may be a secret. */
const SECRET_PART_MIN = 16;
const PORTS = { smtp: 587, smtps: 465 } as const;

export const NO_NOTICES: NoticeConfig = { mail: null, webhook: null, telegram: null, weeklyReport: false };

/**
 * OCTAVO_MAIL_SMTP, _MAIL_TO, _MAIL_FROM; OCTAVO_WEBHOOK_URL, _WEBHOOK_FORMAT, _WEBHOOK_SECRET; OCTAVO_TELEGRAM_TOKEN, _TELEGRAM_CHAT, _TELEGRAM_API; OCTAVO_REPORT.
 * @throws ConfigError with all that is wrong; no secret is in it. PrivateFileError for a file that others may read
 */
export function readNoticeConfig(environment: Env): NoticeConfig {
  const env = withSecretFiles(environment);
  const problems: string[] = [];
  const config: NoticeConfig = {
    mail: readMail(env, problems),
    webhook: readWebhook(env, problems),
    telegram: readTelegram(env, problems),
    weeklyReport: readReport(env, problems),
  };
  if (config.weeklyReport && given(env, "OCTAVO_MAIL_SMTP") === null)
    problems.push("OCTAVO_REPORT=weekly needs mail: set OCTAVO_MAIL_SMTP");
  if (problems.length > 0)
    throw new ConfigError(problems.join("\n"), "docs/notices.md says what each of them is; octavo notify test tries them");
  return config;
}

/** Parts of it that must stand in no message and no log, longest first. */
export function secretsOf({ mail, webhook, telegram }: NoticeConfig): string[] {
  const secrets = [
    ...(mail?.auth == null
      ? []
      : [mail.auth.pass, encodeURIComponent(mail.auth.pass), toBase64(mail.auth.pass), toBase64(`\0${mail.auth.user}\0${mail.auth.pass}`)]),
    // The addresses of ntfy, Slack and Discord are secrets themselves.
    ...(webhook === null
      ? []
      : [webhook.url.href, webhook.url.pathname + webhook.url.search, webhook.url.password, ...longParts(webhook.url)]),
    ...(webhook?.secret == null ? [] : [Buffer.from(webhook.secret).toString("base64"), Buffer.from(webhook.secret).toString()]),
    ...(telegram === null ? [] : [telegram.token]),
  ];
  return secrets.filter((secret) => secret.length > 1).sort((a, b) => b.length - a.length);
}

function toBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** Parts of an address long enough to be secrets: services name one of them alone where they refuse. */
function longParts({ pathname, search }: URL): string[] {
  return (pathname + search).split(/[/?&=]/).filter((part) => part.length >= SECRET_PART_MIN);
}

function withSecretFiles(env: Env): Env {
  const read = SECRET_SETTINGS.map((name) => {
    const path = given(env, `${name}_FILE`);
    if (path === null) return {};
    if (given(env, name) !== null) throw new ConfigError(`${name} and ${name}_FILE are both set`, "unset one of them");
    const text = readPrivateFile(path);
    if (text === null) throw new ConfigError(`${name}_FILE: there is no ${path}`, "write the secret into it, and chmod 600 it");
    return { [name]: text.trim() };
  });
  return Object.assign({ ...env }, ...read) as Env;
}

function given(env: Env, name: string): string | null {
  const text = env[name]?.trim();
  return text === undefined || text === "" ? null : text;
}

function readMail(env: Env, problems: string[]): MailConfig | null {
  const smtp = given(env, "OCTAVO_MAIL_SMTP");
  const to = given(env, "OCTAVO_MAIL_TO");
  if (smtp === null) {
    if (to !== null)
      problems.push("OCTAVO_MAIL_TO is set, OCTAVO_MAIL_SMTP is not: want the server that sends it, smtps://user:password@mail.example");
    return null;
  }
  const url = URL.parse(smtp);
  const scheme = url?.protocol === "smtps:" ? "smtps" : "smtp";
  const isUsable = url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "" && url.search === "" && /^\/?$/.test(url.pathname);
  if (!isUsable)
    problems.push(
      "OCTAVO_MAIL_SMTP is no address of a mail server: want smtps://user:password@mail.example (port 465) or smtp://… (587, STARTTLS)",
    );
  const recipient = toAddress("OCTAVO_MAIL_TO", to, problems);
  const sender = toAddress("OCTAVO_MAIL_FROM", given(env, "OCTAVO_MAIL_FROM") ?? to, problems);
  if (!isUsable || recipient === null || sender === null) return null;
  const { hostname, port } = url;
  const [user, pass] = [decodePercent(url.username), decodePercent(url.password)];
  if (user === null || pass === null) {
    problems.push("OCTAVO_MAIL_SMTP: a % in the name or the password is written %25");
    return null;
  }
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? PORTS[scheme] : Number(port),
    secure: scheme === "smtps",
    auth: user === "" ? null : { user, pass },
    to: recipient,
    from: sender,
  };
}

/** `ines@ines.example` or `Ines <ines@ines.example>`. */
const ADDRESS = /^(?:([^<>@",;:\\\p{Cc}]*)<)?([^\s<>@,;:"\\]+@[^\s<>@,;:"\\]+?)>?$/u;

function toAddress(name: string, text: string | null, problems: string[]): MailAddress | null {
  const [, label = "", address] = ADDRESS.exec(text ?? "") ?? [];
  if (address !== undefined && (text?.includes("<") ?? false) === (text?.endsWith(">") ?? false)) return { name: label.trim(), address };
  problems.push(
    text === null
      ? `${name} is not set: want the address that mails go to`
      : `${name} is no e-mail address: want ines@ines.example or Ines <ines@ines.example>`,
  );
  return null;
}

function readWebhook(env: Env, problems: string[]): WebhookConfig | null {
  const text = given(env, "OCTAVO_WEBHOOK_URL");
  if (text === null) return null;
  const url = URL.parse(text);
  const before = problems.length;
  if (url === null || !isPrivateEnough(url))
    problems.push("OCTAVO_WEBHOOK_URL cannot be used: want https://… (http:// on this machine alone)");
  const name = given(env, "OCTAVO_WEBHOOK_FORMAT") ?? "json";
  const format = WEBHOOK_FORMATS.find((candidate) => candidate === name);
  if (format === undefined) problems.push(`OCTAVO_WEBHOOK_FORMAT is ${JSON.stringify(name)}: want ${WEBHOOK_FORMATS.join(", ")}`);
  const secret = readSecret(given(env, "OCTAVO_WEBHOOK_SECRET"));
  if (format === "json" && (secret === null || secret.length < SECRET_BYTES_MIN))
    problems.push(
      `OCTAVO_WEBHOOK_SECRET signs what is sent, and needs at least ${SECRET_BYTES_MIN} bytes: make one with \`openssl rand -base64 32\``,
    );
  return problems.length > before || url === null || format === undefined ? null : { url, format, secret };
}

/** `whsec_…` as Standard Webhooks writes it, else base64 of at least as many bytes, else the text itself. */
function readSecret(text: string | null): Uint8Array | null {
  if (text === null) return null;
  const base64 = text.replace(/^whsec_/, "");
  const bytes = Buffer.from(base64, "base64");
  return bytes.toString("base64").replace(/=+$/, "") === base64.replace(/=+$/, "") ? bytes : Buffer.from(text);
}

function readTelegram(env: Env, problems: string[]): TelegramConfig | null {
  const token = given(env, "OCTAVO_TELEGRAM_TOKEN");
  const chat = given(env, "OCTAVO_TELEGRAM_CHAT");
  if (token === null && chat === null) return null;
  const before = problems.length;
  if (token === null || !/^\d+:[A-Za-z0-9_-]{20,}$/.test(token))
    problems.push("OCTAVO_TELEGRAM_TOKEN is no bot's token: want the one that @BotFather gave you");
  if (chat === null || !/^(?:-?\d{1,19}|@[A-Za-z]\w{3,31})$/.test(chat))
    problems.push("OCTAVO_TELEGRAM_CHAT is no chat: want a number, or @name of a channel");
  const api = URL.parse(given(env, "OCTAVO_TELEGRAM_API") ?? TELEGRAM_API);
  if (api === null || !isPrivateEnough(api))
    problems.push("OCTAVO_TELEGRAM_API cannot be used: want https://… (http:// on this machine alone)");
  if (problems.length > before || token === null || chat === null || api === null) return null;
  return { token, chat, apiUrl: api.href.replace(/\/+$/, "") };
}

function readReport(env: Env, problems: string[]): boolean {
  const text = given(env, "OCTAVO_REPORT");
  if (text !== null && text !== "weekly") problems.push(`OCTAVO_REPORT is ${JSON.stringify(text)}: want weekly, or nothing`);
  return text === "weekly";
}

function isPrivateEnough({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}
