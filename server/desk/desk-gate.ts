import { hashSecret } from "../owner/keys/key-text.ts";
import type { ModerationUndo } from "../owner/moderation-schemas.ts";
import { isSameText } from "../same-text.ts";
import { readCookies } from "./desk-cookies.ts";

/** Bytes of a token, and of a session: 256 bits. */
const SECRET_BYTES = 32;
/**
 * The desk answers to these names alone, with any port: a tunnel has its own. A page of a foreign
 * site whose name leads here (DNS rebinding) says that name.
 */
const OWN_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?$/i;
const HTTP_PORT = "80";

/** A browser that opened the link. */
export interface DeskSession {
  /** Stands in each form: only who has read a page of the desk knows it. */
  readonly formToken: string;
  /** Said on the next page, once. */
  notice: DeskNotice | null;
  /** Steps that can be taken back, the last one at the end. */
  readonly undos: DeskUndo[];
  /** Decisions so far. */
  steps: number;
}

export interface DeskNotice {
  readonly text: string;
  readonly isProblem: boolean;
}

/** Holds no text: what is erased meanwhile is not kept here. */
export interface DeskUndo {
  /**
   * Tells it from all others of the session: a page that is behind must not take back something
   * else.
   */
  readonly step: number;
  readonly undo: ModerationUndo;
  /** The step in words: `approved: …`. */
  readonly done: string;
  /** Where the comment was shown. */
  readonly location: string;
}

export interface GateOptions {
  readonly random: (bytes: number) => Uint8Array;
}

/** `opened`: the link was right; the browser gets this cookie. */
export type GateAnswer =
  | { readonly kind: "session"; readonly session: DeskSession }
  | { readonly kind: "opened"; readonly cookie: string }
  | { readonly kind: "wrong-host" | "no-session" | "used-link" | "not-now" };

export interface DeskGate {
  /** A token that opens the desk once. The one before it is void. */
  issue(): string;
  /** Decides whether a request may see the desk. */
  admit(request: Request): GateAnswer;
  /**
   * Whether a form came from a page of the desk.
   * @param given its token
   */
  isOwnForm(request: Request, session: DeskSession, given: string): boolean;
}

/**
 * Admits a browser that has exchanged a token for a cookie. Secrets are kept as hashes, so that a
 * look-up tells nothing by its time.
 */
export function createDeskGate({ random }: GateOptions): DeskGate {
  let awaited: string | null = null;
  const sessions = new Map<string, DeskSession>();
  const newSecret = (): string => Buffer.from(random(SECRET_BYTES)).toString("base64url");

  const open = (request: Request, port: string, token: string): GateAnswer => {
    // A browser that looks ahead would use it up: it asks again once somebody wants the page.
    if (request.method !== "GET" || /prefetch|preview/.test(request.headers.get("Sec-Purpose") ?? "")) return { kind: "not-now" };
    if (digest(token) !== awaited) return { kind: "used-link" };
    awaited = null;
    const value = newSecret();
    sessions.set(digest(value), { formToken: newSecret(), notice: null, undos: [], steps: 0 });
    return { kind: "opened", cookie: `${cookieName(port)}=${value}; Path=/; HttpOnly; SameSite=Strict` };
  };

  return {
    issue: () => {
      const token = newSecret();
      awaited = digest(token);
      return token;
    },
    admit: (request) => {
      const host = OWN_HOST.exec(request.headers.get("Host") ?? "");
      if (host === null) return { kind: "wrong-host" };
      const port = host[1] ?? HTTP_PORT;
      const session = readCookies(request, cookieName(port)).flatMap((value) => sessions.get(digest(value)) ?? [])[0];
      const { pathname, searchParams } = new URL(request.url);
      const token = pathname === "/" ? searchParams.get("token") : null;
      // A used link still works for a browser with a session.
      if (token !== null && (session === undefined || digest(token) === awaited)) return open(request, port, token);
      return session === undefined ? { kind: "no-session" } : { kind: "session", session };
    },
    isOwnForm: (request, { formToken }, given) => {
      const site = request.headers.get("Sec-Fetch-Site");
      const isOwn = request.headers.get("Origin") === `http://${request.headers.get("Host")?.toLowerCase()}`;
      return isOwn && (site === null || site === "same-origin") && isSameText(given, formToken);
    },
  };
}

/**
 * With the port that the browser sees: cookies are not told apart by it, and two desks may be open
 * at once.
 */
function cookieName(port: string): string {
  return `octavo-desk-${port}`;
}

function digest(secret: string): string {
  return Buffer.from(hashSecret(secret)).toString("base64url");
}
