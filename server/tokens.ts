import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { ApiKeys } from "./context.ts";
import type { Secrets } from "./secrets.ts";

/** Bytes of a visitor's random part: 128 bits, which nobody guesses and no two visitors share. */
const VISITOR_BYTES = 16;
const COOKIE = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/**
 * Tokens and hashes by the secrets of the site. Cookies are `<128 random bits>.<HMAC-SHA-256>`, edit tokens the HMAC of the comment's id (how long one is
 * good is for the store to say, which knows when the comment came), both in base64url. Texts from outside are compared in constant time.
 */
export function createApiKeys(secrets: Secrets, { random }: { readonly random: (bytes: number) => Uint8Array }): ApiKeys {
  const editToken = (commentId: string): string => sign(secrets.editTokenKey, "edit", commentId);
  return {
    hash: (purpose, ...parts) => hmac(secrets.hashKey, purpose, ...parts),
    editToken,
    isEditToken: (commentId, token) => isEqual(token, editToken(commentId)),

    createVisitor: () => {
      const part = Buffer.from(random(VISITOR_BYTES)).toString("base64url");
      return { cookie: signVisitor(newestOf(secrets), part), visitor: visitorOf(part) };
    },

    readVisitor: (cookie) => {
      const part = COOKIE.exec(cookie)?.[1];
      if (part === undefined) return null;
      // All are tried, so that the time does not tell which one it was.
      const matches = secrets.visitorCookieKeys.map((key) => isEqual(cookie, signVisitor(key, part)));
      const index = matches.indexOf(true);
      if (index < 0) return null;
      return { visitor: visitorOf(part), renewed: index === 0 ? null : signVisitor(newestOf(secrets), part) };
    },
  };
}

function newestOf({ visitorCookieKeys }: Secrets): Uint8Array {
  const [newest] = visitorCookieKeys;
  if (newest === undefined) throw new Error("there is no key to sign cookies with");
  return newest;
}

function signVisitor(key: Uint8Array, part: string): string {
  return `${part}.${sign(key, "visitor", part)}`;
}

/** What is kept of a visitor. The cookie cannot be made from it, even with the keys. */
function visitorOf(part: string): Uint8Array {
  return createHash("sha256").update(part, "base64url").digest();
}

function sign(key: Uint8Array, ...parts: readonly string[]): string {
  return hmac(key, ...parts).toString("base64url");
}

/** As JSON the parts cannot run into each other, whatever is in them. */
function hmac(key: Uint8Array, ...parts: readonly string[]): Buffer {
  return createHmac("sha256", key).update(JSON.stringify(parts)).digest();
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
