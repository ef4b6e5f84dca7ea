import { inflateSync } from "node:zlib";

/** The tables of a font that layout needs. */
export interface FontTables {
  /** The font as TrueType or OpenType. A WOFF file is unpacked. */
  readonly file: Buffer;
  /** Width of a character relative to the font's size; null if the font does not have it. */
  widthOf(codePoint: number): number | null;
}

const WOFF = 0x774f4646;
const SFNT = new Set([0x00010000, 0x4f54544f, 0x74727565]);
const HEADER = 12;
const RECORD = 16;

/**
 * Reads a font (OpenType 1.9; W3C WOFF 1.0).
 * @returns null if it is neither TrueType, OpenType nor WOFF 1, or if a table is missing
 */
export function readFont(bytes: Buffer): FontTables | null {
  try {
    const file = bytes.readUInt32BE(0) === WOFF ? unpackWoff(bytes) : bytes;
    if (!SFNT.has(file.readUInt32BE(0))) return null;
    const tables = findTables(file);
    const [cmap, head, hhea, hmtx] = ["cmap", "head", "hhea", "hmtx"].map((name) => tables.get(name));
    if (!cmap || !head || !hhea || !hmtx) return null;
    const unitsPerEm = head.readUInt16BE(18);
    const metricCount = hhea.readUInt16BE(34);
    const glyphOf = readCharacterMap(cmap);
    if (glyphOf === null || unitsPerEm === 0 || metricCount === 0) return null;
    return {
      file,
      widthOf: (codePoint) => {
        const glyph = glyphOf(codePoint);
        return glyph === 0 ? null : hmtx.readUInt16BE(Math.min(glyph, metricCount - 1) * 4) / unitsPerEm;
      },
    };
  } catch (error) {
    // The file is shorter than its tables claim, or is not compressed as they claim.
    if (error instanceof RangeError || (error instanceof Error && "code" in error)) return null;
    throw error;
  }
}

function findTables(file: Buffer): ReadonlyMap<string, Buffer> {
  const count = file.readUInt16BE(4);
  return new Map(
    Array.from({ length: count }, (_, at) => {
      const record = HEADER + at * RECORD;
      const start = file.readUInt32BE(record + 8);
      return [file.toString("latin1", record, record + 4), file.subarray(start, start + file.readUInt32BE(record + 12))];
    }),
  );
}

/** Puts the decompressed tables after the header of an OpenType file. */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const power = 2 ** Math.floor(Math.log2(count));
  const head = Buffer.alloc(HEADER + count * RECORD);
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  for (const [at, value] of [count, power * 16, Math.log2(power), (count - power) * 16].entries()) head.writeUInt16BE(value, 4 + at * 2);
  const parts: Buffer[] = [head];
  let end = head.length;
  for (let at = 0; at < count; at += 1) {
    const from = 44 + at * 20;
    const [offset, packed, length] = [4, 8, 12].map((place) => woff.readUInt32BE(from + place)) as [number, number, number];
    const stored = woff.subarray(offset, offset + packed);
    const table = packed < length ? inflateSync(stored) : stored;
    const record = HEADER + at * RECORD;
    woff.copy(head, record, from, from + 4);
    woff.copy(head, record + 4, from + 16, from + 20);
    head.writeUInt32BE(end, record + 8);
    head.writeUInt32BE(length, record + 12);
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
    parts.push(table, padding);
    end += table.length + padding.length;
  }
  return Buffer.concat(parts);
}

/**
 * Returns a function that finds the glyph of a character; 0 if there is none.
 * @returns null if the font has no Unicode map in a supported format
 */
function readCharacterMap(cmap: Buffer): ((codePoint: number) => number) | null {
  const maps = Array.from({ length: cmap.readUInt16BE(2) }, (_, at) => {
    const record = 4 + at * 8;
    const isUnicode =
      cmap.readUInt16BE(record) === 0 || (cmap.readUInt16BE(record) === 3 && [1, 10].includes(cmap.readUInt16BE(record + 2)));
    return isUnicode ? [cmap.subarray(cmap.readUInt32BE(record + 4))] : [];
  }).flat();
  const whole = maps.find((map) => map.readUInt16BE(0) === 12);
  if (whole !== undefined) return (codePoint) => findInGroups(whole, codePoint);
  const basic = maps.find((map) => map.readUInt16BE(0) === 4);
  return basic === undefined ? null : (codePoint) => findInSegments(basic, codePoint);
}

/** Finds a glyph in format 12, which has groups of consecutive characters. */
function findInGroups(map: Buffer, codePoint: number): number {
  const count = map.readUInt32BE(12);
  for (let at = 0; at < count; at += 1) {
    const group = 16 + at * 12;
    if (codePoint > map.readUInt32BE(group + 4)) continue;
    const start = map.readUInt32BE(group);
    return codePoint < start ? 0 : map.readUInt32BE(group + 8) + codePoint - start;
  }
  return 0;
}

/** Finds a glyph in format 4, which has segments of the basic plane. */
function findInSegments(map: Buffer, codePoint: number): number {
  if (codePoint > 0xffff) return 0;
  const size = map.readUInt16BE(6);
  for (let at = 0; at < size; at += 2) {
    if (codePoint > map.readUInt16BE(14 + at)) continue;
    const start = map.readUInt16BE(16 + size + at);
    if (codePoint < start) return 0;
    const delta = map.readUInt16BE(16 + 2 * size + at);
    const place = 16 + 3 * size + at;
    const range = map.readUInt16BE(place);
    if (range === 0) return (codePoint + delta) & 0xffff;
    const glyph = map.readUInt16BE(place + range + (codePoint - start) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}
