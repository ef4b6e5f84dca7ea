import { putBelow } from "../../../contract/text/base-path.ts";
import { toMinuteIn } from "../../days.ts";
import { causeFields, type Log } from "../../log.ts";
import { type MessagePart, type MessageTexts, paragraph, toMessageTexts } from "../../notices/message-parts.ts";
import { secretsOf } from "../../notices/notice-config.ts";
import { redact } from "../../notices/notice-retry.ts";
import { type NoticeSender, type OwnerMessage, toOneLine } from "../../notices/owner-message.ts";
import { MAIL_CHANNEL } from "../../store/notice-types.ts";
import { toPublicId } from "../../store/sqlite/ids.ts";
import type { DeskAddress } from "./desk-address.ts";

/** How long a stopping server waits for messages being sent, in ms. */
const STOP_MS = 1_000;

export interface SignInMailOptions {
  readonly senders: readonly NoticeSender[];
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
  readonly log: Log;
}

export interface MailedSite {
  readonly name: string;
  readonly url: string;
  readonly timeZone: string;
}

export interface MailedLink {
  readonly token: string;
  /** The path to open afterwards, relative to the desk, sealed; "" for the desk's home. */
  readonly next: string;
}

/** A link that was opened. */
export interface OpenedLink extends MailedLink {
  /** Whether it needs the code that was printed with it. */
  readonly asksCode: boolean;
}

/** Messages to the owner about signing in. They are sent immediately, and failures are logged. */
export interface SignInMails {
  readonly canMail: boolean;
  /** Sends the link only to the first email recipient. */
  sendLink(link: MailedLink, address: DeskAddress, site: MailedSite): void;
  /** Sent through every channel. `browser` is a name such as `Firefox on Linux`. */
  tellSignIn(browser: string, address: DeskAddress, site: MailedSite): void;
  /**
   * Resolves when every message has been sent or has failed. After a second, it gives up on the
   * rest.
   */
  settle(): Promise<void>;
}

export function createSignInMails({ senders, clock, random, log }: SignInMailOptions): SignInMails {
  const secrets = secretsOf({ senders });
  const stopping = new AbortController();
  const sending = new Set<Promise<void>>();
  const send = (sender: NoticeSender, message: OwnerMessage, hidden: readonly string[]): void => {
    const sent = sender.send(message, { signal: stopping.signal, now: clock() }).catch((error: unknown) => {
      const detail = redact(error, [...hidden, ...secrets]);
      log.warn(`a message about signing in to the desk could not be sent`, { ...causeFields(error), channel: sender.channel, detail });
    });
    const done = sent.finally(() => sending.delete(done));
    sending.add(done);
  };
  const envelope = (site: MailedSite) => ({ id: toPublicId(random), createdAt: clock(), site, link: null, replyTo: null });
  const mail = senders.find(({ channel }) => channel === MAIL_CHANNEL);

  return {
    canMail: mail !== undefined,
    sendLink: ({ token, next }, { url: desk }, site) => {
      if (mail === undefined) return;
      const query = next === "" ? "" : `?${new URLSearchParams({ next })}`;
      send(mail, { ...envelope(site), ...composeLink(putBelow(desk, `/sign-in/${token}${query}`), site) }, [token]);
    },
    tellSignIn: (browser, { url: desk }, site) => {
      const composed = composeSignIn(browser, { at: clock(), access: putBelow(desk, "/access") }, site);
      for (const sender of senders) send(sender, { ...envelope(site), ...composed }, []);
    },
    settle: async () => {
      const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener("abort", () => setImmediate(resolve)));
      const timer = setTimeout(() => stopping.abort(), STOP_MS);
      await Promise.race([Promise.all(sending), stopped]);
      clearTimeout(timer);
    },
  };
}

type ComposedMessage = Pick<OwnerMessage, "kind" | "title" | keyof MessageTexts | "data">;

function composeLink(url: string, site: MailedSite): ComposedMessage {
  const lead = "To sign in to the desk, open this in the browser that asked for it, within ten minutes:";
  const closing = paragraph("If you did not ask for it, do nothing: without that browser the link is worthless.");
  const parts: MessagePart[] = [{ kind: "link", lead, button: { label: "Sign in", url } }, closing];
  const texts = toMessageTexts(parts, [paragraph(lead, "(only in the email)"), closing]);
  return { kind: "link", title: toOneLine(`Sign in to the desk of ${site.name}`), ...texts, data: {} };
}

function composeSignIn(
  browser: string,
  { at, access }: { readonly at: number; readonly access: string },
  { name, timeZone }: MailedSite,
): ComposedMessage {
  const lead = "If that was not you, end its session here, or with octavo desk revoke all:";
  const parts: MessagePart[] = [
    paragraph(`${browser}, at ${toMinuteIn(at, timeZone)} ${timeZone}.`),
    { kind: "link", lead, button: { label: "Signed-in browsers", url: access } },
  ];
  const title = toOneLine(`A new browser signed in to the desk of ${name}`);
  return { kind: "sign-in", title, ...toMessageTexts(parts), data: { browser, at: new Date(at).toISOString() } };
}
