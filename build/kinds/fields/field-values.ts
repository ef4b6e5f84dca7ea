import { z } from "zod";
import { isTimeZone } from "../../../contract/query/time-zone.ts";
import { isSlug } from "../../../contract/slug-pattern.ts";
import { readCalendarDate, readInstant, readLocalDateTime, readPartialDate } from "../../shared/dates.ts";
import type { ReadResult } from "../../shared/diagnostics.ts";
import { toSlug, toTagSlug } from "../../shared/slugs.ts";
import { suggest } from "../../shared/suggest.ts";
import { isMapping, Numeral } from "../../sources/data-values.ts";
import { describe } from "../../sources/wording.ts";
import { needsReading } from "../addresses/file-slug.ts";
import { readPagePath } from "../addresses/page-path.ts";
import { readIsbn10, readIsbn13 } from "./isbn.ts";
import { alsoReads, anyMapping, boolean, byValue, list, mapping, number, optional, text, textLeaf, withDefault } from "./leaf.ts";

/** Values that several collections share. */

function checked(want: string, code: string, read: (written: string) => ReadResult): z.ZodType<string> {
  return textLeaf(want, (written, fail) => {
    const result = read(written);
    return result.ok ? result.value : fail(code, result.message, result.hint);
  });
}

export const instant = (timeZone: string): z.ZodType<string> =>
  checked("want 2024-01-31 or 2024-01-31T09:30:00Z", "bad-date", (written) => readInstant(written, timeZone));

/**
 * Whether and when a document is public, for all kinds. Dates without an offset are read in
 * `timeZone`.
 */
export function createPublicityFields(timeZone: string) {
  return {
    draft: withDefault(boolean, false).describe("Whether it is a draft, which is not published"),
    publishedAt: optional(instant(timeZone)).describe("When it becomes public: 2024-01-31 or 2024-01-31T09:30:00Z"),
    expiresAt: optional(instant(timeZone)).describe("When it stops being public: 2024-01-31 or 2024-01-31T09:30:00Z"),
  };
}

export const updatedAt = (timeZone: string) =>
  optional(instant(timeZone)).describe("When it was last changed: 2024-01-31 or 2024-01-31T09:30:00Z");

export const calendarDate = checked("want 2024-01-31", "bad-date", readCalendarDate);
export const partialDate = checked("want 2024, 2024-01 or 2024-01-31", "bad-date", readPartialDate);
export const localDateTime = checked("want 2024-01-31T18:05:00", "bad-date", readLocalDateTime);
export const isbn13 = checked("want 978-0-306-40615-7", "bad-isbn", readIsbn13);
export const isbn10 = checked("want 0-306-40615-2", "bad-isbn", readIsbn10);

export const slug = textLeaf("want lower-case letters a-z, digits and single hyphens", (written, fail) => {
  if (isSlug(written)) return written;
  const isPath = /^(?:\/|\.|https?:)|\/$|\.mdx?$/i.test(written);
  const [lastPart = ""] = written
    .replace(/(?:\/index)?\.mdx?$|\/+$/gi, "")
    .split("/")
    .slice(-1);
  const meant = isPath ? lastPart : written;
  // `Кино 2024` would become 2024, which may be another post's slug.
  const right = needsReading(meant) ? "" : toSlug(meant);
  return fail("bad-slug", `${describe(written)} is not a slug`, right === "" ? undefined : `want ${right}`);
});

/** The slug of an album, with letters of any script, like a tag's. */
export const wordSlug = textLeaf("want lower-case letters, digits and single hyphens", (written, fail) => {
  const right = toTagSlug(written);
  if (right === written) return written;
  return fail("bad-slug", `${describe(written)} is not a slug`, right === "" ? undefined : `want ${right}`);
});

/** Path of a page, percent-encoded as browsers send it. */
export const pagePath = checked("want a path such as /2019/05/old-title/", "bad-path", readPagePath);

/**
 * An absolute http or https address, unchanged if it is plain ASCII, otherwise as browsers send it.
 */
export const url = textLeaf("want an address such as https://example.com/page", (written, fail) => {
  const parsed = /^https?:\/\//i.test(written) ? URL.parse(written) : null;
  if (parsed === null) return fail("bad-url", `${describe(written)} is not an http or https address`);
  return /^[\x21-\x7e]+$/.test(written) && /^https?:/.test(written) ? written : parsed.href;
});

/**
 * The target of a link: an address, a path of the site (`/posts`), a fragment, `mailto:` or `tel:`.
 */
export const href = textLeaf("want https://…, a path such as /about, or mailto:…", (written, fail) => {
  const good = /^(?:\/(?!\/)|#|mailto:.|tel:.)/i.test(written) || (/^https?:\/\//i.test(written) && URL.canParse(written));
  return good && !/[\s\p{Cc}]/u.test(written) ? written : fail("bad-url", `${describe(written)} is not a link`);
});

export const language = textLeaf("want a BCP 47 tag such as en, nb or pt-BR", (written, fail) => {
  const canonical = canonicalLanguage(written);
  if (canonical !== null) return canonical;
  const right = canonicalLanguage(written.replaceAll("_", "-").replace(/\..*$/, ""));
  return fail("bad-language", `${describe(written)} is not a language tag`, right === null ? undefined : `want ${right}`);
});

/** The canonical form of a BCP 47 tag, or null. */
function canonicalLanguage(tag: string): string | null {
  try {
    // `english` and `deutsch` are well-formed, but no language has a primary subtag of more than
    // three letters.
    return /^[a-z]{2,3}(?:-|$)/i.test(tag) ? (Intl.getCanonicalLocales(tag)[0] ?? null) : null;
  } catch {
    return null;
  }
}

export const currency = textLeaf("want an ISO 4217 code such as EUR or NOK", (written, fail) => {
  const codes = Intl.supportedValuesOf("currency");
  if (codes.includes(written)) return written;
  const right = written.toUpperCase();
  return fail("bad-currency", `${describe(written)} is not a currency`, codes.includes(right) ? `want ${right}` : undefined);
});

const WANT_TIME_ZONE = "want an IANA name such as Europe/Oslo";
export const timeZone = textLeaf(WANT_TIME_ZONE, (written, fail) => {
  if (isTimeZone(written)) return written;
  const near = suggest(written, Intl.supportedValuesOf("timeZone"));
  const hint = near === null ? WANT_TIME_ZONE : `did you mean "${near}"? ${WANT_TIME_ZONE}`;
  return fail("bad-time-zone", `${describe(written)} is not a time zone`, hint);
});

export const color = textLeaf('want "#rrggbb" in quotes', (written, fail, value) => {
  const lower = written.toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(lower)) return lower;
  const right = /^#[0-9a-f]{3}$/.test(lower) ? lower.replace(/[0-9a-f]/g, "$&$&") : "#rrggbb";
  return fail("bad-value", `${describe(value)} is not a colour`, `want "${right}"`);
});

/** Accepts a text in place of a mapping: `cover: a.jpg`, `author: Ines`. */
export function textOr<T>(key: string, schema: z.ZodType<T>): z.ZodType<T> {
  const isText = (value: unknown): boolean => typeof value === "string" || value instanceof Numeral;
  return alsoReads(
    z.preprocess((value) => (isText(value) ? { [key]: value } : value), schema),
    { type: ["string", "number"] },
  );
}

const WANT_PICTURE = "want ./cover.jpg or { src: ./cover.jpg, alt: A grey heron }";
/** Names of other generators for the path of a picture. */
const PICTURE_SOURCE_NAMES = ["path", "url", "image"];

export interface PictureValue {
  readonly src: string;
  /** null if it is missing, "" if the picture is decorative. */
  readonly alt: string | null;
  /** Pixels, for a picture on another server. */
  readonly width: number | null;
  readonly height: number | null;
}

const alt = textLeaf("want text", (written) => written)
  .nullish()
  .transform((value) => value ?? null);

const pixels = optional(number({ min: 1, whole: true }, "want whole pixels, such as 1200"));

export const picture: z.ZodType<PictureValue> = alsoReads(
  z.preprocess(
    (value) => (isMapping(value) ? renameSource(value) : value),
    textOr("src", mapping({ src: text(WANT_PICTURE), alt, width: pixels, height: pixels }, WANT_PICTURE)),
  ),
  { type: "object", anyOf: PICTURE_SOURCE_NAMES.map((name) => ({ required: [name] })) },
);

function renameSource(value: Record<string, unknown>): Record<string, unknown> {
  const name = "src" in value ? undefined : PICTURE_SOURCE_NAMES.find((candidate) => candidate in value);
  if (name === undefined) return value;
  const { [name]: src, ...rest } = value;
  return { src, ...rest };
}

const person = textOr("name", mapping({ name: text("want a name"), url: optional(url) }, "want a name or { name, url }"));

const several = list(person, "want a list of names or { name, url }");
const one = person.transform((found) => [found]);

/**
 * One or more people; [] if absent. Errors in a single value get the place of the whole value,
 * because it has no first item.
 */
export const people = optional(byValue((value) => (Array.isArray(value) ? several : one)))
  .transform((found) => found ?? [])
  .meta({
    want: "want a name, or a list of names or { name, url }",
    shape: {
      anyOf: [{ type: "array", items: { type: ["string", "number", "object"] } }, { type: ["string", "number", "object", "null"] }],
    },
  });

export const links = list(
  mapping({ label: text("want a label"), url }, "want { label: …, url: https://… }"),
  "want a list of { label, url }",
);

export const siteLinks = list(
  mapping({ label: text("want a label"), url: href, kind: optional(text()) }, "want { label: …, url: … }"),
  "want a list of { label, url, kind }",
);

/** A mapping by language tag. The keys become canonical. */
export function byLanguage<T>(part: z.ZodType<T>): z.ZodType<Record<string, T>> {
  const want = "want a mapping from language tags: de: { … }";
  const members = anyMapping(want)
    .pipe(z.record(z.string(), part))
    .transform((value, ctx) => {
      const result: Record<string, T> = {};
      for (const [key, member] of Object.entries(value)) {
        const tag = canonicalLanguage(key);
        const params = { code: "bad-language", hint: want };
        if (tag !== null) result[tag] = member;
        else ctx.issues.push({ code: "custom", input: key, message: `"${key}" is not a language tag`, path: [key], params });
      }
      return result;
    });
  return withDefault(members, {});
}
