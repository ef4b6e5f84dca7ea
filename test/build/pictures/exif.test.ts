import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { type ExifFacts, readExif } from "../../../build/pictures/exif.ts";
import { makePicture } from "../../../build/pictures/make.ts";
import { corners, privateJpeg, SECRET, withPrivateMetadata } from "./samples.ts";

/** Reads a JPEG with these tags. */
async function read(tags: { IFD0?: Record<string, string>; IFD2?: Record<string, string> }): Promise<ExifFacts> {
  const jpeg = await sharp({ create: { width: 4, height: 4, channels: 3, background: "#808080" } })
    .withExif(tags)
    .jpeg()
    .toBuffer();
  return readExif((await sharp(jpeg).metadata()).exif);
}

const CAMERA = {
  cameraMake: "Canon",
  cameraModel: "EOS R6",
  lens: "RF 85mm F2",
  focalLengthMm: 85,
  aperture: 5.6,
  shutterSpeed: "1/250",
  iso: 200,
};

test("camera and exposure are read, without anything private", async () => {
  const { exif, takenAt } = await makePicture(await privateJpeg(), { widths: [], quality: 78 });
  expect({ exif, takenAt }).toEqual({ exif: CAMERA, takenAt: "2024-01-31T18:05:00" });
  expect(JSON.stringify({ exif, takenAt })).not.toContain(SECRET);
});

test.each(["png", "webp", "avif"] as const)("camera and exposure are also read from %s files", async (format) => {
  const bytes = await withPrivateMetadata(corners(16, 12)).toFormat(format).toBuffer();
  expect(await makePicture(bytes, { widths: [], quality: 78 })).toMatchObject({ exif: CAMERA, takenAt: "2024-01-31T18:05:00" });
});

test("a picture without EXIF, or with an unreadable block, has neither", async () => {
  expect(await readExif(undefined)).toEqual({ exif: null, takenAt: null });
  expect(await readExif(Buffer.from("Exif\0\0II*\0\xff\xff\xff\xff", "latin1"))).toEqual({ exif: null, takenAt: null });
  expect(await readExif(Buffer.from("no EXIF at all"))).toEqual({ exif: null, takenAt: null });
});

describe("shutter speeds are written as photographers write them", () => {
  test.each([
    ["1/8000", "1/8000"],
    ["10/2500", "1/250"],
    ["1/60", "1/60"],
    ["4/10", "1/2.5"],
    ["1/2", "1/2"],
    ["6/10", "1/1.7"],
    ["1/1", "1"],
    ["2/1", "2"],
    ["15/10", "1.5"],
    ["30/1", "30"],
  ])("%s s is %s", async (ExposureTime, shutterSpeed) => {
    expect((await read({ IFD2: { ExposureTime } })).exif?.shutterSpeed).toBe(shutterSpeed);
  });
});

test('a camera\'s value for "unknown" is null', async () => {
  const { exif } = await read({
    IFD0: { Make: "Leica" },
    IFD2: { FNumber: "0/1", FocalLength: "0/0", ExposureTime: "0/1", LensModel: "----" },
  });
  expect(exif).toEqual({
    cameraMake: "Leica",
    cameraModel: null,
    lens: null,
    focalLengthMm: null,
    aperture: null,
    shutterSpeed: null,
    iso: null,
  });
});

test("padding and control characters in names are dropped", async () => {
  expect((await read({ IFD0: { Make: "  NIKON \u0007 CORPORATION   " } })).exif?.cameraMake).toBe("NIKON CORPORATION");
});

describe("the time a photo was taken", () => {
  test("is the camera's local time, whatever the machine's time zone is", async () => {
    const zone = process.env.TZ;
    try {
      for (const TZ of ["Pacific/Kiritimati", "America/Los_Angeles"]) {
        process.env.TZ = TZ;
        expect((await read({ IFD2: { DateTimeOriginal: "2024:03:31 02:30:00" } })).takenAt).toBe("2024-03-31T02:30:00");
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  test.each([
    "0000:00:00 00:00:00",
    "2023:02:29 10:00:00",
    "2024:13:01 10:00:00",
    "2024:01:01 24:00:00",
    "    :  :     :  :  ",
  ])("is null for %j", async (DateTimeOriginal) => {
    expect((await read({ IFD2: { DateTimeOriginal } })).takenAt).toBeNull();
  });

  test("on a leap day is kept", async () => {
    expect((await read({ IFD2: { DateTimeOriginal: "2024:02:29 23:59:59" } })).takenAt).toBe("2024-02-29T23:59:59");
  });
});
