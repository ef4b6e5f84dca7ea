/**
 * Chunks to keep in a WebP container (RFC 9649), which is a RIFF file of chunks: FourCC, size and
 * data, padded to even length.
 */

const KEPT = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);
const RIFF_HEADER = 12;
/** Bits of the first byte of VP8X. */
const FLAG_EXIF = 0x08;
const FLAG_XMP = 0x04;
const FLAG_ANIMATION = 0x02;

/** Removes EXIF, XMP, unknown chunks, and everything after the RIFF's end. */
export function stripWebp(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (const { type, chunk } of chunksOf(bytes)) {
    if (!KEPT.has(type)) continue;
    if (type !== "VP8X") {
      parts.push(chunk);
      continue;
    }
    const header = Buffer.from(chunk);
    header.writeUInt8(header.readUInt8(8) & ~(FLAG_EXIF | FLAG_XMP), 8);
    parts.push(header);
  }
  const body = Buffer.concat(parts);
  const riff = Buffer.from(bytes.subarray(0, RIFF_HEADER));
  riff.writeUInt32LE(4 + body.length, 4);
  return Buffer.concat([riff, body]);
}

/** Whether a WebP is animated. */
export function isAnimatedWebp(bytes: Buffer): boolean {
  for (const { type, chunk } of chunksOf(bytes)) if (type === "VP8X") return (chunk.readUInt8(8) & FLAG_ANIMATION) !== 0;
  return false;
}

/** Whether a WebP is lossless, so that it should be encoded losslessly again. */
export function isLosslessWebp(bytes: Buffer): boolean {
  for (const { type } of chunksOf(bytes)) if (type === "VP8L") return true;
  return false;
}

function* chunksOf(bytes: Buffer): Generator<{ type: string; chunk: Buffer }> {
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) throw new RangeError("the file is shorter than its header says");
  let at = RIFF_HEADER;
  while (at + 8 <= end) {
    const size = bytes.readUInt32LE(at + 4);
    const next = at + 8 + size + (size % 2);
    // Some writers omit the padding of the last chunk.
    if (at + 8 + size > end) throw new RangeError(`the chunk at byte ${at} extends beyond the end of the file`);
    const chunk = bytes.subarray(at, Math.min(next, end));
    yield { type: bytes.toString("latin1", at, at + 4), chunk: chunk.length % 2 === 0 ? chunk : Buffer.concat([chunk, Buffer.alloc(1)]) };
    at = next;
  }
}
