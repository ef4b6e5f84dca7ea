import { SEEN, WAIT_FIELD } from "../../../browser/desk/wait-field.ts";
import type { ClientKeys } from "../../http/address/ip.ts";
import { readForm } from "../../http/body.ts";
import type { Log } from "../../log.ts";
import { ASKS_CODE, hashLink } from "../../owner/access/link-hash.ts";
import { hashSecret } from "../../owner/keys/key-text.ts";
import type { Owner } from "../../owner/owner-operation.ts";
import { showSite } from "../../owner/show-site.ts";
import type { ApiKeys } from "../../route-context.ts";
import { type AccessStore, type AttemptKind, type AttemptLimits, SIGN_IN_LINK_MS } from "../../store/access-types.ts";
import { renderBarePage, renderDeskMessage } from "../desk-html.ts";
import type { DeskAddress } from "./desk-address.ts";
import { clearSite, type DeskAnswer } from "./desk-answer.ts";
import { type DeskSessions, readBrowsers, type SignInProof } from "./desk-sessions.ts";
import { isFromDesk, isFromOrigin } from "./fetch-context.ts";
import type { Passkeys } from "./passkeys.ts";
import type { Seals } from "./seals.ts";
import type { MailedLink, MailedSite, OpenedLink, SignInMails } from "./sign-in-mails.ts";
import { renderLinkPage, renderSignedOut, renderSignIn, type SignInPage } from "./sign-in-pages.ts";

const MINUTE_MS = 60_000;
/**
 * Limits wrong answers and emails. A correct answer is never refused: behind an untrusted proxy all
 * clients share an address, and a stranger could otherwise lock out the owner.
 */
const LIMITS: Readonly<Record<AttemptKind, AttemptLimits>> = {
  "sign-in": { client: 10, all: 300, windowMs: 10 * MINUTE_MS },
  mail: { client: 3, all: 10, windowMs: 60 * MINUTE_MS },
};
/**
 * A browser that has signed in before has a separate limit for emails, because four addresses
 * suffice to use up the limit for strangers.
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
  readonly seals: Seals;
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

export type SignIn = (request: Request, address: DeskAddress, visitor: SignInVisitor) => Promise<DeskAnswer>;

/** Answers browsers that are not signed in, and everything under `/sign-in`. */
export function createSignIn(options: SignInOptions): SignIn {
  const answer: SignIn = async (request, address, visitor) => {
    const { pathname, search, searchParams } = new URL(request.url);
    const visit = new SignInVisit(options, request, address, visitor);
    if (request.method === "GET") {
      const token = pathname.startsWith("/sign-in/") ? pathname.slice("/sign-in/".length) : null;
      const next = searchParams.get("next") ?? "";
      if (token !== null && TOKEN.test(token)) return visit.showLink({ token, next, asksCode: search === `?${ASKS_CODE}` });
      if (pathname !== "/sign-in" && token === null) return visit.askToSignIn();
      // With a shared origin, any site could open this page and see which of the two answers it
      // gets. The desk's page waits, because another click may follow.
      const hasOpened = visitor.isSignedIn && !address.isShared;
      return hasOpened ? visit.leadOn(`/?${WAIT_FIELD}=${SEEN}`) : visit.show({ next, problem: null });
    }
    if (request.method !== "POST") return renderDeskMessage(405, "This request method is not supported", "", { Allow: "GET, POST" });
    // A link's page is sandboxed, and its form has the link's token.
    const isOwn = pathname === "/sign-in/link" ? isFromDesk : isFromOrigin;
    if (!isOwn(request.headers, address)) return renderDeskMessage(403, "This was not sent from the desk", "Nothing was changed.");
    const form = await readForm(request, { maxBytes: FORM_MAX_BYTES });
    const next = form.get("next") ?? "";
    if (pathname === "/sign-in") return visit.byPasskey(form.get("proof") ?? "", next);
    if (pathname === "/sign-in/link") return visit.byLink({ token: form.get("token") ?? "", next }, form.get("code") ?? "");
    if (pathname === "/sign-in/mail") return visit.mailLink(next);
    return renderDeskMessage(403, "You are signed out", 'Nothing was changed. <a href="/">Sign in</a>, then try again.');
  };
  return async (request, address, visitor) => {
    const answered = await answer(request, address, visitor);
    // Other sites can open the page as well, but must not be able to clear anything.
    const isOpenedByPerson = request.method === "GET" && request.headers.get("Sec-Fetch-Site") === "none";
    return address.isShared && !visitor.isSignedIn && isOpenedByPerson ? clearSite(answered) : answered;
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

  /**
   * Shows the sign-in page instead of the requested page. With a shared origin, it shows a
   * sandboxed page with a button that opens it, because the requested address may be private, and
   * another site that opened the page must not see whether the browser is signed in.
   */
  async askToSignIn(): Promise<DeskAnswer> {
    const { pathname, search } = new URL(this.#request.url);
    // A path that begins with two slashes would lead to another host.
    const asked = pathname.replace(/^\/+/, "/") + search;
    const next = asked === "/" ? "" : await this.#options.seals.seal("next", asked);
    return this.#address.isShared ? renderSignedOut((await this.#site()).name, next) : this.show({ next, problem: null });
  }

  async show({
    next,
    problem,
    status = problem === null ? 200 : 403,
  }: Pick<SignInPage, "next" | "problem"> & { status?: number }): Promise<DeskAnswer> {
    const { access, passkeys, mails, findCommandSite, script } = this.#options;
    const hasPasskeys = (await access.listPasskeys()).length > 0;
    const takesPasskey = await this.#takesPasskey();
    const passkey = hasPasskeys && takesPasskey ? passkeys.toRequest(this.#address, USE, []) : null;
    const page = { passkey, needsLink: hasPasskeys && !takesPasskey, canMail: mails.canMail, next, problem, script, status };
    const { name: siteName } = await this.#site();
    return { passkeyPage: renderSignIn({ ...page, siteName, commandSite: await findCommandSite(), headers: this.#withBrowser() }) };
  }

  /** A link without a code works only in the browser that opened it first. */
  async showLink(link: OpenedLink): Promise<Response> {
    const { access, sessions } = this.#options;
    const known = await sessions.findKnown(readBrowsers(this.#request));
    const browser = known ?? sessions.newSecret();
    const isBound = !link.asksCode && (await access.bindLink(hashSecret(link.token), hashSecret(browser)));
    const headers = isBound && known === null ? { "Set-Cookie": sessions.cookies.ofBrowser(browser) } : this.#withBrowser();
    return renderLinkPage(link, (await this.#site()).name, headers);
  }

  leadOn(next: string, cookies: readonly string[] = []): Response {
    const answer = renderBarePage({ status: 200, title: "The desk is open", body: '<p><a href="/">Continue</a></p>', goTo: next });
    for (const cookie of cookies) answer.headers.append("Set-Cookie", cookie);
    return answer;
  }

  async byPasskey(proof: string, next: string): Promise<DeskAnswer> {
    const browsers = readBrowsers(this.#request);
    if (browsers.length === 0) return this.#needsCookies(next);
    if (!(await this.#takesPasskey())) return this.#refuse(next, "This browser must first sign in with a link.");
    const found = await this.#options.passkeys.verify(proof, this.#address, USE);
    const signedIn = found === null ? null : await this.#start(browsers, { way: "passkey" }, next);
    return signedIn ?? this.#refuse(next, "The passkey’s answer cannot be used, or came after five minutes. Try again.");
  }

  async byLink({ token, next }: MailedLink, code: string): Promise<DeskAnswer> {
    const browsers = readBrowsers(this.#request);
    if (browsers.length === 0) return this.#needsCookies(next);
    const hasPasskeys = (await this.#options.access.listPasskeys()).length > 0;
    const proof = { way: "link", link: hashLink(token, code) } as const;
    const signedIn = TOKEN.test(token) ? await this.#start(browsers, proof, next, hasPasskeys ? "/" : "/access") : null;
    const problem = `This link has been used, is older than ten minutes, or ${code === "" ? "belongs to another browser" : "has another code"}. Request another one here.`;
    return signedIn ?? this.#refuse(next, problem);
  }

  async mailLink(next: string): Promise<DeskAnswer> {
    const { access, mails, sessions, keys, clock } = this.#options;
    const browsers = readBrowsers(this.#request);
    if (browsers.length === 0) return this.#needsCookies(next);
    if (!mails.canMail) return this.show({ next, problem: "Mail is not set up: octavo desk invite prints a link." });
    const issued = await sessions.findKnown(browsers);
    const wait =
      issued !== null
        ? await access.addAttempt("mail", keys.hash("desk-attempt", "browser", issued), KNOWN_BROWSER_MAILS)
        : await access.addAttempt("mail", this.#clientHash(), LIMITS.mail);
    if (wait !== null) return this.#tooMany(next, wait);
    const [token, browser] = [sessions.newSecret(), issued ?? sessions.newSecret()];
    await access.addLink({ hash: hashSecret(token), kind: "mail", browser: hashSecret(browser), expiresAt: clock() + SIGN_IN_LINK_MS });
    mails.sendLink({ token, next }, this.#address, await this.#site());
    const body =
      "<p>Open it in this browser within ten minutes. If you asked more than once, open the newest one. You can close this page.</p>";
    return renderBarePage({
      status: 200,
      title: "A link is on its way",
      body,
      headers: { "Set-Cookie": sessions.cookies.ofBrowser(browser) },
    });
  }

  /**
   * With a shared origin, a page of the site could make the owner's passkey answer a challenge that
   * another browser received. So only a browser that has signed in with a link may use a passkey.
   */
  async #takesPasskey(): Promise<boolean> {
    return !this.#address.isShared || (await this.#options.sessions.findKnown(readBrowsers(this.#request))) !== null;
  }

  /** Signs in and opens `next`, or else `home`. Returns null if the link cannot be used. */
  async #start(browsers: readonly string[], proof: SignInProof, next: string, home = "/"): Promise<Response | null> {
    const { sessions, seals, mails, log } = this.#options;
    const started = await sessions.start(this.#request, browsers, proof);
    if (started === null) return null;
    const { cookies, isKnownBrowser, name } = started;
    log.info("the owner signed in to the desk", { way: proof.way, isKnownBrowser });
    if (!isKnownBrowser) mails.tellSignIn(name, this.#address, await this.#site());
    const answer = this.leadOn((await seals.open("next", next)) ?? home, cookies);
    return this.#address.isShared ? clearSite(answer) : answer;
  }

  async #refuse(next: string, problem: string): Promise<DeskAnswer> {
    const wait = await this.#options.access.addAttempt("sign-in", this.#clientHash(), LIMITS["sign-in"]);
    if (wait === null) this.#options.log.warn("a sign-in to the desk was refused");
    return wait === null ? this.show({ next, problem }) : this.#tooMany(next, wait);
  }

  async #tooMany(next: string, waitMs: number): Promise<DeskAnswer> {
    const minutes = Math.ceil(waitMs / MINUTE_MS);
    return this.show({
      next,
      status: 429,
      problem: `Too many attempts. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    });
  }

  #needsCookies(next: string): Promise<DeskAnswer> {
    return this.show({ next, problem: "The browser sent no cookie. Try again; if that does not help, allow cookies for this address." });
  }

  #clientHash(): Uint8Array {
    return this.#options.keys.hash("desk-attempt", this.#client.narrow);
  }

  #withBrowser(): Record<string, string> {
    return readBrowsers(this.#request).length === 0
      ? { "Set-Cookie": this.#options.sessions.cookies.ofBrowser(this.#options.sessions.newSecret()) }
      : {};
  }

  async #site(): Promise<MailedSite> {
    const { site, timeZone } = await this.#options.owner(showSite, {});
    return { name: site?.name ?? this.#address.rpId, url: site?.url ?? this.#address.origin, timeZone };
  }
}
