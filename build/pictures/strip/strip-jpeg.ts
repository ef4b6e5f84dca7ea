/**
 * Markers in JPEG (ITU T.81, annex B), which has segments of marker, length and data. Entropy-coded
 * data follows each SOS.
 */

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COM = 0xfe;
/** Length of a JFIF header without its thumbnail: "JFIF\0", version, unit, densities, 0 × 0. */
const JFIF_LENGTH = 14;

/**
 * Removes every APPn except JFIF (without thumbnail), ICC and Adobe, all comments, and everything
 * after the end of the picture.
 */
export function stripJpeg(bytes: Buffer): Buffer {
  const parts: Buffer[] = [bytes.subarray(0, 2)];
  let at = 2;
  for (;;) {
    if (bytes[at] !== 0xff) throw new RangeError(`no marker at byte ${at}`);
    while (bytes[at + 1] === 0xff) at += 1;
    const marker = bytes.readUInt8(at + 1);
    if (marker === EOI) break;
    if (marker === SOI || isRestart(marker)) {
      at += 2;
      continue;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) throw new RangeError(`the segment at byte ${at} extends beyond the end of the file`);
    const next = marker === SOS ? endOfScan(bytes, end) : end;
    const segment = keptSegment(marker, bytes.subarray(at, next));
    if (segment !== null) parts.push(segment);
    at = next;
  }
  parts.push(Buffer.of(0xff, EOI));
  return Buffer.concat(parts);
}

const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;

/**
 * Position of the next marker after entropy-coded data. `FF 00` is a byte of data, `FF D0..D7` a
 * restart.
 */
function endOfScan(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at === -1 || at + 1 >= bytes.length) throw new RangeError("the picture has no end");
    const marker = bytes.readUInt8(at + 1);
    if (marker !== 0 && marker !== 0xff && !isRestart(marker)) return at;
    at += marker === 0xff ? 1 : 2;
  }
}

function keptSegment(marker: number, segment: Buffer): Buffer | null {
  if (marker === COM) return null;
  if (marker < APP0 || marker > APP15) return segment;
  const data = segment.toString("latin1", 4, 16);
  if (marker === APP0 && data.startsWith("JFIF\0")) return withoutThumbnail(segment);
  if (marker === APP2 && data === "ICC_PROFILE\0") return segment;
  if (marker === APP14 && data.startsWith("Adobe")) return segment;
  return null;
}

function withoutThumbnail(segment: Buffer): Buffer {
  const header = Buffer.alloc(4 + JFIF_LENGTH);
  segment.copy(header, 0, 0, 4 + JFIF_LENGTH - 2);
  header.writeUInt16BE(2 + JFIF_LENGTH, 2);
  return header;
}
