import type { PostSummary } from "../../../contract/schemas/post.ts";
import { posts } from "../expect-list.ts";
import { type ApiRequest, wrongQuery } from "../request.ts";

/** publishedFrom and publishedTo on the sample site, whose time zone is Europe/Oslo. */

const format = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Oslo" });
/** The day on the calendar in Bergen. */
const dayOf = ({ publishedAt }: PostSummary): string => (publishedAt === null ? "" : format.format(Date.parse(publishedAt)));
const instantOf = ({ publishedAt }: PostSummary): number => Date.parse(publishedAt ?? "");

/** Local midnight at the start of 6 October, which is still the previous evening in UTC. */
const MIDNIGHT = "2024-10-05T22:00:00.000Z";
const isMidnight = (post: PostSummary): boolean => post.publishedAt === MIDNIGHT;

const DAYS: readonly ApiRequest[] = [
  posts({
    query: "publishedFrom=2024-06-16",
    keep: "publishedFrom=2024-06-16",
    where: (post) => dayOf(post) >= "2024-06-16",
    shows: "posts from a day on, including that day in the site's time zone",
  }),
  posts({
    query: "publishedTo=2024-10-05",
    keep: "publishedTo=2024-10-05",
    where: (post) => dayOf(post) <= "2024-10-05",
    shows: "posts up to a day, without those of the next day in the site's time zone",
  }),
  posts({
    query: "publishedTo=2024-10-06&publishedFrom=2024-10-06",
    keep: "publishedFrom=2024-10-06&publishedTo=2024-10-06",
    where: isMidnight,
    shows: "posts of one day",
  }),
  posts({
    query: "publishedFrom=2024-01-01&publishedTo=2024-12-31&page=2&pageSize=4",
    keep: "publishedFrom=2024-01-01&publishedTo=2024-12-31",
    page: 2,
    pageSize: 4,
    where: (post) => dayOf(post).startsWith("2024"),
    shows: "a page of a year",
  }),
  posts({ query: "publishedFrom=0001-01-01", keep: "publishedFrom=0001-01-01", passes: "all", shows: "posts since the first year" }),
  posts({ query: "publishedTo=9999-12-31", keep: "publishedTo=9999-12-31", passes: "all", shows: "posts up to the last year" }),
  posts({ query: "publishedTo=1999-12-31", keep: "publishedTo=1999-12-31", passes: "none", shows: "nothing before the first post" }),
  posts({
    query: "publishedTo=2024-02-29",
    keep: "publishedTo=2024-02-29",
    where: (post) => dayOf(post) <= "2024-02-29",
    shows: "that a leap day is valid",
  }),
];

/** Each of these is the same instant as MIDNIGHT. */
const SPELLINGS = [
  "2024-10-05T22:00:00Z",
  "2024-10-05T22:00:00.000Z",
  "2024-10-05t22:00:00z",
  "2024-10-06T00:00:00%2B02:00",
  "2024-10-05T17:00:00-05:00",
  "2024-10-06T03:30:00.0000%2B05:30",
];
const kept = (spelling: string): string => spelling.replaceAll(":", "%3A");

const INSTANTS: readonly ApiRequest[] = [
  ...SPELLINGS.flatMap((text) => [
    posts({
      query: `publishedFrom=${text}`,
      keep: `publishedFrom=${kept(text)}`,
      where: (post) => instantOf(post) >= Date.parse(MIDNIGHT),
      shows: "that the lower bound is inclusive, with any offset",
    }),
    posts({
      query: `publishedTo=${text}`,
      keep: `publishedTo=${kept(text)}`,
      where: (post) => instantOf(post) <= Date.parse(MIDNIGHT),
      shows: "that the upper bound is inclusive, with any offset",
    }),
  ]),
  posts({
    query: `publishedFrom=${SPELLINGS[3]}&publishedTo=${SPELLINGS[0]}`,
    keep: `publishedFrom=${kept(SPELLINGS[3] ?? "")}&publishedTo=${kept(SPELLINGS[0] ?? "")}`,
    where: isMidnight,
    shows: "posts of one instant, named twice",
  }),
  posts({
    query: "publishedFrom=2024-10-05T22:00:00.001Z&publishedTo=2024-10-06",
    keep: "publishedFrom=2024-10-05T22%3A00%3A00.001Z&publishedTo=2024-10-06",
    passes: "none",
    shows: "that a millisecond counts",
  }),
  posts({
    query: "publishedTo=2024-10-05T21:59:59.9999Z&publishedFrom=2024-10-05",
    keep: "publishedFrom=2024-10-05&publishedTo=2024-10-05T21%3A59%3A59.9999Z",
    passes: "none",
    shows: "that a day and an instant can be combined",
  }),
  posts({
    query: "publishedFrom=2016-12-31T23:59:60Z",
    keep: "publishedFrom=2016-12-31T23%3A59%3A60Z",
    passes: "all",
    shows: "that a leap second is an instant",
  }),
];

const BOTH = ["publishedFrom", "publishedTo"] as const;
const both = (value: string, code: string, shows: string, hint?: string): ApiRequest[] =>
  BOTH.map((name) => wrongQuery(`/posts?${name}=${value}`, [`${name} ${code}`], shows, hint));

const WRONG: readonly ApiRequest[] = [
  ...both(
    "2024-10-06T00:00:00+02:00",
    "invalid_format",
    "that a + that became a space is reported with the remedy",
    "2024-10-06T00:00:00%2B02:00",
  ),
  ...["2023-02-29", "2100-02-29", "2024-13-01", "2024-00-10", "2024-01-32", "2024-01-00", "2024-04-31"].flatMap((value) =>
    both(value, "invalid_value", `that ${value} is not a day`),
  ),
  ...["T25:00:00Z", "T23:60:00Z", "T23:59:61Z", "T12:59:60Z", "T12:00:00%2B24:00", "T12:00:00-05:60"].flatMap((time) =>
    both(`2024-01-31${time}`, "invalid_value", `that ${time} is no time of a day`),
  ),
  ...["2024", "2024-01", "2024-1-1", "20240101", "01/31/2024", "yesterday", "1706659200", "2024-01-01T10:00", "2024-01-01T10:00Z"].flatMap(
    (value) => both(value, "invalid_format", `that ${value} is neither date nor date-time`, "2026-01-31"),
  ),
  ...[
    "2024-01-01T10:00:00",
    "2024-01-01%2010:00:00Z",
    "2024-01-01T10:00:00%2B0200",
    "%202024-01-01",
    "2024-01-01%0A",
    "-2024-01-01",
  ].flatMap((value) => both(value, "invalid_format", `that ${value} is neither date nor date-time with an offset`)),
  ...BOTH.map((name) => wrongQuery(`/posts?${name}=2024-01-01&${name}=2024-01-01`, [`${name} repeated`])),
  ...[
    ["2024-10-07", "2024-10-06"],
    ["2024-10-05T22:00:00.001Z", "2024-10-05T22:00:00Z"],
    // Local midnight is 22:00Z.
    ["2024-10-06", "2024-10-05T21:59:59Z"],
    ["2024-10-06T22:00:00Z", "2024-10-06"],
  ].map(([from, to]) =>
    wrongQuery(
      `/posts?publishedFrom=${from}&publishedTo=${to}`,
      ["publishedFrom invalid_value"],
      "that publishedFrom must not be later than publishedTo",
    ),
  ),
];

export const DATE_REQUESTS: readonly ApiRequest[] = [...DAYS, ...INSTANTS, ...WRONG];
