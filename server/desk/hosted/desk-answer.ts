import { putBelow, putLinksBelow } from "../../../contract/text/base-path.ts";
import { holdDocument, toSandboxHeaders } from "../../http/pages/page-document.ts";
import { hiddenField } from "../desk-html.ts";
import type { DeskAddress } from "./desk-address.ts";
import { type DeskArrival, MARK_FIELD } from "./desk-arrival.ts";
import { findNewSession } from "./desk-sessions.ts";

/**
 * A page that uses passkeys cannot be sandboxed. If the site's pages share its origin, they can
 * read it and press its buttons, so it shows nothing private: no names, texts, form tokens or
 * addresses of the desk.
 */
export interface PasskeyPage {
  readonly passkeyPage: Response;
}

export type DeskAnswer = Response | PasskeyPage;

/** Addresses in the desk's HTML: in links, refreshes and GET forms. */
const LINK = /( href="|<meta http-equiv="refresh" content="0;url=)(\/[^"?#]*)(\??)/g;
const READING_FORM = /<form method="get" action="(\/[^"]*)"[^>]*>/g;
/**
 * Only the script makes a waiting page accept input, because another site can open the page in a
 * window without scripts, such as one that inherits a sandbox.
 */
const UNSCRIPTED =
  '<p class="said problem">Another website may have opened this page, so it takes no input without JavaScript. To sign in without it, open the link that <code>octavo desk invite</code> prints.</p>';
/** A delay in ms that is longer than most pages take, and too short to be noticed. */
const BEAT_MS = 50;

/** Measures time and waits, in ms. */
export interface DeskTimer {
  now(): number;
  wait(ms: number): Promise<void>;
}

/**
 * If the origin is shared, holds an answer until a multiple of BEAT_MS has passed. Otherwise
 * another site that opened the window could measure whether the browser is signed in, or how much a
 * search finds.
 */
async function hold<T>({ isShared }: DeskAddress, { now, wait }: DeskTimer, work: () => Promise<T>): Promise<T> {
  const start = now();
  const answer = await work();
  if (isShared) await wait(BEAT_MS - ((now() - start) % BEAT_MS));
  return answer;
}

/**
 * Makes the browser remove the site's data. A service worker that is older than the desk could read
 * the desk's pages, and a cached script could register the worker again.
 */
export function clearSite<Answer extends DeskAnswer>(answer: Answer): Answer {
  const { headers } = answer instanceof Response ? answer : answer.passkeyPage;
  headers.set("Clear-Site-Data", '"cache", "storage"');
  return answer;
}

/** Adapts an answer to the desk's address, and delays it if the origin is shared. */
export function finishDeskAnswer(
  address: DeskAddress,
  timer: DeskTimer,
  arrival: DeskArrival,
  work: () => Promise<DeskAnswer>,
): Promise<Response> {
  return hold(address, timer, async () => adaptDeskAnswer(address, arrival, await work()));
}

/**
 * Adds the desk's own base path to the paths in an answer. If the origin is shared, it sandboxes
 * the answer and marks its addresses. A page that was not opened from the desk waits before it
 * accepts input.
 * @param arrival null if the request was not read; addresses then get no marks
 */
export async function adaptDeskAnswer({ base, isShared }: DeskAddress, arrival: DeskArrival | null, answer: DeskAnswer): Promise<Response> {
  const response = answer instanceof Response ? answer : answer.passkeyPage;
  const headers = new Headers(response.headers);
  const isSandboxed = isShared && answer instanceof Response;
  if (isSandboxed)
    for (const [name, value] of Object.entries(toSandboxHeaders(headers.get("Content-Security-Policy")))) headers.set(name, value);
  const mark = isSandboxed && arrival !== null ? toMarker(arrival, response) : null;
  const location = headers.get("Location");
  if (location !== null) headers.set("Location", putBelow(base, mark === null ? location : markAddress(location, mark, "&")));
  if (!headers.get("Content-Type")?.startsWith("text/html")) return new Response(response.body, { status: response.status, headers });
  // All texts are escaped, so these quotes are ours. Scripts and styles contain no such address.
  const html = placeLinks(await response.text(), base, mark);
  const held = arrival?.waits === true ? holdDocument(html, UNSCRIPTED) : null;
  return new Response(held ?? html, { status: response.status, headers });
}

type Marker = (pathname: string) => string;

function toMarker({ toMark }: DeskArrival, response: Response): Marker | null {
  const session = findNewSession(response);
  return toMark && ((pathname) => toMark(pathname, session));
}

function placeLinks(html: string, base: string, mark: Marker | null): string {
  const marked =
    mark === null
      ? html
      : html
          .replace(LINK, (_, start: string, path: string, query: string) => start + markAddress(path + query, mark, "&amp;"))
          .replace(READING_FORM, (form, path: string) => form + hiddenField(MARK_FIELD, mark(path)));
  return putLinksBelow(base, marked).replaceAll('content="0;url=/', `content="0;url=${base}/`);
}

/** Puts a mark before the rest of the query. */
function markAddress(address: string, mark: Marker, separator: string): string {
  return address.replace(/^([^?#]*)(\??)/, (_, path: string, query: string) => {
    const rest = query === "" ? "" : separator;
    return `${path}?${MARK_FIELD}=${mark(path)}${rest}`;
  });
}
