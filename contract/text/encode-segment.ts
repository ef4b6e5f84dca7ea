/**
 * Encodes a text as one segment of a path. Characters that RFC 3986 allows there stay unchanged.
 */
export function encodeSegment(text: string): string {
  return encodeURIComponent(text.normalize("NFC")).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent);
}
