import { renderBarePage, renderDeskMessage } from "../desk-html.ts";
import type { DeskAddress } from "./desk-address.ts";

/** Browsers send this header with a page that a service worker requested and can read. */
const PRELOAD = "Service-Worker-Navigation-Preload";

/**
 * Refuses requests that do not come from a browser showing a page: otherwise a script on the site's
 * origin could read the desk with the owner's cookie. A preload by the site's service worker looks
 * like a visit except for one header. null: continue.
 *
 * If the desk has its own host name, visits from other sites arrive without the session's cookie,
 * so the desk reloads the page itself. A sandboxed page counts as another site to its own server.
 */
export function refuseContext({ method, headers, url }: Request, { isShared }: DeskAddress): Response | null {
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
  if (isShared || site === "same-origin" || site === "none") return null;
  if (method !== "GET")
    return renderDeskMessage(403, "This was not sent from the desk", 'Nothing was changed. <a href="/">To the desk</a>');
  const { pathname, search } = new URL(url);
  // A path that begins with two slashes would lead to another host.
  const goTo = pathname.replace(/^\/+/, "/") + search;
  return renderBarePage({ status: 200, title: "Opening the desk", body: '<p><a href="">Continue</a></p>', goTo });
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
