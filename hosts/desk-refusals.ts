/**
 * Headers of a refusal that a proxy or the HTTP server itself sends, perhaps for an address of the
 * desk. To other pages, it is an error, as every answer of the desk is: otherwise they could find
 * the size of address or cookies at which the owner's own cookies make the request too large.
 */
const REFUSAL_HEADERS = { "Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin" };

/** If pages of the site share the desk's origin: they can read neither the refusal nor its address. */
export const SHARED_REFUSAL_HEADERS: Readonly<Record<string, string>> = {
  ...REFUSAL_HEADERS,
  "Content-Security-Policy": "sandbox; frame-ancestors 'none'",
};

/** If the desk has its own host: the same isolation as its pages. A sandbox would prevent it. */
export const OWN_REFUSAL_HEADERS: Readonly<Record<string, string>> = {
  ...REFUSAL_HEADERS,
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

export const TOO_LONG_MESSAGE = "The address is too long.";
