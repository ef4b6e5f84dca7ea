import { escapeHtml } from "../../../contract/text/escape-html.ts";
import { renderBarePage, renderDeskMessage } from "../desk-html.ts";
import type { DeskAddress } from "./desk-address.ts";

/** A request for the desk, and whether the desk itself led the browser there. */
export interface DeskVisit {
  /** Its path is relative to the desk, and its query has neither a mark nor the wait field. */
  readonly request: Request;
  /**
   * false if the browser came from a bookmark or another site, perhaps without the owner's intent.
   */
  readonly isFromDesk: boolean;
  /** Whether the address says that another site may have caused the visit. */
  readonly asks: boolean;
}

/** Browsers send this header when a service worker requests a page, which it can then read. */
const PRELOAD = "Service-Worker-Navigation-Preload";

/**
 * Refuses requests that do not come from a browser showing a page. Otherwise a script on the site's
 * origin could read the desk with the owner's cookie. A preload by the site's service worker looks
 * like a visit except for one header. Returns null to continue.
 *
 * A visit that another site started gets a page that opens the requested address once the owner has
 * typed a number that it shows (browser/desk/ask-number.ts). Otherwise that site could make the owner
 * click or press keys just before the desk opens, or while its own window covers the desk, and decide
 * on a comment. If the desk has its own host name, the browser sends the session's cookie only then.
 */
export function refuseContext({ request, isFromDesk, asks }: DeskVisit, { isShared }: DeskAddress, script: string): Response | null {
  const { method, headers, url } = request;
  const site = headers.get("Sec-Fetch-Site");
  const isPage = headers.get("Sec-Fetch-Dest") === "document" && headers.get("Sec-Fetch-Mode") === "navigate" && !isPreload(headers);
  if (!isPage || site === null)
    return renderDeskMessage(
      403,
      "The desk is only for browser windows",
      "It does not answer scripts or frames. Very old browsers cannot open it.",
    );
  // Preloading a page would use up notices that are shown only once, and a script might observe it.
  if (/prefetch|preview|prerender/.test(headers.get("Sec-Purpose") ?? ""))
    return renderDeskMessage(403, "The desk cannot be preloaded", '<a href="/">Open it</a>');
  if (isFromDesk || (site === "none" && !asks) || (isShared && isSignIn(request))) return null;
  if (method !== "GET")
    return renderDeskMessage(403, "This was not sent from the desk", 'Nothing was changed. <a href="/">To the desk</a>');
  const { pathname, search } = new URL(url);
  // A path that begins with two slashes would lead to another host.
  const href = escapeHtml(pathname.replace(/^\/+/, "/") + search);
  const body = `<p>You came here from outside the desk, or by a link that is older than ten minutes.</p>
<p><label for="number">To open the desk, type the number <b data-number></b>:</label></p>
<p><input type="text" id="number" inputmode="numeric" autocomplete="off" data-typed><a href="${href}" data-open hidden>Open the desk</a></p>`;
  return renderBarePage({ status: 200, title: "The desk", body, script, isSeen: true });
}

/**
 * Whether a request is for the sign-in pages. They decide nothing, and links in emails point to
 * them.
 */
export function isSignIn({ url }: Request): boolean {
  return /^\/sign-in(?:\/|$)/.test(new URL(url).pathname);
}

/**
 * Whether a service worker requested the page. The worker chooses the header's value, which may be
 * empty.
 */
export function isPreload(headers: Headers): boolean {
  return headers.has(PRELOAD);
}

/** Whether a form came from a page of the desk's origin. Browsers send both headers with every form. */
export function isFromOrigin(headers: Headers, { origin }: DeskAddress): boolean {
  return headers.get("Origin") === origin && headers.get("Sec-Fetch-Site") === "same-origin";
}

/**
 * Whether a form may come from a page of the desk. Sandboxed pages have no origin, so anybody can
 * send such a form, and a secret in it must prove that it is the desk's.
 */
export function isFromDesk(headers: Headers, address: DeskAddress): boolean {
  return isFromOrigin(headers, address) || (address.isShared && headers.get("Origin") === "null");
}
