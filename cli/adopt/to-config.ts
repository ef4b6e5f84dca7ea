import { createConfigSchema } from "../../build/config/config-schema.ts";
import { language as languageSchema } from "../../build/kinds/fields/field-values.ts";
import { toStandInUrl } from "../../build/shared/slugs.ts";
import { withoutNulls } from "../../build/sources/data-values.ts";
import { COLLECTION_NAMES, type CollectionName } from "../../contract/config/config-names.ts";
import type { OctavoConfig } from "../../contract/config/define-config.ts";
import { isTimeZone } from "../../contract/query/time-zone.ts";
import { pathOfAddress, readSiteUrl } from "../../contract/text/base-path.ts";
import type { InitSettings } from "../init/init-options.ts";
import type { FormerSite } from "./former-site.ts";
import { toPattern } from "./page-patterns.ts";
import type { SortedKeys } from "./posts/post-keys.ts";

export interface AdoptedConfig {
  readonly config: OctavoConfig;
  /** Whether the address is a placeholder. */
  readonly isUrlMadeUp: boolean;
  readonly notes: readonly string[];
}

type Given = Pick<InitSettings, "name" | "url" | "language" | "timeZone" | "dates">;

export interface AdoptedParts {
  /** The folder's name, for a site whose configuration states none. */
  readonly folderName: string;
  readonly keys: SortedKeys;
  /** Pattern of the posts' slugs; null to use file names. */
  readonly slugs: string | null;
  /** Whether several posts would have the same slug. */
  readonly repeatsSlugs: boolean;
  readonly hasMdx: boolean;
}

/**
 * The configuration of a site that another generator has published. It is data, without code. Its
 * checks are warnings, because the posts are already public.
 */
export function toConfig(site: FormerSite, given: Given, { folderName, keys, slugs, repeatsSlugs, hasMdx }: AdoptedParts): AdoptedConfig {
  const notes: string[] = [];
  const name = given.name?.trim() || oneLine(site.name) || folderName;
  const address = toAddress(site.url);
  if (address === null && site.url !== null) notes.push(`${site.files[0]}: "${site.url}" is not the address of a site`);
  const url = given.url ?? address ?? toStandInUrl(name);
  const language = toLanguage(given.language ?? site.language, notes);
  const timeZone = toTimeZone(given.timeZone ?? site.timeZone, notes);
  // Pages stay at their addresses: if the old base had a path that the new one lacks, the patterns
  // begin with it.
  const formerBase = address === null ? "" : pathOfAddress(address);
  const path = pathOfAddress(url) === formerBase ? "" : formerBase;
  // The address uses the file name even if a suffix makes slugs unique. An address made from a
  // title is the slug.
  const written =
    slugs === null || slugs === site.slugs || slugs === "{title}"
      ? site.pages
      : (site.pages?.replaceAll("{slug}", "{slug_or_name}") ?? null);
  const wanted = written === null ? null : toPattern(path, written);
  const pages = wanted !== null && isTaken({ urls: { posts: wanted } }) ? wanted : null;
  if (wanted !== pages) notes.push(`the address ${wanted} of posts cannot be expressed as a pattern: set urls in octavo.config.ts`);
  const config: OctavoConfig = {
    ...(site.content === "content" ? {} : { content: site.content }),
    ...(site.takesDist === true ? { out: "dist-octavo" } : {}),
    site: withoutNulls({
      name,
      url,
      language,
      locales: site.languages?.tags ?? null,
      timeZone,
      description: oneLine(site.description),
      author: oneLine(site.author),
    }),
    ...toUrls(pages, site),
    ...(site.languages == null ? {} : { translations: site.languages.layout }),
    ...toSlugs(slugs !== null && isTaken({ slugs: { posts: slugs } }) ? slugs : null, repeatsSlugs),
    collections: Object.fromEntries(COLLECTION_NAMES.map((kind) => [kind, globsOf(kind, site)])),
    ...toKinds(site),
    static: site.static,
    frontMatter: toFrontMatter(site, keys, given),
    ...(site.wikiLinks === true ? { markdown: { wikiLinks: true } } : {}),
    ...(hasMdx ? { mdx: "lenient" } : {}),
    checks: { brokenLinks: "warning", missingPictures: "warning", dates: "warning", titles: "warning", slugs: "warning" },
  };
  if (site.takesDist === true)
    notes.push("the API is built into dist-octavo, because dist belongs to the generator: add dist-octavo to .gitignore");
  return { config, isUrlMadeUp: given.url === null && address === null, notes };
}

function toUrls(posts: string | null, { pageFolders = [] }: FormerSite): Pick<OctavoConfig, "urls"> {
  const urls = { ...(posts === null ? {} : { posts }), ...(pageFolders.length === 0 ? {} : { pages: "/{path}/" }) };
  return Object.keys(urls).length === 0 ? {} : { urls };
}

function globsOf(kind: CollectionName, { posts, pageFolders = [] }: FormerSite): readonly string[] {
  if (kind === "pages") return pageFolders.map(({ glob }) => glob);
  return kind === "posts" ? posts : [];
}

/** Kinds of documents with a date, newest first. */
function toKinds({ kinds = [] }: FormerSite): Pick<OctavoConfig, "kinds"> {
  if (kinds.length === 0) return {};
  const toWord = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");
  const entries = kinds.map(({ name, files, page }) => {
    const words = { one: toWord(name.replace(/(?<=[^s])s$/, "")), many: toWord(name) };
    return [name, { files, words, fields: {}, order: ["-publishedAt", "title"], tags: true, page }] as const;
  });
  return { kinds: Object.fromEntries(entries) };
}

/** Values for the documents of a folder, by collection. */
function toFolders({ folders = {}, pageFolders = [] }: FormerSite): NonNullable<NonNullable<OctavoConfig["frontMatter"]>["folders"]> {
  return {
    ...(Object.keys(folders).length === 0 ? {} : { posts: folders }),
    ...(pageFolders.length === 0 ? {} : { pages: Object.fromEntries(pageFolders.map(({ folder, permalink }) => [folder, { permalink }])) }),
  };
}

/** The text of octavo.config.ts. The site's own texts are written as JSON, never as code. */
export function renderConfig(config: OctavoConfig): string {
  return `/** Written by octavo init, from the former configuration of the site. */\nexport default ${JSON.stringify(config, null, 2)};\n`;
}

function toFrontMatter(site: FormerSite, keys: SortedKeys, { dates }: Given): NonNullable<OctavoConfig["frontMatter"]> {
  const isFilled = (values: object | undefined): boolean => Object.keys(values ?? {}).length > 0;
  return {
    ...(isFilled(keys.names) ? { names: { posts: keys.names } } : {}),
    ...(dates === null ? {} : { dates }),
    unknownKeys: "collect",
    ...(site.defaults !== undefined && isFilled(site.defaults) ? { defaults: { posts: site.defaults } } : {}),
    ...(isFilled(toFolders(site)) ? { folders: toFolders(site) } : {}),
    ...(site.splitsAtSpaces === true ? { splitAt: "spaces" as const } : {}),
    ...toExtra(keys.own),
  };
}

function toSlugs(pattern: string | null, repeats: boolean): Pick<OctavoConfig, "slugs"> {
  if (repeats) return { slugs: { posts: { ...(pattern === null ? {} : { pattern }), repeat: "dated" } } };
  return pattern === null ? {} : { slugs: { posts: pattern } };
}

/** Keeps the author's own keys with each post. */
function toExtra(own: readonly string[]): object {
  const keys = own.filter((key) => isTaken({ frontMatter: { extra: { posts: { document: [key] } } } }));
  return keys.length === 0 ? {} : { extra: { posts: { document: keys } } };
}

/** Whether octavo.config.ts may have these values. */
function isTaken(config: Readonly<Record<string, unknown>>): boolean {
  return createConfigSchema(config).safeParse(config).success;
}

function oneLine(text: string | null): string | null {
  const plain = text?.replaceAll(/[\p{Cc}\s]+/gu, " ").trim() ?? "";
  return plain === "" ? null : plain;
}

/** A site's address, which may have a path. Without a scheme, https is assumed. */
function toAddress(text: string | null): string | null {
  if (text === null) return null;
  return readSiteUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text.replace(/^\/+/, "")}`);
}

function toLanguage(tag: string | null, notes: string[]): string | null {
  if (tag === null) return null;
  const { success, data } = languageSchema.safeParse(tag.replaceAll("_", "-"));
  if (!success) notes.push(`"${tag}" is not a language tag: set language under site in octavo.config.ts`);
  return success ? data : null;
}

function toTimeZone(name: string | null, notes: string[]): string | null {
  if (name === null || isTimeZone(name)) return name;
  notes.push(`"${name}" is not a time zone: set timeZone under site in octavo.config.ts`);
  return null;
}
