import type { Post } from "../../contract/schemas/post.ts";
import type { Book, Photo, ProjectSummary as Project } from "../../packages/octavo-client/generated/api-types.ts";
import { BASE_URL, toSummary } from "./site-fixture.ts";
import { inOrder, isInPeriod, isWrongPeriod, isWrongSort, type SortedKind as Kind } from "./sorts/oracle-orders.ts";

/**
 * Correct answers of lists, computed from docs/api.md by sorting and filtering arrays. Shares no
 * code with the handler, its parser or the build's order. Does not search texts.
 */

export interface OracleSite {
  readonly posts: readonly Post[];
  readonly projects: readonly Project[];
  readonly books: readonly Book[];
  readonly photos: readonly Photo[];
  readonly timeZone: string;
}

export type OracleAnswer =
  | { readonly status: 200; readonly body: string; readonly link: string }
  /** `parameter code`, sorted. */
  | { readonly status: 400; readonly errors: readonly string[] };

/** Parameters as sent, decoded, in the order of the URL. */
export type OracleQuery = readonly (readonly [name: string, value: string])[];
interface Listed {
  readonly slug: string;
  readonly tags: readonly { readonly slug: string }[];
  readonly status?: string;
  readonly language?: string | null;
  readonly album?: { readonly slug: string } | null;
}

const LINK_ORDER = [
  ...["type", "tag", "album", "status", "category", "author", "series", "language", "featured"],
  ...["hasCode", "publishedFrom", "publishedTo", "period", "sort", "page", "pageSize"],
];
const OWN: Readonly<Record<Kind, readonly string[]>> = {
  posts: ["type", "category", "author", "series", "language", "featured", "hasCode", "publishedFrom", "publishedTo", "q"],
  projects: ["status", "language"],
  books: ["status"],
  photos: ["album", "language"],
};
const STATUSES: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  projects: ["planned", "active", "maintained", "archived"],
  books: ["want_to_read", "reading", "finished", "abandoned"],
};
/** Read in any case. */
const FOLDED = ["category", "author", "series", "album", "language"];

export function answer(site: OracleSite, kind: Kind, query: OracleQuery): OracleAnswer {
  const usual = { page: "1", pageSize: kind === "photos" ? "24" : "20" };
  const names = ["tag", "period", "sort", "page", "pageSize", ...OWN[kind]];
  const ours = query.filter(([name]) => names.includes(name));
  const given = new Map(ours.filter(([name, value]) => value !== "" && !(name === "q" && value.trim() === "")));
  const repeated = names.filter((name) => ours.filter(([other]) => other === name).length > 1);
  const unrecognized = [...new Set(query.map(([name]) => name))].filter((name) => isUnrecognized(name, names));
  const errors = [
    ...unrecognized.map((name) => `${name} unrecognized`),
    ...repeated.map((name) => `${name} repeated`),
    ...findErrors(kind, given, repeated, site.timeZone),
  ];
  if (errors.length > 0) return { status: 400, errors: errors.sort() };

  for (const name of FOLDED) {
    const value = given.get(name);
    if (value !== undefined) given.set(name, value.normalize("NFKC").toLowerCase());
  }
  const wanted = [...new Set(given.get("tag")?.normalize("NFKC").toLowerCase().split(",") ?? [])].sort();
  const tag = wanted.length === 0 ? undefined : wanted.join(",");
  const matching = listOf(site, kind).filter(
    (item) =>
      wanted.every((slug) => item.tags.some((own) => own.slug === slug)) &&
      (!given.has("status") || item.status === given.get("status")) &&
      (!given.has("album") || item.album?.slug === given.get("album")) &&
      (given.get("period") === undefined || isInPeriod(dateOf(kind, item, site.timeZone), given.get("period") ?? "")) &&
      (!given.has("language") || isInLanguage(item.language ?? "", given.get("language") ?? "")) &&
      (kind !== "posts" || passes(item as unknown as Post, given, site.timeZone)),
  );
  const sorted = given.has("sort") ? inOrder(matching, given.get("sort") ?? "") : matching;
  const page = Number(given.get("page") ?? usual.page);
  const pageSize = Number(given.get("pageSize") ?? usual.pageSize);
  const totalItems = matching.length;
  const totalPages = Math.floor((totalItems + pageSize - 1) / pageSize);
  const items = sorted.filter((_, at) => at >= (page - 1) * pageSize && at < page * pageSize);
  const hasNextPage = page < totalPages;
  const hasPreviousPage = totalPages > 0 && page > 1;
  const body = JSON.stringify({ items, pagination: { page, pageSize, totalItems, totalPages, hasNextPage, hasPreviousPage } });

  const texts: Record<string, string | undefined> = {
    ...Object.fromEntries(given),
    tag,
    pageSize: pageSize === Number(usual.pageSize) ? undefined : `${pageSize}`,
  };
  const url = (number: number): string => {
    const pairs = LINK_ORDER.map((name) => [name, name === "page" ? `${number}` : texts[name]] as const);
    const kept = pairs.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]));
    return `<${BASE_URL}/${kind}?${kept.join("&")}>`;
  };
  const links = [`${url(1)}; rel="first"`];
  if (hasPreviousPage) links.push(`${url(page > totalPages ? totalPages : page - 1)}; rel="prev"`);
  if (hasNextPage) links.push(`${url(page + 1)}; rel="next"`);
  if (totalPages > 0) links.push(`${url(totalPages)}; rel="last"`);
  return { status: 200, body, link: links.join(", ") };
}

/** All query parameters in docs/api.md. */
const ALL_NAMES = [
  ...["page", "pageSize", "type", "tag", "q", "publishedFrom", "publishedTo", "hasCode", "category", "author", "series", "language"],
  ...["featured", "commentsPage", "commentsPageSize", "commentsSort", "parentId", "status", "album", "kind", "period", "sort"],
];

/**
 * Whether a name is a misspelling, or a parameter of other paths (docs/api.md, Query parameters).
 */
function isUnrecognized(name: string, own: readonly string[]): boolean {
  if (own.includes(name)) return false;
  const plain = (text: string): string => text.toLowerCase().replaceAll("-", "").replaceAll("_", "").replace(/s$/, "");
  const without = (text: string, at: number): string => [...text].filter((_, place) => place !== at).join("");
  const places = (text: string): number[] => [...text].map((_, at) => at);
  const isNear = (right: string): boolean =>
    places(right).some((at) => without(right, at) === name) ||
    places(name).some((at) => without(name, at) === right) ||
    (name.length === right.length && places(right).some((at) => without(right, at) === without(name, at))) ||
    places(right).some((at) => right.slice(0, at) + right.slice(at + 1, at + 2) + right.slice(at, at + 1) + right.slice(at + 2) === name);
  return (
    ALL_NAMES.includes(name) || own.some((each) => plain(each) === plain(name)) || own.some((each) => each.length >= 6 && isNear(each))
  );
}

function findErrors(kind: Kind, given: ReadonlyMap<string, string>, repeated: readonly string[], timeZone: string): string[] {
  const errors: string[] = [];
  const check = (name: string, test: (value: string) => string | null): void => {
    const value = given.get(name);
    const code = value === undefined || repeated.includes(name) ? null : test(value);
    if (code !== null) errors.push(`${name} ${code}`);
  };
  const whole = (most: number) => (value: string) => {
    if (value === "" || [...value].some((character) => !"0123456789".includes(character))) return "invalid_type";
    if (Number(value) === 0) return "too_small";
    return Number(value) > most ? "too_big" : null;
  };
  check("page", whole(10_000));
  check("pageSize", whole(100));
  check("type", (value) => (value === "TEXT" || value === "VIDEO" || value === "IMAGE" ? null : "invalid_value"));
  for (const name of ["hasCode", "featured"]) check(name, (value) => (value === "true" || value === "false" ? null : "invalid_value"));
  check("status", (value) => (STATUSES[kind]?.includes(value) ? null : "invalid_value"));
  check("tag", (value) => {
    const parts = value.normalize("NFKC").split(",");
    return parts.some((part) => part === "") ? "invalid_format" : parts.length > 5 ? "too_big" : null;
  });
  check("language", (value) => {
    const [first = "", ...others] = value.split("-");
    const isWord = (text: string, least: number, letters: string) =>
      text.length >= least && text.length <= 8 && [...text.toLowerCase()].every((character) => letters.includes(character));
    const latin = "abcdefghijklmnopqrstuvwxyz";
    return isWord(first, 2, latin) && others.every((other) => isWord(other, 1, `${latin}0123456789`)) ? null : "invalid_format";
  });
  check("sort", (value) => (isWrongSort(kind, value) ? "invalid_value" : null));
  check("period", (value) => (isWrongPeriod(value) ? "invalid_format" : null));
  check("q", (value) => ([...value.normalize("NFKC").trim()].length > 200 ? "too_big" : null));
  check("publishedFrom", wrongInstant);
  check("publishedTo", wrongInstant);
  const [from, to] = [given.get("publishedFrom"), given.get("publishedTo")];
  const bothRight = !errors.some((error) => error.startsWith("published")) && !repeated.some((name) => name.startsWith("published"));
  if (from !== undefined && to !== undefined && bothRight && isLater(from, to, timeZone)) errors.push("publishedFrom invalid_value");
  return errors;
}

const isDay = (value: string): boolean => value.length === 10;

function wrongInstant(value: string): string | null {
  const [, date = "", time] = /^(\d{4}-\d\d-\d\d)(?:[Tt](\d\d:\d\d:\d\d)(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))?$/.exec(value) ?? [];
  if (date === "") return "invalid_format";
  const midnight = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== date) return "invalid_value";
  if (time !== undefined && Number.isNaN(Date.parse(value.toUpperCase()))) return "invalid_value";
  return null;
}

/** The day on the site's calendar, which a bare date is compared with. */
function localDay(instant: number, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(instant);
}

function isLater(from: string, to: string, timeZone: string): boolean {
  if (isDay(from) && isDay(to)) return from > to;
  if (isDay(from)) return from > localDay(Date.parse(to.toUpperCase()), timeZone);
  if (isDay(to)) return localDay(Date.parse(from.toUpperCase()), timeZone) > to;
  return Date.parse(from.toUpperCase()) > Date.parse(to.toUpperCase());
}

function isInLanguage(own: string, wanted: string): boolean {
  return `${own.toLowerCase()}-`.startsWith(`${wanted}-`);
}

function passes(post: Post, given: ReadonlyMap<string, string>, timeZone: string): boolean {
  const [type, hasCode, from, to] = ["type", "hasCode", "publishedFrom", "publishedTo"].map((name) => given.get(name));
  if (type !== undefined && post.type !== type) return false;
  if (hasCode !== undefined && String(post.hasCode) !== hasCode) return false;
  const [category, author, series, featured] = ["category", "author", "series", "featured"].map((name) => given.get(name));
  if (category !== undefined && !post.categories.some(({ slug }) => slug === category)) return false;
  if (author !== undefined && !post.authors.some(({ slug }) => slug === author)) return false;
  if (series !== undefined && post.series?.slug !== series) return false;
  if (featured !== undefined && String(post.featured) !== featured) return false;
  if (from === undefined && to === undefined) return true;
  if (post.publishedAt === null) return false;
  const instant = Date.parse(post.publishedAt);
  const day = localDay(instant, timeZone);
  if (from !== undefined && (isDay(from) ? day < from : instant < Date.parse(from.toUpperCase()))) return false;
  return to === undefined || (isDay(to) ? day <= to : instant <= Date.parse(to.toUpperCase()));
}

/** Sorts by several keys, each written so that "first" means "less". */
function sortBy<T>(items: readonly T[], keysOf: (item: T) => readonly (string | number)[]): T[] {
  return items.toSorted((a, b) => {
    const [left, right] = [keysOf(a), keysOf(b)];
    const at = left.findIndex((key, index) => key !== right[index]);
    return at < 0 ? 0 : (left[at] ?? 0) < (right[at] ?? 0) ? -1 : 1;
  });
}

/** Reverses a text's order; no date comes last. */
const newestFirst = (date: string | null): string =>
  date === null ? "\uffff" : `${[...date].map((character) => String.fromCharCode(0xff - character.charCodeAt(0))).join("")}\uf000`;

function listOf(site: OracleSite, kind: Kind): readonly Listed[] {
  switch (kind) {
    case "posts":
      return sortBy(site.posts, (post) => [newestFirst(post.publishedAt), post.slug]).map(toSummary);
    case "projects":
      return sortBy(site.projects, (project) => [
        project.featured ? 0 : 1,
        project.order ?? Number.POSITIVE_INFINITY,
        newestFirst(project.startedOn),
        project.slug,
      ]);
    case "books":
      return sortBy(site.books, (book) => [book.status === "reading" ? 0 : 1, newestFirst(book.finishedOn), book.slug]);
    case "photos":
      return sortBy(site.photos, (photo) => [newestFirst(photo.takenAt ?? localTime(photo.publishedAt, site.timeZone)), photo.slug]);
  }
}

/** The date that a document of a list is filtered by, on the site's clocks. */
function dateOf(kind: Kind, item: Listed, timeZone: string): string | null {
  const { publishedAt = null, startedOn = null, finishedOn = null, takenAt = null } = item as unknown as Record<string, string | null>;
  if (kind === "projects") return startedOn;
  return kind === "books" ? finishedOn : (takenAt ?? localTime(publishedAt, timeZone));
}

/** `2024-01-31T18:05:00` on the clocks of a time zone. */
function localTime(instant: string | null, timeZone: string): string | null {
  if (instant === null) return null;
  const options = { timeZone, dateStyle: "short", timeStyle: "medium" } as const;
  return new Intl.DateTimeFormat("sv-SE", options).format(Date.parse(instant)).replace(" ", "T");
}
