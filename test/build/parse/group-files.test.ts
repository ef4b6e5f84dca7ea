import { expect, it } from "vitest";
import { parseFiles, post, SITE } from "./parse-files.ts";

const FILES = {
  "site.yaml": SITE,
  "posts/a.md": post("title: A\ndate: 2024-01-01\ntags: [rain]\ncategories: [The marsh]"),
  "photos/a.yaml": "title: A\nimage: a.jpg\nalbum: Winter\n",
};

const linesOf = async (files: Readonly<Record<string, string>>) =>
  (await parseFiles({ ...FILES, ...files })).lines.filter((line) => !line.startsWith("content/photos/"));

it("tags, categories and albums are named and described", async () => {
  const { content } = await parseFiles({
    ...FILES,
    "tags.yaml": "rain: { name: Rain, description: On rain., cover: { src: rain.jpg, alt: Rain } }\nloom: Looms\n",
    "categories.yaml": "marsh: { name: The marsh }\n",
    "albums.yaml": "winter: { description: Snow. }\n",
  });
  const { tags, categories, albums } = content?.groupFiles ?? expect.fail("the content is not read");
  const cover = expect.objectContaining({ src: "rain.jpg", alt: "Rain" });
  expect([...(tags?.listed ?? [])]).toEqual([
    ["rain", { name: "Rain", description: "On rain.", cover }],
    ["loom", { name: "Looms", description: null, cover: null }],
  ]);
  expect(categories?.listed.get("marsh")).toEqual({ name: "The marsh", description: null, cover: null });
  expect(albums?.listed.get("winter")).toEqual({ name: null, description: "Snow.", cover: null });
  expect(content?.posts[0]?.categories).toEqual([{ slug: "marsh", name: "The marsh" }]);
});

it("mistakes in the files are reported at their places", async () => {
  expect(
    await linesOf({
      "tags.yaml": "rain: { nmae: Rain, cover: [a.jpg] }\nRain: { name: Rain }\nrain-2: [A]\n",
      "categories.yaml": "'*': A\nThe marsh: B\n",
      "albums.yaml": "winter: Snow.\nWinter: { description: Snow. }\nsummer: { cover: a.jpg }\n",
    }),
  ).toEqual([
    'content/albums.yaml:1:9  error  winter: "Snow." is not a mapping (want { description: … })',
    'content/albums.yaml:2:1  error  "Winter" is not an album\'s slug (want winter)',
    "content/albums.yaml:3:11  error  summer.cover: unknown key (known keys: description)",
    'content/categories.yaml:1:1  error  "*" is not a category\'s slug (want letters or numbers)',
    'content/categories.yaml:2:1  error  "The marsh" is not a category\'s slug (want the-marsh: B)',
    'content/tags.yaml:1:9  error  rain.nmae: unknown key (did you mean "name"?)',
    "content/tags.yaml:1:28  error  rain.cover: a list is not a mapping (want ./cover.jpg or { src: ./cover.jpg, alt: A grey heron })",
    'content/tags.yaml:2:1  error  "Rain" is not a tag\'s slug (want rain)',
    "content/tags.yaml:3:9  error  rain-2: a list is not a mapping (want a name, or { name, description, cover })",
  ]);
});

it("a description or a cover that nothing shows is a warning", async () => {
  expect(
    await linesOf({
      "tags.yaml": "rian: { description: On rain. }\nsnow: Snow\n",
      "categories.yaml": "the-marsh: { description: Reeds. }\nbog: { cover: { src: bog.jpg, alt: A bog } }\n",
      "albums.yaml": "wintre: { description: Snow. }\n",
    }),
  ).toEqual([
    'content/albums.yaml:1:9  warning  wintre: no document has this album, so its description and cover are not shown (did you mean "winter"?)',
    "content/categories.yaml:2:6  warning  bog: no document has this category, so its description and cover are not shown (use it in a document, or remove the entry)",
    'content/tags.yaml:1:7  warning  rian: no document has this tag, so its description and cover are not shown (did you mean "rain"?)',
  ]);
});
