import { expect, it } from "vitest";
import { parseFiles, SITE } from "./parse-files.ts";

const photos = async (albums: Readonly<Record<string, string>>) => {
  const files = Object.entries(albums).map(
    ([name, album]) => [`photos/${name}.yaml`, `title: P\nimage: { src: ${name}.jpg, alt: "" }\n${album}\n`] as const,
  );
  const { content, lines } = await parseFiles({ "site.yaml": SITE, ...Object.fromEntries(files) });
  return { lines, albums: content?.documents.photos?.map(({ fields: { album } }) => album) };
};

it("the slug of an album may contain letters of any script, so two albums with the same number stay separate", async () => {
  expect(
    await photos({ a: "album: Кино 2024", b: "album: Театр 2024", c: "album: 京都", d: "album: 2024", e: "album: Rain & Sun" }),
  ).toEqual({
    lines: [],
    albums: [
      { slug: "кино-2024", title: "Кино 2024" },
      { slug: "театр-2024", title: "Театр 2024" },
      { slug: "京都", title: "京都" },
      { slug: "2024", title: "2024" },
      { slug: "rain-sun", title: "Rain & Sun" },
    ],
  });
});

it("a slug that an author writes for an album may contain lower-case letters of any script", async () => {
  const { lines, albums } = await photos({ a: "album: { slug: 京都, title: Kyoto }", b: "album: { slug: Кино, title: Film }" });
  expect(albums?.[0]).toEqual({ slug: "京都", title: "Kyoto" });
  expect(lines).toEqual(['content/photos/b.yaml:3:16  error  album.slug: "Кино" is not a slug (want кино)']);
});

it("two titles with one slug are a single error for all photos with the rarer title", async () => {
  const { lines } = await photos({ a: "album: marsh", b: "album: Marsh", c: "album: Marsh", d: "album: marsh", e: "album: Marsh" });
  expect(lines).toEqual([
    'content/photos/a.yaml:3:8  error  album: "marsh" (also in 1 other photo) has the same slug, marsh, as the album "Marsh" in content/photos/b.yaml:3 (use one title for the album, or give one of the two albums its own slug: album: { slug: …, title: … })',
  ]);
  const stated = await photos({ a: "album: { slug: x, title: One }", b: "album: { slug: x, title: Two }" });
  expect(stated.lines).toEqual([
    expect.stringContaining('content/photos/b.yaml:3:8  error  album: "Two" has the same slug, x, as the album "One"'),
  ]);
});

it("a title that only a draft has is a warning, and two encodings of one title are the same title", async () => {
  const { lines } = await photos({ a: "album: marsh\ndraft: true", b: "album: Marsh", c: "album: Blå", d: "album: Bla\u030a" });
  expect(lines).toEqual([expect.stringMatching(/^content\/photos\/a.yaml:3:8 {2}warning {2}album: "marsh" has the same slug, marsh/)]);
});
