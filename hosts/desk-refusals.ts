/**
 * Headers of a refusal that a proxy or the HTTP server itself sends, possibly for an address of the
 * desk. The site's own scripts cannot read the page or its address. A script of another site gets
 * an error, as for every answer of the desk. Otherwise, that script could find the length of an
 * address at which the owner's cookies make the request too large.
 */
export const REFUSAL_HEADERS: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "sandbox; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
};
export const TOO_LONG_MESSAGE = "The address is too long.";
