import { foldValue, UNDATED_PERIOD } from "../../kinds/list-filter.ts";
import type { ZoneOffsets } from "../index-format.ts";
import { LANGUAGE_PATTERN } from "../language-pattern.ts";
import type { RouteName } from "../paths.ts";
import type { ProblemItem, ProblemItemCode } from "../problems.ts";
import { decodePercent } from "../text/decode-percent.ts";
import { createLocalDays, type LocalDays, readQueryInstant } from "./query-instant.ts";
import { QUERY_PARAMETERS, type Query, type QueryParameter, SLUGS_MAX, TYPE_MAX } from "./query-parameters.ts";
import { findMeant, findUnrecognized } from "./unrecognized.ts";

/** @typeParam V the type with a member for each parameter */
export type Parsed<V> =
  | {
      readonly ok: true;
      readonly value: V;
      /**
       * Names and texts of the parameters that are not at their default, in table order. Links to
       * other pages keep them. If there are none, the query changes nothing.
       */
      readonly effective: readonly QueryPair[];
    }
  | { readonly ok: false; readonly errors: readonly ProblemItem[] };

export type ParsedQuery<R extends RouteName> = Parsed<Query<R>>;

export type QueryPair = readonly [name: string, text: string];

export interface ParseQueryOptions {
  /** IANA name of the site's time zone, in which bare dates are days. */
  readonly timeZone: string;
  /** Offsets of that zone, from the manifest. */
  readonly offsets?: ZoneOffsets | undefined;
}

type Value = string | number | boolean | readonly string[] | null;
/** `text` is null if the value is the default. */
type Read = { readonly value: Value; readonly text: string | null } | { readonly code: ProblemItemCode; readonly detail: string };

const ABSENT: Read = { value: null, text: null };

/**
 * Parses a request's query with the route's parameter table and reports all mistakes at once.
 * Percent-encoding is decoded strictly: a stray `%` or invalid UTF-8 in the API's parameters is an
 * error.
 * @param rawQuery as in the URL, with or without the leading `?`
 * @throws RangeError for a time zone that this runtime does not support
 */
export function parseQuery<R extends RouteName>(routeName: R, rawQuery: string, options: ParseQueryOptions): ParsedQuery<R> {
  // Each member is read according to its type in the table, from which Query is derived.
  return parseParameters(QUERY_PARAMETERS[routeName], rawQuery, options) as ParsedQuery<R>;
}

/** Like `parseQuery`, for a path with these parameters. */
export function parseParameters(
  parameters: readonly QueryParameter[],
  rawQuery: string,
  options: ParseQueryOptions,
): Parsed<Readonly<Record<string, Value>>> {
  const given = splitQuery(rawQuery);
  const localDays = createLocalDays(options.timeZone, options.offsets);
  const errors: ProblemItem[] = [];
  const value: Record<string, Value> = {};
  const effective: QueryPair[] = [];
  for (const parameter of parameters) {
    const read = readGiven(parameter, given.get(parameter.name) ?? [], localDays);
    if ("code" in read) {
      errors.push({ parameter: parameter.name, ...read });
      continue;
    }
    value[parameter.name] = read.value;
    if (read.text !== null) effective.push([parameter.name, read.text]);
  }
  if (isReversed(value.publishedFrom, value.publishedTo) && !isOrdered(effective)) {
    errors.push({ parameter: "publishedFrom", code: "invalid_value", detail: "publishedFrom is later than publishedTo" });
  }
  const own = parameters.map(({ name }) => name);
  for (const name of given.keys()) {
    const unrecognized = findUnrecognized(own, name);
    if (unrecognized !== null) errors.push(unrecognized);
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value, effective };
}

function isReversed(from: Value | undefined, to: Value | undefined): boolean {
  return typeof from === "number" && typeof to === "number" && from > to;
}

/**
 * Whether an empty range was written in the right order: a day that the site's time zone skipped,
 * or two instants within a millisecond. Such a range matches nothing, but it is not an error.
 */
function isOrdered(effective: readonly QueryPair[]): boolean {
  const texts = new Map(effective);
  const from = readQueryInstant(texts.get("publishedFrom") ?? "");
  const to = readQueryInstant(texts.get("publishedTo") ?? "");
  if (from.form === "date" && to.form === "date") return from.days <= to.days;
  return from.form === "instant" && to.form === "instant" && from.ms === to.ms && from.decimals <= to.decimals;
}

/** Percent-decoded values by name; null for a value that cannot be decoded. */
function splitQuery(rawQuery: string): Map<string, (string | null)[]> {
  const given = new Map<string, (string | null)[]>();
  for (const pair of rawQuery.replace(/^\?/, "").split("&")) {
    const equals = pair.indexOf("=");
    const name = decodePart(equals < 0 ? pair : pair.slice(0, equals));
    if (name === null) continue;
    const values = given.get(name) ?? [];
    values.push(equals < 0 ? "" : decodePart(pair.slice(equals + 1)));
    given.set(name, values);
  }
  return given;
}

const decodePart = (text: string): string | null => decodePercent(text.replaceAll("+", " "));

function readGiven(parameter: QueryParameter, values: readonly (string | null)[], localDays: LocalDays): Read {
  const [first = ""] = values;
  if (values.length > 1) return { code: "repeated", detail: `given ${values.length} times; give it once` };
  if (first === null) return { code: "invalid_format", detail: "not percent-encoded UTF-8 (a % itself is %25)" };
  if (parameter.type === "text") return readText(first, parameter);
  if (parameter.type === "path") return readPath(first, parameter);
  if (first === "") return "default" in parameter ? { value: parameter.default, text: null } : ABSENT;
  return readPresent(parameter, first, localDays);
}

function readPresent(parameter: Exclude<QueryParameter, { readonly type: "text" | "path" }>, text: string, localDays: LocalDays): Read {
  switch (parameter.type) {
    case "integer":
      return readInteger(text, parameter);
    case "enum":
    case "kind":
      if (!parameter.values.includes(text)) return { code: "invalid_value", detail: explainChoice(parameter.values, text) };
      return { value: text, text: "default" in parameter && text === parameter.default ? null : text };
    case "boolean":
      if (text !== "true" && text !== "false") return { code: "invalid_value", detail: "want true or false, in lower case" };
      return { value: text === "true", text };
    case "exact":
      return tooLong(text, TYPE_MAX.exact) ?? { value: text, text };
    case "number":
      return readNumber(text);
    case "folded": {
      const value = foldValue(text);
      return tooLong(value, TYPE_MAX.folded) ?? { value, text: value };
    }
    case "slug": {
      const slug = text.normalize("NFKC").toLowerCase();
      return tooLong(slug, TYPE_MAX.slug) ?? { value: slug, text: slug };
    }
    case "slugs":
      return readSlugs(text.normalize("NFKC").toLowerCase(), SLUGS_MAX);
    case "slugList":
      return readSlugs(text, parameter.maximum);
    case "language":
      return readLanguage(text);
    case "period":
      return PERIOD.test(text) ? { value: text, text } : { code: "invalid_format", detail: `want 2025, 2025-04 or ${UNDATED_PERIOD}` };
    case "instant":
      return tooLong(text, TYPE_MAX.instant) ?? readBound(text, parameter.bound, localDays);
    case "id":
      return tooLong(text, TYPE_MAX.id) ?? { value: text, text };
  }
}

function explainChoice(values: readonly string[], text: string): string {
  const meant = findMeant(values, text);
  return `want ${values.join(", ")}, spelled exactly like this${meant ? `; did you mean ${meant}?` : ""}`;
}

const PERIOD = new RegExp(`^(?:\\d{4}(?:-(?:0[1-9]|1[0-2]))?|${UNDATED_PERIOD})$`);

function readSlugs(text: string, maximum: number): Read {
  const slugs = text.split(",");
  if (slugs.includes("")) return { code: "invalid_format", detail: "want slugs joined by single commas, none of them empty" };
  if (slugs.length > maximum) return { code: "too_big", detail: `want at most ${maximum} slugs, found ${slugs.length}` };
  const wrong = slugs.map((slug) => tooLong(slug, TYPE_MAX.slugs)).find((found) => found !== null);
  const value = [...new Set(slugs)].sort();
  return wrong ?? { value, text: value.join(",") };
}

function readLanguage(text: string): Read {
  const language = text.toLowerCase();
  const want = "want a language tag of BCP 47, such as en or pt-BR";
  return (
    tooLong(language, TYPE_MAX.language) ??
    (LANGUAGE_PATTERN.test(language) ? { value: language, text: language } : { code: "invalid_format", detail: want })
  );
}

function readInteger(text: string, { minimum, maximum, default: usual }: QueryParameter & { readonly type: "integer" }): Read {
  if (!/^[0-9]+$/.test(text)) return { code: "invalid_type", detail: `want a whole number from ${minimum} to ${maximum}, digits only` };
  const value = Number(text);
  if (value < minimum) return { code: "too_small", detail: `want at least ${minimum}` };
  if (value > maximum) return { code: "too_big", detail: `want at most ${maximum}` };
  return { value, text: value === usual ? null : String(value) };
}

/** Accepts only JSON's spelling, so that each number has one spelling. */
function readNumber(text: string): Read {
  const value = Number(text);
  if (text !== String(value) || !Number.isFinite(value))
    return { code: "invalid_type", detail: "want a number as JSON writes it: 12, -3 or 4.5" };
  return { value, text };
}

function readText(raw: string, { maximum, required }: QueryParameter & { readonly type: "text" }): Read {
  const text = raw.normalize("NFKC").trim();
  if (text === "") return required ? { code: "required", detail: `want 1 to ${maximum} characters, not all blank` } : ABSENT;
  return tooLong(text, maximum) ?? { value: text, text };
}

function readPath(text: string, { maximum }: QueryParameter & { readonly type: "path" }): Read {
  const want = "want a path that begins with / or an address of the site";
  if (text === "") return { code: "required", detail: want };
  return tooLong(text, maximum) ?? (/^(?:\/|https?:\/\/)/i.test(text) ? { value: text, text } : { code: "invalid_format", detail: want });
}

/** Length is counted in code points. */
function tooLong(text: string, maximum: number): Read | null {
  const length = [...text].length;
  return length > maximum ? { code: "too_big", detail: `want at most ${maximum} characters, found ${length}` } : null;
}

/**
 * Instants are whole milliseconds, so a lower bound between two is rounded up and an upper bound
 * down.
 */
function readBound(text: string, bound: "from" | "to", localDays: LocalDays): Read {
  const instant = readQueryInstant(text);
  switch (instant.form) {
    case "wrong":
      return { code: instant.code, detail: instant.detail };
    case "date":
      return { value: bound === "from" ? localDays.start(instant.days) : localDays.end(instant.days), text };
    case "instant":
      return { value: instant.ms + (bound === "from" && instant.decimals !== "" ? 1 : 0), text };
  }
}
