import { expect, it } from "vitest";
import { album, albumOf } from "../../../build/kinds/document/album-field.ts";
import { Numeral } from "../../../build/sources/data-values.ts";

it.each([
  ["a title", "Misty Fjords", { slug: "misty-fjords", title: "Misty Fjords" }],
  ["a number as its title", new Numeral(2024, "2024"), { slug: "2024", title: "2024" }],
  ["a slug and a title", { slug: "fjords", title: "Misty Fjords" }, { slug: "fjords", title: "Misty Fjords" }],
])("an album is read from %s", (_, written, read) => {
  expect(album.parse(written)).toEqual(read);
});

it("a title without letters and numbers does not result in a slug, and the message suggests the other form", () => {
  const { error } = album.safeParse("—");
  expect(error?.issues).toMatchObject([
    { message: '"—" has neither letters nor numbers', params: { hint: "name the album in words, or write { slug: …, title: — }" } },
  ]);
});

it.each([[["a"]], [true], [{ title: "Fjords" }]])("%j is not an album", (written) => {
  expect(album.safeParse(written).success).toBe(false);
});

it("a photo without an album has no album field", () => {
  expect(albumOf({ fields: {} })).toBeNull();
  expect(albumOf({ fields: { album: { slug: "a", title: "A" } } })).toEqual({ slug: "a", title: "A" });
});
