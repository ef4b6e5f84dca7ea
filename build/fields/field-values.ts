import { z } from "zod";
import { isSlug } from "../../contract/slug-pattern.ts";
import { readPagePath } from "../addresses/page-path.ts";
import { type DateResult, isTimeZone, readCalendarDate, readInstant, readLocalDateTime, readPartialDate } from "../shared/dates.ts";
import { toSlug } from "../shared/slugs.ts";
import { suggest } from "../shared/suggest.ts";
import { isMapping, Numeral } from "../sources/data-values.ts";
import { type IsbnResult, readIsbn10, readIsbn13 } from "./isbn.ts";
import { alsoReads, boolean, leaf, list, mapping, number, optional, readText, text, withDefault } from "./leaf.ts";
import { describe } from "./wording.ts";

/** Values that more than one collection has. */

function checked(want: string, code: string, read: (written: string) => DateResult | IsbnResult): z.ZodType<string> {
  return leaf(want, (value, reading) => {
    const result = read(readText(value, reading, want));
    return result.ok ? result.value : reading.fail({ code, message: result.message, hint: result.hint });
  });
}

export const instant = (timeZone: string): z.ZodType<string> =>
  checked("want 2024-01-31 or 2024-01-31T09:30:00Z", "bad-date", (written) => readInstant(written, timeZone));

/** Whether and when a document is public; the same in all kinds. Dates without an offset are read in `timeZone`. */
export function createPublicityFields(timeZone: string) {
  return { draft: withDefault(boolean, false), publishedAt: optional(instant(timeZone)), expiresAt: optional(instant(timeZone)) };
}

export const calendarDate = checked("want 2024-01-31", "bad-date", readCalendarDate);
export const partialDate = checked("want 2024, 2024-01 or 2024-01-31", "bad-date", readPartialDate);
export const localDateTime = checked("want 2024-01-31T18:05:00", "bad-date", readLocalDateTime);
export const isbn13 = checked("want 978-0-306-40615-7", "bad-isbn", readIsbn13);
export const isbn10 = checked("want 0-306-40615-2", "bad-isbn", readIsbn10);

const WANT_SLUG = "want lower-case letters a-z, digits and single hyphens";

export const slug = leaf(WANT_SLUG, (value, reading) => {
  const written = readText(value, reading, WANT_SLUG);
  if (isSlug(written)) return written;
  // Of a page's path, its last part.
  const isPath = /^(?:\/|\.|https?:)|\/$|\.mdx?$/i.test(written);
  const right = toSlug(
    isPath
      ? (written
          .replace(/(?:\/index)?\.mdx?$|\/+$/gi, "")
          .split("/")
          .at(-1) ?? "")
      : written,
  );
  return reading.fail({
    code: "bad-slug",
    message: `${describe(written)} is not a slug`,
    hint: right === "" ? WANT_SLUG : `want ${right}`,
  });
});

/** Path of a page, percent-encoded as browsers send it. */
export const pagePath = leaf("want a path such as /2019/05/old-title/", (value, reading) => {
  const result = readPagePath(readText(value, reading, "want a path such as /2019/05/old-title/"));
  return result.ok ? result.path : reading.fail({ code: "bad-path", message: result.message, hint: result.hint });
});

const WANT_URL = "want an address such as https://example.com/page";

/** An absolute http or https address, as written where that is plain ASCII, else as browsers send it. */
export const url = leaf(WANT_URL, (value, reading) => {
  const written = readText(value, reading, WANT_URL);
  const parsed = /^https?:\/\//i.test(written) ? URL.parse(written) : null;
  if (parsed === null)
    return reading.fail({ code: "bad-url", message: `${describe(written)} is not an http or https address`, hint: WANT_URL });
  return /^[\x21-\x7e]+$/.test(written) && /^https?:/.test(written) ? written : parsed.href;
});

/** Where a reader is sent: an address, a path of the site (`/posts`), a fragment, `mailto:` or `tel:`. */
export const href = leaf("want https://…, a path such as /about, or mailto:…", (value, reading) => {
  const hint = "want https://…, a path such as /about, or mailto:…";
  const written = readText(value, reading, hint);
  const good = /^(?:\/(?!\/)|#|mailto:.|tel:.)/i.test(written) || (/^https?:\/\//i.test(written) && URL.canParse(written));
  return good && !/[\s\p{Cc}]/u.test(written)
    ? written
    : reading.fail({ code: "bad-url", message: `${describe(written)} is not a link`, hint });
});

const WANT_LANGUAGE = "want a BCP 47 tag such as en, nb or pt-BR";

export const language = leaf(WANT_LANGUAGE, (value, reading) => {
  const written = readText(value, reading, WANT_LANGUAGE);
  const canonical = canonicalLanguage(written);
  if (canonical !== null) return canonical;
  const right = canonicalLanguage(written.replaceAll("_", "-").replace(/\..*$/, ""));
  const hint = right === null ? WANT_LANGUAGE : `want ${right}`;
  return reading.fail({ code: "bad-language", message: `${describe(written)} is not a language tag`, hint });
});

/** The canonical form of a BCP 47 tag, or null. */
function canonicalLanguage(tag: string): string | null {
  try {
    // `english` and `deutsch` are well-formed, but no language has a subtag of more than three letters.
    return /^[a-z]{2,3}(?:-|$)/i.test(tag) ? (Intl.getCanonicalLocales(tag)[0] ?? null) : null;
  } catch {
    return null;
  }
}

const WANT_CURRENCY = "want an ISO 4217 code such as EUR or NOK";

export const currency = leaf(WANT_CURRENCY, (value, reading) => {
  const written = readText(value, reading, WANT_CURRENCY);
  const codes = Intl.supportedValuesOf("currency");
  if (codes.includes(written)) return written;
  const right = codes.includes(written.toUpperCase()) ? `want ${written.toUpperCase()}` : WANT_CURRENCY;
  return reading.fail({ code: "bad-currency", message: `${describe(written)} is not a currency`, hint: right });
});

export const timeZone = leaf("want an IANA name such as Europe/Oslo", (value, reading) => {
  const written = readText(value, reading, "want an IANA name such as Europe/Oslo");
  if (isTimeZone(written)) return written;
  const near = suggest(written, Intl.supportedValuesOf("timeZone"));
  const hint = `${near === null ? "" : `did you mean "${near}"? `}want an IANA name such as Europe/Oslo`;
  return reading.fail({ code: "bad-time-zone", message: `${describe(written)} is not a time zone`, hint });
});

export const color = leaf('want "#rrggbb" in quotes', (value, reading) => {
  const written = readText(value, reading, 'want "#rrggbb" in quotes').toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(written)) return written;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(written);
  const hint =
    short === null
      ? 'want "#rrggbb"'
      : `want "#${short
          .slice(1)
          .map((digit) => digit + digit)
          .join("")}"`;
  return reading.fail({ code: "bad-value", message: `${describe(value)} is not a colour`, hint });
});

/** Reads one shape from a text, another from a mapping: `cover: a.jpg`, `author: Ines`. */
export function textOr<T>(key: string, schema: z.ZodType<T>): z.ZodType<T> {
  const either = z
    .unknown()
    .transform((value) => (typeof value === "string" || value instanceof Numeral ? { [key]: value } : value))
    .pipe(schema);
  return alsoReads(either, { type: ["string", "number"] });
}

const WANT_PICTURE = "want ./cover.jpg or { src: ./cover.jpg, alt: A grey heron }";
/** What blogs call the path of a picture. */
const PICTURE_SOURCE_NAMES = ["path", "url", "image"];

export interface PictureValue {
  readonly src: string;
  /** null: not written; "": decorative. */
  readonly alt: string | null;
  /** Pixels, of a picture on another server. */
  readonly width: number | null;
  readonly height: number | null;
}

const alt = leaf("want text", (value, reading) => readText(value, reading, "want text"))
  .nullish()
  .transform((value) => value ?? null);

const pixels = optional(number({ min: 1, whole: true }, "want whole pixels, such as 1200"));

export const picture: z.ZodType<PictureValue> = alsoReads(
  z
    .unknown()
    .transform((value) => (isMapping(value) ? renameSource(value) : value))
    .pipe(textOr("src", mapping({ src: text(WANT_PICTURE), alt, width: pixels, height: pixels }, WANT_PICTURE))),
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

/** One person, or several; none: []. */
export const people = optional(
  z.unknown().transform((value, ctx) => {
    const result = Array.isArray(value) ? several.safeParse(value) : one.safeParse(value);
    if (result.success) return result.data;
    // Places are those of the value itself: what is no list has no first item.
    ctx.issues.push(...(result.error.issues as unknown as typeof ctx.issues));
    return z.NEVER;
  }),
)
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

export const texts = list(text(), "want a list of texts");

/** A mapping from language tags; the keys become canonical. */
export function byLanguage<T>(part: z.ZodType<T>): z.ZodType<Record<string, T>> {
  const want = "want a mapping from language tags: de: { … }";
  const check = z.unknown().transform((value, ctx) => {
    if (isMapping(value)) return value;
    ctx.issues.push({
      code: "custom",
      input: value,
      message: `${describe(value)} is not a mapping`,
      params: { code: "wrong-type", hint: want },
    });
    return z.NEVER;
  });
  const members = check.pipe(z.record(z.string(), part)).transform((value, ctx) => {
    const result: Record<string, T> = {};
    for (const [key, member] of Object.entries(value)) {
      const tag = canonicalLanguage(key);
      if (tag !== null) result[tag] = member;
      else
        ctx.issues.push({
          code: "custom",
          input: key,
          message: `"${key}" is not a language tag`,
          path: [key],
          params: { code: "bad-language", hint: want },
        });
    }
    return result;
  });
  return withDefault(members, {});
}
