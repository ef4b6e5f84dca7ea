import { expect, it } from "vitest";
import { parseFiles, post, SITE } from "./parse-files.ts";

const parse = (authors: string, frontMatter = "authors: ines") =>
  parseFiles({ "site.yaml": SITE, "authors.yaml": authors, "posts/a.md": post(`title: A\ndate: 2024-01-01\n${frontMatter}`) });

it("authors.yaml describes the authors, and may use the key names of other tools", async () => {
  const { content, lines } = await parse(
    "ines: { name: Ines Aas, url: https://ines.example, bio: Weaves., avatar: { src: ines.png, alt: Ines } }\nJMarcey: { name: J, website: https://j.example, image_url: https://j.example/j.png }\nbo: Bo Lie\n",
  );
  expect(lines).toEqual([]);
  expect(content?.authors?.authors).toEqual([
    {
      slug: "ines",
      name: "Ines Aas",
      url: "https://ines.example",
      bio: "Weaves.",
      avatar: expect.objectContaining({ src: "ines.png", alt: "Ines" }),
    },
    {
      slug: "jmarcey",
      name: "J",
      url: "https://j.example",
      bio: null,
      avatar: expect.objectContaining({ src: "https://j.example/j.png" }),
    },
    { slug: "bo", name: "Bo Lie", url: null, bio: null, avatar: null },
  ]);
});

it("mistakes in authors.yaml are reported at their places", async () => {
  const { lines } = await parse("ines: { nmae: Ines, url: ines.example }\n'*': X\nBo: A\nbo: [B]\n");
  expect(lines).toEqual([
    'content/authors.yaml:1:9  error  ines.nmae: unknown key (did you mean "name"?)',
    'content/authors.yaml:1:26  error  ines.url: "ines.example" is not an http or https address (want an address such as https://example.com/page)',
    'content/authors.yaml:2:1  error  "*" has neither letters nor numbers (want a slug as the key: ines: Ines Aas)',
    'content/authors.yaml:4:1  error  "bo" is the same slug as "Bo" (change one of the two)',
    "content/authors.yaml:4:5  error  bo: a list is not a mapping (want a name, or { name, url, bio, avatar })",
  ]);
});

it("an author who resembles a listed one is a warning; an unlisted author is not", async () => {
  const { content, lines } = await parse("ines: Ines Aas\nbo: Bo Lie\n", "author: [ines, Ines As, Kari, INES AAS]");
  expect(lines).toEqual([
    'content/posts/a.md:4:16  warning  author.1: "Ines As" is not in authors.yaml (did you mean "Ines Aas"? If not, add ines-as: Ines As to that file)',
  ]);
  expect(content?.posts[0]?.authors.map(({ name }) => name)).toEqual(["ines", "Ines As", "Kari", "INES AAS"]);
});

it("a list names several authors, a string names one, and mistakes in a mapping have their places", async () => {
  const authorsOf = async (line: string) => {
    const { content, lines } = await parseFiles({ "site.yaml": SITE, "posts/a.md": post(`title: A\ndate: 2024-01-01\n${line}`) });
    return lines.length > 0 ? lines : content?.posts[0]?.authors.map(({ name }) => name);
  };
  expect(await authorsOf('author: ["A", "B"]')).toEqual(["A", "B"]);
  expect(await authorsOf("author: Doe, Jane")).toEqual(["Doe, Jane"]);
  expect(await authorsOf('authors: [A, { name: B, url: "https://b.example" }]')).toEqual(["A", "B"]);
  expect(await authorsOf("author:")).toEqual([]);
  expect(await authorsOf("author: { name: A, url: b }")).toEqual([
    'content/posts/a.md:4:25  error  author.url: "b" is not an http or https address (want an address such as https://example.com/page)',
  ]);
});

it("categories are collected from all their keys, each once", async () => {
  const { content, lines } = await parseFiles({
    "site.yaml": SITE,
    "posts/a.md": post("title: A\ndate: 2024-01-01\ncategory: Life\ncategories: [Notes, [Deep, Life]]\ntags: [x]"),
    "posts/b.md": post("title: B\ndate: 2024-01-01\ncategories: life, Notes"),
    "posts/c.md": post("title: C\ndate: 2024-01-01\ntaxonomies: { categories: [Notes], tags: [y] }"),
    "projects/p.md": post("title: P\ncategories: [Craft]"),
  });
  expect(content?.posts.map(({ categories, tags }) => [categories.map(({ slug }) => slug), tags.map(({ slug }) => slug)])).toEqual([
    [["notes", "deep", "life"], ["x"]],
    [["life", "notes"], []],
    [["notes"], ["y"]],
  ]);
  expect(content?.documents.projects?.[0]?.tags).toEqual([{ slug: "craft", name: "Craft" }]);
  expect(lines).toEqual([
    'content/posts/b.md:4:13  warning  categories: "life" is written "Life" in content/posts/a.md (spell it the same way everywhere, or add life: Life to categories.yaml)',
  ]);
});

it("an author whose name is written in two ways is a warning, in one post and in two, unless authors.yaml lists the author", async () => {
  const files = {
    "site.yaml": SITE,
    "posts/a.md": post("title: A\ndate: 2024-01-01\nauthors: [Ines Aas, INES AAS]"),
    "posts/b.md": post("title: B\ndate: 2024-01-01\nauthor: ines aas"),
    "posts/c.md": post("title: C\ndate: 2024-01-01\nauthor: Ines Aas"),
  };
  const two = (name: string) => `${name} (spell it the same way everywhere, or add ines-aas: Ines Aas to authors.yaml)`;
  expect((await parseFiles(files)).lines).toEqual([
    `content/posts/a.md:4:21  warning  authors.1: ${two('this file writes both "Ines Aas" and "INES AAS": they count as one')}`,
    `content/posts/b.md:4:9  warning  author: ${two('"ines aas" is written "Ines Aas" in content/posts/a.md')}`,
  ]);
  expect((await parseFiles({ ...files, "authors.yaml": "ines-aas: Ines Aas\n" })).lines).toEqual([]);
});

it("a name that authors.yaml gives to two authors is a warning if a post uses it, but not if the post uses the slug", async () => {
  const { lines } = await parse("ines: Ines Aas\nyoung: ines aas\n", "authors: [Ines Aas, young]");
  expect(lines).toEqual([
    'content/posts/a.md:4:11  warning  authors.0: "Ines Aas" is the name of ines and young in authors.yaml, so the first one is used (write the slug of the one that you mean)',
  ]);
});
