/** Bytes of a file, both ends included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads a Range header (RFC 9110, 14.2) for a file of `size` bytes. Accepts one range. As the RFC
 * allows, several ranges, other units and malformed values are ignored, and the whole file is sent.
 * @returns null for the whole file; "none" if no byte of the file is in the range (416)
 */
export function parseByteRange(header: string | null, size: number): ByteRange | "none" | null {
  const match = /^bytes=[ \t]*(?:(\d+)-(\d*)|-(\d+))[ \t]*$/i.exec(header ?? "");
  if (match === null) return null;
  const [, from, to, suffix] = match;
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size);
    return length === 0 ? "none" : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === undefined || to === "" ? Number.POSITIVE_INFINITY : Number(to);
  if (last < first) return null;
  return first >= size ? "none" : { first, last: Math.min(last, size - 1) };
}
