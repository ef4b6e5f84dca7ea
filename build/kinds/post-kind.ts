import { z } from "zod";
import { PREVIEW_WORD_MAX, PREVIEW_WORD_MIN } from "../../contract/limits.ts";
import type { PostType } from "../../contract/schemas/post.ts";
import { isSlug } from "../../contract/slug-pattern.ts";
import { POST_TYPES } from "../../kinds/posts.ts";
import { describeVideo } from "../markdown/embeds/video.ts";
import { clampDay, readInstant, toLocalTime } from "../shared/dates.ts";
import { toSlug } from "../shared/slugs.ts";
import { isNothing } from "../sources/data-values.ts";
import { describe } from "../sources/wording.ts";
import { needsReading } from "./addresses/file-slug.ts";
import { readPagePath } from "./addresses/page-path.ts";
import type { CheckedDocument } from "./document/checked-document.ts";
import type { EntryOf, ValuesOf } from "./document/entry.ts";
import { cover, createCommonFields, defineBuiltInKind, type EntryContext, PAGE_FIELDS, tags, translationKey } from "./document/kind.ts";
import { instant, language, people, picture, slug, textOr, updatedAt, url } from "./fields/field-values.ts";
import { CATEGORIES, COVER, DATED, TAGS_ALONE, UPDATED } from "./fields/front-matter-names.ts";
import { alsoReads, boolean, list, mapping, number, oneOf, optional, text, textLeaf, withDefault } from "./fields/leaf.ts";
import { USE_LINK_NAMES } from "./fields/link-names.ts";

const ABOUT_DATE = "Date of publication. A post with a future date is not public yet. Default: the date in the file's name";

function createFields(timeZone: string) {
  return {
    ...createCommonFields(timeZone),
    /** Replaces the common field, to give it a different description. */
    publishedAt: optional(instant(timeZone)).describe(ABOUT_DATE),
    type: optional(oneOf(POST_TYPES)).describe("Kind of post. Default: VIDEO with video, IMAGE with images, otherwise TEXT"),
    excerpt: optional(text()).describe("Plain text for lists. Default: the text before <!-- more -->, otherwise the first paragraph"),
    updatedAt: updatedAt(timeZone),
    tags,
    categories: categories.describe("Categories: a list of names, the main one first"),
    unlisted: withDefault(boolean, false).describe("Whether the post is published, but is not in lists, feeds or search"),
    series: optional(seriesPlace).describe("Series of the post: its slug, or { slug, position }"),
    aliases: formerSlugs.describe("Former slugs or paths, which redirect to the post"),
    cover,
    images: list(picture, "want a list of pictures").describe("Pictures of an IMAGE post"),
    video: optional(video).describe("Video of a VIDEO post: its address, or { url, durationSeconds, poster }"),
    language: optional(language).describe("Language of the post, a BCP 47 tag. Default: the site's"),
    translationKey,
    featured: withDefault(boolean, false).describe("Whether the post is featured"),
    commentsOpen: optional(boolean).describe("Whether visitors may comment. Default: the site's commentsEnabled"),
    canonicalUrl: optional(url).describe("Address of the original, if the post was first published elsewhere"),
    /** [] to use the site's authors. */
    authors: people.describe("Authors: names, or { name, url }"),
    preview: optional(previewWord).describe(
      "Secret word from octavo preview-link, to share a draft by link: anybody with the address can read the draft",
    ),
    ...PAGE_FIELDS,
  };
}

export const postKind = defineBuiltInKind({
  kind: "posts",
  fields: createFields,
  names: {
    ...DATED,
    updatedAt: UPDATED,
    excerpt: ["description", "summary", "spoiler", "abstract", "subtitle"],
    tags: TAGS_ALONE,
    categories: CATEGORIES,
    cover: COVER,
    language: ["lang"],
    authors: ["author", "taxonomies.authors"],
    commentsOpen: ["comments"],
    canonicalUrl: ["canonicalURL", "canonical_url", "canonical"],
    aliases: ["redirect_from", "redirectFrom"],
  },
  toOwn,
  readRefers: (values, own) => ({
    series: isNothing(values.series) ? null : (seriesPlace.safeParse(values.series).data ?? null),
    aliases: (formerSlugs.safeParse(values.aliases).data ?? [])
      .map(({ alias, fromPath }, index) => ({ alias, fromPath, index }))
      .filter(({ alias }) => alias !== "" && alias !== own),
  }),
});

export type PostEntry = EntryOf<"posts", typeof createFields, ReturnType<typeof toOwn>>;
type PostValues = ValuesOf<typeof createFields>;

function toOwn(values: PostValues, context: EntryContext) {
  const { document, fileDate, inDrafts } = context;
  const publishedAt = values.publishedAt ?? dateOfFile(context);
  // An invalid date in the file's name is reported elsewhere.
  if (publishedAt === null && !values.draft && !inDrafts && fileDate === null) {
    const hint = "write publishedAt: 2024-01-31, or begin the file's name with 2024-01-31-";
    document.warning({ code: "missing-date", message: "missing, so the post comes last in every list", hint, field: ["publishedAt"] }, []);
  }
  checkUpdate(values.updatedAt, publishedAt, context);
  if (values.video !== null) checkProvider(values.video.url, document);
  return {
    publishedAt,
    type: typeOf(values, context),
    updatedAt: values.updatedAt ?? publishedAt,
    aliases: toAliases(values.aliases, context),
    redirectFrom: toFormerPaths(values.aliases, context),
    cover: document.picture(values.cover, ["cover"]),
    images: document.pictures(values.images, "images"),
    video: values.video && { ...values.video, poster: document.picture(values.video.poster, ["video", "poster"], { needsAlt: false }) },
  };
}

const DAY_MS = 86_400_000;

/**
 * Warns about an update before publication. A time zone, or an edit just before publication, can
 * cause a difference of one day.
 */
function checkUpdate(updatedAt: string | null, publishedAt: string | null, { document, timeZone }: EntryContext): void {
  if (updatedAt === null || publishedAt === null || Date.parse(publishedAt) - Date.parse(updatedAt) <= DAY_MS) return;
  const message = `is before publishedAt (${toLocalTime(Date.parse(publishedAt), timeZone).slice(0, 10)})`;
  const hint = "check the year for a typing mistake, or remove the date";
  document.warning({ code: "bad-value", message, hint, field: document.data.written(["updatedAt"]) }, ["updatedAt"]);
}

function checkProvider(url: string, document: CheckedDocument): void {
  const { provider, embedUrl } = describeVideo(url);
  if (embedUrl !== null || provider === "file") return;
  const providers = "YouTube, Vimeo, PeerTube and video files are supported";
  document.notice(["video"], `the video has no address to embed (embedUrl is null): ${providers}, ${provider} is not`);
}

function dateOfFile({ document, fileDate, timeZone, checks }: EntryContext): string | null {
  if (fileDate === null) return null;
  const mended = checks.dates === "error" ? null : clampDay(fileDate);
  const result = readInstant(mended ?? fileDate, timeZone);
  if (mended !== null && checks.dates === "warning") {
    const message = `the file's name begins with a date, but "${fileDate}" is not a day of its month`;
    document.warning({ code: "bad-date", message, hint: `read as ${mended}` });
  }
  if (result.ok) return result.value;
  document.error({ code: "bad-date", message: `the file's name begins with a date, but ${result.message}`, hint: result.hint });
  return null;
}

function typeOf({ type, video: film, images }: PostValues, { document }: EntryContext): PostType {
  const missing = (field: string, hint: string): void =>
    document.error({ code: "missing-key", message: `missing, and the type is ${type}`, hint, field: [field] }, ["type"]);
  if (type === "VIDEO" && film === null) missing("video", "write video: { url: https://… }, or remove the type");
  if (type === "IMAGE" && images.length === 0) missing("images", "write a list of pictures, or remove the type");
  return type ?? (film !== null ? "VIDEO" : images.length > 0 ? "IMAGE" : "TEXT");
}

/**
 * Returns the former slugs. A path that ends in the post's own slug is an old address with the same
 * slug, so it is not an alias.
 */
function toAliases(aliases: PostValues["aliases"], { document, slug: own }: EntryContext): readonly string[] {
  const result = new Set<string>();
  for (const [index, { alias, fromPath }] of aliases.entries()) {
    const path = ["aliases", index];
    if (alias !== own && alias !== "") result.add(alias);
    else if (!fromPath) {
      const message = `${describe(alias)} is the post's own slug`;
      document.error({ code: "bad-slug", message, hint: "remove it", field: document.data.written(path) }, path);
    }
  }
  return [...result];
}

/** Returns the former paths among the aliases. Reports each path that cannot be redirected. */
function toFormerPaths(aliases: PostValues["aliases"], { document }: EntryContext): readonly string[] {
  const paths = new Set<string>();
  for (const [index, { pagePath }] of aliases.entries()) {
    if (pagePath === null) continue;
    if (pagePath.ok) paths.add(pagePath.value);
    else {
      const field = ["aliases", index];
      const message = `${pagePath.message}, so nothing is redirected from there`;
      document.warning({ code: "bad-path", message, hint: pagePath.hint, field: document.data.written(field) }, field);
    }
  }
  return [...paths];
}

/**
 * A former slug, or the last segment of a former path: `/2019/old-title/`, as in Hugo and Jekyll.
 */
const formerSlug = textLeaf("want a former slug", (written, fail) => {
  const fromPath = written.includes("/");
  const last = written.replace(/[?#].*$/, "").replace(/(?:\/index)?(?:\.html?)?\/*$/, "");
  // A former slug in another script is dropped, because `/2019/кино-2024/` would become 2024.
  const toAlias = (name: string): string => (needsReading(name) ? "" : toSlug(name));
  const alias = fromPath ? toAlias(last.slice(last.lastIndexOf("/") + 1)) : written;
  const pagePath = fromPath ? readPagePath(written.replace(/^(?![a-z]+:|\/)/i, "/")) : null;
  if (isSlug(alias) || (fromPath && alias === "")) return { alias, fromPath, pagePath };
  const right = toAlias(written);
  return fail("bad-slug", `${describe(written)} is not a slug`, `${right === "" ? "" : `want ${right}; `}${USE_LINK_NAMES}`);
});
const formerSlugs = list(formerSlug, "want a list of former slugs");

/** A preview word. Its characters need no quotes in YAML. */
const previewWord = textLeaf(
  `want a word of at least ${PREVIEW_WORD_MIN} letters and digits, as octavo preview-link writes it`,
  (word, fail) => {
    const { length } = word;
    if (!/^[\w-]+$/.test(word)) return fail("bad-value", `${describe(word)} has characters other than letters, digits, - and _`);
    if (length < PREVIEW_WORD_MIN)
      return fail("bad-value", `the word has only ${length} characters, so somebody could guess the draft's address`);
    if (length > PREVIEW_WORD_MAX) return fail("bad-value", `the word has ${length} characters, but the limit is ${PREVIEW_WORD_MAX}`);
    return word;
  },
);

const position = number({ min: 1, max: 100_000, whole: true }, "want a whole number from 1");
const WANT_SERIES = "want { slug: my-series, position: 2 }, or only the slug of the series";
const seriesPlace = textOr("slug", mapping({ slug, position: optional(position) }, WANT_SERIES));

const seconds = number({ min: 0, whole: true }, "want whole seconds, such as 185");
const video = alsoReads(
  z.preprocess(
    (value) => (typeof value === "string" ? { url: value } : value),
    mapping({ url, durationSeconds: optional(seconds), poster: optional(picture) }, "want { url, durationSeconds, poster }"),
  ),
  { type: "string" },
);

/**
 * Hexo nests lists to describe paths in a tree of categories. Octavo has no such tree, so the lists
 * are flattened.
 */
const flatNames = z.preprocess(
  (value) => (Array.isArray(value) ? value.flat() : value),
  list(text("want a name"), "want a list of names, or one text with commas"),
);
const categories = withDefault(alsoReads(flatNames, { type: ["string", "array"] }), []);
