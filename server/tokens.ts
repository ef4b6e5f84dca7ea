import { createHash, createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { ApiKeys } from "./route-context.ts";
import { isSameText } from "./same-text.ts";
import type { Secrets } from "./secrets/secrets.ts";
import type { Rekeying } from "./store/store.ts";

/** Number of bytes in a visitor's random part: 128 bits are unguessable and unique. */
const VISITOR_BYTES = 16;
const COOKIE = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/**
 * Tokens and hashes made with the site's secrets. Cookies are `<128 random bits>.<HMAC-SHA-256>`,
 * and edit tokens are the HMAC of the comment's id; both are in base64url. The store decides how
 * long an edit token is valid, because it knows the comment's time. Values from outside are
 * compared in constant time.
 */
export function createApiKeys(secrets: Secrets, { random }: { readonly random: (bytes: number) => Uint8Array }): ApiKeys {
  // Prepared once, because an HMAC with raw bytes costs five times as much.
  const editTokenKey = createSecretKey(secrets.editTokenKey);
  const hashKey = createSecretKey(secrets.hashKey);
  const cookieKeys = createCookieKeys(secrets);
  const editToken = (commentId: string): string => sign(editTokenKey, "edit", commentId);
  return {
    hash: (purpose, ...parts) => hmac(hashKey, purpose, ...parts),
    editToken,
    isEditToken: (commentId, token) => isSameText(token, editToken(commentId)),

    createVisitor: (repeatable = null) => {
      const bytes = repeatable === null ? random(VISITOR_BYTES) : hmac(hashKey, "visitor", ...repeatable).subarray(0, VISITOR_BYTES);
      const part = Buffer.from(bytes).toString("base64url");
      return { cookie: signVisitor(cookieKeys().newest, part), visitor: visitorOf(part) };
    },

    readVisitor: (cookie) => {
      const part = COOKIE.exec(cookie)?.[1];
      if (part === undefined) return null;
      // Every key is tried, so that the time does not reveal which one matched.
      const matches = cookieKeys().all.map((key) => isSameText(cookie, signVisitor(key, part)));
      const index = matches.indexOf(true);
      if (index < 0) return null;
      return { visitor: visitorOf(part), renewed: index === 0 ? null : signVisitor(cookieKeys().newest, part) };
    },
  };
}

/** The current keys; a rotation changes them. */
function createCookieKeys(secrets: Secrets): () => { readonly all: readonly KeyObject[]; readonly newest: KeyObject } {
  let source: readonly Uint8Array[] | null = null;
  let all: readonly KeyObject[] = [];
  return () => {
    if (source !== secrets.visitorCookieKeys) {
      source = secrets.visitorCookieKeys;
      all = source.map((key) => createSecretKey(key));
    }
    const [newest] = all;
    if (newest === undefined) throw new Error("there is no key to sign cookies with");
    return { all, newest };
  };
}

/** The data that a database needs to move to these secrets. */
export function toRekeying({ hashKey, fingerprint }: Pick<Secrets, "hashKey" | "fingerprint">): Rekeying {
  const hash = createHasher(hashKey);
  return { fingerprint, emailHash: (email) => hash("email", email) };
}

/** Hashes with any key, like `ApiKeys.hash` with the site's key. */
export function createHasher(key: Uint8Array): ApiKeys["hash"] {
  const hashKey = createSecretKey(key);
  return (purpose, ...parts) => hmac(hashKey, purpose, ...parts);
}

function signVisitor(key: KeyObject, part: string): string {
  return `${part}.${sign(key, "visitor", part)}`;
}

/** The stored form of a visitor. The cookie cannot be recovered from it, even with the keys. */
function visitorOf(part: string): Uint8Array {
  return createHash("sha256").update(part, "base64url").digest();
}

function sign(key: KeyObject, ...parts: readonly string[]): string {
  return hmac(key, ...parts).toString("base64url");
}

/** JSON keeps the parts separate, whatever they contain. */
function hmac(key: KeyObject, ...parts: readonly string[]): Buffer {
  return createHmac("sha256", key).update(JSON.stringify(parts)).digest();
}
