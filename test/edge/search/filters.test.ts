import fc from "fast-check";
import { expect, it } from "vitest";
import { makeBook, makeDist, makePost, makeProject, serve, tags } from "../site-fixture.ts";

/** No word is the beginning of another, so each finds only itself. */
const WORDS = ["tide", "weaving", "harbour", "looms", "gauge"];
const text = fc.uniqueArray(fc.constantFrom(...WORDS), { maxLength: 3 }).map((words) => words.join(" "));
const site = fc.record({
  posts: fc.array(
    fc.record({
      bodyText: text,
      type: fc.constantFrom("TEXT", "VIDEO"),
      hasCode: fc.boolean(),
      featured: fc.boolean(),
      language: fc.constantFrom("en", "en-GB", "de"),
      publishedAt: fc.constantFrom("2023-05-01T08:00:00.000Z", "2024-05-01T08:00:00.000Z", null),
      tags: fc.constantFrom(tags("sea"), tags("sea", "craft"), []),
    }),
    { maxLength: 12 },
  ),
  projects: fc.array(text, { maxLength: 4 }),
  books: fc.array(text, { maxLength: 4 }),
});
const filter = fc
  .uniqueArray(
    fc.constantFrom(
      ...["type=VIDEO", "hasCode=true", "featured=false", "language=en", "publishedTo=2023-12-31", "publishedFrom=2024-01-01"],
      ...["tag=sea", "tag=craft", "tag=nothing"],
    ),
    { maxLength: 3, selector: (pair) => pair.split(/[=FT]/)[0] },
  )
  .map((pairs) => pairs.join("&"));
const question = fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 });

/** docs/api.md, Search: all words must match; where no document has all of them, one is enough. */
function findAll<T>(documents: readonly T[], textOf: (document: T) => string, words: readonly string[]): T[] {
  const has = (document: T, word: string): boolean => textOf(document).split(" ").includes(word);
  const all = documents.filter((document) => words.every((word) => has(document, word)));
  return all.length > 0 ? all : documents.filter((document) => words.some((word) => has(document, word)));
}

type Listed = { items: { kind: string; slug: string }[]; facets: Record<string, number> };
type Site = ReturnType<typeof serve>;
const get = async (served: Site, target: string): Promise<Listed> => (await served.get(`${target}&pageSize=100`)).json();
const slugs = async (served: Site, query: string): Promise<string[]> =>
  (await get(served, `/posts?${query}`)).items.map(({ slug }) => slug);

function build({ posts, projects, books }: typeof site extends fc.Arbitrary<infer T> ? T : never) {
  const input = {
    posts: posts.map((members, at) => makePost(`p${at}`, { title: "", excerpt: "", ...members } as Parameters<typeof makePost>[1])),
    projects: projects.map((_, at) => makeProject(`r${at}`, { title: "", summary: "" })),
    books: books.map((_, at) => makeBook(`b${at}`, { title: "", subtitle: null })),
    texts: Object.fromEntries([...projects.map((each, at) => [`r${at}`, each]), ...books.map((each, at) => [`b${at}`, each])]),
  };
  const documents = [
    ...posts.map(({ bodyText }, at) => ({ kind: "post", slug: `p${at}`, text: bodyText })),
    ...projects.map((each, at) => ({ kind: "project", slug: `r${at}`, text: each })),
    ...books.map((each, at) => ({ kind: "book", slug: `b${at}`, text: each })),
  ];
  return { served: serve(makeDist({ search: true, ...input })), documents };
}

it("filters of /posts narrow the hits of a text and add none", async () => {
  let narrowed = 0;
  await fc.assert(
    fc.asyncProperty(site, fc.array(fc.tuple(question, filter), { minLength: 4, maxLength: 8 }), async (input, questions) => {
      const { served, documents } = build(input);
      for (const [words, filters] of questions) {
        const q = `q=${words.join("+")}`;
        const found = await slugs(served, q);
        const posts = documents.filter(({ kind }) => kind === "post");
        expect(found.toSorted()).toEqual(
          findAll(posts, (each) => each.text, words)
            .map(({ slug }) => slug)
            .sort(),
        );
        const passing = await slugs(served, filters);
        const both = await slugs(served, `${q}&${filters}`);
        expect({ words, filters, both }).toEqual({ words, filters, both: found.filter((slug) => passing.includes(slug)) });
        if (both.length < found.length) narrowed += 1;
      }
    }),
    { seed: 20_261_123, numRuns: 60 },
  );
  expect(narrowed).toBeGreaterThan(50);
});

it("kind on /search narrows the hits to that kind, with the same facets", async () => {
  let narrowed = 0;
  await fc.assert(
    fc.asyncProperty(site, fc.array(question, { minLength: 4, maxLength: 8 }), async (input, questions) => {
      const { served, documents } = build(input);
      for (const words of questions) {
        const q = `/search?q=${words.join("+")}`;
        const all = await get(served, q);
        const expected = findAll(documents, (each) => each.text, words);
        expect(all.items.map(({ slug }) => slug).sort()).toEqual(expected.map(({ slug }) => slug).sort());
        for (const kind of ["post", "project", "book"]) {
          const some = await get(served, `${q}&kind=${kind}`);
          expect(some.facets).toEqual(all.facets);
          expect(some.items).toEqual(all.items.filter((each) => each.kind === kind));
          expect(some.items).toHaveLength(all.facets[kind] ?? -1);
          if (some.items.length < all.items.length) narrowed += 1;
        }
      }
    }),
    { seed: 20_261_124, numRuns: 60 },
  );
  expect(narrowed).toBeGreaterThan(50);
});
