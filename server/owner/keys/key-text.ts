import { createHash, timingSafeEqual } from "node:crypto";
import { toPublicId } from "../../store/sqlite/ids.ts";

const ID_LENGTH = 12;
const SECRET_BYTES = 32;
/** The prefix lets secret scanners recognize a key. */
const KEY = /^octo_([a-z2-7]{12})_([A-Za-z0-9_-]{43})$/;

/** The text of a key: `octo_<id>_<secret>`. Only the owner ever has it. */
export interface KeyText {
  readonly id: string;
  readonly secret: string;
}

export function newKeyText(random: (bytes: number) => Uint8Array): KeyText {
  return { id: toPublicId(random).slice(0, ID_LENGTH), secret: Buffer.from(random(SECRET_BYTES)).toString("base64url") };
}

export function formatKey({ id, secret }: KeyText): string {
  return `octo_${id}_${secret}`;
}

/** null if the text is not a key. */
export function parseKey(text: string): KeyText | null {
  const [, id, secret] = KEY.exec(text) ?? [];
  return id === undefined || secret === undefined ? null : { id, secret };
}

/** The stored form of a secret. It has 256 random bits, so a slow hash would add nothing. */
export function hashSecret(secret: string): Uint8Array {
  return createHash("sha256").update(secret).digest();
}

/**
 * Takes the same time for every wrong secret, and for an unknown key.
 * @param hash the stored hash; null if the id is unknown
 */
export function isSecretOf(secret: string, hash: Uint8Array | null): boolean {
  const given = hashSecret(secret);
  const isSame = timingSafeEqual(given, hash ?? Buffer.alloc(given.length));
  return isSame && hash !== null;
}
