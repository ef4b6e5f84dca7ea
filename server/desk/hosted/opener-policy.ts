/** The first version of Chromium that knows `noopener-allow-popups`. */
const CHROMIUM_NOOPENER = 131;

/**
 * The opener policy of the desk's answers. With `same-origin` a page of the site's own origin that
 * sends the desk's two policies could open the desk and reach into it. `noopener-allow-popups` ends
 * that, but a browser that does not know it falls back to no policy at all. Chromium tells its
 * version in a header that no page can set or hold back.
 */
export function openerPolicyFor(headers: Headers): "noopener-allow-popups" | "same-origin" {
  const version = Number(/"Chromium";v="(\d+)"/.exec(headers.get("Sec-CH-UA") ?? "")?.[1]);
  return version >= CHROMIUM_NOOPENER ? "noopener-allow-popups" : "same-origin";
}
