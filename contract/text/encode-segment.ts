/** A text as one segment of a path: what RFC 3986 allows in one stays as it is. */
export function encodeSegment(text: string): string {
  return encodeURIComponent(text.normalize("NFC")).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent);
}
