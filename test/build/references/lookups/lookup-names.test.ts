import { describe, expect, it, test } from "vitest";
import {
  findChangedNames,
  type LookupNames,
  mayDependOn,
  packNames,
  toDocumentNames,
  unpackNames,
} from "../../../../build/references/lookups/lookup-names.ts";

const RAIN = { state: "posts true", path: "content/posts/rain.md", slug: "rain", page: "/posts/rain", formerPages: [], aliases: [] };
const NOTHING: LookupNames = { documents: [], folders: new Map() };

function ofDocuments(...documents: Parameters<typeof toDocumentNames>[0][]): LookupNames {
  return { ...NOTHING, documents: documents.map(toDocumentNames) };
}

function inFolder(path: string, names: readonly string[]): LookupNames {
  return { ...NOTHING, folders: new Map([[path, names]]) };
}

it("names are stored and read again", () => {
  const names: LookupNames = {
    documents: [RAIN, { ...RAIN, slug: "", page: null, formerPages: ["/a", "/b"], aliases: ["c"] }].map(toDocumentNames),
    folders: new Map([
      ["", ["posts/"]],
      ["posts", ["rain.md", "a folder/"]],
      ["../static", []],
    ]),
  };
  expect(unpackNames(packNames(names))).toEqual(names);
  expect(unpackNames(packNames(NOTHING))).toEqual(NOTHING);
});

describe("the changed names", () => {
  test("of a document are its file's name, its slugs and the last segments of its pages", () => {
    const moved = { ...RAIN, path: "content/posts/one.md", page: "/2024/two/", formerPages: ["/t%C3%A9n.html"], aliases: ["four"] };
    expect(findChangedNames(NOTHING, ofDocuments(moved))).toEqual(["one", "rain", "four", "two", "tén.html"]);
    expect(findChangedNames(ofDocuments(RAIN), NOTHING)).toEqual(["rain"]);
    expect(findChangedNames(ofDocuments(RAIN), ofDocuments({ ...RAIN, state: "posts false" }))).toEqual(["rain"]);
    expect(findChangedNames(ofDocuments(RAIN), ofDocuments(RAIN))).toEqual([]);
  });

  test("of a folder are those that were added, removed, or turned into a folder", () => {
    const before = inFolder("posts", ["a.md", "b.png", "c", "d.md"]);
    expect(findChangedNames(before, inFolder("posts", ["a.md", "c/", "e.yaml"]))).toEqual(["c", "e", "b.png", "d"]);
  });

  test("of an index are its folder's name, and the ways to write a folder without its name", () => {
    const names = findChangedNames(inFolder("docs", []), inFolder("docs", ["index.md"]));
    for (const text of ["docs", "../docs/", "./", "..", "../..#top", "@/"]) expect(mayDependOn(text, names ?? []), text).toBe(true);
    expect(mayDependOn("../posts/rain", names ?? [])).toBe(true);
    expect(mayDependOn("/posts/rain", names ?? [])).toBe(false);
  });

  test("of the home page are part of every reference, so they cannot be listed", () => {
    expect(findChangedNames(NOTHING, ofDocuments({ ...RAIN, page: "/" }))).toBeNull();
  });

  test("are not listed if there are too many", () => {
    const many = Array.from({ length: 40 }, (_, at) => `${at}.md`);
    expect(findChangedNames(inFolder("posts", []), inFolder("posts", many))).toBeNull();
  });
});

test.each([
  ["rain.md", true],
  ["../posts/rain#top", true],
  ["https://ines.example/posts/rain/", true],
  ["/posts/heavy-rain", true],
  ["/posts/ice", false],
  // It can be read in several ways, so it is not compared.
  ["/posts/%69ce", true],
  ["octavo-name:ice", true],
])("%s may lead to rain: %s", (text, may) => expect(mayDependOn(text, ["rain"])).toBe(may));

it("letters are compared both composed and as written", () => {
  expect(mayDependOn("te\u0301n.md", ["t\u00e9n"])).toBe(true);
  expect(mayDependOn("te\u0301n.md", ["te\u0301n"])).toBe(true);
});
