import { SEEN, WAIT_FIELD } from "../../../browser/desk/wait-field.ts";
import { enterBase } from "../../../contract/text/base-path.ts";
import type { ApiKeys } from "../../route-context.ts";
import { isSameText } from "../../same-text.ts";
import type { DeskAddress } from "./desk-address.ts";
import { readSessionCookie } from "./desk-sessions.ts";
import { type DeskVisit, isSignIn } from "./fetch-context.ts";

/** How long a page's links and redirects are recognized as the desk's, in ms. */
const MARK_MS = 10 * 60_000;
const MARK_BYTES = 16;
const RADIX = 36;
export const MARK_FIELD = "mark";

/** A request for the desk, and how to answer it. */
export interface DeskArrival extends DeskVisit {
  /** Whether its page ignores input until the owner has had time to see it. */
  readonly waits: boolean;
  /**
   * Returns a mark, which proves that one of the desk's pages contained an address; null if no mark
   * is needed.
   * @param newSession the session's cookie, if the answer sets it
   */
  readonly toMark: ((pathname: string, newSession: string | null) => string) | null;
}

export interface DeskArrivalOptions {
  readonly keys: Pick<ApiKeys, "hash">;
  readonly clock: () => number;
}

/**
 * To its own server, a sandboxed page looks like another site. So each address in such a page has a
 * mark: its expiry time, and an HMAC of that time, the path and the cookie as it was sent. The
 * session is not looked up, because that would take longer for the owner than for a stranger.
 * @returns null if the request's path is not under the desk's path
 */
export function readDeskArrival({ keys, clock }: DeskArrivalOptions, sent: Request, { base, isShared }: DeskAddress): DeskArrival | null {
  const entered = enterBase(sent, base);
  if (entered === null) return null;
  const url = new URL(entered.url);
  const [mark, wait] = [url.searchParams.get(MARK_FIELD) ?? "", url.searchParams.get(WAIT_FIELD)];
  // Another site may have caused the page with a link that has any other value.
  const asks = wait !== null && wait !== SEEN;
  for (const field of [MARK_FIELD, WAIT_FIELD]) if (url.searchParams.has(field)) url.searchParams.delete(field);
  const request = url.href === entered.url ? entered : new Request(url, entered);
  if (!isShared) {
    const isFromDesk = entered.headers.get("Sec-Fetch-Site") === "same-origin" && !asks;
    return { request, isFromDesk, asks, waits: wait !== null || !isFromDesk, toMark: null };
  }
  const cookie = readSessionCookie(entered);
  const sign = (end: number, pathname: string, session: string): string => {
    const hash = keys.hash("desk-arrival", session, pathname, String(end));
    return `${end.toString(RADIX)}.${Buffer.from(hash).subarray(0, MARK_BYTES).toString("base64url")}`;
  };
  const end = Number.parseInt(mark, RADIX);
  const remainingMs = end - clock();
  const isMarked = remainingMs > 0 && remainingMs <= MARK_MS && isSameText(mark, sign(end, url.pathname, cookie));
  // A form's own token proves that the form is the desk's. Forms for signing in have no such token.
  const isFromDesk = (isMarked && !asks) || (entered.method === "POST" && !isSignIn(request));
  return {
    request,
    isFromDesk,
    asks,
    waits: wait !== null || !isFromDesk,
    toMark: (pathname, newSession) => sign(clock() + MARK_MS, pathname, newSession ?? cookie),
  };
}
