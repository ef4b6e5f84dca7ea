import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";

export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  /** Unfolded, by name in lower case. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly text: string;
  /** "" if there is no such part. */
  readonly html: string;
}

export interface MailServer {
  readonly port: number;
  readonly mails: Mail[];
  /** Its answer to an email; null if it accepts it. */
  refusal: string | null;
  /** Whether it receives emails and never answers. */
  hangs: boolean;
  /** Emails that it never answered. */
  readonly unanswered: Mail[];
}

/** A real SMTP server on loopback. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const state: { -readonly [K in keyof MailServer]: MailServer[K] } = { port: 0, mails: [], refusal: null, hangs: false, unanswered: [] };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        if (state.refusal !== null) return done(new Error(state.refusal));
        const { mailFrom, rcptTo } = session.envelope;
        const mail = await toMail(
          Buffer.concat(chunks).toString(),
          mailFrom === false ? "" : mailFrom.address,
          rcptTo.map(({ address }) => address),
        );
        if (state.hangs) return void state.unanswered.push(mail);
        state.mails.push(mail);
        done();
      });
    },
    ...options,
  });
  // Some tests disconnect during an email. The system decides when this server notices, and with
  // which error.
  server.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "ECONNRESET" && error.code !== "EPIPE") throw error;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  state.port = (server.server.address() as AddressInfo).port;
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return state;
}

/** Parsed by a different MIME implementation than the one that wrote it. */
async function toMail(raw: string, from: string, to: readonly string[]): Promise<Mail> {
  const headers = new Map<string, string[]>();
  const { text = "", html = "" } = await PostalMime.parse(raw);
  const lines = raw
    .slice(0, raw.indexOf("\r\n\r\n"))
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  return { from, to, headers, text: text.replaceAll("\r\n", "\n"), html };
}

/** Text that would mention, link or format in a chat service. */
export const HOSTILE = "<!channel> @everyone <@123> **bold** [click](https://evil.example) <https://evil.example|x> `code` &amp;";

export interface Post {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface HttpReceiver {
  readonly url: string;
  readonly posts: Post[];
}

/** A real HTTP server on loopback. */
export async function startReceiver(
  answer: (response: ServerResponse, post: Post) => void = (response) => response.end("{}"),
): Promise<HttpReceiver> {
  const posts: Post[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const post = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body };
      posts.push(post);
      answer(response, post);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, posts };
}
