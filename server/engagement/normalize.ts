/** Places as they are counted: one spelling for each, and nothing of a query or a fragment, where names, mails and tokens stand. */

/** Code points that are kept of a path, a target or a host: each stays for ever once it is counted, and strangers choose them. */
const PLACE_MAX = 512;

/** A path that has but one spelling: most have, and a URL need not be made of it. */
const PLAIN_PATH = /^(?:\/[\w-]+)+$/u;

/** Letters, figures and signs of any script that can be seen. The rest stays percent-encoded: lists of paths are shown on terminals. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]+$/u;

/**
 * The path of a page: dot segments resolved, no slash at the end (but `/` itself), `%C3%A9` as `é`, at most 512 code points.
 * @param path begins with `/`
 */
export function normalizePath(path: string): string {
  if (path.length <= PLACE_MAX && PLAIN_PATH.test(path)) return path;
  const [bare = ""] = path.split(/[?#]/u, 1);
  // Two slashes at the start would name a host.
  const url = URL.parse(`http://host/${bare.replace(/^[/\\]+/u, "")}`);
  return cut(toReadable(url?.pathname ?? "/"));
}

/** Where a link leads: origin and path, at most 512 code points. null: it is no http or https address. */
export function normalizeTarget(href: string): string | null {
  const url = URL.parse(href);
  return url !== null && isWeb(url) ? cut(url.origin + toReadable(url.pathname)) : null;
}

/**
 * The host of the page that somebody came from, without `www.`; null for none, for a page of the site itself, and for what is no place on the web. Apps on Android
 * count by their name.
 * @param ownHosts of the site, as `normalizeHost` gives them
 */
export function normalizeReferrer(referrer: string, ownHosts: readonly string[] = []): string | null {
  const url = URL.parse(referrer);
  if (url === null || !(isWeb(url) || url.protocol === "android-app:")) return null;
  const host = normalizeHost(url.host);
  return host === "" || ownHosts.includes(host) ? null : cut(host);
}

/** Lower case, without `www.` and the dot of the root. A port that is not the scheme's own stays. */
export function normalizeHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/\.(?=$|:)/u, "")
    .replace(/^www\.(?=.)/u, "");
}

function isWeb(url: URL): boolean {
  return url.protocol === "http:" || url.protocol === "https:";
}

/** @param pathname as URL gives it */
function toReadable(pathname: string): string {
  const readable = pathname.replace(/(?:%[0-9a-f]{2})+/giu, decodePrintable).normalize("NFC");
  let end = readable.length;
  // By hand: `/\/+$/` looks at a row of slashes once for each of them.
  while (end > 1 && readable[end - 1] === "/") end -= 1;
  return readable.slice(0, end);
}

function decodePrintable(encoded: string): string {
  // Encoded ASCII is encoded for a reason (a slash, a question mark, a control character).
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
