import { expect } from "vitest";
import type { Archive } from "../../../contract/schemas/list.ts";
import type { PostSummary, SeriesSummary } from "../../../contract/schemas/post.ts";
import type { AuthorCount } from "../../../contract/schemas/values.ts";
import type { Photo, ServiceOffering } from "../../../packages/octavo-client/generated/api-types.ts";
import { list, posts } from "../expect-list.ts";
import { type Answer, type Api, type ApiRequest, wrongQuery } from "../request.ts";

/**
 * Documents of lists by their slugs, the groups that lists are divided into, and the filters for
 * these groups.
 */

const document = (target: string, shows: string, check: (answer: Answer, api: Api) => void | Promise<void>): ApiRequest => ({
  target,
  status: 200,
  shows,
  check,
});

const ITEMS: readonly ApiRequest[] = (["projects", "books", "photos"] as const).map((kind) =>
  document(
    `/${kind}`,
    "that each document of the list is at its slug, and differs only by its translations",
    async (_, { catalog, send }) => {
      expect(catalog[kind].length).toBeGreaterThan(5);
      for (const item of catalog[kind])
        expect((await send(`/${kind}/${item.slug}`)).json()).toEqual(kind === "books" ? item : { ...item, translations: [] });
    },
  ),
);

const SERVICES = document("/services/pair-hour", "an offering, as in the list", async (answer, { send }) => {
  const { items } = (await send("/services")).json<{ items: ServiceOffering[] }>();
  expect(items).toContainEqual(answer.json());
  for (const item of items) expect((await send(`/services/${item.slug}`)).json()).toEqual(item);
});

const newestFirst = (a: string | null, b: string | null): number => (a === b ? 0 : (a ?? "") < (b ?? "") ? 1 : -1);

const SERIES = document(
  "/post-series",
  "the series with a published post, most recently changed first",
  async (answer, { catalog, send }) => {
    const { items } = answer.json<{ items: SeriesSummary[] }>();
    expect(items.map(({ slug }) => slug).sort()).toEqual([...new Set(catalog.posts.flatMap(({ series }) => series?.slug ?? []))].sort());
    expect(items).toEqual(items.toSorted((a, b) => newestFirst(a.updatedAt, b.updatedAt)));
    for (const item of items) expect((await send(`/post-series/${item.slug}`)).json()).toMatchObject(item);
  },
);

const ALBUMS = document("/albums", "the albums, with their newest photo and their span of time", (answer, { catalog }) => {
  const inAlbums = catalog.photos.filter((photo): photo is Photo & { album: object } => photo.album !== null);
  const albums = [...Map.groupBy(inAlbums, ({ album }) => album.slug)].map(([slug, photos]) => {
    const dates = photos.flatMap(({ takenAt }) => takenAt ?? []).sort();
    const [newest] = photos;
    return {
      ...{ slug, title: newest?.album.title, count: photos.length, cover: newest?.image },
      ...{ takenFrom: dates.at(0) ?? null, takenTo: dates.at(-1) ?? null, url: null, path: null },
    };
  });
  expect(albums.length).toBeGreaterThan(2);
  expect(answer.json()).toEqual({ items: albums.sort((a, b) => newestFirst(a.takenTo, b.takenTo)) });
});

const AUTHORS = document("/authors", "the authors by number of posts, most first", (answer, { catalog }) => {
  const { items } = answer.json<{ items: AuthorCount[] }>();
  expect(items.map(({ slug, name, url }) => ({ slug, name, url }))).toEqual([
    { slug: "ines-halvorsen", name: "Ines Halvorsen", url: "https://ines.example/about" },
    { slug: "tomasz-wierzba", name: "Tomasz Wierzba", url: "https://wierzba.example" },
  ]);
  for (const { slug, count } of items) expect(catalog.posts.filter((post) => isBy(slug)(post))).toHaveLength(count);
  for (const { author, authors } of catalog.documents) expect(author).toEqual({ name: authors[0]?.name, url: authors[0]?.url });
});

const ARCHIVE = document("/archive", "posts by year and month in the author's time zone", (answer, { catalog }) => {
  const calendar = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Oslo", year: "numeric", month: "2-digit" });
  const dated = catalog.posts.flatMap(({ publishedAt }) => (publishedAt === null ? [] : calendar.format(Date.parse(publishedAt))));
  const { items, undated } = answer.json<Archive>();
  expect(undated).toBe(catalog.posts.length - dated.length);
  const counts = items.flatMap(({ year, months }) =>
    months.map(({ month, count }) => [`${year}-${String(month).padStart(2, "0")}`, count] as const),
  );
  expect(counts).toEqual(
    [...Map.groupBy(dated, (month) => month)].map(([month, found]) => [month, found.length] as const).sort(([a], [b]) => (a < b ? 1 : -1)),
  );
  for (const { count, months } of items) expect(count).toBe(months.reduce((sum, month) => sum + month.count, 0));
  expect(items.length).toBeGreaterThan(2);
});

const EMPTY: readonly ApiRequest[] = ["/categories"].map((target) =>
  document(target, "that the site has none", (answer) => expect(answer.json()).toEqual({ items: [] })),
);

const REDIRECTS: readonly ApiRequest[] = [
  document("/redirects", "that former paths redirect to the current pages", (answer) =>
    expect(answer.json()).toEqual({
      items: ["/posts/rye-bread-again", "/posts/sour-rye"].map((from) => ({ from, to: "/posts/rye-bread-by-the-clock" })),
    }),
  ),
];

const isBy = (slug: string) => (post: PostSummary) => post.authors.some((author) => author.slug === slug);
const tagged =
  (...slugs: string[]) =>
  (item: { readonly tags: readonly { readonly slug: string }[] }) =>
    slugs.every((slug) => item.tags.some((tag) => tag.slug === slug));

const FILTERS: readonly ApiRequest[] = [
  posts({ query: "author=tomasz-wierzba", keep: "author=tomasz-wierzba", where: isBy("tomasz-wierzba"), shows: "posts of an author" }),
  posts({
    query: "author=Ines-Halvorsen",
    keep: "author=ines-halvorsen",
    where: isBy("ines-halvorsen"),
    shows: "that case does not matter",
  }),
  posts({ query: "author=nobody", keep: "author=nobody", passes: "none", shows: "nothing for an unknown author" }),
  posts({ query: "category=notes", keep: "category=notes", passes: "none", shows: "nothing for an unknown category" }),
  posts({
    query: "series=weaving-for-programmers",
    keep: "series=weaving-for-programmers",
    where: ({ series }) => series?.slug === "weaving-for-programmers",
    shows: "posts of a series",
  }),
  posts({ query: "language=ja", keep: "language=ja", where: ({ language }) => language === "ja", shows: "posts in a language" }),
  posts({ query: "language=EN", keep: "language=en", where: ({ language }) => language.startsWith("en"), shows: "a language in any case" }),
  ...[true, false].map((value) =>
    posts({
      query: `featured=${value}`,
      keep: `featured=${value}`,
      where: ({ featured }) => featured === value,
      shows: "posts by whether they are featured",
    }),
  ),
  posts({
    query: "tag=weaving,typescript&featured=false&language=en&author=ines-halvorsen&hasCode=true&pageSize=2",
    keep: "tag=typescript%2Cweaving&author=ines-halvorsen&language=en&featured=false&hasCode=true",
    pageSize: 2,
    where: (post) =>
      tagged("weaving", "typescript")(post) && !post.featured && post.language === "en" && isBy("ines-halvorsen")(post) && post.hasCode,
    shows: "all filters at once",
  }),
  list("photos", {
    query: "album=rain-walks",
    keep: "album=rain-walks",
    where: (item) => (item as Photo).album?.slug === "rain-walks",
    shows: "photos of an album",
  }),
  list("projects", {
    query: "status=active",
    keep: "status=active",
    where: (item) => "status" in item && item.status === "active",
    shows: "projects by status",
  }),
  list("books", {
    query: "status=finished&tag=nature",
    keep: "tag=nature&status=finished",
    where: (item) => tagged("nature")(item) && "status" in item && item.status === "finished",
    shows: "books by status and tag",
  }),
  ...["en_GB", "e", "en-", "日本"].map((value) =>
    wrongQuery(
      `/posts?language=${encodeURIComponent(value)}`,
      ["language invalid_format"],
      "that a language must be a BCP 47 tag",
      "pt-BR",
    ),
  ),
  ...["1", "True", "featured"].map((value) => wrongQuery(`/posts?featured=${value}`, ["featured invalid_value"])),
  ...["finished", "Active", "active,planned"].map((value) => wrongQuery(`/projects?status=${value}`, ["status invalid_value"])),
  wrongQuery("/pages?language=e", ["language invalid_format"]),
  wrongQuery("/books?status=active", ["status invalid_value"], "that books do not have the statuses of projects", "want_to_read, reading"),
  ...["author=a&author=b", "category=a&category=", "series=a&series=a", "language=en&language=nb", "featured=true&featured=true"].map(
    (query) => wrongQuery(`/posts?${query}`, [`${query.split("=")[0]} repeated`]),
  ),
  wrongQuery(`/photos?album=${"a".repeat(161)}`, ["album too_big"]),
];

export const GROUP_REQUESTS: readonly ApiRequest[] = [
  ...ITEMS,
  SERVICES,
  SERIES,
  ALBUMS,
  AUTHORS,
  ARCHIVE,
  ...EMPTY,
  ...REDIRECTS,
  ...FILTERS,
];
