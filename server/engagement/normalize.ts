/**
 * Normalizes addresses before they are counted. Each gets one spelling, without query and fragment,
 * because those can contain names, email addresses and tokens.
 */

/**
 * The maximum length of a path, target or host to keep, in code points. Strangers choose these
 * texts, and a counted one is kept forever.
 */
const PLACE_MAX = 512;

/** A path with only one spelling. Most paths match, which saves parsing a URL. */
const PLAIN_PATH = /^(?:\/[\w-]+)+$/u;

/**
 * Visible letters, digits and symbols of any script. Other characters stay percent-encoded, because
 * lists of paths are shown on terminals.
 */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]+$/u;

/**
 * The path of a page with dot segments resolved, no trailing slash (except `/` itself), `%C3%A9`
 * decoded to `é`, and at most 512 code points.
 * @param path begins with `/`
 */
export function normalizePath(path: string): string {
  if (path.length <= PLACE_MAX && PLAIN_PATH.test(path)) return path;
  const [bare = ""] = path.split(/[?#]/u, 1);
  // Two slashes at the start would name a host.
  const url = URL.parse(`http://host/${bare.replace(/^[/\\]+/u, "")}`);
  return cut(toReadable(url?.pathname ?? "/"));
}

/**
 * The origin and path of a link, at most 512 code points; null unless it is an http or https
 * address.
 */
export function normalizeTarget(href: string): string | null {
  const url = URL.parse(href);
  return url !== null && isWeb(url) ? cut(url.origin + toReadable(url.pathname)) : null;
}

/**
 * The host of the referring page, without `www.`. Android apps count under their package name. Null
 * if there is no referrer, if it is a page of the site itself, or if it is not on the web.
 * @param ownHosts the site's hosts, from `normalizeHost`
 */
export function normalizeReferrer(referrer: string, ownHosts: readonly string[] = []): string | null {
  const url = URL.parse(referrer);
  if (url === null || !(isWeb(url) || url.protocol === "android-app:")) return null;
  const host = normalizeHost(url.host);
  return host === "" || ownHosts.includes(host) ? null : cut(host);
}

/** Lower case, without `www.` and the final dot. A non-default port stays. */
export function normalizeHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/\.(?=$|:)/u, "")
    .replace(/^www\.(?=.)/u, "");
}

function isWeb(url: URL): boolean {
  return url.protocol === "http:" || url.protocol === "https:";
}

/** @param pathname from a URL object */
function toReadable(pathname: string): string {
  const readable = pathname.replace(/(?:%[0-9a-f]{2})+/giu, decodePrintable).normalize("NFC");
  let end = readable.length;
  // A loop, because `/\/+$/` takes quadratic time on a run of slashes.
  while (end > 1 && readable[end - 1] === "/") end -= 1;
  return readable.slice(0, end);
}

function decodePrintable(encoded: string): string {
  // Encoded ASCII characters stay encoded, because they have another meaning unencoded: a slash, a
  // question mark, a control character.
  return encoded
    .replace(/(?:%[89a-f][0-9a-f])+/giu, (bytes) => {
      try {
        const text = decodeURIComponent(bytes);
        return PRINTABLE.test(text) ? text : bytes;
      } catch {
        return bytes;
      }
    })
    .replace(/%[0-9a-f]{2}/giu, (byte) => byte.toUpperCase());
}

function cut(text: string): string {
  return text.length <= PLACE_MAX ? text : [...text].slice(0, PLACE_MAX).join("");
}
