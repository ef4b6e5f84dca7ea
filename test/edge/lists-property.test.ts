import fc from "fast-check";
import { expect, it } from "vitest";
import type { Extra } from "../../contract/schemas/values.ts";
import { answer, type OracleQuery, type OracleSite } from "./oracle.ts";
import { makeBook, makeDist, makePhoto, makePost, makeProject, serve, tags } from "./site-fixture.ts";
import { SORT_KEYS, TITLES } from "./sorts/oracle-orders.ts";

/** Few values, so that ties, hits and misses are all common. */
const tagSlugs = fc.uniqueArray(fc.constantFrom("rust", "web", "2024", "日本", "constructor"), { maxLength: 3 });
const instant = fc
  .integer({ min: Date.UTC(2024, 2, 30), max: Date.UTC(2024, 3, 2) })
  .map((ms) => new Date(Math.round(ms / 1_800_000) * 1_800_000).toISOString());
const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null, freq: 6 });
const calendarDate = fc.constantFrom("2023-01-05", "2023-01-06", "2023-02-01", "2024-01-01");

const named = (...slugs: readonly string[]) => tags(...slugs);
const author = (slug: string) => ({ slug, name: slug, url: null, bio: null, avatar: null });
const place = (slug: string) => ({
  ...{ slug, title: slug, position: 1, total: 2, description: null },
  ...{ previous: null, next: null, items: [] },
});
const title = fc.constantFrom(...TITLES);
const language = fc.constantFrom("en", "en-GB", "eng", "nb", "zh-Hant-TW");
/** The author's own keys, chosen to resemble the texts that the handler searches for. */
const extra = fc.constantFrom<Extra>(
  {},
  { note: '"extra":{ } \\' },
  { post: { slug: "p0", likeCount: null, commentCount: null }, posts: [{ slug: "p1" }, { likeCount: null, commentCount: null }] },
);
const post = fc.record({
  categories: fc.uniqueArray(fc.constantFrom("notes", "reise", "constructor"), { maxLength: 2 }).map((slugs) => named(...slugs)),
  authors: fc.uniqueArray(fc.constantFrom("ines", "ada", "日本"), { maxLength: 2 }).map((slugs) => slugs.map(author)),
  series: fc.option(fc.constantFrom("sea", "looms").map(place), { nil: null }),
  language,
  featured: fc.boolean(),
  extra,
  publishedAt: orNull(instant),
  updatedAt: orNull(instant),
  readingTimeMinutes: fc.constantFrom(1, 2, 9, 10),
  title,
  type: fc.constantFrom("TEXT", "VIDEO", "IMAGE"),
  hasCode: fc.boolean(),
  tags: tagSlugs.map((slugs) => tags(...slugs)),
});
const project = fc.record({
  language,
  status: fc.constantFrom("planned", "active", "maintained", "archived"),
  featured: fc.boolean(),
  order: orNull(fc.integer({ min: -1, max: 2 })),
  startedOn: orNull(calendarDate),
  updatedAt: orNull(instant),
  title,
  tags: tagSlugs.map((slugs) => tags(...slugs)),
});
const book = fc.record({
  status: fc.constantFrom("reading", "finished", "abandoned"),
  finishedOn: orNull(fc.constantFrom("2023", "2023-01", "2023-01-05", "2024")),
  startedOn: orNull(fc.constantFrom("2022", "2023-01")),
  rating: orNull(fc.constantFrom(0.5, 2, 4.5)),
  publishedYear: orNull(fc.constantFrom(-800, 1984, 2023)),
  title,
  tags: tagSlugs.map((slugs) => tags(...slugs)),
});
const photo = fc.record({
  language,
  album: fc.option(
    fc.constantFrom("harbours", "__proto__").map((slug) => ({ slug, title: slug })),
    { nil: null },
  ),
  title,
  takenAt: orNull(fc.constantFrom("2023-01-05T10:00:00", "2023-01-05T10:00:01", "2024-01-01T00:00:00")),
  publishedAt: orNull(fc.constantFrom("2023-01-05T09:00:00.000Z", "2023-01-05T10:00:00.000Z", "2023-01-04T21:00:00.000Z")),
  tags: tagSlugs.map((slugs) => tags(...slugs)),
});
/**
 * Slugs whose alphabetical order matches neither the order of the list nor that of their numbers.
 */
const slugOf = (prefix: string, at: number): string => `${prefix}${(at * 7919) % 1009}`;
const site: fc.Arbitrary<OracleSite> = fc.record({
  posts: fc.array(post, { maxLength: 90 }).map((all) => all.map((overrides, at) => makePost(slugOf("p", at), overrides))),
  projects: fc.array(project, { maxLength: 40 }).map((all) => all.map((overrides, at) => makeProject(slugOf("r", at), overrides))),
  books: fc.array(book, { maxLength: 40 }).map((all) => all.map((overrides, at) => makeBook(slugOf("b", at), overrides))),
  photos: fc.array(photo, { maxLength: 40 }).map((all) => all.map((overrides, at) => makePhoto(slugOf("f", at), overrides))),
  timeZone: fc.constantFrom("UTC", "Europe/Oslo", "America/St_Johns", "Pacific/Auckland"),
});

const often = <T>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: wrong });
const bound = often(
  fc.oneof(
    fc.constantFrom("2024-03-30", "2024-03-31", "2024-04-01", "2024-04-02"),
    instant,
    instant.map((text) => text.replace("T", "t").replace(".000Z", "z")),
    instant.map((text) => text.replace(".000Z", "+02:00")),
    instant.map((text) => text.replace("Z", "-03:30")),
  ),
  fc.constantFrom("2024-02-30", "2024-04-01T00:00Z", "2024-04-01T00:00:00 02:00", "yesterday", "2024-04-01T25:00:00Z", ""),
);
const sort = fc.constantFrom(...new Set(Object.values(SORT_KEYS).flat())).chain((key) => fc.constantFrom(key, `-${key}`));
const wrongNumber = fc.constantFrom("0", "-1", "1e1", "0x10", "１", "10001", "99999999999999999999", "1.0", " 1", "00", "");
const parameter: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(fc.constant("page"), often(fc.constantFrom("1", "2", "3", "02", "10000"), wrongNumber)),
  fc.tuple(fc.constant("pageSize"), often(fc.constantFrom("1", "3", "20", "24", "33", "100", "020"), wrongNumber)),
  fc.tuple(fc.constant("tag"), fc.constantFrom("rust", "RUST", "ｗｅｂ", "2024", "日本", "constructor", "__proto__", "nothing", "")),
  fc.tuple(
    fc.constant("tag"),
    often(
      fc.constantFrom("rust,web", "web,rust", "Web，RUST", "2024,2024", "rust,nothing", "rust,web,2024,日本,constructor"),
      fc.constantFrom(",", "rust,", ",rust", "rust,,web", "a,b,c,d,e,f"),
    ),
  ),
  fc.tuple(fc.constant("category"), fc.constantFrom("notes", "NOTES", "reise", "constructor", "nothing", "")),
  fc.tuple(fc.constant("author"), fc.constantFrom("ines", "Ada", "日本", "nobody", "__proto__", "")),
  fc.tuple(fc.constant("series"), fc.constantFrom("sea", "LOOMS", "nothing", "")),
  fc.tuple(
    fc.constant("language"),
    often(fc.constantFrom("en", "EN", "en-gb", "eng", "zh", "zh-Hant"), fc.constantFrom("e", "en_GB", "en-", "日本", "toolonglanguage")),
  ),
  fc.tuple(fc.constant("featured"), often(fc.constantFrom("true", "false"), fc.constantFrom("True", "1", ""))),
  fc.tuple(fc.constant("album"), fc.constantFrom("harbours", "HARBOURS", "__proto__", "nothing", "")),
  fc.tuple(
    fc.constant("status"),
    often(fc.constantFrom("active", "planned", "finished", "reading"), fc.constantFrom("Active", "done", "active,planned", "")),
  ),
  fc.tuple(fc.constant("type"), often(fc.constantFrom("TEXT", "VIDEO", "IMAGE"), fc.constantFrom("text", "AUDIO", ""))),
  fc.tuple(fc.constant("hasCode"), often(fc.constantFrom("true", "false"), fc.constantFrom("True", "1", ""))),
  fc.tuple(fc.constant("publishedFrom"), bound),
  fc.tuple(fc.constant("publishedTo"), bound),
  fc.tuple(fc.constant("sort"), often(sort, fc.constantFrom("Title", "--title", "slug", "title,-title", "+title", ""))),
  fc.tuple(
    fc.constant("period"),
    often(
      fc.constantFrom("2024", "2023", "2024-03", "2024-04", "2023-01", "2022-12", "undated", "0000"),
      fc.constantFrom("2024-13", "2024-00", "24", "2024-4", "2024-04-01", "Undated", "2024-", "-", ""),
    ),
  ),
  fc.tuple(fc.constant("q"), fc.constantFrom("", "  ", "\u3000", "x".repeat(201))),
  fc.tuple(
    often(
      fc.constantFrom("utm_source", "v", "_", "", "s", "so", "tga", "pages-", "hasC", "resource", "pageSizeXX", "pubishedFrm"),
      fc.constantFrom(
        ...["kind", "Page", "commentsPage", "tags", "page_size", "page-sizes", "pgaeSize", "pageSiz", "pageSizze", "catgeory"],
        ...[
          "authro",
          "hasCodes",
          "has_code",
          "publishedfrom",
          "publishedFro",
          "featurd",
          "statsu",
          "albumm",
          "serie",
          "sorts",
          "perid",
          "-period",
        ],
      ),
    ),
    fc.constantFrom("", "1", "x"),
  ),
);
const query: fc.Arbitrary<OracleQuery> = fc.oneof(
  fc.uniqueArray(parameter, { maxLength: 5, selector: ([name]) => name }),
  { weight: 4, arbitrary: fc.uniqueArray(parameter, { maxLength: 3, selector: ([name]) => name }) },
  { weight: 1, arbitrary: fc.array(parameter, { maxLength: 6 }) },
);
/** A kind of list and a query, often sorted by one of that list's own keys. */
const request = fc.constantFrom("posts", "posts", "projects", "books", "photos").chain((kind) => {
  const ownSort = fc.constantFrom(...SORT_KEYS[kind]).chain((key) => fc.constantFrom(key, `-${key}`));
  return fc.tuple(query, fc.option(ownSort)).map(([pairs, own]): readonly [typeof kind, OracleQuery] => {
    return [kind, own === null || pairs.some(([name]) => name === "sort") ? pairs : [...pairs, ["sort", own]]];
  });
});

it("the handler answers list requests exactly as sorting, filtering and slicing arrays would", async () => {
  const seen = { right: 0, wrong: 0, nonEmpty: 0, sorted: 0, ofPeriod: 0 };
  await fc.assert(
    fc.asyncProperty(site, fc.array(request, { minLength: 8, maxLength: 12 }), async (input, requests) => {
      const served = serve(makeDist(input));
      for (const [kind, pairs] of requests) {
        const search = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
        const expected = answer(input, kind, pairs);
        const response = await served.get(`/${kind}?${search}`);
        expect(response.status).toBe(expected.status);
        if (expected.status === 200) {
          expect(await response.text()).toBe(expected.body);
          expect(response.headers.get("link")).toBe(expected.link);
          seen.right += 1;
          if (!expected.body.startsWith('{"items":[]')) seen.nonEmpty += 1;
          const names = new Set(pairs.map(([name, value]) => (value === "" ? "" : name)));
          if (names.has("sort")) seen.sorted += 1;
          if (names.has("period")) seen.ofPeriod += 1;
        } else {
          const { errors }: { errors: { parameter: string; code: string }[] } = await response.json();
          expect(errors.map(({ parameter, code }) => `${parameter} ${code}`).sort()).toEqual(expected.errors);
          seen.wrong += 1;
        }
      }
    }),
    { seed: 20260131, numRuns: 250 },
  );
  // The property is meaningful only if all of these are common.
  expect(seen.right).toBeGreaterThan(1_000);
  expect(seen.nonEmpty).toBeGreaterThan(500);
  expect(seen.sorted).toBeGreaterThan(200);
  expect(seen.ofPeriod).toBeGreaterThan(60);
  expect(seen.wrong).toBeGreaterThan(200);
}, 60_000);
