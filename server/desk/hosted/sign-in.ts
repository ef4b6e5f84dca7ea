import type { ClientKeys } from "../../http/address/ip.ts";
import { readForm } from "../../http/body.ts";
import { Failure } from "../../http/http-failure.ts";
import type { Log } from "../../log.ts";
import { hashSecret } from "../../owner/keys/key-text.ts";
import type { Owner } from "../../owner/owner-operation.ts";
import { showSite } from "../../owner/show-site.ts";
import type { ApiKeys } from "../../route-context.ts";
import { type AccessStore, type AttemptKind, type AttemptLimits, SIGN_IN_LINK_MS } from "../../store/access-types.ts";
import { renderBarePage, renderDeskMessage } from "../desk-html.ts";
import type { DeskAddress } from "./desk-address.ts";
import { browserCookie, type DeskSessions, readBrowsers, type SignInProof } from "./desk-sessions.ts";
import { isFromDesk } from "./fetch-context.ts";
import type { Passkeys } from "./passkeys.ts";
import type { MailedLink, MailedSite, SignInMails } from "./sign-in-mails.ts";
import { renderLinkPage, renderSignIn, type SignInPage } from "./sign-in-pages.ts";

const MINUTE_MS = 60_000;
/**
 * Limits wrong answers and mails. A correct answer is never refused: behind an untrusted proxy all
 * clients share an address, and a stranger could lock the owner out.
 */
const LIMITS: Readonly<Record<AttemptKind, AttemptLimits>> = {
  "sign-in": { client: 10, all: 300, windowMs: 10 * MINUTE_MS },
  mail: { client: 3, all: 10, windowMs: 60 * MINUTE_MS },
};
/**
 * A browser that has signed in before has its own limit of mails, because four addresses suffice to
 * use up the limit for strangers.
 */
const KNOWN_BROWSER_MAILS: AttemptLimits = { ...LIMITS.mail, all: null };
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
/** Enough for a passkey's percent-encoded answer. */
const FORM_MAX_BYTES = 32 * 1024;
const USE = { purpose: "sign-in", session: "" } as const;

export interface SignInOptions {
  readonly access: AccessStore;
  readonly keys: Pick<ApiKeys, "hash">;
  readonly sessions: DeskSessions;
  readonly passkeys: Passkeys;
  readonly mails: SignInMails;
  readonly owner: Owner;
  /** The address that commands need with --site; null if they run on the server's machine. */
  readonly findCommandSite: () => Promise<string | null>;
  readonly clock: () => number;
  readonly script: string;
  readonly log: Log;
}

export interface SignInVisitor {
  readonly client: ClientKeys;
  readonly isSignedIn: boolean;
}

export type SignIn = (request: Request, address: DeskAddress, visitor: SignInVisitor) => Promise<Response>;

/** Answers browsers that are not signed in, and everything below `/sign-in`. */
export function createSignIn(options: SignInOptions): SignIn {
  return async (request, address, visitor) => {
    const { pathname, search, searchParams } = new URL(request.url);
    const visit = new SignInVisit(options, request, address, visitor);
    if (request.method === "GET") {
      const token = pathname.startsWith("/sign-in/") ? pathname.slice("/sign-in/".length) : null;
      if (token !== null && TOKEN.test(token)) return visit.showLink({ token, next: toNext(searchParams.get("next")) });
      const isSignIn = pathname === "/sign-in" || token !== null;
      if (isSignIn && visitor.isSignedIn) return visit.leadOn("/");
      return visit.show({ next: isSignIn ? "/" : pathname + search, problem: null });
    }
    if (request.method !== "POST") return renderDeskMessage(405, "Pages can be read, and their forms sent", "", { Allow: "GET, POST" });
    if (!isFromDesk(request.headers, address)) return renderDeskMessage(403, "This was not sent from the desk", "Nothing was changed.");
    const form = await readForm(request, { maxBytes: FORM_MAX_BYTES }).catch((error: unknown) => {
      if (error instanceof Failure) return null;
      throw error;
    });
    if (form === null) return renderDeskMessage(400, "This form cannot be read", '<a href="/">To the desk</a>');
    if (pathname === "/sign-in") return visit.byPasskey(form);
    if (pathname === "/sign-in/link") return visit.byLink({ token: form.get("token") ?? "", next: toNext(form.get("next")) });
    if (pathname === "/sign-in/mail") return visit.mailLink(toNext(form.get("next")));
    return renderDeskMessage(403, "You are signed out", 'Nothing was changed. <a href="/">Sign in</a>, then do it again.');
  };
}

/** One request of a browser that is not signed in. */
class SignInVisit {
  readonly #options: SignInOptions;
  readonly #request: Request;
  readonly #address: DeskAddress;
  readonly #client: ClientKeys;

  constructor(options: SignInOptions, request: Request, address: DeskAddress, { client }: SignInVisitor) {
    this.#options = options;
    this.#request = request;
    this.#address = address;
    this.#client = client;
  }

  async show({
    next,
    problem,
    status = problem === null ? 200 : 403,
  }: Pick<SignInPage, "next" | "problem"> & { status?: number }): Promise<Response> {
    const { access, passkeys, mails, findCommandSite, script } = this.#options;
    const hasPasskeys = (await access.listPasskeys()).length > 0;
    const { name: siteName } = await this.#site();
    const passkey = hasPasskeys ? passkeys.toRequest(this.#address, USE, []) : null;
    const { canMail } = mails;
    const headers = this.#withBrowser();
    return renderSignIn({ siteName, passkey, canMail, commandSite: await findCommandSite(), next, problem, script, status, headers });
  }

  async showLink(link: MailedLink): Promise<Response> {
    return renderLinkPage(link, (await this.#site()).name, this.#withBrowser());
  }

  leadOn(next: string, cookies: readonly string[] = []): Response {
    const answer = renderBarePage({ status: 200, title: "The desk is open", body: '<p><a href="/">Go on</a></p>', goTo: next });
    for (const cookie of cookies) answer.headers.append("Set-Cookie", cookie);
    return answer;
  }

  async byPasskey(form: URLSearchParams): Promise<Response> {
    const next = toNext(form.get("next"));
    const browsers = readBrowsers(this.#request);
    if (browsers.length === 0) return this.#needsCookies(next);
    const found = await this.#options.passkeys.verify(form.get("proof") ?? "", this.#address, USE);
    const signedIn = found === null ? null : await this.#start(browsers, { way: "passkey" }, next);
    return signedIn ?? this.#refuse(next, "The passkey’s answer cannot be used, or came after five minutes. Try again.");
  }

  async byLink({ token, next }: MailedLink): Promise<Response> {
    const browsers = readBrowsers(this.#request);
    if (browsers.length === 0) return this.#needsCookies(next);
    const hasPasskeys = (await this.#options.access.listPasskeys()).length > 0;
    const goTo = hasPasskeys || next !== "/" ? next : "/access";
    const signedIn = TOKEN.test(token) ? await this.#start(browsers, { way: "link", token }, goTo) : null;
    const problem = "This link was used, is older than ten minutes, or was asked for in another browser. Ask for another one here.";
    return signedIn ?? this.#refuse(next, problem);
  }

  async mailLink(next: string): Promise<Response> {
    const { access, mails, sessions, keys, clock } = this.#options;
    const browsers = readBrowsers(this.#request);
    if (browsers.length === 0) return this.#needsCookies(next);
    if (!mails.canMail) return this.show({ next, problem: "No mail is set up: octavo desk invite prints a link." });
    const issued = await sessions.findKnown(browsers);
    const wait =
      issued !== null
        ? await access.addAttempt("mail", keys.hash("desk-attempt", "browser", issued), KNOWN_BROWSER_MAILS)
        : await access.addAttempt("mail", this.#clientHash(), LIMITS.mail);
    if (wait !== null) return this.#tooMany(next, wait);
    const [token, browser] = [sessions.newSecret(), issued ?? sessions.newSecret()];
    await access.addLink({ hash: hashSecret(token), kind: "mail", browser: hashSecret(browser), expiresAt: clock() + SIGN_IN_LINK_MS });
    mails.sendLink({ token, next }, this.#address, await this.#site());
    const body = "<p>Open it in this browser within ten minutes: the newest, if you asked more than once. You can close this page.</p>";
    return renderBarePage({ status: 200, title: "A link is on its way", body, headers: { "Set-Cookie": browserCookie(browser) } });
  }

  /** null: the link cannot be used. */
  async #start(browsers: readonly string[], proof: SignInProof, next: string): Promise<Response | null> {
    const { sessions, mails, log } = this.#options;
    const started = await sessions.start(this.#request, browsers, proof);
    if (started === null) return null;
    const { cookies, isKnownBrowser, name } = started;
    log.info("the owner signed in to the desk", { way: proof.way, isKnownBrowser });
    if (!isKnownBrowser) mails.tellSignIn(name, this.#address, await this.#site());
    return this.leadOn(next, cookies);
  }

  async #refuse(next: string, problem: string): Promise<Response> {
    const wait = await this.#options.access.addAttempt("sign-in", this.#clientHash(), LIMITS["sign-in"]);
    if (wait === null) this.#options.log.warn("a sign-in to the desk was refused");
    return wait === null ? this.show({ next, problem }) : this.#tooMany(next, wait);
  }

  async #tooMany(next: string, waitMs: number): Promise<Response> {
    const minutes = Math.ceil(waitMs / MINUTE_MS);
    return this.show({
      next,
      status: 429,
      problem: `Too many attempts. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    });
  }

  #needsCookies(next: string): Promise<Response> {
    return this.show({ next, problem: "The browser sent no cookie. Try again; if that does not help, allow cookies for this address." });
  }

  #clientHash(): Uint8Array {
    return this.#options.keys.hash("desk-attempt", this.#client.narrow);
  }

  #withBrowser(): Record<string, string> {
    return readBrowsers(this.#request).length === 0 ? { "Set-Cookie": browserCookie(this.#options.sessions.newSecret()) } : {};
  }

  async #site(): Promise<MailedSite> {
    const { site, timeZone } = await this.#options.owner(showSite, {});
    return { name: site?.name ?? this.#address.rpId, url: site?.url ?? this.#address.origin, timeZone };
  }
}

const NEXT = /^(?!\/|sign-in(?:[/?]|$))[\w/?=&%.~-]{0,500}$/;
/** `.` and `..` as path segments, which would lead out of the desk. */
const DOT_SEGMENT = /(?:^|\/)(?:\.|%2e){1,2}(?:[/?]|$)/i;

/**
 * A path below the desk, so that a sign-in cannot redirect elsewhere. @param text without the first
 * slash
 */
function toNext(text: string | null): string {
  return text !== null && NEXT.test(text) && !DOT_SEGMENT.test(text) ? `/${text}` : "/";
}
