import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PictureStore } from "../../../build/pictures/picture-store.ts";
import { corners, privateJpeg } from "./samples.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "octavo-measured-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function measure(name: string, content: Buffer | string) {
  await writeFile(join(root, name), content);
  const cacheDir = join(root, "cache");
  const store = new PictureStore({ cacheDir, mediaUrl: "https://a.example/media", widths: null });
  return store.process(join(root, name));
}

it("a measurement reads pictures, as they are shown, without variants and without anything in the cache", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>';
  const sizes = [
    await measure("a.jpg", await privateJpeg(64, 48, 6)),
    await measure("b.png", await corners(40, 10).png().toBuffer()),
    await measure("c.svg", svg),
  ].map(({ width, height, variants }) => [width, height, variants.length]);
  expect(sizes).toEqual([
    [48, 64, 0],
    [40, 10, 0],
    [30, 20, 0],
  ]);
  expect((await readdir(root)).sort()).toEqual(["a.jpg", "b.png", "c.svg"]);
});

it("a measurement refuses a file that is not a picture, as a build does", async () => {
  await expect(measure("d.png", "text")).rejects.toMatchObject({ code: "not-a-picture" });
});
