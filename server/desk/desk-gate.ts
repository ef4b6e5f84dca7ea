import { hashSecret } from "../owner/keys/key-text.ts";
import type { ModerationUndo } from "../owner/moderation-schemas.ts";
import { isSameText } from "../same-text.ts";
import { readCookies } from "./desk-cookies.ts";

/** Number of random bytes in a token and in a session's secret: 256 bits. */
const SECRET_BYTES = 32;
/**
 * The desk only answers to these names, with any port, because a tunnel has its own port. A foreign
 * site whose name resolves to this machine (DNS rebinding) sends its own name instead.
 */
const OWN_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?$/i;
const HTTP_PORT = "80";

/** A browser that opened the link. */
export interface DeskSession {
  /** Part of each form. Only someone who has read a page of the desk knows it. */
  readonly formToken: string;
  /** Shown once, on the next page. */
  notice: DeskNotice | null;
  /** Steps that can be undone, oldest first. */
  readonly undos: DeskUndo[];
  /** Number of decisions so far. */
  steps: number;
}

export interface DeskNotice {
  readonly text: string;
  readonly isProblem: boolean;
}

/** A step that can be undone. It contains no comment text, so erased text does not stay here. */
export interface DeskUndo {
  /** Identifies it within the session, so that an outdated page cannot undo another step. */
  readonly step: number;
  readonly undo: ModerationUndo;
  /** The step in words, `approved: …`, which may contain the author's name. */
  readonly done: string;
  /** Where the comment was shown. */
  readonly location: string;
}

export interface GateOptions {
  readonly random: (bytes: number) => Uint8Array;
}

/** `opened`: the link was valid, and the browser gets this cookie. */
export type GateAnswer =
  | { readonly kind: "session"; readonly session: DeskSession }
  | { readonly kind: "opened"; readonly cookie: string }
  | { readonly kind: "wrong-host" | "no-session" | "used-link" | "not-now" };

export interface DeskGate {
  /** Issues a token that opens the desk once. The previous one becomes invalid. */
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
 * Admits a browser that has exchanged a token for a cookie. Secrets are stored as hashes, so that
 * the time that a look-up takes reveals nothing.
 */
export function createDeskGate({ random }: GateOptions): DeskGate {
  let awaited: string | null = null;
  const sessions = new Map<string, DeskSession>();
  const newSecret = (): string => Buffer.from(random(SECRET_BYTES)).toString("base64url");

  const open = (request: Request, port: string, token: string): GateAnswer => {
    // A prefetch would use up the token. The browser sends the request again when somebody opens
    // the page.
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
 * Contains the port that the browser sees, because cookies do not depend on the port and two desks
 * may be open at once.
 */
function cookieName(port: string): string {
  return `octavo-desk-${port}`;
}

function digest(secret: string): string {
  return Buffer.from(hashSecret(secret)).toString("base64url");
}
