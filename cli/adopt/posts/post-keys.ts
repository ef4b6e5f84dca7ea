import { foldName } from "../../../build/kinds/fields/front-matter-names.ts";
import { createFieldNaming } from "../../../build/kinds/fields/rename.ts";
import { readStatement } from "../../../build/kinds/fields/visibility-keys.ts";
import { KINDS } from "../../../build/kinds/kinds.ts";
import { Diagnostics } from "../../../build/shared/diagnostics.ts";
import type { SourceFile } from "../../../build/shared/source-file.ts";
import { suggest } from "../../../build/shared/suggest.ts";
import { isMapping, isNothing, readBoolean } from "../../../build/sources/data-values.ts";
import { readDocument } from "../../../build/sources/files/raw-document.ts";
import { isSlug } from "../../../contract/slug-pattern.ts";
import type { FormerSite } from "../former-site.ts";
import { DateKeys } from "./date-keys.ts";

/** Front matter keys, with the number of posts that have each. */
export type KeyUse = ReadonlyMap<string, number>;

export interface PostKeys {
  readonly uses: KeyUse;
  /** Names of our fields whose values mean something else here. */
  readonly otherMeanings: ReadonlySet<string>;
  /** Posts without a page: Eleventy's `permalink: false`. */
  readonly pageless: readonly string[];
  /** Key of the posts' dates if it is not one of our names for them; null otherwise. */
  readonly dateKey: string | null;
  /** Texts that name or date each post, by file. */
  readonly named: ReadonlyMap<string, PostTexts>;
}

/** Texts that name or date a post, as written, under keys in any case; "" if missing. */
export interface PostTexts {
  readonly slug: string;
  readonly title: string;
  readonly url: string;
  readonly date: string;
}

/**
 * Reads each post once.
 * @param files posts, sorted by path
 * @param onText called with the whole text of each post
 */
export function countKeys(files: readonly SourceFile[], onText: (file: SourceFile, text: string) => void): PostKeys {
  const counts = new Map<string, number>();
  const otherMeanings = new Set<string>();
  const pageless: string[] = [];
  const named = new Map<string, PostTexts>();
  const dates = new DateKeys();
  const texts = { both: 0, excerpt: 0, description: 0 };
  for (const file of files) {
    const raw = readDocument(file, new Diagnostics());
    const data = raw?.data ?? {};
    if (raw !== null) onText(file, raw.source.text);
    if (data.permalink === false) {
      pageless.push(file.relative);
      continue;
    }
    named.set(file.relative, {
      ...{ slug: findText(data, "slug"), title: findText(data, "title"), url: findText(data, "url") },
      date: textOf(data.date ?? data.pubDate ?? data.publishedAt),
    });
    dates.add(file, data);
    for (const [key, value] of Object.entries(data)) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (!isNothing(value) && MEANINGS.get(key)?.(value) === false) otherMeanings.add(key);
    }
    const [hasExcerpt, hasDescription] = [!isNothing(data.excerpt), !isNothing(data.description)];
    if (hasExcerpt && hasDescription && data.excerpt !== data.description) texts.both += 1;
    else if (hasExcerpt) texts.excerpt += 1;
    else if (hasDescription) texts.description += 1;
  }
  // Both mean the excerpt. The more frequent one wins.
  if (texts.both > 0) otherMeanings.add(texts.description > texts.excerpt ? "excerpt" : "description");
  return { uses: counts, otherMeanings, pageless, named, dateKey: dates.find(named.size) };
}

function findText(data: Readonly<Record<string, unknown>>, name: string): string {
  return textOf(data[name] ?? Object.entries(data).find(([key]) => key.toLowerCase() === name)?.[1]);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** A canonical address may be a path in other generators. */
function isWebAddress(value: unknown): boolean {
  return typeof value === "string" && /^https?:\/\//i.test(value.trim());
}

/**
 * Whether a value fits our field. Themes use some of these keys for other things (`featured: 4`, a
 * list of series).
 */
const MEANINGS: ReadonlyMap<string, (value: unknown) => boolean> = new Map<string, (value: unknown) => boolean>([
  ["featured", (value) => readBoolean(value) !== null],
  // A series has its own file, which no other generator writes.
  ["series", () => false],
  // In other generators this is a picture or a text. Read as our field, a word would publish a
  // draft at a guessable address.
  ["preview", () => false],
  ["type", (value) => typeof value === "string" && /^(?:text|video|image)$/i.test(value)],
  ["video", (value) => isMapping(value) || (typeof value === "string" && URL.canParse(value))],
  ...["canonicalUrl", "canonicalURL", "canonical_url", "canonical"].map((key) => [key, isWebAddress] as const),
  ["permalink", (value) => typeof value === "string" && /^[^:?#{}]*$/.test(value)],
  [
    "aliases",
    (value) =>
      (Array.isArray(value) ? value : [value]).every((alias) => typeof alias === "string" && (alias.includes("/") || isSlug(alias))),
  ],
]);

/** Keys that choose a template and say nothing about the post. */
const OF_TEMPLATES = ["layout", "template", "templateEngineOverride", "eleventyNavigation"];

export interface SortedKeys {
  /** Our fields under this generator's names, and template keys (""). */
  readonly names: Readonly<Record<string, string>>;
  /** The author's own keys. */
  readonly own: readonly string[];
}

/** @param site its `names` for our fields are used if posts have them */
export function sortKeys(
  { uses: keys, otherMeanings, dateKey }: Pick<PostKeys, "uses" | "otherMeanings" | "dateKey">,
  { names: suggested = {}, hasAnyCase = false, wikiLinks = false }: Pick<FormerSite, "names" | "hasAnyCase" | "wikiLinks">,
): SortedKeys {
  const fields = KINDS.posts.fieldNames();
  const names: Record<string, string> = {};
  for (const [name, field] of Object.entries(suggested))
    for (const key of keys.keys())
      if ((field === "" || fields.includes(field)) && (key === name || (hasAnyCase && key.toLowerCase() === name))) names[key] = field;
  if (dateKey !== null) names[dateKey] = "publishedAt";
  for (const name of OF_TEMPLATES) if (keys.has(name)) names[name] = "";
  if (hasAnyCase) Object.assign(names, findOtherCases(keys, fields));
  for (const name of otherMeanings) if (name !== "aliases" || !wikiLinks) names[name] = "";
  const naming = createFieldNaming(KINDS.posts.names, names);
  const isKnown = (key: string): boolean =>
    fields.includes(key) ||
    naming.mapped.has(key) ||
    naming.names.includes(key) ||
    naming.fields.some(({ folded }) => folded?.has(foldName(key)) ?? false) ||
    naming.fields.some(({ candidates }) => candidates.some(([first, ...rest]) => first === key && rest.length > 0)) ||
    readStatement(key, true, "posts") !== "other";
  // A possibly misspelt key is left for the report.
  const first = naming.fields.flatMap(({ candidates }) => candidates.map(([name = ""]) => name));
  const isNearly = (key: string): boolean => suggest(key, [...fields, ...naming.names, ...first]) !== null;
  const isOwn = (key: string): boolean => (otherMeanings.has(key) && key in names) || (!isKnown(key) && !isNearly(key));
  return { names, own: [...keys.keys()].filter(isOwn).sort() };
}

/** Names of fields in another case: `Tags` → tags, `Description` → excerpt. */
function findOtherCases(keys: KeyUse, fields: readonly string[]): Readonly<Record<string, string>> {
  const fieldsByLowerCase = new Map(
    Object.entries(KINDS.posts.names).flatMap(([field, names]) => names.map((name) => [name.toLowerCase(), field] as const)),
  );
  for (const field of fields) fieldsByLowerCase.set(field.toLowerCase(), field);
  const isKnown = (key: string): boolean => fields.includes(key) || Object.values(KINDS.posts.names).some((names) => names.includes(key));
  return Object.fromEntries(
    [...keys.keys()].flatMap((key) => {
      const field = isKnown(key) ? undefined : fieldsByLowerCase.get(key.toLowerCase());
      return field === undefined ? [] : [[key, field] as const];
    }),
  );
}
