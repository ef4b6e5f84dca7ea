import { createHmac } from "node:crypto";
import { causeFields, type Log } from "../../log.ts";
import { hashSecret } from "../../owner/keys/key-text.ts";
import { ModerationUndo } from "../../owner/moderation-schemas.ts";
import { isSameText } from "../../same-text.ts";
import type { AccessStore, OwnerSession } from "../../store/access-types.ts";
import { toPublicId } from "../../store/sqlite/ids.ts";
import { StoreUnavailable } from "../../store/store-errors.ts";
import { readCookies } from "../desk-cookies.ts";
import type { DeskSession, DeskUndo } from "../desk-gate.ts";
import { nameBrowser } from "./browser-name.ts";
import type { DeskPlace } from "./desk-address.ts";

const SESSION_COOKIE = "__Host-octavo-desk";
/**
 * Outlives the sessions. It distinguishes a browser that has signed in before from a new one, and
 * ties mailed links to one browser. A page of the desk's origin can plant a value. So each sign-in,
 * and each mailed link for an unknown browser, sets a new value, which no page can read.
 */
const BROWSER_COOKIE = "__Host-octavo-browser";
/** Browsers send one value of a cookie, or two if a page has planted a partitioned one. */
const VALUES_MAX = 4;
const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;
const ID_LENGTH = 12;
const SECONDS = 1_000;
const SESSION_MS = 30 * 86_400 * SECONDS;
/** The longest time that browsers store a cookie, in ms. */
const BROWSER_MS = 400 * 86_400 * SECONDS;
/** How long a sign-in or confirmation permits actions that require one, in ms. */
const CONFIRMED_MS = 5 * 60 * SECONDS;
/** Maximum number of sessions whose last notice and undo names are kept in memory. */
const LIVE_MAX = 100;

/** A session of a signed-in browser. */
export interface HostedSession extends DeskSession {
  readonly stored: OwnerSession;
}

export interface SessionOptions {
  readonly place: DeskPlace;
  readonly access: AccessStore;
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
  readonly log: Log;
}

/**
 * Proof for a sign-in: a passkey's verified answer, or the hash of a link, which is then used up.
 */
export type SignInProof = { readonly way: "passkey" } | { readonly way: "link"; readonly link: Uint8Array };

export interface StartedSession {
  /** Values of `Set-Cookie` for the new session, and for the browser's cookie. */
  readonly cookies: readonly string[];
  readonly isKnownBrowser: boolean;
  /** `Firefox on Linux` */
  readonly name: string;
}

export interface DeskSessions {
  /** Returns null if the browser is not signed in. */
  find(request: Request): Promise<HostedSession | null>;
  /**
   * Always creates a new session, so that a cookie planted before the sign-in is worthless. Returns
   * null if the link cannot be used.
   */
  start(request: Request, browsers: readonly string[], proof: SignInProof): Promise<StartedSession | null>;
  /** The value of a browser that has signed in before and has not been revoked; null if there is none. */
  findKnown(browsers: readonly string[]): Promise<string | null>;
  /** Stores the undo log if it has changed. */
  keep(session: HostedSession): Promise<void>;
  confirm(session: HostedSession): Promise<void>;
  isConfirmed(session: HostedSession): boolean;
  newSecret(): string;
  readonly cookies: DeskCookies;
}

/** Values of `Set-Cookie`. */
export interface DeskCookies {
  ofSession(secret: string): string;
  ofBrowser(secret: string): string;
  /** Deletes the session's cookie. */
  ended(): string;
}

export function createDeskSessions({ place, access, clock, random, log }: SessionOptions): DeskSessions {
  const live = new Map<string, Live>();
  const newSecret = (): string => Buffer.from(random(SECRET_BYTES)).toString("base64url");
  const cookies = createDeskCookies(place);

  return {
    newSecret,
    cookies,
    find: async (request) => {
      for (const secret of readSecrets(request, SESSION_COOKIE)) {
        const stored = await access.findSession(hashSecret(secret));
        if (stored === null) continue;
        await attempt(log, "the use of the desk by a browser", () => access.useSession(stored.id));
        const shared = live.get(stored.id) ?? toLive(secret, stored.undos);
        keepLive(live, stored.id, shared);
        return Object.assign(shared.session, { stored });
      }
      return null;
    },
    findKnown: async (browsers) => {
      for (const browser of browsers) if (await access.isKnownBrowser(hashSecret(browser))) return browser;
      return null;
    },
    start: async (request, browsers, proof) => {
      const [secret, browser, now] = [newSecret(), newSecret(), clock()];
      const name = nameBrowser(request.headers.get("User-Agent"));
      const times = { createdAt: now, usedAt: now, confirmedAt: now, expiresAt: now + SESSION_MS };
      const id = toPublicId(random).slice(0, ID_LENGTH);
      const hashes = { hash: hashSecret(secret), browser: hashSecret(browser), sentBrowsers: browsers.map(hashSecret) };
      const session = { id, ...hashes, name, way: proof.way, ...times };
      const added = await (proof.way === "link" ? access.addSessionByLink(proof.link, session) : access.addSession(session));
      return added && { cookies: [cookies.ofSession(secret), cookies.ofBrowser(browser)], isKnownBrowser: added.isKnownBrowser, name };
    },
    keep: async (session) => {
      const shared = live.get(session.stored.id);
      const undos = JSON.stringify(session.undos.map(({ step, undo, location }) => ({ step, undo, location })));
      if (shared === undefined || shared.storedUndos === undos) return;
      await attempt(log, "the desk's undo log", async () => {
        await access.keepUndos(session.stored.id, undos);
        shared.storedUndos = undos;
      });
    },
    confirm: async ({ stored }) => access.confirmSession(stored.id),
    // If the clock was set back further than this, nothing counts as confirmed.
    isConfirmed: ({ stored }) => Math.abs(clock() - stored.confirmedAt) < CONFIRMED_MS,
  };
}

/**
 * `__Host-` prevents other hosts and unencrypted connections from setting the cookie. Forms of a
 * sandboxed page send only cookies with `SameSite=None`. Form tokens keep out other sites' forms,
 * and requests that do not load a page are refused.
 */
function createDeskCookies({ kind }: DeskPlace): DeskCookies {
  const sameSite = kind === "path" ? "None" : "Strict";
  const write = (name: string, value: string, ms: number): string =>
    `${name}=${value}; Path=/; Max-Age=${ms / SECONDS}; Secure; HttpOnly; SameSite=${sameSite}`;
  return {
    ofSession: (secret) => write(SESSION_COOKIE, secret, SESSION_MS),
    ofBrowser: (secret) => write(BROWSER_COOKIE, secret, BROWSER_MS),
    ended: () => write(SESSION_COOKIE, "", 0),
  };
}

/**
 * The page is sent even if this cannot be stored, because reading needs no write, and the owner's
 * step is already done.
 */
async function attempt(log: Log, what: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    log.warn(`${what} could not be stored`, causeFields(error));
  }
}

/** The session's cookie as it was sent; "" without one. A page may have planted a second value. */
export function readSessionCookie(request: Request): string {
  return readCookies(request, SESSION_COOKIE).join(";");
}

/** The value of the session's cookie that an answer sets; null if it sets none. */
export function findNewSession(answer: Response): string | null {
  const start = `${SESSION_COOKIE}=`;
  const set = answer.headers.getSetCookie().find((line) => line.startsWith(start));
  return set === undefined ? null : set.slice(start.length, set.indexOf(";"));
}

/** The values of the browser's cookie. A browser without one is given a new value. */
export function readBrowsers(request: Request): readonly string[] {
  return readSecrets(request, BROWSER_COOKIE);
}

/**
 * The values of a cookie that look like secrets, at most as many as browsers send: each costs a
 * look-up.
 */
function readSecrets(request: Request, cookie: string): readonly string[] {
  const values = readCookies(request, cookie).filter((value) => SECRET.test(value));
  return values.slice(0, VALUES_MAX);
}

interface Live {
  readonly session: DeskSession;
  /** The undo log that is in the database. */
  storedUndos: string;
}

function keepLive(live: Map<string, Live>, id: string, shared: Live): void {
  live.delete(id);
  live.set(id, shared);
  const [oldest] = live.keys();
  if (live.size > LIVE_MAX && oldest !== undefined) live.delete(oldest);
}

/** The form token is derived from the cookie and never stored. */
function toFormToken(secret: string): string {
  return createHmac("sha256", secret).update("desk-form").digest("base64url");
}

/** Whether a form's token belongs to a session's cookie that was sent with it. */
export function isFormOf(request: Request, token: string): boolean {
  return readSecrets(request, SESSION_COOKIE).some((secret) => isSameText(token, toFormToken(secret)));
}

function toLive(secret: string, storedUndos: string): Live {
  const undos = readUndos(storedUndos);
  return { session: { formToken: toFormToken(secret), notice: null, undos, steps: undos.at(-1)?.step ?? 0 }, storedUndos };
}

/**
 * Describes steps from before the server's start without the visitor's name, because the stored
 * undo log has no names.
 */
function readUndos(json: string): DeskUndo[] {
  const steps = JSON.parse(json) as readonly Pick<DeskUndo, "step" | "undo" | "location">[];
  return steps.flatMap(({ step, undo, location }) => {
    const parsed = ModerationUndo.safeParse(undo);
    return parsed.success ? [{ step, undo: parsed.data, location, done: nameStep(parsed.data) }] : [];
  });
}

function nameStep({ decisions, bans, keepsBan, reply }: ModerationUndo): string {
  if (bans.length > 0 || keepsBan) return "an author was banned";
  if (reply !== null) return "your reply is public";
  const state = decisions[0]?.after.state;
  return state === undefined ? "the last step" : `a comment was ${state === "spam" ? "marked as spam" : state}`;
}
