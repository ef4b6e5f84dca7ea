import { z } from "zod";
import { CHECK_NAMES, COLLECTION_NAMES, EXTRA_KINDS } from "../../contract/define-config.ts";
import { LIST_KINDS } from "../../contract/paths.ts";
import { problemOfPattern, problemOfSlugPattern } from "../addresses/page-pattern.ts";
import { boolean, leaf, list, mapping, number, oneOf, optional, readText, text, withDefault } from "../fields/leaf.ts";
import { describe } from "../fields/wording.ts";
import { isMapping } from "../sources/data-values.ts";

/** The shape of octavo.config.ts; every member may be left out. Plugins, schemas of `extra` and functions of `slugs` are code, and go past this (see check-config.ts, load-config.ts). */

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

const WANT_EXTRA = 'want "all", or { summary: ["mood"], document: ["translator"] }';
const WANT_KEYS = 'want "all", or a list of keys: ["mood", "params.translator"]';
const extraKeys = leaf(WANT_KEYS, (value, reading) => {
  if (value === "all") return value;
  if (!Array.isArray(value)) return reading.fail({ code: "wrong-type", message: `${describe(value)} is not a list`, hint: WANT_KEYS });
  return value.map((key: unknown): string => {
    const isKey = typeof key === "string" && key.split(".").every((part) => part.trim() !== "");
    return isKey ? key : reading.fail({ code: "bad-value", message: `${describe(key)} is not a key`, hint: WANT_KEYS });
  });
});
const extra = z
  .unknown()
  .transform((value) => (value === "all" ? { document: value } : value))
  .pipe(mapping({ summary: optional(extraKeys), document: optional(extraKeys) }, WANT_EXTRA));

const WANT_MARK = 'want the words of a comment: "more" for <!-- more -->';
const marks = list(
  leaf(WANT_MARK, (value, reading) => {
    const written = readText(value, reading, WANT_MARK)
      .replace(/^<!--|-->$/g, "")
      .trim();
    const isGood = written !== "" && !/[<>]|--/.test(written);
    return isGood ? written : reading.fail({ code: "bad-value", message: `${describe(value)} is no comment`, hint: WANT_MARK });
  }),
  'want a list of words: ["more", "truncate"]',
);

const severity = oneOf(["error", "warning", "off"]);
const WIDTHS = "want a list of widths in pixels: [480, 960, 1600]";

/** Something that `false` turns off. */
function orFalse<T>(schema: z.ZodType<T>): z.ZodType<T | false | null> {
  return optional(
    z.unknown().transform((value, ctx): T | false => {
      if (value === false) return false;
      const result = schema.safeParse(value);
      if (result.success) return result.data;
      ctx.issues.push(...(result.error.issues as unknown as typeof ctx.issues));
      return z.NEVER;
    }),
  );
}

const WANT_PAGE = "want a path of your site, such as /about";
const page = leaf(WANT_PAGE, (value, reading) => {
  const written = readText(value, reading, WANT_PAGE);
  const isPath = /^\/(?!\/)[^\s<>"]*$/.test(written) && URL.canParse(written, "https://site.invalid");
  return isPath ? written : reading.fail({ code: "bad-value", message: `${describe(written)} is not a path`, hint: WANT_PAGE });
});
const WANT_CRAWLER = "want the name of a crawler (GPTBot), or a path (/private/)";
const crawler = leaf(WANT_CRAWLER, (value, reading) => {
  const written = readText(value, reading, WANT_CRAWLER);
  const isGood = /^(?:\/[\x21-\x7e]*|[A-Za-z][\w .-]*|\*)$/.test(written) && !written.includes("#");
  return isGood ? written : reading.fail({ code: "bad-value", message: `${describe(written)} is neither`, hint: WANT_CRAWLER });
});

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
          splitAt: optional(oneOf(["commas", "spaces"])),
          extra: record(EXTRA_KINDS, extra, `want { posts: { document: ["translator"] } }`),
        },
        "want { names, unknownKeys, defaults, extra }",
      ),
    ),
    markdown: optional(
      mapping(
        {
          rawHtml: optional(oneOf(["allow", "escape", "sanitize"])),
          parser: optional(oneOf(["auto", "satteri", "remark"])),
          excerptMarks: optional(marks),
        },
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
    feeds: orFalse(
      mapping(
        {
          rss: withDefault(boolean, true),
          json: withDefault(boolean, true),
          posts: optional(number({ min: 1, max: 500, whole: true }, "want a number of posts, 1 to 500")),
          fullText: withDefault(boolean, true),
        },
        "want false or { rss, json, posts, fullText }",
      ),
    ),
    sitemap: orFalse(mapping({ add: list(page, 'want a list of paths: ["/about"]') }, 'want false or { add: ["/about"] }')),
    robots: orFalse(mapping({ disallow: list(crawler, 'want a list: ["GPTBot"]') }, 'want false or { disallow: ["GPTBot"] }')),
    postsAsMarkdown: withDefault(boolean, false),
    llms: orFalse(mapping({ full: withDefault(boolean, true) }, "want false or { full: false }")),
    scripts: optional(boolean),
    cacheKey: optional(cacheKey),
  },
  "want an object",
);

export type ConfigValues = z.infer<typeof configSchema>;
