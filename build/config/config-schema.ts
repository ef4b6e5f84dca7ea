import { z } from "zod";
import { CHECK_NAMES, COLLECTION_NAMES } from "../../contract/define-config.ts";
import { LIST_KINDS } from "../../contract/paths.ts";
import { problemOfPattern, problemOfSlugPattern } from "../addresses/page-pattern.ts";
import { leaf, list, mapping, number, oneOf, optional, readText, text } from "../fields/leaf.ts";
import { describe } from "../fields/wording.ts";
import { isMapping } from "../sources/data-values.ts";

/** The shape of octavo.config.ts; every member may be left out. Functions (plugins, slugs) go past this (see load-config.ts). */

function record<K extends string, T>(
  keys: readonly K[],
  value: z.ZodType<T>,
  want: string,
): z.ZodType<Partial<Record<K, T | null>> | null> {
  const shape: Record<string, z.ZodType> = {};
  for (const key of keys) shape[key] = optional(value);
  return optional(mapping(shape, want)) as z.ZodType<Partial<Record<K, T | null>> | null>;
}

/** A mapping with keys of the author's own. */
function free(want: string): z.ZodType<Record<string, unknown> | null> {
  const schema = leaf(want, (value, reading) => {
    if (isMapping(value)) return value;
    return reading.fail({ code: "wrong-type", message: `${describe(value)} is not an object`, hint: want });
  });
  return optional(schema);
}

const globs = z
  .unknown()
  .transform((value) => (typeof value === "string" ? [value] : value))
  .pipe(list(text("want a glob"), 'want a glob or a list of globs: "posts/**/*.md"'));

const WANT_PATTERN = 'want a path such as "/blog/{slug}" or "/{year}/{month}/{name}/"';
const urlPattern = leaf(WANT_PATTERN, (value, reading) => {
  const written = readText(value, reading, WANT_PATTERN);
  const problem = problemOfPattern(written);
  return problem === null ? written : reading.fail({ code: "bad-value", message: `${describe(written)} ${problem}`, hint: WANT_PATTERN });
});

const WANT_SLUGS = 'want { posts: "{year}-{month}-{day}-{name}" } or a function';
const WANT_SLUG_PATTERN = 'want a pattern such as "{year}-{month}-{day}-{name}", or a function';
const slugPattern = leaf(WANT_SLUG_PATTERN, (value, reading) => {
  const written = readText(value, reading, WANT_SLUG_PATTERN);
  const problem = problemOfSlugPattern(written);
  return problem === null
    ? written
    : reading.fail({ code: "bad-value", message: `${describe(written)} ${problem}`, hint: WANT_SLUG_PATTERN });
});

const formerPatterns = z
  .unknown()
  .transform((value) => (typeof value === "string" ? [value] : value))
  .pipe(list(urlPattern, WANT_PATTERN));

const names = leaf('want { theirName: "ourField" }', (value, reading) => {
  if (!isMapping(value))
    return reading.fail({ code: "wrong-type", message: `${describe(value)} is not an object`, hint: 'want { date: "publishedAt" }' });
  const result: Record<string, string> = {};
  for (const [key, name] of Object.entries(value)) {
    if (typeof name !== "string")
      return reading.fail({ code: "wrong-type", message: `${describe(name)} is not a field`, hint: 'want a field such as "publishedAt"' }, [
        key,
      ]);
    result[key] = name;
  }
  return result;
});

const WANT_KEY = "want a text or a list of texts that changes with what plugins read";
const cacheKey = z
  .unknown()
  .transform((value) => (typeof value === "string" ? [value] : value))
  .pipe(
    list(
      leaf(WANT_KEY, (value, reading) =>
        typeof value === "string" ? value : reading.fail({ code: "wrong-type", message: `${describe(value)} is not text`, hint: WANT_KEY }),
      ),
      WANT_KEY,
    ),
  );

const severity = oneOf(["error", "warning", "off"]);
const WIDTHS = "want a list of widths in pixels: [480, 960, 1600]";

export const configSchema = mapping(
  {
    content: optional(text("want a folder")),
    out: optional(text("want a folder")),
    site: free("want { name, url, … }"),
    urls: record(LIST_KINDS, urlPattern, 'want { posts: "/blog/{slug}" }'),
    formerUrls: record(LIST_KINDS, formerPatterns, 'want { posts: "/{year}/{slug}/" }'),
    slugs: record(COLLECTION_NAMES, slugPattern, WANT_SLUGS),
    collections: record(COLLECTION_NAMES, globs, 'want { posts: "posts/**/*.md" }'),
    static: optional(globs),
    frontMatter: optional(
      mapping(
        {
          names: record([...COLLECTION_NAMES, "all"] as const, names, 'want { posts: { date: "publishedAt" } }'),
          unknownKeys: optional(oneOf(["error", "ignore", "collect"])),
          defaults: record(
            COLLECTION_NAMES,
            free("want an object").transform((value) => value ?? {}),
            'want { posts: { language: "en" } }',
          ),
        },
        "want { names, unknownKeys, defaults }",
      ),
    ),
    markdown: optional(
      mapping(
        { rawHtml: optional(oneOf(["allow", "escape", "sanitize"])), parser: optional(oneOf(["auto", "satteri", "remark"])) },
        "want { rawHtml, parser, … }",
      ),
    ),
    mdx: optional(oneOf(["strict", "lenient"])),
    checks: record(CHECK_NAMES, severity, 'want { brokenLinks: "warning" }'),
    pictures: optional(
      mapping(
        {
          widths: optional(list(number({ min: 1, max: 16_383, whole: true }, "want pixels, 1 to 16383"), WIDTHS)),
          quality: optional(number({ min: 1, max: 100, whole: true }, "want 1 to 100")),
        },
        "want { widths, quality }",
      ),
    ),
    cacheKey: optional(cacheKey),
  },
  "want an object",
);

export type ConfigValues = z.infer<typeof configSchema>;
