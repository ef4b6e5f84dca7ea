import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import type { Image } from "../../packages/octavo-client/client.ts";
import { toPicture } from "../../packages/octavo-client/picture-attributes.ts";

const variant = (width: number): Image["variants"][number] => ({
  url: `https://ines.example/media/heron-${width}.webp`,
  width,
  height: width / 2,
  mimeType: "image/webp",
});
const HERON: Image = {
  url: "https://ines.example/media/heron.jpg",
  width: 2000,
  height: 1000,
  alt: "A heron",
  mimeType: "image/jpeg",
  thumbhash: null,
  dominantColor: "#335566",
  variants: [variant(480), variant(960), variant(1600)],
};

describe("toPicture", () => {
  it("offers all variants, and the smallest to browsers that cannot choose", () => {
    expect(toPicture(HERON, { sizes: "40rem", eager: true })).toEqual({
      src: "https://ines.example/media/heron-480.webp",
      srcset:
        "https://ines.example/media/heron-480.webp 480w, https://ines.example/media/heron-960.webp 960w, https://ines.example/media/heron-1600.webp 1600w",
      sizes: "40rem",
      width: 2000,
      height: 1000,
      alt: "A heron",
      loading: "eager",
      fetchpriority: "high",
      decoding: "async",
      style: "background-color:#335566",
    });
  });

  it("offers no variant wider than requested, but always at least one", () => {
    const rewrite = (url: string): string => new URL(url).pathname;
    expect(toPicture(HERON, { maxWidth: 1000, rewrite }).srcset).toBe("/media/heron-480.webp 480w, /media/heron-960.webp 960w");
    expect(toPicture(HERON, { maxWidth: 100, rewrite }).srcset).toBe("/media/heron-480.webp 480w");
  });

  it("shows a picture without variants, size or colour unchanged", () => {
    const remote = { ...HERON, width: null, height: null, dominantColor: null, variants: [] };
    expect(toPicture(remote)).toMatchObject({ src: HERON.url, srcset: undefined, sizes: undefined, width: undefined, style: undefined });
  });

  it("adds at most 600 compressed bytes to a page", async () => {
    const bundle = await rolldown({ input: "packages/octavo-client/picture-attributes.ts" });
    const { output } = await bundle.generate({ format: "es", minify: true, comments: false });
    await bundle.close();
    expect(gzipSync(output[0].code).length).toBeLessThanOrEqual(600);
  });
});
