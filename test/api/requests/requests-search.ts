import { expect } from "vitest";
import type { SearchResults } from "../../../contract/schemas/list.ts";
import type { Post } from "../../../contract/schemas/post.ts";
import { BUILT_IN_DOCUMENTS, LISTS } from "../../../kinds/list-kinds.ts";
import type { SearchRow } from "../../../kinds/search-row.ts";
import { expectPage, posts } from "../expect-list.ts";
import { type Api, type ApiRequest, type Catalog, wrongQuery } from "../request.ts";
import { OTHER_KINDS } from "./other-kinds.ts";

/**
 * Requests for /search, and for /posts with q. The expected hits are computed from the documents: a
 * hit has a word with each of the given beginnings.
 */

interface Searched {
  readonly kind: string;
  readonly slug: string;
  readonly words: ReadonlySet<string>;
}

const namesOf = (tags: readonly { readonly name: string }[]): string[] => tags.map(({ name }) => name);
const fromPost = ({ slug, title, excerpt, bodyText, tags, toc }: Post): Searched =>
  toSearched("post", slug, [title, excerpt, bodyText, ...namesOf(tags), ...toc.map((entry) => entry.title)]);

/** Kinds that this file does not name. Their definitions name the members that search reads. */
const OTHERS = OTHER_KINDS.map(({ kind }) => ({
  kind,
  one: LISTS[kind].one,
  search: BUILT_IN_DOCUMENTS[kind].search,
  html: Object.entries(BUILT_IN_DOCUMENTS[kind].members).flatMap(([name, { type }]) => (type === "html" ? [name] : [])),
}));

function searchedOf(catalog: Catalog): Searched[] {
  const { documents, projects, books, photos, services, pages } = catalog;
  return [
    ...OTHERS.flatMap(({ kind, one, search, html }) => {
      const names = ["title", ...search.tags, ...search.excerpt, ...html];
      return catalog[kind].map((document) =>
        toSearched(one, document.slug, names.flatMap((name) => textsAt(document, name.split("."))).map(toText)),
      );
    }),
    ...documents.map(fromPost),
    ...projects.map(({ slug, title, summary, descriptionHtml, stack, tags }) =>
      toSearched("project", slug, [title, summary ?? "", toText(descriptionHtml), ...stack, ...namesOf(tags)]),
    ),
    ...books.map(({ slug, title, subtitle, authors, reviewHtml, tags }) =>
      toSearched("book", slug, [title, subtitle ?? "", toText(reviewHtml), ...namesOf(authors), ...namesOf(tags)]),
    ),
    ...photos.map(({ slug, title, captionHtml, album, location, tags }) =>
      toSearched("photo", slug, [
        ...[title, toText(captionHtml), album?.title ?? "", location?.name ?? "", location?.country ?? ""],
        ...namesOf(tags),
      ]),
    ),
    ...services.map(({ slug, title, summary, descriptionHtml, features, deliverables }) =>
      toSearched("service", slug, [title, summary ?? "", toText(descriptionHtml), ...features, ...deliverables]),
    ),
    ...pages.map(({ slug, title, excerpt, bodyText, tags }) =>
      toSearched("page", slug, [title, excerpt ?? "", bodyText, ...namesOf(tags)]),
    ),
  ];
}

/** The texts of a member, such as `tags.name`. */
function textsAt(value: unknown, names: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => textsAt(each, names));
  const [name, ...rest] = names;
  if (name === undefined) return value === null || value === undefined ? [] : [String(value)];
  return Object.entries(value ?? {}).flatMap(([key, member]) => (key === name ? textsAt(member, rest) : []));
}

/** Words without accents, in lower case. */
function toSearched(kind: Searched["kind"], slug: string, texts: readonly string[]): Searched {
  const plain = texts.join("\n").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return { kind, slug, words: new Set(plain.match(/[\p{L}\p{N}]+/gu)) };
}

const toText = (html: string | null): string => (html ?? "").replace(/<[^>]+>/g, " ");
const holds = ({ words }: Searched, ...beginnings: string[]): boolean =>
  beginnings.every((beginning) => [...words].some((word) => word.startsWith(beginning)));
const postHolds = ({ documents }: Catalog, slug: string, ...beginnings: string[]): boolean =>
  documents.some((post) => post.slug === slug && holds(fromPost(post), ...beginnings));

const named = (items: readonly { readonly kind: string; readonly slug: string }[]): string[] =>
  items.map(({ kind, slug }) => `${kind} ${slug}`).sort();

interface Found {
  readonly shows: string;
  /** As sent. */
  readonly q: string;
  /** Beginnings of words. Each hit must have a word for each. */
  readonly beginnings: readonly string[];
}

/** All hits on one page, and their facets. */
const finds = ({ shows, q, beginnings }: Found): ApiRequest => ({
  target: `/search?pageSize=100&q=${q}`,
  status: 200,
  shows,
  check(answer, { catalog }) {
    const { items, facets, pagination } = answer.json<SearchResults>();
    const wanted = searchedOf(catalog).filter((document) => holds(document, ...beginnings));
    expect(wanted.length).toBeGreaterThan(0);
    expect(named(items)).toEqual(named(wanted));
    expect(pagination.totalItems).toBe(wanted.length);
    const count = (kind: Searched["kind"]): number => wanted.filter((document) => document.kind === kind).length;
    const kinds = ["post", "project", "book", "photo", "service", "page", ...OTHERS.map(({ one }) => one)];
    expect(facets).toEqual(Object.fromEntries(kinds.map((kind) => [kind, count(kind)])));
    expectHits(answer.json<SearchResults>(), catalog);
  },
});

/**
 * Expects the best hit first. Each hit must match its document, and its snippet may contain no
 * markup except marks.
 */
function expectHits({ items }: SearchResults, catalog: Catalog): void {
  const scores = items.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  for (const { kind, slug, url, path, title, tags, cover, excerpt, publishedAt, snippetHtml } of items) {
    const lists: Readonly<Record<string, readonly object[]>> = {
      post: catalog.posts,
      project: catalog.projects.map((project) => ({ ...project, excerpt: project.summary })),
      book: catalog.books.map(({ subtitle, authors, ...book }) => {
        const excerpt = [...(subtitle === null ? [] : [subtitle]), ...namesOf(authors)].join(", ");
        return { ...book, excerpt: excerpt === "" ? null : excerpt };
      }),
      photo: catalog.photos.map((photo) => ({ ...photo, cover: photo.image, excerpt: null })),
      service: catalog.services.map((service) => ({ ...service, tags: [], cover: null, excerpt: service.summary })),
      page: catalog.pages,
      ...Object.fromEntries(OTHERS.map(({ kind, one, search }) => [one, catalog[kind].map((document) => toHit(document, search))])),
    };
    const document = lists[kind]?.find((each) => "slug" in each && each.slug === slug);
    expect(document).toMatchObject({ title, tags, cover, excerpt, ...(kind === "service" ? {} : { url }) });
    expect(publishedAt).toBe(document !== undefined && "publishedAt" in document ? document.publishedAt : null);
    expect(new URL(url).pathname).toBe(path);
    expect(snippetHtml.replaceAll(/<mark>[^<>]+<\/mark>/g, "")).not.toMatch(/[<>]/);
  }
}

function toHit(document: object, { excerpt, cover }: SearchRow): object {
  const text = excerpt.flatMap((name) => textsAt(document, name.split("."))).join(", ");
  const picture = Object.entries(document).find(([name]) => name === cover)?.[1] ?? null;
  return { ...document, cover: picture, excerpt: text === "" ? null : text };
}

/** Two spellings of the same query. */
const sameAs = (target: string, other: string, shows: string): ApiRequest => ({
  target,
  status: 200,
  shows,
  async check({ text, headers }, api) {
    const wanted = await api.send(other);
    expect(wanted.json<SearchResults>().items.length).toBeGreaterThan(0);
    expect(text).toBe(wanted.text);
    expect(headers.get("Link")).toBe(wanted.headers.get("Link"));
  },
});

const includes = (target: string, slugs: readonly string[], shows: string): ApiRequest => ({
  target,
  status: 200,
  shows,
  check: (answer) => expect(answer.json<SearchResults>().items.map(({ slug }) => slug)).toEqual(expect.arrayContaining([...slugs])),
});

const nothing = (target: string, shows: string): ApiRequest => ({
  target,
  status: 200,
  shows,
  check(answer) {
    expect(answer.json<SearchResults>()).toMatchObject({
      items: [],
      pagination: { totalItems: 0 },
      facets: { post: 0, project: 0, book: 0, photo: 0, service: 0 },
    });
    expect(answer.headers.get("Link")).toMatch(/^<[^>]+>; rel="first"$/);
  },
});

async function allHits({ send }: Api, q: string): Promise<SearchResults["items"]> {
  return (await send(`/search?pageSize=100&q=${q}`)).json<SearchResults>().items;
}

const SEARCH: readonly ApiRequest[] = [
  finds({ q: "heron", beginnings: ["heron"], shows: "posts, projects and books that contain a word, or one that begins with it" }),
  finds({ q: "SOURDOUGH", beginnings: ["sourdough"], shows: "that case does not matter" }),
  finds({ q: "lungegardsvann", beginnings: ["lungegardsvann"], shows: "that accents need not be typed" }),
  finds({ q: "heron+camera", beginnings: ["heron", "camera"], shows: "that all words must be found" }),
  {
    target: "/search?q=heron&page=2&pageSize=2",
    status: 200,
    shows: "the second page of the same hits, with links that keep the text",
    async check(answer, api) {
      const items = await allHits(api, "heron");
      expect(items.length).toBeGreaterThan(2);
      expectPage(answer, { kind: "search", items, keep: "q=heron", page: 2, pageSize: 2 });
    },
  },
  {
    target: "/search?q=the",
    status: 200,
    shows: "ten hits per page by default",
    async check(answer, api) {
      const items = await allHits(api, "the");
      expect(items.length).toBeGreaterThan(10);
      expectPage(answer, { kind: "search", items, keep: "q=the", page: 1, pageSize: 10 });
    },
  },
  ...(["post", "project", "book"] as const).map(
    (kind): ApiRequest => ({
      target: `/search?kind=${kind}&q=%20weaving%20&pageSize=100`,
      status: 200,
      shows: `only hits of kind ${kind}, and facets of all kinds`,
      async check(answer, api) {
        const all = await api.send("/search?q=weaving&pageSize=100");
        const items = all.json<SearchResults>().items.filter((hit) => hit.kind === kind);
        expect(items.length).toBeGreaterThan(0);
        expect(
          answer
            .json<SearchResults>()
            .items.map(({ slug }) => slug)
            .sort(),
        ).toEqual(items.map(({ slug }) => slug).sort());
        expect(answer.json<SearchResults>().facets).toEqual(all.json<SearchResults>().facets);
        expect(answer.headers.get("Link")).toContain(`/search?q=weaving&kind=${kind}&page=1&pageSize=100>`);
      },
    }),
  ),
  includes("/search?q=herron", ["herons-in-grey", "heron-cam"], "that one wrong letter is forgiven"),
  includes("/search?q=sqllite", ["sqlite-for-one-person"], "that one letter too many is forgiven"),
  includes(`/search?q=${encodeURIComponent("雨の町")}`, ["ame-no-machi"], "Japanese, without spaces between words"),
  includes(`/search?q=${encodeURIComponent("傘")}`, ["ame-no-machi"], "a single character of Japanese"),
  includes("/search?q=%C3%A5+g%C3%A5+likevel", ["sju-slags-regn"], "Norwegian"),
  includes("/search?q=peregrine+zzyzx", ["the-peregrine"], "that any word is enough if no document has all"),
  sameAs("/search?q=%EF%BC%A8%EF%BC%A5%EF%BC%B2%EF%BC%AF%EF%BC%AE", "/search?q=HERON", "that full-width letters are letters (NFKC)"),
  sameAs("/search?q=%20%09heron%E3%80%80", "/search?q=heron", "that surrounding white space does not matter"),
  sameAs("/search?q=heron&kind=&page=&pageSize=&utm_source=y", "/search?q=heron", "that empty and unknown parameters do nothing"),
  nothing("/search?q=qqqqxxxx", "nothing, on a single page"),
  nothing("/search?q=%3F%21%2A", "nothing for a text without words"),
  nothing(`/search?q=${"%F0%9F%90%A6".repeat(200)}`, "that 200 characters are counted as characters"),
  nothing(`/search?q=%20${"x".repeat(200)}%20`, "that 200 characters are counted after trimming"),
];

const WRONG: readonly ApiRequest[] = [
  wrongQuery("/search?Q=heron", ["Q unrecognized", "q required"], "that names must be spelt exactly", "did you mean q?"),
  wrongQuery(
    "/search?q=heron&type=post",
    ["type unrecognized"],
    "that a parameter of /posts is invalid here",
    "it has q, kind, language, page, pageSize",
  ),
  ...["", "?", "?q", "?q=", "?q=%20", "?q=%E3%80%80%C2%A0"].map((query) =>
    wrongQuery(`/search${query}`, ["q required"], "that an empty search is refused"),
  ),
  ...["/search", "/posts"].flatMap((path) => [
    wrongQuery(`${path}?q=${"x".repeat(201)}`, ["q too_big"]),
    wrongQuery(`${path}?q=${"%EF%AC%83".repeat(67)}`, ["q too_big"], "that length is counted after NFKC: 67 ligatures are 201 letters"),
    wrongQuery(`${path}?q=a&q=b`, ["q repeated"]),
    wrongQuery(`${path}?q=%C3%28`, ["q invalid_format"]),
    wrongQuery(`${path}?q=100%`, ["q invalid_format"], "that a literal % must be sent as %25", "%25"),
  ]),
  ...["photos", "Post", "posts", "post,book", "%20post"].map((kind) =>
    wrongQuery(`/search?q=heron&kind=${kind}`, ["kind invalid_value"], "that kinds must be spelt exactly", "post, project, book"),
  ),
  wrongQuery("/search?q=heron&kind=post&kind=post", ["kind repeated"]),
  wrongQuery("/search?q=heron&page=0", ["page too_small"]),
  wrongQuery("/search?q=heron&page=10001", ["page too_big"]),
  wrongQuery("/search?q=heron&pageSize=101", ["pageSize too_big"]),
  wrongQuery(
    "/search?kind=x&page=y&pageSize=0",
    ["q required", "kind invalid_value", "page invalid_type", "pageSize too_small"],
    "all errors at once",
  ),
];

const ON_POSTS: readonly ApiRequest[] = [
  posts({
    query: "q=heron",
    keep: "q=heron",
    where: ({ slug }, catalog) => postHolds(catalog, slug, "heron"),
    shows: "posts that contain the word, newest first",
  }),
  posts({
    query: "page=2&pageSize=3&hasCode=true&q=the",
    keep: "q=the&hasCode=true",
    page: 2,
    pageSize: 3,
    where: ({ slug, hasCode }, catalog) => hasCode && postHolds(catalog, slug, "the"),
    shows: "that q can be combined with every other filter",
  }),
  posts({
    query: "q=%20G%C3%A5+%26%20likevel%20",
    keep: "q=G%C3%A5%20%26%20likevel",
    where: ({ slug }, catalog) => postHolds(catalog, slug, "ga", "likevel"),
    shows: "that links keep the normalized text",
  }),
  posts({ query: "q=qqqqxxxx", keep: "q=qqqqxxxx", passes: "none", shows: "nothing if nothing matches" }),
  ...["q", "q=", "q=%20%09", "q=%E3%80%80"].map((query) => posts({ query, passes: "all", shows: "that a blank q is ignored" })),
];

export const SEARCH_REQUESTS: readonly ApiRequest[] = [...SEARCH, ...WRONG, ...ON_POSTS];
