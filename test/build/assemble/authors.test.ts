import { expect, it } from "vitest";
import { countAuthors, toAuthorLinks } from "../../../build/assemble/authors.ts";

const by = (...people: readonly (readonly [name: string, url?: string])[]) => ({
  authors: people.flatMap(([name, url = null]) => toAuthorLinks({ name, url })),
});

it("a slug is made of the name, in any script", () => {
  const slugOf = (name: string) => toAuthorLinks({ name, url: null })[0]?.slug;
  expect([slugOf("Ines Ødegård"), slugOf("山田 花子"), slugOf("C++")]).toEqual(["ines-ødegård", "山田-花子", "c-plus-plus"]);
  expect(slugOf("★")).toMatch(/^[0-9a-f]{8}$/);
  expect(slugOf("★")).not.toBe(slugOf("☆"));
  expect(toAuthorLinks(null)).toEqual([]);
});

it("authors come by their posts, then by name; a name is that of the newest post, an address the first that there is", () => {
  const posts = [by(["Ines"]), by(["INES", "https://ines.example"], ["Bo"]), by(["Ada"]), by(["ines", "https://old.example"]), by()];
  expect(countAuthors(posts).map(({ slug, name, url, count }) => [slug, name, url, count])).toEqual([
    ["ines", "Ines", "https://ines.example", 3],
    ["ada", "Ada", null, 1],
    ["bo", "Bo", null, 1],
  ]);
});
