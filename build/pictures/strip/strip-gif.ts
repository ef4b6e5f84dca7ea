/** Byte values in GIF89a, which has a header, a colour table, then blocks up to the trailer. */

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const PLAIN_TEXT = 0x01;
const APPLICATION = 0xff;
const HEADER_LENGTH = 13;
const IMAGE_HEADER_LENGTH = 10;
/** Application extensions that affect how the picture looks, for loops and the colour profile. */
const KEPT_APPLICATIONS = new Set(["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]);

/**
 * Removes comments, XMP, other applications' blocks, and everything after the trailer. Frames,
 * loops and timing stay.
 */
export function stripGif(bytes: Buffer): Buffer {
  let at = HEADER_LENGTH + colourTableLength(bytes.readUInt8(10));
  const parts: Buffer[] = [bytes.subarray(0, at)];
  for (;;) {
    const block = bytes.readUInt8(at);
    if (block === TRAILER) break;
    const end = endOfBlock(bytes, at, block);
    if (block === IMAGE || isKeptExtension(bytes, at)) parts.push(bytes.subarray(at, end));
    at = end;
  }
  parts.push(Buffer.of(TRAILER));
  return Buffer.concat(parts);
}

/**
 * Length of a colour table: three bytes per colour and 2^(n+1) colours, if the first bit announces
 * a table.
 */
const colourTableLength = (packed: number): number => ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1));

function endOfBlock(bytes: Buffer, at: number, block: number): number {
  // An image has a header, a colour table, and a byte with the code size. An extension has an
  // introducer and a label.
  if (block === IMAGE) return endOfSubBlocks(bytes, at + IMAGE_HEADER_LENGTH + colourTableLength(bytes.readUInt8(at + 9)) + 1);
  if (block === EXTENSION) return endOfSubBlocks(bytes, at + 2);
  throw new RangeError(`no block begins with ${block}, at byte ${at}`);
}

function endOfSubBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let size = bytes.readUInt8(at); size !== 0; size = bytes.readUInt8(at)) at += size + 1;
  return at + 1;
}

function isKeptExtension(bytes: Buffer, at: number): boolean {
  const label = bytes.readUInt8(at + 1);
  if (label === APPLICATION) return KEPT_APPLICATIONS.has(bytes.toString("latin1", at + 3, at + 14));
  return label === GRAPHIC_CONTROL || label === PLAIN_TEXT;
}
