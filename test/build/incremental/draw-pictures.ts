import { crc32, deflateSync } from "node:zlib";

export function drawSvg(number: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${10 + number} 9"><rect width="${10 + number}" height="9"/></svg>`;
}

/** Draws a picture of one colour, small enough to be encoded quickly. */
export function drawPng(number: number): Buffer {
  const [width, height] = [12 + number, 9];
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 20 * number + 7)]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const chunks = [toChunk("IHDR", header), toChunk("IDAT", rows), toChunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]);
}

function toChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, "latin1");
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}
