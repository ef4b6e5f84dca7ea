/** The size of r and of s, in bytes, by the curve's number in COSE (RFC 9053, section 7.1). */
const COMPONENT_BYTES: Readonly<Record<number, number>> = { 1: 32, 2: 48, 3: 66 };
const [SEQUENCE, INTEGER, LONG_FORM] = [0x30, 0x02, 0x80];

/**
 * Converts an ECDSA signature from DER (RFC 3279, section 2.2.3), which WebAuthn uses, to r
 * followed by s, which Web Crypto uses. It replaces the function of `@simplewebauthn/server` in the
 * write program, because the library's function loads a parser for all of ASN.1.
 * @param curve its number in COSE
 * @throws Error if the signature is not DER, or for an unsupported curve
 */
export function unwrapEC2Signature(signature: Uint8Array, curve: number): Uint8Array<ArrayBuffer> {
  const size = COMPONENT_BYTES[curve];
  if (size === undefined) throw new Error(`Unexpected COSE crv value of ${curve} (EC2)`);
  const [parts, rest] = readValue(signature, SEQUENCE);
  const [r, afterR] = readValue(parts, INTEGER);
  const [s, afterS] = readValue(afterR, INTEGER);
  if (rest.length + afterS.length > 0) throw new Error("The signature has more than r and s");
  const joined = new Uint8Array(2 * size);
  for (const [at, part] of [r, s].entries()) joined.set(toUnsigned(part, size), (at + 1) * size - Math.min(size, part.length));
  return joined;
}

/** @returns the value, and the bytes after it */
function readValue(bytes: Uint8Array, tag: number): readonly [value: Uint8Array, rest: Uint8Array] {
  const [found, first = 0, second = 0] = bytes;
  // A signature is shorter than 256 bytes, so its length takes one byte, or two if the first byte
  // says so.
  const isLong = first === (LONG_FORM | 1);
  const start = isLong ? 3 : 2;
  const end = start + (isLong ? second : first);
  if (found !== tag || (first >= LONG_FORM && !isLong) || bytes.length < end) throw new Error("The signature is not DER");
  return [bytes.subarray(start, end), bytes.subarray(end)];
}

/** DER puts a zero byte before a number whose first bit is set. */
function toUnsigned(number: Uint8Array, size: number): Uint8Array {
  const hasZero = number.length === size + 1 && number[0] === 0;
  if (number.length > size && !hasZero) throw new Error(`Invalid signature component length ${number.length}, expected ${size}`);
  return hasZero ? number.subarray(1) : number;
}
