import { type Env, secretsOf } from "../../../../server/notices/notice-config.ts";
import type { NoticeSender } from "../../../../server/notices/owner-message.ts";
import { readNoticeConfig } from "../../../../server/notices/read-notice-config.ts";
import { type Post, startMailServer, startReceiver } from "../receivers.ts";

/** A channel with one of its services, or one of its formats. */
export interface ChannelRow {
  readonly title: string;
  /** The channel's name. */
  readonly channel: string;
  /** @param url of the service on this machine */
  readonly env: (url: string) => Env;
  /** Whether only the owner reads it, so that it may contain links that permit decisions. */
  readonly isPrivate: boolean;
  /** `smtp`: it receives emails by SMTP. Default: it gets HTTP requests. */
  readonly protocol?: "smtp";
  /** The service's limit for a message; null if it has none. */
  readonly limit: { readonly max: number; readonly measure: (body: string) => number } | null;
  /** Markup of the service, which no message may contain; null if it shows plain text. */
  readonly markup: { readonly read: (body: string) => string; readonly pattern: RegExp } | null;
}

const MAIL = { OCTAVO_MAIL_TO: "Ines <ines@ines.example>", OCTAVO_MAIL_FROM: "Octavo <octavo@ines.example>" };
const WEBHOOK_PATH = "/services/T0123456789abcdef/B0123456789abcdef";
const SIGNING_KEY = "c2lnbmluZyBrZXkgb2YgdGhlIHdlYmhvb2s=";

/** Tags that could load or run something, or lead elsewhere than to the site. */
const FOREIGN_TAGS = /<(?:script|img|iframe|svg|form)|href="(?!https:\/\/ines\.example)/i;
const bytes = (text: string): number => Buffer.byteLength(text);
const characters = (text: string): number => [...text].length;
// biome-ignore lint/suspicious/noExplicitAny: each service has its own form
const parse = (body: string): any => JSON.parse(body);

function webhook(format: string, more: Env = {}): ChannelRow["env"] {
  return (url) => ({ OCTAVO_WEBHOOK_URL: `${url}${WEBHOOK_PATH}`, OCTAVO_WEBHOOK_FORMAT: format, ...more });
}

/** Every channel. Mail and the webhook have a row for each service and format. */
export const CHANNEL_ROWS: readonly ChannelRow[] = [
  {
    title: "mail by SMTP",
    channel: "mail",
    protocol: "smtp",
    env: (url) => ({ ...MAIL, OCTAVO_MAIL_SMTP: url.replace("//", "//ines:correct-horse-battery@") }),
    isPrivate: true,
    limit: null,
    markup: { read: (body) => parse(body).html, pattern: FOREIGN_TAGS },
  },
  {
    title: "mail by Resend",
    channel: "mail",
    env: (url) => ({ ...MAIL, OCTAVO_MAIL_API: url, OCTAVO_MAIL_RESEND: "re_secret_of_resend" }),
    isPrivate: true,
    limit: null,
    markup: { read: (body) => parse(body).html, pattern: FOREIGN_TAGS },
  },
  {
    title: "mail by Postmark",
    channel: "mail",
    env: (url) => ({ ...MAIL, OCTAVO_MAIL_API: url, OCTAVO_MAIL_POSTMARK: "s3cr3t-of-the-server" }),
    isPrivate: true,
    limit: null,
    markup: { read: (body) => parse(body).HtmlBody, pattern: FOREIGN_TAGS },
  },
  {
    title: "mail by Amazon SES",
    channel: "mail",
    env: (url) => ({
      ...MAIL,
      OCTAVO_MAIL_API: url,
      OCTAVO_MAIL_SES: "eu-central-1",
      OCTAVO_MAIL_SES_KEY: "AKIAEXAMPLEEXAMPLE12",
      OCTAVO_MAIL_SES_SECRET: "s3cr3t-of+the/service==",
    }),
    isPrivate: true,
    limit: null,
    markup: { read: (body) => parse(body).Content.Simple.Body.Html.Data, pattern: FOREIGN_TAGS },
  },
  {
    title: "webhook, json",
    channel: "webhook",
    env: webhook("json", { OCTAVO_WEBHOOK_SECRET: SIGNING_KEY, OCTAVO_WEBHOOK_TOKEN: "tk_of_the_webhook" }),
    isPrivate: false,
    limit: null,
    markup: null,
  },
  {
    // Its buttons permit decisions, so docs/notices.md says to protect the topic.
    title: "webhook, ntfy",
    channel: "webhook",
    env: webhook("ntfy", { OCTAVO_WEBHOOK_TOKEN: "tk_of_the_webhook" }),
    isPrivate: true,
    limit: { max: 4_096, measure: (body) => bytes(parse(body).message) },
    markup: null,
  },
  {
    title: "webhook, slack",
    channel: "webhook",
    env: webhook("slack"),
    isPrivate: false,
    limit: { max: 3_000, measure: (body) => characters(parse(body).blocks[0].text.text) },
    markup: { read: (body) => parse(body).text, pattern: /[<>]/ },
  },
  {
    title: "webhook, discord",
    channel: "webhook",
    env: webhook("discord"),
    isPrivate: false,
    limit: { max: 2_000, measure: (body) => characters(parse(body).content) },
    markup: { read: (body) => parse(body).content, pattern: /(?<!\\)[@*_~`<>[\]|]/ },
  },
  {
    title: "Telegram",
    channel: "telegram",
    env: (url) => ({ OCTAVO_TELEGRAM_TOKEN: "123456:abcdefghijklmnopqrstuvwx", OCTAVO_TELEGRAM_CHAT: "-100123", OCTAVO_TELEGRAM_API: url }),
    isPrivate: true,
    limit: { max: 4_096, measure: (body) => parse(body).text.length },
    markup: null,
  },
  {
    title: "Matrix",
    channel: "matrix",
    env: (url) => ({
      OCTAVO_MATRIX_URL: url,
      OCTAVO_MATRIX_TOKEN: "syt_b2N0YXZv_secret",
      OCTAVO_MATRIX_ROOM: "!room/1:matrix.example",
    }),
    isPrivate: false,
    limit: { max: 65_000, measure: bytes },
    markup: null,
  },
  {
    title: "Gotify",
    channel: "gotify",
    env: (url) => ({ OCTAVO_GOTIFY_URL: url, OCTAVO_GOTIFY_TOKEN: "AbCdEf.1234567" }),
    isPrivate: true,
    limit: { max: 65_535, measure: (body) => bytes(parse(body).message) },
    markup: null,
  },
];

/** A message as its service received it. */
export interface Received {
  /** Method and path of a request, or sender and recipients of an email. */
  readonly target: string;
  /** Names of the headers, sorted. */
  readonly headers: readonly string[];
  /** JSON; for an email, its parts; for a form, its fields. */
  readonly body: string;
}

export interface StartedRow {
  readonly env: Env;
  readonly sender: NoticeSender;
  readonly secrets: readonly string[];
  readonly received: () => readonly Received[];
}

export interface Behaviour {
  /**
   * The text of a refusal; `$authorization` is the request's header. Default: it accepts messages.
   */
  readonly refusal?: string;
  /** Whether it never answers. */
  readonly isSilent?: boolean;
  /** Status and headers of its HTTP answers. */
  readonly answer?: readonly [number, Readonly<Record<string, string>>];
}

/** Starts the service of a row, and configures the channel for it. */
export async function startRow(row: ChannelRow, behaviour: Behaviour = {}): Promise<StartedRow> {
  const { url, received } = await (row.protocol === "smtp" ? startMails(behaviour) : startRequests(behaviour));
  const env = row.env(url);
  const config = readNoticeConfig(env);
  const [sender] = config.senders;
  if (sender === undefined) throw new Error(`${row.title} is not configured: is the channel in notice-channels.ts?`);
  return { env, sender, secrets: secretsOf(config), received };
}

interface Service {
  readonly url: string;
  readonly received: () => readonly Received[];
}

async function startMails({ refusal, isSilent = false }: Behaviour): Promise<Service> {
  const server = await startMailServer({ authOptional: false, onAuth: ({ username: user }, _session, done) => done(null, { user }) });
  server.refusal = refusal ?? null;
  server.hangs = isSilent;
  const received = () =>
    server.mails.map(({ from, to, headers, text, html }) => ({
      target: `${from} → ${to}`,
      headers: [...headers.keys()].sort(),
      body: JSON.stringify({ subject: headers.get("subject"), to: headers.get("to"), from: headers.get("from"), text, html }),
    }));
  return { url: `smtp://127.0.0.1:${server.port}`, received };
}

function fieldsOf(form: string): string {
  return JSON.stringify(Object.fromEntries(new URLSearchParams(form)));
}

async function startRequests({ refusal, isSilent = false, answer = [200, {}] }: Behaviour): Promise<Service> {
  const { url, posts } = await startReceiver((response) => {
    if (isSilent) return;
    if (refusal === undefined) response.writeHead(...answer).end("{}");
    else response.writeHead(400).end(refusal.replace("$authorization", response.req.headers.authorization ?? "none"));
  });
  const toReceived = ({ method, path, headers, body }: Post): Received => ({
    target: `${method} ${path}`,
    headers: Object.keys(headers).sort(),
    body: headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ? fieldsOf(body) : body,
  });
  return { url, received: () => posts.map(toReceived) };
}
