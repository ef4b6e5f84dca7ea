import { expect, it } from "vitest";
import { countAuthors, createAuthorFinder } from "../../../../build/assemble/groups/authors.ts";
import type { Image } from "../../../../contract/schemas/values.ts";

const AVATAR = { url: "https://ines.example/media/ines.png" } as Image;
const LISTED = { slug: "ines", name: "Ines Ødegård", url: "https://ines.example", bio: "Weaves.", avatar: null };
const find = createAuthorFinder([{ author: LISTED, avatar: AVATAR }]);
const by = (...people: readonly (readonly [name: string, url?: string])[]) => ({
  authors: createAuthorFinder([])(people.map(([name, url = null]) => ({ name, url }))),
});

it("a slug is formed from the name, in any script", () => {
  const slugOf = (name: string) => by([name]).authors[0]?.slug;
  expect([slugOf("Ines Ødegård"), slugOf("山田 花子"), slugOf("C++")]).toEqual(["ines-ødegård", "山田-花子", "c-plus-plus"]);
  expect(slugOf("★")).toMatch(/^[0-9a-f]{8}$/);
  expect(slugOf("★")).not.toBe(slugOf("☆"));
  expect(by().authors).toEqual([]);
});

it("an author in authors.yaml is found by slug and by name, and is listed once", () => {
  const ines = { ...LISTED, avatar: AVATAR };
  const people = ["ines", "Bo", "INES ØDEGÅRD", "Ines"].map((name) => ({ name, url: null }));
  expect(find(people)).toEqual([ines, { slug: "bo", name: "Bo", url: null, bio: null, avatar: null }]);
  expect(find([{ name: "ines", url: "https://other.example" }])).toEqual([{ ...ines, url: "https://other.example" }]);
});

it("authors are sorted by number of posts, then by name; the name comes from the newest post, and the address comes from the first post that has one", () => {
  const posts = [by(["Ines"]), by(["INES", "https://ines.example"], ["Bo"]), by(["Ada"]), by(["ines", "https://old.example"]), by()];
  expect(countAuthors(posts, () => ({ url: null, path: null })).map(({ slug, name, url, count }) => [slug, name, url, count])).toEqual([
    ["ines", "Ines", "https://ines.example", 3],
    ["ada", "Ada", null, 1],
    ["bo", "Bo", null, 1],
  ]);
});
