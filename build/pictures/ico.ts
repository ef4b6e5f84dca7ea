import { damagedPicture } from "./picture-error.ts";

const HEADER_LENGTH = 6;
const ENTRY_LENGTH = 16;

/**
 * Width and height of the largest picture in an icon file.
 * @throws PictureError `damaged-picture`
 */
export function measureIco(bytes: Buffer): { readonly width: number; readonly height: number } {
  let largest = { width: 0, height: 0 };
  const count = bytes.length < HEADER_LENGTH ? 0 : bytes.readUInt16LE(4);
  for (let index = 0; index < count; index += 1) {
    const at = HEADER_LENGTH + index * ENTRY_LENGTH;
    if (at + ENTRY_LENGTH > bytes.length) throw damagedPicture(new RangeError("the directory leads out of the file"));
    if (bytes.readUInt32LE(at + 8) + bytes.readUInt32LE(at + 12) > bytes.length)
      throw damagedPicture(new RangeError("a picture leads out of the file"));
    // One byte each; 0 means 256.
    const width = bytes.readUInt8(at) || 256;
    const height = bytes.readUInt8(at + 1) || 256;
    if (width * height > largest.width * largest.height) largest = { width, height };
  }
  if (largest.width === 0) throw damagedPicture(new RangeError("the icon holds no picture"));
  return largest;
}
