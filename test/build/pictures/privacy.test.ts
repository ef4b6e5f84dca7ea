import exifr from "exifr";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { makePicture } from "../../../build/pictures/make.ts";
import { corners, privateGif, privateJpeg, privatePng, SECRET, withPrivateMetadata } from "./samples.ts";

const SETTINGS = { widths: [32], quality: 78 };
const ALL_TAGS = {
  tiff: true,
  exif: true,
  gps: true,
  interop: true,
  ifd1: true,
  iptc: true,
  xmp: true,
  jfif: false,
  ihdr: false,
  icc: false,
  makerNote: true,
  userComment: true,
};

/** Metadata that exifr finds. It finds none in a format that it does not support. */
async function tagsOf(bytes: Buffer): Promise<unknown> {
  try {
    return await exifr.parse(bytes, ALL_TAGS);
  } catch (error) {
    if (error instanceof Error && error.message === "Unknown file format") return undefined;
    throw error;
  }
}

const pixelsOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes, { animated: true }).raw().toBuffer();
const colourAt = async (bytes: Buffer, left: number, top: number): Promise<number[]> => [
  ...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
];

/** A sample of each format, upright. */
const SAMPLES: Record<string, () => Promise<Buffer>> = {
  jpeg: () => privateJpeg(),
  png: () => privatePng(),
  webp: () => withPrivateMetadata(corners(64, 48)).webp().toBuffer(),
  "lossless webp": () => withPrivateMetadata(corners(64, 48)).webp({ lossless: true }).toBuffer(),
  gif: privateGif,
  avif: () => withPrivateMetadata(corners(64, 48)).avif({ effort: 0 }).toBuffer(),
  tiff: () => withPrivateMetadata(corners(64, 48)).tiff().toBuffer(),
};

describe.each(Object.keys(SAMPLES))("a %s with private metadata", (name) => {
  const sample = (): Promise<Buffer> => SAMPLES[name]?.() ?? Promise.reject(new Error(name));

  test("is published without any of it, original and variants", async () => {
    const bytes = await sample();
    expect(bytes.includes(SECRET)).toBe(true);
    const made = await makePicture(bytes, SETTINGS);
    expect(made.variants).toHaveLength(name === "gif" ? 0 : 1);
    for (const { content } of [made.original, ...made.variants]) {
      expect(content.includes(SECRET)).toBe(false);
      expect(await tagsOf(content)).toBeUndefined();
      const metadata = await sharp(content).metadata();
      expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.comments, metadata.orientation]).toEqual(Array(5).fill(undefined));
    }
  });
});

/** GIF has no colour profiles. */
const WITH_PROFILE = Object.entries(SAMPLES).filter(([name]) => name !== "gif");
/** AVIF and TIFF cannot lose their metadata without being encoded again. */
const STRIPPED = Object.entries(SAMPLES).filter(([name]) => name !== "avif" && name !== "tiff");

test.each(WITH_PROFILE)("a %s keeps the colour profile of the original", async (_, sample) => {
  const bytes = await sample();
  const { icc } = await sharp(bytes).metadata();
  expect(icc?.toString("latin1", 36, 40)).toBe("acsp");
  expect((await sharp((await makePicture(bytes, SETTINGS)).original.content).metadata()).icc).toEqual(icc);
});

test.each(STRIPPED)("a %s loses no pixel of the original", async (_, sample) => {
  const bytes = await sample();
  expect(await pixelsOf((await makePicture(bytes, SETTINGS)).original.content)).toEqual(await pixelsOf(bytes));
});

test("the samples contain the metadata before: GPS, serial numbers, names", async () => {
  const tags = await exifr.parse(await privateJpeg(), ALL_TAGS);
  expect(tags).toMatchObject({ Artist: SECRET, SerialNumber: SECRET, latitude: expect.closeTo(60.39, 1), creator: SECRET });
  expect(await exifr.gps(await privatePng())).toMatchObject({ latitude: expect.closeTo(60.39, 1) });
});

describe.each(["jpeg", "png", "webp", "tiff"] as const)("a %s that is stored on its side (EXIF orientation 6)", (format) => {
  const turned = (): Promise<Buffer> => withPrivateMetadata(corners(96, 64), 6).toFormat(format).toBuffer();

  test("is published upright, with width and height as shown", async () => {
    const { original, variants } = await makePicture(await turned(), SETTINGS);
    expect([original.width, original.height]).toEqual([64, 96]);
    expect(variants.map(({ width, height }) => [width, height])).toEqual([[32, 48]]);
    // A quarter turn clockwise brings the lower left corner (white) to the upper left.
    for (const { content, width, height } of [original, ...variants]) {
      expect(await sharp(content).metadata()).toMatchObject({ width, height });
      expect(Math.min(...(await colourAt(content, 2, 2)))).toBeGreaterThan(200);
      const [red = 0, green = 0] = await colourAt(content, width - 3, 2);
      expect(red - green).toBeGreaterThan(100);
    }
  });

  test("loses its metadata and keeps its colour profile", async () => {
    const bytes = await turned();
    const { original } = await makePicture(bytes, SETTINGS);
    expect(original.content.includes(SECRET)).toBe(false);
    expect(await tagsOf(original.content)).toBeUndefined();
    expect((await sharp(original.content).metadata()).icc).toEqual((await sharp(bytes).metadata()).icc);
  });
});

test("all eight orientations come out upright", async () => {
  const upright = await makePicture(await corners(96, 64).jpeg({ quality: 100 }).toBuffer(), SETTINGS);
  for (let orientation = 2; orientation <= 8; orientation += 1) {
    // A camera in that position would store this: the inverse of the tag's transformation.
    const stored = await corners(96, 64).jpeg({ quality: 100 }).withMetadata({ orientation }).toBuffer();
    const { original } = await makePicture(stored, SETTINGS);
    const expected = await sharp(stored).autoOrient().png().toBuffer();
    expect([original.width, original.height]).toEqual(orientation >= 5 ? [64, 96] : [96, 64]);
    const [found, wanted] = [await colourAt(original.content, 4, 4), await colourAt(expected, 4, 4)];
    for (const [index, value] of found.entries()) expect(Math.abs(value - (wanted[index] ?? Number.NaN))).toBeLessThan(12);
  }
  expect([upright.original.width, upright.original.height]).toEqual([96, 64]);
});

test("an animated GIF still moves, and loops", async () => {
  const { original } = await makePicture(await privateGif(), SETTINGS);
  expect(await sharp(original.content, { animated: true }).metadata()).toMatchObject({ pages: 2, loop: 0, delay: [100, 100] });
  expect([original.width, original.height]).toEqual([16, 12]);
});

test("an animated WebP keeps its frames and gets no still variants", async () => {
  const frames = await Promise.all([corners(64, 48), corners(64, 48).negate()].map((frame) => frame.png().toBuffer()));
  const webp = await withPrivateMetadata(sharp(frames, { join: { animated: true } }))
    .webp({ delay: [100, 100] })
    .toBuffer();
  const made = await makePicture(webp, SETTINGS);
  expect(made.variants).toEqual([]);
  expect([made.original.width, made.original.height]).toEqual([64, 48]);
  expect((await sharp(made.original.content, { animated: true }).metadata()).pages).toBe(2);
  expect(made.original.content.includes(SECRET)).toBe(false);
});

test("a JPEG in CMYK stays one, upright, and becomes RGB if it must be turned", async () => {
  const cmyk = corners(64, 48).toColourspace("cmyk").withIccProfile("cmyk");
  const upright = await makePicture(await cmyk.clone().jpeg().toBuffer(), SETTINGS);
  expect((await sharp(upright.original.content).metadata()).space).toBe("cmyk");
  const turned = await makePicture(await cmyk.clone().withMetadata({ orientation: 6, icc: "cmyk" }).jpeg().toBuffer(), SETTINGS);
  const [red = 0, green = 0, blue = 0] = await colourAt(turned.original.content, 45, 2);
  expect(red).toBeGreaterThan(150);
  expect(Math.max(green, blue)).toBeLessThan(100);
  const [white = 0] = await colourAt(turned.original.content, 2, 2);
  expect(white).toBeGreaterThan(200);
});
