import { z } from "zod";
import { byKey } from "../../contract/by-key.ts";
import { CHECK_NAMES, COLLECTION_NAMES, EXTRA_KINDS, WEBSITE_RENDERINGS } from "../../contract/config/config-names.ts";
import { readPublishTarget, WANT_TARGET } from "../../contract/config/publish-target.ts";
import { LIST_KINDS } from "../../kinds/list-kinds.ts";
import { folderValues } from "../kinds/document/folder-values.ts";
import { boolean, leaf, list, mapping, number, oneOf, optional, text, textLeaf, toList, withDefault } from "../kinds/fields/leaf.ts";
import { isMapping } from "../sources/data-values.ts";
import { problemOfGlob, toPlainGlob } from "../sources/files/data-file-names.ts";
import { describe } from "../sources/wording.ts";
import {
  formerUrlsSchema,
  orPattern,
  repeatedSlugsSchema,
  slugPatternSchema,
  translationsSchema,
  urlsSchema,
  WANT_SLUGS,
} from "./members/address-members.ts";
import { byNames, orFalse, ownMapping, textWhere } from "./members/config-readers.ts";
import { writesSchema } from "./members/writes-member.ts";

/**
 * The shape of octavo.config.ts; every member is optional. Plugins, schemas of `extra` and
 * functions in `slugs` are code and are checked elsewhere (see check-config.ts, load-config.ts).
 * Functions create the schemas, because a configuration needs only a few of them.
 */

const globs = () => z.preprocess(toList, list(text("want a glob"), 'want a glob or a list of globs: "posts/**/*.md"'));

/** Globs of content files. */
const contentGlobs = () =>
  z.preprocess(
    toList,
    list(
      textWhere('want a glob in the content folder, such as "posts/**/*.md"', problemOfGlob).transform(toPlainGlob),
      'want a glob or a list of globs: "posts/**/*.md"',
    ),
  );

const names = () =>
  leaf('want { theirName: "ourField" }', (value, fail) => {
    if (!isMapping(value)) return fail("wrong-type", `${describe(value)} is not an object`, 'want { date: "publishedAt" }');
    const result: Record<string, string> = {};
    for (const [key, name] of Object.entries(value)) {
      if (typeof name !== "string")
        return fail("wrong-type", `${describe(name)} is not a field`, 'want a field such as "publishedAt"', [key]);
      result[key] = name;
    }
    return result;
  });

const WANT_KEY = "want a text or a list of texts that changes with the inputs of plugins";
const keyPart = () =>
  leaf(WANT_KEY, (value, fail) => (typeof value === "string" ? value : fail("wrong-type", `${describe(value)} is not text`)));
const cacheKey = () => z.preprocess(toList, list(keyPart(), WANT_KEY));

const WANT_EXTRA = 'want "all", or { summary: ["mood"], document: ["translator"] }';
const extraKeys = () =>
  leaf('want "all", or a list of keys: ["mood", "params.translator"]', (value, fail) => {
    if (value === "all") return value;
    if (!Array.isArray(value)) return fail("wrong-type", `${describe(value)} is not a list`);
    return value.map((key: unknown): string => {
      const isKey = typeof key === "string" && key.split(".").every((part) => part.trim() !== "");
      return isKey ? key : fail("bad-value", `${describe(key)} is not a key`);
    });
  });
const extra = () =>
  z.preprocess(
    (value) => (value === "all" ? { document: value } : value),
    mapping({ summary: optional(extraKeys()), document: optional(extraKeys()) }, WANT_EXTRA),
  );

const mark = () =>
  textLeaf('want the words of a comment: "more" for <!-- more -->', (written, fail, value) => {
    const words = written.replace(/^<!--|-->$/g, "").trim();
    return words !== "" && !/[<>]|--/.test(words) ? words : fail("bad-value", `${describe(value)} is not a valid comment`);
  });

const WANT_READ = "want a function: (text, file) => ({ data: { title: … }, body: … })";

const WANT_SHORTCODES = "want false, or { name: (shortcode) => Markdown }";
/** Functions have been removed already; only `false` remains. */
const shortcodes = () =>
  leaf(WANT_SHORTCODES, (value, fail) => {
    if (!isMapping(value)) return fail("wrong-type", `${describe(value)} is not an object`);
    for (const [name, transform] of Object.entries(value))
      if (transform !== false) return fail("wrong-type", `${describe(transform)} is not a function`, WANT_SHORTCODES, [name]);
    return value;
  });

const severity = () => oneOf(["error", "warning", "off"]);
const WIDTHS = "want a list of widths in pixels: [480, 960, 1600]";

const WANT_WEBSITE = 'want true, false or { render: "edge", writeServer: false }';
const WANT_OTHER = 'want a path, or a folder with an asterisk: "/shop" or "/forum/*"; for all paths, set checks.pages to "off"';
const otherPath = () => textWhere(WANT_OTHER, (written) => (/^\/(?!\/)[^\s<>"*?#]*(?:\/\*)?$/.test(written) ? null : "is neither"));
const website = () =>
  orFalse(
    z.preprocess(
      (value) => (value === true ? {} : value),
      mapping(
        {
          render: withDefault(oneOf(WEBSITE_RENDERINGS), "files"),
          writeServer: withDefault(boolean, true),
          otherPaths: list(otherPath(), 'want a list: ["/forum/*"]'),
        },
        WANT_WEBSITE,
      ),
    ),
  );

const WANT_CARDS = 'want true, false or { font: "fonts/title.ttf" }';
const cards = () =>
  orFalse(z.preprocess((value) => (value === true ? {} : value), mapping({ font: optional(text("want the path of a font")) }, WANT_CARDS)));

const page = () =>
  textWhere("want a path of your site, such as /about", (written) =>
    /^\/(?!\/)[^\s<>"]*$/.test(written) && URL.canParse(written, "https://site.invalid") ? null : "is not a path",
  );
const crawler = () =>
  textWhere("want the name of a crawler (GPTBot), or a path (/private/)", (written) =>
    /^(?:\/[\x21-\x7e]*|[A-Za-z][\w .-]*|\*)$/.test(written) && !written.includes("#") ? null : "is neither",
  );

const publishTarget = () =>
  textWhere(WANT_TARGET, (written) => {
    const target = readPublishTarget(written);
    return typeof target === "string" ? target : null;
  });
const WANT_PROGRAM = 'want a program and its arguments: ["node", "purge.mjs"]';

const MEMBERS = {
  content: () => optional(text("want a folder")),
  out: () => optional(text("want a folder")),
  site: () => ownMapping("want { name, url, … }"),
  urls: () => optional(urlsSchema()),
  formerUrls: () => byNames(LIST_KINDS, formerUrlsSchema(), 'want { posts: "/{year}/{slug}/" }'),
  translations: () => optional(translationsSchema()),
  slugs: () =>
    optional(
      mapping(
        { ...byKey(COLLECTION_NAMES, () => optional(slugPatternSchema())), posts: optional(orPattern(repeatedSlugsSchema())) },
        WANT_SLUGS,
      ),
    ),
  collections: () => byNames(COLLECTION_NAMES, contentGlobs(), 'want { posts: "posts/**/*.md" }'),
  static: () => optional(globs()),
  public: () => orFalse(text("want a folder, or false")),
  // check-site-rules.ts checks their values.
  headers: () => optional(z.unknown()),
  redirects: () => optional(z.unknown()),
  frontMatter: () =>
    optional(
      mapping(
        {
          names: byNames([...COLLECTION_NAMES, "all"] as const, names(), 'want { posts: { date: "publishedAt" } }'),
          dates: optional(
            leaf('want "git"', (value, fail) =>
              value === "git" ? ("git" as const) : fail("bad-value", `${describe(value)} is not a source`),
            ),
          ),
          unknownKeys: optional(oneOf(["error", "ignore", "collect"])),
          defaults: byNames(
            COLLECTION_NAMES,
            ownMapping("want an object").transform((value) => value ?? {}),
            'want { posts: { language: "en" } }',
          ),
          folders: byNames(COLLECTION_NAMES, folderValues, 'want { posts: { "2019": { language: "de" } } }'),
          // A function has been removed already.
          read: optional(leaf(WANT_READ, (value, fail) => fail("wrong-type", `${describe(value)} is not a function`))),
          splitAt: optional(oneOf(["commas", "spaces"])),
          extra: byNames(EXTRA_KINDS, extra(), `want { posts: { document: ["translator"] } }`),
        },
        "want { names, unknownKeys, defaults, folders, extra }",
      ),
    ),
  markdown: () =>
    optional(
      mapping(
        {
          rawHtml: optional(oneOf(["allow", "escape", "sanitize"])),
          parser: optional(oneOf(["auto", "satteri", "remark"])),
          shortcodes: orFalse(shortcodes()),
          wikiLinks: optional(boolean),
          highlight: optional(boolean),
          figures: optional(boolean),
          embeds: optional(boolean),
          math: optional(boolean),
          diagrams: optional(boolean),
          excerptMarks: optional(list(mark(), 'want a list of words: ["more", "truncate"]')),
        },
        "want { rawHtml, parser, … }",
      ),
    ),
  mdx: () => optional(oneOf(["strict", "lenient"])),
  checks: () => byNames(CHECK_NAMES, severity(), 'want { brokenLinks: "warning" }'),
  pictures: () =>
    optional(
      mapping(
        {
          widths: optional(list(number({ min: 1, max: 16_383, whole: true }, "want pixels, 1 to 16383"), WIDTHS)),
          quality: optional(number({ min: 1, max: 100, whole: true }, "want 1 to 100")),
        },
        "want { widths, quality }",
      ),
    ),
  feeds: () =>
    orFalse(
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
  sitemap: () => orFalse(mapping({ add: list(page(), 'want a list of paths: ["/about"]') }, 'want false or { add: ["/about"] }')),
  robots: () => orFalse(mapping({ disallow: list(crawler(), 'want a list: ["GPTBot"]') }, 'want false or { disallow: ["GPTBot"] }')),
  postsAsMarkdown: () => optional(boolean),
  llms: () => orFalse(mapping({ full: withDefault(boolean, true) }, "want false or { full: false }")),
  scripts: () => optional(boolean),
  website,
  cards,
  publish: () => optional(mapping({ to: optional(publishTarget()), after: list(text(WANT_PROGRAM), WANT_PROGRAM) }, "want { to, after }")),
  writes: () => optional(writesSchema()),
  cacheKey: () => optional(cacheKey()),
};

export type ConfigValues = { readonly [Name in keyof typeof MEMBERS]: z.infer<ReturnType<(typeof MEMBERS)[Name]>> | null };

const NOT_GIVEN = optional(z.unknown());

/**
 * The schema of a configuration with the given members. Schemas for other members are not created,
 * which halves the time to read a configuration.
 */
export function createConfigSchema(given: Readonly<Record<string, unknown>>): z.ZodType<ConfigValues> {
  const shape = Object.entries(MEMBERS).map(([name, make]): [string, z.ZodType] => [name, given[name] === undefined ? NOT_GIVEN : make()]);
  return mapping(Object.fromEntries(shape), "want an object") as z.ZodType as z.ZodType<ConfigValues>;
}
