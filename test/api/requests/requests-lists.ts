import { expect } from "vitest";
import type { PostSummary } from "../../../contract/schemas/post.ts";
import type { Book, Photo, Project } from "../../../packages/octavo-client/generated/api-types.ts";
import { KINDS, list, posts, USUAL_SIZE } from "../expect-list.ts";
import { linkTo, readList } from "../links.ts";
import { type Api, type ApiRequest, wrongQuery } from "../request.ts";

/** Sort keys for which "first" means "less": text, number, and reversed text for "newest first". */
type Keys = readonly (string | number)[];
const newest = (date: string | null): string =>
  date === null ? "\uffff" : `${[...date].map((character) => String.fromCharCode(0x100 - character.charCodeAt(0))).join("")}\ufff0`;
const KEYS = {
  posts: (post: PostSummary): Keys => [newest(post.publishedAt), post.slug],
  projects: (project: Project): Keys => [
    project.featured ? 0 : 1,
    project.order ?? Number.POSITIVE_INFINITY,
    newest(project.startedOn),
    project.slug,
  ],
  books: (book: Book): Keys => [book.status === "reading" ? 0 : 1, newest(book.finishedOn), book.slug],
  photos: (photo: Photo): Keys => [newest(photo.takenAt ?? photo.publishedAt), photo.slug],
};

function isBefore(left: Keys, right: Keys): boolean {
  const at = left.findIndex((key, index) => key !== right[index]);
  return at >= 0 && (left[at] ?? 0) < (right[at] ?? 0);
}

function expectOrder<T>(items: readonly T[], keysOf: (item: T) => Keys): void {
  expect(items.length).toBeGreaterThan(1);
  items.slice(1).forEach((item, at) => {
    const before = items[at];
    expect(before !== undefined && isBefore(keysOf(before), keysOf(item)), JSON.stringify([before, item])).toBe(true);
  });
}

const inOrder = (shows: string, target: string, check: (api: Api) => void): ApiRequest => ({
  shows,
  target,
  status: 200,
  check: (_, api) => check(api),
});

const ORDERS: readonly ApiRequest[] = [
  inOrder("newest first", "/posts?pageSize=100", ({ catalog }) => expectOrder(catalog.posts, KEYS.posts)),
  inOrder("featured ones first, then in the author's order, then the newest start", "/projects?pageSize=100", ({ catalog }) =>
    expectOrder(catalog.projects, KEYS.projects),
  ),
  inOrder("books being read first, then the newest finished, and books without a date last", "/books?pageSize=100", ({ catalog }) =>
    expectOrder(catalog.books, KEYS.books),
  ),
  inOrder("newest taken first", "/photos?pageSize=100", ({ catalog }) => expectOrder(catalog.photos, KEYS.photos)),
];

/** The same for each list. */
const EACH = KINDS.flatMap((kind): ApiRequest[] => [
  list(kind, { shows: `${USUAL_SIZE[kind]} per page by default` }),
  list(kind, { query: "page=2&pageSize=5", page: 2, pageSize: 5, passes: "all", shows: "the second page of five" }),
  list(kind, { query: "pageSize=1", pageSize: 1, passes: "all", shows: "the smallest page" }),
  list(kind, { query: "pageSize=100", pageSize: 100, passes: "all", shows: "the largest page" }),
  list(kind, { query: "pageSize=007&page=0001", pageSize: 7, passes: "all", shows: "that leading zeros change nothing" }),
  list(kind, { query: "page=99", page: 99, passes: "all", shows: "no items past the end, and prev is the last page" }),
  list(kind, { query: "page=10000", page: 10_000, passes: "all", shows: "the highest page number that is allowed" }),
  list(kind, { query: "page=1&pageSize=&tag=", passes: "all", shows: "that an empty value is the same as none" }),
  list(kind, {
    query: "utm_source=feed&utm_source=mail&v=2&_=1&%ff=1&=&&",
    passes: "all",
    shows: "that parameters unrelated to the API are ignored",
  }),
  wrongQuery(`/${kind}?tags=web`, ["tags unrecognized"], "that a mistyped name is reported", "did you mean tag?"),
  wrongQuery(`/${kind}?page_size=2&Page=0`, ["Page unrecognized", "page_size unrecognized"], "that a differently spelt name is reported"),
  wrongQuery(`/${kind}?pageSzie=2`, ["pageSzie unrecognized"], "that two swapped letters are reported", "did you mean pageSize?"),
  wrongQuery(`/${kind}?commentsPage=2`, ["commentsPage unrecognized"], "that another path's parameter is reported", "did you mean page?"),
  list(kind, { query: "tag=no-such-tag", keep: "tag=no-such-tag", passes: "none", shows: "nothing for an unused tag" }),
  list(kind, { query: "tag=__proto__", keep: "tag=__proto__", passes: "none", shows: "nothing for the name of a member of every object" }),
  list(kind, {
    query: "tag=no-such-tag&page=3",
    keep: "tag=no-such-tag",
    page: 3,
    passes: "none",
    shows: "no previous page if nothing matches",
  }),
  wrongQuery(`/${kind}?page=0`, ["page too_small"]),
  wrongQuery(`/${kind}?page=10001`, ["page too_big"]),
  wrongQuery(`/${kind}?page=${"9".repeat(400)}`, ["page too_big"], "an absurdly large number"),
  ...["-1", "1.0", "1e1", "0x1", "+1", "%2B1", "one", "%D9%A1", "1,2", "%20", "1%20", "null", "%00"].map((value) =>
    wrongQuery(`/${kind}?page=${value}`, ["page invalid_type"], `that a page is digits only, not ${value}`),
  ),
  wrongQuery(`/${kind}?page=%FF`, ["page invalid_format"], "that octets must be UTF-8"),
  wrongQuery(`/${kind}?page=%`, ["page invalid_format"], "that a stray % is wrong"),
  wrongQuery(`/${kind}?pageSize=0`, ["pageSize too_small"]),
  wrongQuery(`/${kind}?pageSize=101`, ["pageSize too_big"], "that too large a value is refused, never reduced"),
  wrongQuery(`/${kind}?pageSize=all`, ["pageSize invalid_type"]),
  wrongQuery(`/${kind}?page=1&page=1`, ["page repeated"]),
  wrongQuery(`/${kind}?pageSize=&pageSize=`, ["pageSize repeated"], "that a repeated parameter is refused, even if it is empty"),
  wrongQuery(`/${kind}?tag=a&t%61g=b`, ["tag repeated"], "that an encoded name is the same name"),
  wrongQuery(`/${kind}?tag=%E6%97`, ["tag invalid_format"]),
  wrongQuery(`/${kind}?page=0&pageSize=x&tag=%C3`, ["tag invalid_format", "page too_small", "pageSize invalid_type"], "all errors at once"),
  {
    target: `/${kind}?pageSize=3`,
    status: 200,
    shows: "links that lead through the whole list and back",
    async check(answer, api) {
      const forward = await readList<{ slug: string }>(api.send, `/${kind}?pageSize=3`);
      expect(forward).toEqual(api.catalog[kind]);
      const slugs: string[] = [];
      for (let target = linkTo(answer, "last"); target !== null; ) {
        const page = await api.send(target);
        slugs.unshift(...page.json<{ items: { slug: string }[] }>().items.map(({ slug }) => slug));
        target = linkTo(page, "prev");
      }
      expect(slugs).toEqual(forward.map(({ slug }) => slug));
    },
  },
]);

const tagged = (tag: string) => (item: { readonly tags: readonly { readonly slug: string }[] }) =>
  item.tags.some(({ slug }) => slug === tag);

const TAGS: readonly ApiRequest[] = [
  list("posts", { query: "tag=weaving", keep: "tag=weaving", where: tagged("weaving"), shows: "posts with the tag" }),
  list("projects", { query: "tag=open-source", keep: "tag=open-source", where: tagged("open-source"), shows: "projects with the tag" }),
  list("books", { query: "tag=classics", keep: "tag=classics", where: tagged("classics"), shows: "books with the tag" }),
  list("photos", { query: "tag=night", keep: "tag=night", where: tagged("night"), shows: "photos with the tag" }),
  list("photos", { query: "tag=NiGhT", keep: "tag=night", where: tagged("night"), shows: "that a tag's case does not matter" }),
  list("posts", {
    query: "tag=ＷＥＡＶＩＮＧ",
    keep: "tag=weaving",
    where: tagged("weaving"),
    shows: "that full-width letters are letters",
  }),
  list("posts", {
    query: `tag=${encodeURIComponent("日本語")}`,
    keep: `tag=${encodeURIComponent("日本語")}`,
    where: tagged("日本語"),
    shows: "that a tag may be in any script",
  }),
  list("posts", {
    query: "tag=Weaving,typescript",
    keep: "tag=typescript%2Cweaving",
    where: (post) => tagged("weaving")(post) && tagged("typescript")(post),
    shows: "posts with all of several tags",
  }),
  list("photos", {
    query: "tag=night,night",
    keep: "tag=night",
    where: tagged("night"),
    shows: "that a tag given twice is one",
  }),
  ...KINDS.flatMap((kind) => [
    ...[",", "a,", ",a", "a,,b"].map((tags) => wrongQuery(`/${kind}?tag=${tags}`, ["tag invalid_format"], "that no tag may be empty")),
    wrongQuery(`/${kind}?tag=a,b,c,d,e,f`, ["tag too_big"], "that five tags are the maximum"),
  ]),
  list("books", {
    query: "pageSize=2&tag=nature&page=2&utm_medium=x",
    keep: "tag=nature",
    page: 2,
    pageSize: 2,
    where: tagged("nature"),
    shows: "that links keep filters, in a fixed order, and nothing else",
  }),
];

const FILTERS: readonly ApiRequest[] = [
  ...(["TEXT", "VIDEO", "IMAGE"] as const).map((type) =>
    posts({ query: `type=${type}`, keep: `type=${type}`, where: (post) => post.type === type, shows: `posts of type ${type}` }),
  ),
  ...["text", "Text", "TEXT,VIDEO", "TEXT%20", "GIF", "%00"].map((value) =>
    wrongQuery(`/posts?type=${value}`, ["type invalid_value"], "that types must be spelt exactly", "TEXT, VIDEO, IMAGE"),
  ),
  wrongQuery("/posts?type=TEXT&type=TEXT", ["type repeated"]),
  ...[true, false].map((value) =>
    posts({
      query: `hasCode=${value}`,
      keep: `hasCode=${value}`,
      where: (post) => post.hasCode === value,
      shows: "posts with and without code",
    }),
  ),
  ...["TRUE", "1", "0", "yes", "true%20", "null"].map((value) =>
    wrongQuery(`/posts?hasCode=${value}`, ["hasCode invalid_value"], "that true and false must be spelt exactly"),
  ),
  wrongQuery("/posts?hasCode=true&hasCode=false", ["hasCode repeated"]),
  posts({
    query: "type=&hasCode=&publishedFrom=&publishedTo=&q=&page=&pageSize=&tag=",
    passes: "all",
    shows: "that empty values are the same as none, all at once",
  }),
  posts({
    query: "hasCode=true&tag=weaving&type=TEXT&publishedFrom=2023-12-01",
    keep: "type=TEXT&tag=weaving&hasCode=true&publishedFrom=2023-12-01",
    where: (post) => post.type === "TEXT" && post.hasCode && tagged("weaving")(post) && (post.publishedAt ?? "") >= "2023-11-30T23:00",
    shows: "that filters are combined with AND",
  }),
  posts({ query: "type=VIDEO&hasCode=true", keep: "type=VIDEO&hasCode=true", passes: "none", shows: "nothing if no post passes both" }),
  wrongQuery(
    `/posts?page=0&pageSize=101&type=text&hasCode=1&publishedFrom=x&publishedTo=2026-02-30&tag=a&tag=b&q=${"x".repeat(201)}`,
    [
      "q too_big",
      "type invalid_value",
      "tag repeated",
      "hasCode invalid_value",
      "publishedFrom invalid_format",
      "publishedTo invalid_value",
      "page too_small",
      "pageSize too_big",
    ],
    "every parameter wrong, each listed",
  ),
  posts({ query: "resource=x&code=1", passes: "all", shows: "that names of path parameters are not query parameters" }),
  wrongQuery("/posts?kind=photo&tag=a&tag=b", ["kind unrecognized", "tag repeated"], "that a parameter of another path is wrong here"),
  wrongQuery(
    "/projects?type=GIF&q=zzz&hasCode=1&publishedFrom=x",
    ["type unrecognized", "q unrecognized", "hasCode unrecognized", "publishedFrom unrecognized"],
    "that parameters of posts are wrong here",
    "it has tag, status, language, period, sort, page, pageSize",
  ),
];

export const LIST_REQUESTS: readonly ApiRequest[] = [...ORDERS, ...EACH, ...TAGS, ...FILTERS];
