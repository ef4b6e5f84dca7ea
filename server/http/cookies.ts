/**
 * The visitor's cookie: its name, its attributes and how a `Cookie` header is read. tokens.ts
 * creates and checks the values.
 */

/** 400 days, the longest that browsers keep a cookie. */
const MAX_AGE_SECONDS = 400 * 86_400;

export interface CookieOptions {
  /**
   * False if the configured public URL is plain http (development), where browsers drop Secure
   * cookies.
   */
  readonly secure: boolean;
  /** Base path of the site: "" or `/blog`. Two sites on one origin have separate cookies. */
  readonly base: string;
}

/** The prefix `__Host-` requires `Path=/`; otherwise browsers drop the cookie. */
export function visitorCookieName({ secure, base }: CookieOptions): string {
  return secure ? `__${base === "" ? "Host" : "Secure"}-visitor` : "visitor";
}

/**
 * All values of the visitor's cookie, in the order received. A browser can send both a partitioned
 * and an unpartitioned one. Names are compared exactly, and a quoted value is not ours.
 */
export function readVisitorCookies(header: string | null, options: CookieOptions): string[] {
  if (header === null) return [];
  const name = visitorCookieName(options);
  return header.split(";").flatMap((pair) => {
    const equals = pair.indexOf("=");
    return equals > 0 && pair.slice(0, equals).trim() === name ? [pair.slice(equals + 1).trim()] : [];
  });
}

/**
 * @param value consists of `[A-Za-z0-9._-]` only
 * @param crossSite for a page of another site that the owner lists: `SameSite=None; Partitioned`,
 * which requires https
 * @throws TypeError for any other value, because it could end the header
 */
export function visitorCookie(value: string, options: CookieOptions & { readonly crossSite: boolean }): string {
  if (!/^[A-Za-z0-9._-]+$/.test(value)) throw new TypeError("the cookie's value contains forbidden characters");
  const start = `${visitorCookieName(options)}=${value}; Path=${options.base}/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly`;
  if (!options.secure) return `${start}; SameSite=Lax`;
  return options.crossSite ? `${start}; Secure; SameSite=None; Partitioned` : `${start}; Secure; SameSite=Lax`;
}

/**
 * Whether an allowed request comes from a page of another site. Without Sec-Fetch-Site (old
 * browsers), every other origin counts as another site. The attributes of such a cookie work on the
 * same site too.
 */
export function isCrossSite(request: Request, ownOrigin: string): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "cross-site";
  const origin = request.headers.get("Origin");
  return origin !== null && origin !== ownOrigin;
}
