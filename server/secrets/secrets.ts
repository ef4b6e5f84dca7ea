import { createHmac } from "node:crypto";
import { z } from "zod";

/**
 * The keys that outlive the process. Each has one purpose. Lost keys cannot be recreated: visitors
 * could then like a second time, and bans would no longer match. Engagement salts are separate
 * (engagement/visitor-key.ts), because those are meant to be lost.
 */
export interface Secrets {
  /**
   * Sign visitors' cookies, newest first. The newest signs; all verify. The same array until a
   * rotation.
   */
  readonly visitorCookieKeys: readonly Uint8Array[];
  /** Edit tokens are derived from it. */
  readonly editTokenKey: Uint8Array;
  /** Hashes addresses, email addresses and other values that are recognized but not stored. */
  readonly hashKey: Uint8Array;
  /**
   * Tells whether a backup belongs to these secrets, and reveals nothing about them. 16 hex digits,
   * unchanged by a rotation.
   */
  readonly fingerprint: string;
  /**
   * The secrets before each `rotateAllSecrets`, newest first. They are only used to repeat
   * erasures; nothing from outside is accepted with them.
   */
  readonly previous: readonly PreviousSecrets[];
  /**
   * Adds a new cookie key before the others. Cookies signed by older keys stay valid and are signed
   * again when they arrive. Another process uses the new key from its next start; until then it
   * does not recognize cookies that this process signs.
   * @throws Error if they cannot be changed
   */
  rotate(): void;
}

export interface PreviousSecrets {
  readonly fingerprint: string;
  readonly hashKey: Uint8Array;
}

/** The length of a SHA-256 hash, in bytes. */
const KEY_BYTES = 32;

const Key = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** The secrets as text: in `secrets.json`, or in a secret of a host. */
export const StoredSecrets = z.strictObject({
  format: z.literal(1),
  visitorCookie: z.array(Key).min(1),
  editToken: Key,
  hash: Key,
  former: z.array(z.strictObject({ fingerprint: z.string().regex(/^[0-9a-f]{16}$/), hash: Key })).optional(),
});
export type StoredSecrets = z.infer<typeof StoredSecrets>;

/** @param rotate stores the secrets with a new cookie key, and returns them */
export function toSecrets(stored: StoredSecrets, rotate: () => StoredSecrets): Secrets {
  let visitorCookieKeys = stored.visitorCookie.map(toBytes);
  const { editToken, hash, former = [] } = stored;
  return {
    get visitorCookieKeys() {
      return visitorCookieKeys;
    },
    editTokenKey: toBytes(editToken),
    hashKey: toBytes(hash),
    fingerprint: toFingerprint(stored),
    previous: former.map(({ fingerprint, hash: key }) => ({ fingerprint, hashKey: toBytes(key) })),
    rotate: () => {
      visitorCookieKeys = rotate().visitorCookie.map(toBytes);
    },
  };
}

export function createSecrets(random: (bytes: number) => Uint8Array): StoredSecrets {
  const newKey = (): string => newSecretText(random);
  return { format: 1, visitorCookie: [newKey()], editToken: newKey(), hash: newKey() };
}

export function newSecretText(random: (bytes: number) => Uint8Array): string {
  return Buffer.from(random(KEY_BYTES)).toString("base64url");
}

export function toFingerprint({ hash, editToken }: StoredSecrets): string {
  return createHmac("sha256", toBytes(hash)).update("fingerprint").update(toBytes(editToken)).digest("hex").slice(0, 16);
}

function toBytes(text: string): Uint8Array {
  return Buffer.from(text, "base64url");
}
