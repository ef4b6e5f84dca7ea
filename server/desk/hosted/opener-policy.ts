/** The first version of Chromium that knows `noopener-allow-popups`. */
const CHROMIUM_NOOPENER = 131;

/**
 * The opener policy of the desk's answers. With `same-origin`, a page on the site's origin that
 * sends both of the desk's policies could open the desk and access its window.
 * `noopener-allow-popups` prevents that, but a browser that does not know it applies no policy at
 * all. Chromium sends its version in a header that no page can set or suppress.
 */
export function openerPolicyFor(headers: Headers): "noopener-allow-popups" | "same-origin" {
  const version = Number(/"Chromium";v="(\d+)"/.exec(headers.get("Sec-CH-UA") ?? "")?.[1]);
  return version >= CHROMIUM_NOOPENER ? "noopener-allow-popups" : "same-origin";
}
