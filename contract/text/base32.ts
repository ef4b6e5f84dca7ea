const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const BITS = 5;

/** Lower-case base32 (RFC 4648, section 6) without padding. */
export function toBase32(bytes: Uint8Array): string {
  let text = "";
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    for (; bits >= BITS; bits -= BITS) text += ALPHABET[(value >>> (bits - BITS)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET[(value << (BITS - bits)) & 31];
}
