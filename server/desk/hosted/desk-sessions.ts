import { createHmac } from "node:crypto";
import { causeFields, type Log } from "../../log.ts";
import { hashSecret } from "../../owner/keys/key-text.ts";
import { ModerationUndo } from "../../owner/moderation-schemas.ts";
import type { AccessStore, OwnerSession } from "../../store/access-types.ts";
import { toPublicId } from "../../store/sqlite/ids.ts";
import { StoreUnavailable } from "../../store/store-errors.ts";
import { readCookies } from "../desk-cookies.ts";
import type { DeskSession, DeskUndo } from "../desk-gate.ts";

const SESSION_COOKIE = "__Host-octavo-desk";
/**
 * Outlives the sessions. It distinguishes a browser that has signed in before from a new one, and
 * binds mailed links.
 */
const BROWSER_COOKIE = "__Host-octavo-browser";
const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;
const ID_LENGTH = 12;
const SECONDS = 1_000;
const SESSION_MS = 30 * 86_400 * SECONDS;
/** The longest time that browsers store a cookie. */
const BROWSER_MS = 400 * 86_400 * SECONDS;
/** How long a sign-in or confirmation permits actions that require one, ms. */
const CONFIRMED_MS = 5 * 60 * SECONDS;
/** Number of sessions whose last notice and undo names are kept in memory. */
const LIVE_MAX = 100;

/** A session of a signed-in browser. */
export interface HostedSession extends DeskSession {
  readonly stored: OwnerSession;
}

export interface SessionOptions {
  readonly access: AccessStore;
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
  readonly log: Log;
}

/** Proof for a sign-in: a passkey's verified answer, or a link, which is used up. */
export type SignInProof = { readonly way: "passkey" } | { readonly way: "link"; readonly token: string };

export interface StartedSession {
  readonly cookie: string;
  readonly isKnownBrowser: boolean;
  /** `Firefox on Linux` */
  readonly name: string;
}

export interface DeskSessions {
  /** null: the browser is not signed in. */
  find(request: Request): Promise<HostedSession | null>;
  /**
   * Always creates a new session: a cookie from before the sign-in is worthless afterwards. null:
   * the link cannot be used.
   */
  start(request: Request, browser: string, proof: SignInProof): Promise<StartedSession | null>;
  /** Whether a browser has signed in before and has not been revoked. */
  isKnown(browser: string): Promise<boolean>;
  /** Stores the undo log if it has changed. */
  keep(session: HostedSession): Promise<void>;
  confirm(session: HostedSession): Promise<void>;
  isConfirmed(session: HostedSession): boolean;
  newSecret(): string;
}

export function createDeskSessions({ access, clock, random, log }: SessionOptions): DeskSessions {
  const live = new Map<string, Live>();
  const newSecret = (): string => Buffer.from(random(SECRET_BYTES)).toString("base64url");

  return {
    newSecret,
    find: async (request) => {
      for (const secret of readCookies(request, SESSION_COOKIE).filter((value) => SECRET.test(value))) {
        const stored = await access.findSession(hashSecret(secret));
        if (stored === null) continue;
        await attempt(log, "that a browser uses the desk", () => access.useSession(stored.id));
        const shared = live.get(stored.id) ?? toLive(secret, stored.undos);
        live.delete(stored.id);
        live.set(stored.id, shared);
        const [oldest] = live.keys();
        if (live.size > LIVE_MAX && oldest !== undefined) live.delete(oldest);
        return Object.assign(shared.session, { stored });
      }
      return null;
    },
    isKnown: (browser) => access.isKnownBrowser(hashSecret(browser)),
    start: async (request, browser, proof) => {
      const [secret, now] = [newSecret(), clock()];
      const name = nameBrowser(request.headers.get("User-Agent"));
      const times = { createdAt: now, usedAt: now, confirmedAt: now, expiresAt: now + SESSION_MS };
      const id = toPublicId(random).slice(0, ID_LENGTH);
      const hashes = { hash: hashSecret(secret), browser: hashSecret(browser) };
      const session = { id, ...hashes, name, way: proof.way, ...times };
      const added = await (proof.way === "link" ? access.addSessionByLink(hashSecret(proof.token), session) : access.addSession(session));
      return added && { cookie: toCookie(SESSION_COOKIE, secret, SESSION_MS), isKnownBrowser: added.isKnownBrowser, name };
    },
    keep: async (session) => {
      const shared = live.get(session.stored.id);
      const undos = JSON.stringify(session.undos.map(({ step, undo, location }) => ({ step, undo, location })));
      if (shared === undefined || shared.storedUndos === undos) return;
      await attempt(log, "what can be undone on the desk", async () => {
        await access.keepUndos(session.stored.id, undos);
        shared.storedUndos = undos;
      });
    },
    confirm: async ({ stored }) => access.confirmSession(stored.id),
    // If the clock was set back, nothing is confirmed.
    isConfirmed: ({ stored }) => Math.abs(clock() - stored.confirmedAt) < CONFIRMED_MS,
  };
}

/** The page is sent even if this cannot be stored: reading needs no write, and the step is done. */
async function attempt(log: Log, what: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    log.warn(`${what} could not be stored`, causeFields(error));
  }
}

/** The browser's cookie. A visit without one gets a new one. */
export function readBrowser(request: Request): string | null {
  return readCookies(request, BROWSER_COOKIE).find((value) => SECRET.test(value)) ?? null;
}

/** Everything that the browser holds of the desk: another browser, or a new session, has something else. */
export function readDeskCookies(request: Request): readonly string[] {
  return [SESSION_COOKIE, BROWSER_COOKIE].map((name) => readCookies(request, name).join(";"));
}

export function browserCookie(secret: string): string {
  return toCookie(BROWSER_COOKIE, secret, BROWSER_MS);
}

/** A cookie that ends the session. */
export function endedCookie(): string {
  return toCookie(SESSION_COOKIE, "", 0);
}

/** `__Host-` prevents other hosts and unencrypted connections from setting it. */
function toCookie(name: string, value: string, ms: number): string {
  return `${name}=${value}; Path=/; Max-Age=${ms / SECONDS}; Secure; HttpOnly; SameSite=Strict`;
}

interface Live {
  readonly session: DeskSession;
  /** The undo log that is in the database. */
  storedUndos: string;
}

/** The form token is derived from the cookie and never stored. */
function toLive(secret: string, storedUndos: string): Live {
  const formToken = createHmac("sha256", secret).update("desk-form").digest("base64url");
  const undos = readUndos(storedUndos);
  return { session: { formToken, notice: null, undos, steps: undos.at(-1)?.step ?? 0 }, storedUndos };
}

/**
 * Steps from before the server's start have no visitor's name, because names are not stored here.
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

const BROWSERS = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
] as const;
const SYSTEMS = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["a Mac", /\bMac OS X\b|\bMacintosh\b/],
  ["Linux", /\bLinux\b|\bX11\b/],
] as const;

/**
 * `Firefox on Linux`: enough for an owner to recognise a browser. The rest of the header is not
 * stored.
 */
function nameBrowser(userAgent: string | null): string {
  const find = (rows: readonly (readonly [string, RegExp])[]): string | undefined =>
    rows.find(([, pattern]) => pattern.test(userAgent ?? ""))?.[0];
  const [browser = "A browser", system] = [find(BROWSERS), find(SYSTEMS)];
  return system === undefined ? browser : `${browser} on ${system}`;
}
