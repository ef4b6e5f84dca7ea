import { crc32 } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** A word in every private part of a sample; no published byte may contain it. */
export const SECRET = "SECRETWORD";

/**
 * A picture with an edge in it and a different colour in each corner: red, green, blue, white from
 * the top left, clockwise.
 */
export function corners(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [left, top] = [x < width / 2, y < height / 2];
      const colour = top ? (left ? [230, 20, 20] : [20, 200, 20]) : left ? [240, 240, 240] : [20, 20, 220];
      pixels.set(colour, (y * width + x) * 3);
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/**
 * A sharp pipeline that writes all the metadata of a camera and a careful photographer, including
 * GPS and names.
 */
export function withPrivateMetadata(picture: Sharp, orientation = 1): Sharp {
  return picture
    .withIccProfile("p3")
    .withMetadata({ orientation, icc: "p3" })
    .withExifMerge({
      IFD0: { Make: "Canon", Model: "EOS R6", Artist: SECRET, Copyright: SECRET, ImageDescription: SECRET, Software: SECRET },
      IFD2: {
        FNumber: "56/10",
        ExposureTime: "1/250",
        ISOSpeedRatings: "200",
        FocalLength: "85/1",
        LensModel: "RF 85mm F2",
        DateTimeOriginal: "2024:01:31 18:05:00",
        BodySerialNumber: SECRET,
        LensSerialNumber: SECRET,
        CameraOwnerName: SECRET,
        UserComment: SECRET,
      },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "60/1 23/1 3000/100", GPSLongitudeRef: "E", GPSLongitude: "5/1 19/1 3000/100" },
    })
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description dc:creator="${SECRET}" xmlns:dc="http://purl.org/dc/elements/1.1/"/></rdf:RDF></x:xmpmeta>`,
    );
}

/** A JPEG segment. */
function segment(marker: number, data: string | Buffer): Buffer {
  const content = Buffer.from(data);
  const head = Buffer.of(0xff, marker, 0, 0);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** A JPEG with every kind of segment that may contain private data, and a trailer after its end. */
export async function privateJpeg(width = 64, height = 48, orientation = 1): Promise<Buffer> {
  const jpeg = await withPrivateMetadata(corners(width, height), orientation).jpeg({ quality: 95, progressive: true }).toBuffer();
  return Buffer.concat([
    jpeg.subarray(0, 2),
    segment(0xe0, `JFXX\0${SECRET}`),
    segment(0xed, `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x0f${SECRET}`),
    segment(0xe2, `MPF\0${SECRET}`),
    segment(0xe7, SECRET),
    segment(0xfe, SECRET),
    jpeg.subarray(2),
    Buffer.from(`${SECRET} trailer`),
  ]);
}

/** A PNG chunk, its type and data in Latin-1. */
function chunk(type: string, data: string): Buffer {
  const body = Buffer.from(type + data, "latin1");
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(body.length - 4, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG with text, a time and an unknown private chunk before its picture. */
export async function privatePng(width = 64, height = 48, orientation = 1): Promise<Buffer> {
  const png = await withPrivateMetadata(corners(width, height), orientation).png().toBuffer();
  const afterHeader = 8 + 25;
  return Buffer.concat([
    png.subarray(0, afterHeader),
    chunk("tEXt", `Author\0${SECRET}`),
    chunk("tIME", "\x07\xe8\x01\x1f\x12\x05\x00"),
    chunk("prVt", SECRET),
    png.subarray(afterHeader),
    Buffer.from(SECRET),
  ]);
}

/** An animated GIF of two frames with a comment and an XMP block. */
export async function privateGif(): Promise<Buffer> {
  const frames = await Promise.all([corners(16, 12), corners(16, 12).negate()].map((frame) => frame.png().toBuffer()));
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ loop: 0, delay: [100, 100] })
    .toBuffer();
  const at = gif.indexOf(Buffer.of(0x21, 0xf9));
  const comment = Buffer.concat([Buffer.of(0x21, 0xfe, SECRET.length), Buffer.from(SECRET), Buffer.of(0)]);
  const xmp = Buffer.concat([
    Buffer.of(0x21, 0xff, 11),
    Buffer.from("XMP DataXMP"),
    Buffer.of(SECRET.length),
    Buffer.from(SECRET),
    Buffer.of(0),
  ]);
  return Buffer.concat([gif.subarray(0, at), comment, xmp, gif.subarray(at), Buffer.from(SECRET)]);
}
