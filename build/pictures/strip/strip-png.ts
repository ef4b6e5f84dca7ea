/** Strips PNG (W3C, third edition), which has chunks of length, type, data and CRC. */

/**
 * The chunks that affect how the picture looks. All others (eXIf, tEXt, iTXt, zTXt, tIME, dSIG,
 * private ones) are removed.
 */
const KEPT = new Set("IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT".split(" "));
const SIGNATURE_LENGTH = 8;
/** Bytes of a chunk's length, type and CRC. */
const CHUNK_FRAME = 12;

/** Removes every chunk that pixels and colours do not need, and everything after IEND. */
export function stripPng(bytes: Buffer): Buffer {
  const parts: Buffer[] = [bytes.subarray(0, SIGNATURE_LENGTH)];
  for (const { type, chunk } of chunksOf(bytes)) if (KEPT.has(type)) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Whether a PNG is animated (APNG: an acTL chunk). */
export function isAnimatedPng(bytes: Buffer): boolean {
  for (const { type } of chunksOf(bytes)) {
    if (type === "acTL") return true;
    if (type === "IDAT") return false;
  }
  return false;
}

function* chunksOf(bytes: Buffer): Generator<{ type: string; chunk: Buffer }> {
  let at = SIGNATURE_LENGTH;
  for (;;) {
    const end = at + CHUNK_FRAME + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new RangeError(`the chunk at byte ${at} extends beyond the end of the file`);
    const type = bytes.toString("latin1", at + 4, at + 8);
    yield { type, chunk: bytes.subarray(at, end) };
    if (type === "IEND") return;
    at = end;
  }
}
