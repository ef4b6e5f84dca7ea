import { putBelow, putLinksBelow } from "../../../contract/text/base-path.ts";
import { toSandboxHeaders } from "../../http/pages/page-document.ts";
import type { DeskAddress } from "./desk-address.ts";

/**
 * A page that uses passkeys cannot be sandboxed. Where the site's pages share its origin, they may
 * read it and press its buttons, so it shows nothing private: no names, texts, form tokens or
 * addresses of the desk.
 */
export interface PasskeyPage {
  readonly passkeyPage: Response;
}

export type DeskAnswer = Response | PasskeyPage;

const REFRESH = 'content="0;url=/';
/** Longer than most pages take, and too short to be noticed, ms. */
const BEAT_MS = 50;

/** Measures and waits, ms. */
export interface DeskTimer {
  now(): number;
  wait(ms: number): Promise<void>;
}

/**
 * Holds an answer of a shared origin until a multiple of BEAT_MS has passed. Otherwise another site
 * that opened the window could measure whether the browser is signed in, or how much a search
 * finds.
 */
async function hold<T>({ isShared }: DeskAddress, { now, wait }: DeskTimer, work: () => Promise<T>): Promise<T> {
  const start = now();
  const answer = await work();
  if (isShared) await wait(BEAT_MS - ((now() - start) % BEAT_MS));
  return answer;
}

/**
 * Makes the browser remove the site's data. A service worker that was installed before the desk
 * could read its pages, and a cached script could register it again.
 */
export function clearSite<Answer extends DeskAnswer>(answer: Answer): Answer {
  const { headers } = answer instanceof Response ? answer : answer.passkeyPage;
  headers.set("Clear-Site-Data", '"cache", "storage"');
  return answer;
}

/** Adapts an answer to the desk's address, and delays it if the origin is shared. */
export function finishDeskAnswer(address: DeskAddress, timer: DeskTimer, work: () => Promise<DeskAnswer>): Promise<Response> {
  return hold(address, timer, async () => adaptDeskAnswer(address, await work()));
}

/** Adds the desk's own base path to the paths in an answer, and sandboxes it if the origin is shared. */
export async function adaptDeskAnswer({ base, isShared }: DeskAddress, answer: DeskAnswer): Promise<Response> {
  const response = answer instanceof Response ? answer : answer.passkeyPage;
  const headers = new Headers(response.headers);
  if (isShared && answer instanceof Response)
    for (const [name, value] of Object.entries(toSandboxHeaders(headers.get("Content-Security-Policy")))) headers.set(name, value);
  const location = headers.get("Location");
  if (location !== null) headers.set("Location", putBelow(base, location));
  if (base === "" || !headers.get("Content-Type")?.startsWith("text/html"))
    return new Response(response.body, { status: response.status, headers });
  // All texts are escaped, so these quotes are ours. Scripts and styles contain no such address.
  const html = putLinksBelow(base, await response.text()).replaceAll(REFRESH, `${REFRESH.slice(0, -1)}${base}/`);
  return new Response(html, { status: response.status, headers });
}
