import { expect, it } from "vitest";
import { inPublishingOrder, isHashed } from "../../../build/emit/publish-order.ts";

it("hashed files are published first, the manifest and its compressed copies last, everything else in the given order", () => {
  const paths = [
    "index/v1/manifest.json.gz",
    "index/v1/manifest.json",
    "api/v1/posts.json",
    "index/v1/posts.columns.0123456789abcdef.json.br",
    "api/v1/posts/a.0123456789abcdef.json",
    "media/heron.480.0123456789abcdef.webp",
    "feed.xml",
    "index/v1/posts.columns.0123456789abcdef.json",
  ];
  const ordered = inPublishingOrder(paths.map((path) => ({ path }))).map(({ path }) => path);
  expect(ordered).toEqual([3, 5, 7, 2, 4, 6, 0, 1].map((at) => paths[at]));
});

it("a hash in a name counts only in the folders of hashed files", () => {
  expect(["media/a.0123456789abcdef.webp", "index/v1/a.0123456789abcdef.json.gz", "index/v1/a.0123456789ab.json"].every(isHashed)).toBe(
    true,
  );
  expect(
    [
      "api/v1/a.0123456789abcdef.json",
      "media/a.webp",
      "media/a.20240131093000.webp",
      "media/a.0123456789ABCDEF.webp",
      "media/a.0123456789abcdef",
    ].some(isHashed),
  ).toBe(false);
});
