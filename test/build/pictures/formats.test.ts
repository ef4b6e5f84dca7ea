import { createHash } from "node:crypto";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { makePicture } from "../../../build/pictures/make.ts";
import { corners, privateJpeg, privatePng } from "./samples.ts";

const make = (bytes: Buffer | string) => makePicture(Buffer.from(bytes), { widths: [32], quality: 78 });
const ftyp = (brand: string): Buffer =>
  Buffer.concat([Buffer.of(0, 0, 0, 24), Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`), Buffer.alloc(64)]);

describe("a picture that cannot be published is reported with a remedy", () => {
  test.each([
    ["", "not-a-picture", "is an empty file", "copy the picture again"],
    ["just text", "not-a-picture", "is not a picture", "want a JPEG"],
    [
      "version https://git-lfs.github.com/spec/v1\noid sha256:00",
      "not-a-picture",
      "is a Git LFS pointer, not the picture itself",
      "git lfs pull",
    ],
    ["<!DOCTYPE html><html></html>", "not-a-picture", "is an HTML page, not a picture", "download the picture itself"],
    [ftyp("heic"), "unsupported-picture", "is a HEIC or raw picture, which cannot be published", "export it as JPEG"],
    [`BM${"\0".repeat(60)}`, "unsupported-picture", "is a BMP picture, which cannot be published", "export it as JPEG"],
    [Buffer.of(0xff, 0x0a, 0, 0, 0, 0), "unsupported-picture", "is a JPEG XL picture, which cannot be published", "export it as JPEG"],
    [Buffer.of(0x1f, 0x8b, 8, 0), "unsupported-picture", "is compressed with gzip", "decompress it"],
    [Buffer.of(0xff, 0xd8, 0xff), "damaged-picture", "is damaged or truncated", "copy the picture again"],
  ])("%j: %s", async (bytes, code, message, hint) => {
    await expect(make(Buffer.from(bytes as string))).rejects.toMatchObject({ code, message, hint: expect.stringContaining(hint) });
  });

  test.each([0.3, 0.6, 0.99])("a truncated JPEG (%d)", async (part) => {
    const jpeg = await corners(400, 300).jpeg().toBuffer();
    await expect(make(jpeg.subarray(0, Math.floor(jpeg.length * part)))).rejects.toMatchObject({ code: "damaged-picture" });
  });

  test.each(["png", "webp", "gif", "avif"] as const)("a %s that is cut short", async (format) => {
    const bytes = await corners(400, 300).toFormat(format).toBuffer();
    await expect(make(bytes.subarray(0, Math.floor(bytes.length * 0.6)))).rejects.toMatchObject({ code: "damaged-picture" });
  });

  test("a picture that would not fit in memory, before it is decoded", async () => {
    // Claims 30,000 × 30,000 pixels in a few kilobytes: only the PNG header needs to state the size.
    const png = await corners(8, 8).png().toBuffer();
    png.writeUInt32BE(30_000, 16);
    png.writeUInt32BE(30_000, 20);
    const { crc32 } = await import("node:zlib");
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    await expect(make(png)).rejects.toMatchObject({ code: "picture-too-large", hint: expect.stringContaining("scale it down") });
  });
});

describe("the published form of each format", () => {
  test.each([
    ["jpeg", "original.jpg", "image/jpeg"],
    ["png", "original.png", "image/png"],
    ["webp", "original.webp", "image/webp"],
    ["gif", "original.gif", "image/gif"],
    ["avif", "original.avif", "image/avif"],
    ["tiff", "original.jpg", "image/jpeg"],
  ] as const)("%s becomes %s", async (format, file, mimeType) => {
    const made = await make(await corners(64, 48).toFormat(format).toBuffer());
    expect(made.original).toMatchObject({ file, mimeType, width: 64, height: 48 });
    expect(`image/${(await sharp(made.original.content).metadata()).format}`).toMatch(mimeType === "image/avif" ? "image/heif" : mimeType);
  });

  test("a TIFF with transparency becomes a PNG", async () => {
    const tiff = await corners(64, 48).ensureAlpha(0.5).tiff({ compression: "deflate" }).toBuffer();
    expect((await make(tiff)).original.mimeType).toBe("image/png");
  });

  test("the bytes decide the format, not the name", async () => {
    expect((await make(await corners(64, 48).png().toBuffer())).original.file).toBe("original.png");
  });

  test("an AVIF without metadata is not encoded again", async () => {
    const avif = await corners(64, 48).avif({ effort: 0 }).toBuffer();
    expect((await make(avif)).original.content.equals(avif)).toBe(true);
  });

  test("a JPEG with junk between its segments, which browsers show, is encoded again", async () => {
    const jpeg = await corners(64, 48).jpeg().toBuffer();
    const odd = Buffer.concat([jpeg.subarray(0, 20), Buffer.from("junk"), jpeg.subarray(20)]);
    const made = await make(odd);
    expect(made.original.content.includes("junk")).toBe(false);
    expect(await sharp(made.original.content).metadata()).toMatchObject({ width: 64, height: 48 });
  });

  test("an icon keeps its bytes and has the size of its largest picture", async () => {
    const png = await corners(32, 32).png().toBuffer();
    const directory = Buffer.alloc(6 + 32);
    directory.writeUInt16LE(1, 2);
    directory.writeUInt16LE(2, 4);
    for (const [index, side] of [16, 32].entries()) {
      const at = 6 + index * 16;
      directory.writeUInt8(side, at);
      directory.writeUInt8(side, at + 1);
      directory.writeUInt32LE(png.length, at + 8);
      directory.writeUInt32LE(directory.length, at + 12);
    }
    const ico = Buffer.concat([directory, png]);
    const made = await make(ico);
    expect(made.original).toMatchObject({ file: "original.ico", width: 32, height: 32, mimeType: "image/vnd.microsoft.icon" });
    expect(made.original.content.equals(ico)).toBe(true);
    await expect(make(ico.subarray(0, 60))).rejects.toMatchObject({ code: "damaged-picture" });
  });
});

describe("variants", () => {
  const widths = async (bytes: Buffer, wanted: readonly number[]) =>
    (await makePicture(bytes, { widths: wanted, quality: 78 })).variants.map(({ width, height, mimeType, file }) => [
      width,
      height,
      mimeType,
      file,
    ]);

  test("are WebP, at each requested width below the picture's own and at its own, narrowest first, without duplicates", async () => {
    const bytes = await corners(100, 50).png().toBuffer();
    expect(await widths(bytes, [80, 40, 400, 40])).toEqual([
      [40, 20, "image/webp", "40.webp"],
      [80, 40, "image/webp", "80.webp"],
      [100, 50, "image/webp", "100.webp"],
    ]);
    expect(await widths(bytes, [480])).toEqual([[100, 50, "image/webp", "100.webp"]]);
    expect(await widths(bytes, [])).toEqual([]);
  });

  test.each([
    "jpeg",
    "png",
    "webp",
    "avif",
    "tiff",
  ] as const)("of a %s are no wider than the picture or the largest requested width", async (format) => {
    const bytes = await corners(96, 64).toFormat(format).toBuffer();
    const widest = async (wanted: readonly number[]) => (await widths(bytes, wanted)).map(([width]) => width).at(-1);
    expect(await widest([48])).toBe(48);
    expect(await widest([48, 95])).toBe(95);
    expect(await widest([48, 96])).toBe(96);
    expect(await widest([48, 97])).toBe(96);
    expect(await widest([200, 400])).toBe(96);
  });

  test("of a picture that is stored on its side have the widths of the upright picture", async () => {
    expect((await widths(await privateJpeg(96, 64, 6), [32, 80])).map(([width, height]) => [width, height])).toEqual([
      [32, 48],
      [64, 96],
    ]);
  });

  test("end with the picture itself if it is a WebP no larger than the encoded variant", async () => {
    const small = await corners(100, 50).webp({ quality: 20 }).toBuffer();
    const kept = await makePicture(small, { widths: [40, 400], quality: 78 });
    expect(kept.variants.map(({ file }) => file)).toEqual(["40.webp", "original.webp"]);
    expect(kept.variants[1]).toBe(kept.original);
    const noise = Buffer.concat(Array.from({ length: 500 }, (_, at) => createHash("sha256").update(String(at)).digest())).subarray(
      0,
      15_000,
    );
    const large = await sharp(noise, { raw: { width: 100, height: 50, channels: 3 } })
      .webp({ lossless: true })
      .toBuffer();
    const encoded = await makePicture(large, { widths: [40, 400], quality: 20 });
    expect(encoded.variants.map(({ file }) => file)).toEqual(["40.webp", "100.webp"]);
    expect(encoded.variants[1]?.content.length).toBeLessThan(encoded.original.content.length);
  });

  test("contain the format that their names promise", async () => {
    const { variants } = await makePicture(await corners(100, 50).png().toBuffer(), { widths: [40], quality: 78 });
    expect(await sharp(variants[0]?.content).metadata()).toMatchObject({ format: "webp", width: 40, height: 20 });
  });

  test("are omitted if the widest would be taller than WebP allows, because the picture itself is sharper than a narrow one", async () => {
    const strip = await corners(20, 20_000).png().toBuffer();
    expect(await widths(strip, [10, 18])).toEqual([]);
    expect(await widths(strip, [8, 10])).toEqual([
      [8, 8_000, "image/webp", "8.webp"],
      [10, 10_000, "image/webp", "10.webp"],
    ]);
  });

  test("keep transparency", async () => {
    const { variants } = await makePicture(await corners(100, 50).ensureAlpha(0.5).png().toBuffer(), { widths: [40], quality: 78 });
    expect((await sharp(variants[0]?.content).metadata()).hasAlpha).toBe(true);
  });
});

describe("colour and thumbhash", () => {
  test("come from the visible part of a picture", async () => {
    const plain = await sharp({ create: { width: 50, height: 50, channels: 3, background: "#336699" } })
      .png()
      .toBuffer();
    expect((await make(plain)).dominantColor).toBe("#336699");
    const seen = await sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .composite([
        {
          input: await sharp({ create: { width: 10, height: 10, channels: 3, background: "#cc2200" } })
            .png()
            .toBuffer(),
        },
      ])
      .png()
      .toBuffer();
    expect((await make(seen)).dominantColor).toBe("#cc2200");
    const nothing = await sharp({ create: { width: 5, height: 5, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer();
    expect((await make(nothing)).dominantColor).toBeNull();
  });

  test("exist for grey, 16-bit and CMYK pictures, as for any other", async () => {
    const pictures = [
      corners(64, 48).greyscale().png(),
      corners(64, 48).toColourspace("rgb16").png(),
      corners(64, 48).toColourspace("cmyk").jpeg(),
    ];
    for (const picture of pictures) {
      const { thumbhash, dominantColor } = await make(await picture.toBuffer());
      expect(dominantColor).toMatch(/^#[0-9a-f]{6}$/);
      expect(Buffer.from(thumbhash ?? "", "base64").length).toBeGreaterThan(4);
    }
  });

  test("show the picture: a thumbhash decodes to its corners, upright", async () => {
    const { thumbHashToRGBA } = await import("thumbhash");
    const { thumbhash } = await make(await privateJpeg(96, 64, 6));
    const { w, h, rgba } = thumbHashToRGBA(Buffer.from(thumbhash ?? "", "base64"));
    expect(h).toBeGreaterThan(w);
    const at = (x: number, y: number) => [...rgba.subarray((y * w + x) * 4, (y * w + x) * 4 + 3)];
    expect(Math.min(...at(1, 1))).toBeGreaterThan(150);
    const [red = 0, green = 0] = at(w - 2, 1);
    expect(red).toBeGreaterThan(green + 60);
  });
});

test("the same input and settings produce the same output", async () => {
  for (const bytes of [await privateJpeg(), await privatePng(), await privateJpeg(64, 48, 8)]) {
    const [first, second] = [await make(bytes), await make(bytes)];
    expect(second).toEqual(first);
  }
});
