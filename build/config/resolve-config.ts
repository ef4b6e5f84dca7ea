import path from "node:path";
import type { PluggableList } from "unified";
import { byKey } from "../../contract/by-key.ts";
import {
  CHECK_NAMES,
  COLLECTION_NAMES,
  type CollectionName,
  EXTRA_KINDS,
  type ExtraKind,
  MILD_CHECKS,
  PAGE_GROUPS,
} from "../../contract/config/config-names.ts";
import { NO_RULES } from "../../contract/config/site-rules.ts";
import { isStandardSchema, type StandardSchema } from "../../contract/config/standard-schema.ts";
import { DOCUMENT_KIND_NAMES } from "../../kinds/document-kinds.ts";
import { LIST_KINDS, type ListKind, mayBeYaml } from "../../kinds/list-kinds.ts";
import type { ModuleSources } from "../cache/module-sources.ts";
import { toServicesPattern } from "../kinds/addresses/group-page.ts";
import { DEFAULT_EXCERPT_MARKS } from "../markdown/markdown-settings.ts";
import { defaultGlobOf } from "../shared/kind-name.ts";
import type { FolderValues, OwnKind, ResolvedConfig, SlugSetting } from "../shared/resolved-config.ts";
import { DEFAULT_QUALITY, DEFAULT_WIDTHS, FEED_ITEMS_MAX } from "../shared/resolved-config.ts";
import { isMapping, type Mapping } from "../sources/data-values.ts";
import type { ConfigValues } from "./config-schema.ts";

const FEEDS = { rss: true, json: true, posts: null, fullText: true };
const DEFAULT_STATIC = ["static"];
const DEFAULT_PUBLIC = "public";
const DEFAULT_COLLECTIONS: Readonly<Record<CollectionName, readonly string[]>> = {
  posts: [defaultGlobOf("posts")],
  series: ["series/**/*.{yaml,yml}"],
  ...byKey(DOCUMENT_KIND_NAMES, (name) => [defaultGlobOf(name, mayBeYaml(name))]),
};

/** Where a configuration comes from: its name in messages, its folder and its modules. */
export interface ConfigPlace {
  /** null if there is no configuration file. */
  readonly file: string | null;
  /** Absolute. */
  readonly root: string;
  readonly sources: ModuleSources;
}

/**
 * Applies defaults.
 * @param values null if there are none, or none that are valid
 * @param raw the configuration as written, for its code: plugins, schemas and functions
 */
export function resolveConfig(
  values: ConfigValues | null,
  raw: Mapping,
  { file, root, sources }: ConfigPlace,
  ownKinds: readonly OwnKind[] = [],
): ResolvedConfig {
  const collections = resolveCollections(values, raw);
  const markdown = resolveMarkdown(values, raw);
  const extraSchemas = findExtraSchemas(raw);
  const hasCode =
    markdown.remarkPlugins.length + markdown.rehypePlugins.length + Object.keys(extraSchemas).length > 0 ||
    ownKinds.some(({ code }) => !code.isEmpty) ||
    (isMapping(raw.frontMatter) && typeof raw.frontMatter.read === "function") ||
    Object.values(markdown.shortcodes).some((transform) => typeof transform === "function") ||
    Object.values(collections.slugs).some((slug) => typeof slug === "function");
  return {
    ownKinds,
    file,
    root,
    sources: hasCode ? sources.digest(path.join(root, file ?? "")) : "",
    content: values?.content ?? "content",
    out: values?.out ?? "dist",
    site: isMapping(raw.site) ? raw.site : {},
    ...resolvePages(values),
    ...collections,
    ...resolveFolders(values, root),
    rules: NO_RULES,
    frontMatter: resolveFrontMatter(values, raw),
    fileDates: null,
    extraSchemas,
    markdown,
    mdx: values?.mdx ?? "strict",
    checks: byKey(CHECK_NAMES, (name) => values?.checks?.[name] ?? (MILD_CHECKS.includes(name) ? "warning" : "error")),
    pictures: { widths: values?.pictures?.widths ?? DEFAULT_WIDTHS, quality: values?.pictures?.quality ?? DEFAULT_QUALITY },
    discovery: resolveDiscovery(values),
    postsAsMarkdown: values?.postsAsMarkdown ?? false,
    scripts: values?.scripts ?? true,
    cards: values?.cards ? { font: values.cards.font ?? null } : null,
    publish: values?.publish ?? { to: null, after: [] },
    writes: values?.writes ? { ...values.writes, variables: values.writes.variables ?? {} } : null,
    cacheKey: values?.cacheKey ?? [],
  };
}

function resolvePages(values: ConfigValues | null) {
  const prefix = values?.translations == null ? "" : "/{lang?}";
  const pages = values?.website || null;
  return {
    urls: byKey(LIST_KINDS, (kind) => values?.urls?.[kind] ?? prefix + defaultUrlOf(kind)),
    groupUrls: byKey(PAGE_GROUPS, (group) => values?.urls?.[group] ?? (pages ? `/${group}/{slug}` : null)),
    servicesUrl: values?.urls?.services ?? (pages ? toServicesPattern(null) : null),
    formerUrls: byKey(LIST_KINDS, (kind) => values?.formerUrls?.[kind] ?? []),
    translations: values?.translations ?? null,
    ...{ website: pages?.render ?? null, hasWriteServer: pages?.writeServer ?? true, otherPaths: pages?.otherPaths ?? [] },
  };
}

function resolveCollections(
  values: ConfigValues | null,
  raw: Mapping,
): Pick<ResolvedConfig, "slugs" | "datesRepeatedSlugs" | "collections" | "ownCollections"> {
  const posts = values?.slugs?.posts;
  const ownCollections = COLLECTION_NAMES.some((name) => (values?.collections?.[name] ?? null) !== null);
  return {
    slugs: byKey(COLLECTION_NAMES, (name) => slugFunctionOf(raw.slugs, name) ?? patternOf(values?.slugs?.[name])),
    datesRepeatedSlugs: typeof posts === "object" && posts?.repeat === "dated",
    collections: byKey(
      COLLECTION_NAMES,
      // A configuration with `collections` must name the files of pages. Otherwise, an update of
      // Octavo could publish files that were not meant to be pages.
      (name) => values?.collections?.[name] ?? (ownCollections && name === "pages" ? [] : DEFAULT_COLLECTIONS[name]),
    ),
    ownCollections,
  };
}

type ReadFrontMatter = NonNullable<ResolvedConfig["frontMatter"]["read"]>;

function resolveFrontMatter(values: ConfigValues | null, raw: Mapping): ResolvedConfig["frontMatter"] {
  const frontMatter = values?.frontMatter;
  const extra = EXTRA_KINDS.flatMap((kind) => {
    const keys = frontMatter?.extra?.[kind] ?? null;
    return keys === null ? [] : [[kind, { summary: keys.summary ?? [], document: keys.document ?? [] }]];
  });
  return {
    names: byKey(COLLECTION_NAMES, (name) => ({ ...frontMatter?.names?.all, ...frontMatter?.names?.[name] })),
    unknownKeys: frontMatter?.unknownKeys ?? "error",
    splitAt: frontMatter?.splitAt ?? "commas",
    dates: frontMatter?.dates ?? null,
    defaults: byKey(COLLECTION_NAMES, (name) => frontMatter?.defaults?.[name] ?? {}),
    folders: byKey(COLLECTION_NAMES, (name) => sortFolders(frontMatter?.folders?.[name] ?? {})),
    extra: Object.fromEntries(extra),
    read: isMapping(raw.frontMatter) && typeof raw.frontMatter.read === "function" ? (raw.frontMatter.read as ReadFrontMatter) : null,
  };
}

function sortFolders(folders: Readonly<Record<string, Readonly<Record<string, unknown>>>>): readonly FolderValues[] {
  const named = Object.entries(folders).map(([name, values]) => ({ folder: name.replaceAll(/^(?:\.?\/)+|^\.$|\/+$/g, ""), values }));
  return named.sort((a, b) => a.folder.length - b.folder.length);
}

function resolveMarkdown(values: ConfigValues | null, raw: Mapping): ResolvedConfig["markdown"] {
  const code = isMapping(raw.markdown) ? raw.markdown : {};
  const plugins = (key: string): PluggableList => (Array.isArray(code[key]) ? code[key] : []);
  return {
    rawHtml: values?.markdown?.rawHtml ?? "allow",
    parser: values?.markdown?.parser ?? "auto",
    excerptMarks: values?.markdown?.excerptMarks ?? DEFAULT_EXCERPT_MARKS,
    shortcodes: isShortcodes(code.shortcodes) ? code.shortcodes : {},
    wikiLinks: values?.markdown?.wikiLinks ?? false,
    highlight: values?.markdown?.highlight ?? false,
    figures: values?.markdown?.figures ?? false,
    embeds: values?.markdown?.embeds ?? false,
    math: values?.markdown?.math ?? false,
    diagrams: values?.markdown?.diagrams ?? false,
    remarkPlugins: plugins("remarkPlugins"),
    rehypePlugins: plugins("rehypePlugins"),
  };
}

/** The schema has reported any other value. */
function isShortcodes(value: unknown): value is ResolvedConfig["markdown"]["shortcodes"] {
  return value === false || isMapping(value);
}

function resolveDiscovery(values: ConfigValues | null): ResolvedConfig["discovery"] {
  const feeds = values?.feeds === false ? { ...FEEDS, rss: false, json: false } : { ...FEEDS, ...values?.feeds };
  return {
    feeds: { rss: feeds.rss, json: feeds.json },
    inFeeds: { posts: feeds.posts ?? FEED_ITEMS_MAX, fullText: feeds.fullText },
    sitemap: values?.sitemap === false ? null : (values?.sitemap ?? { add: [] }),
    robots: values?.robots === false ? null : (values?.robots ?? { disallow: [] }),
    llms: values?.llms === false ? null : (values?.llms ?? { full: true }),
  };
}

/**
 * The folder `public` is published by default only if the configuration names no static folders,
 * because a site that does may use `public` for something else. A content or out folder with that
 * name is not published either.
 */
function resolveFolders(values: ConfigValues | null, root: string): Pick<ResolvedConfig, "static" | "public"> {
  const statics = values?.static ?? null;
  const published = values?.public ?? null;
  const isPublicElse = [values?.content, values?.out].some((folder) =>
    `${path.resolve(root, folder ?? "")}/`.startsWith(`${path.join(root, DEFAULT_PUBLIC)}/`),
  );
  if (typeof published === "string")
    return { static: [...(statics ?? DEFAULT_STATIC), published], public: { folder: published, isGiven: true } };
  const isPublished = published === null && statics === null && !isPublicElse;
  return {
    static: statics ?? [...DEFAULT_STATIC, DEFAULT_PUBLIC],
    public: isPublished ? { folder: DEFAULT_PUBLIC, isGiven: false } : null,
  };
}

function defaultUrlOf(kind: ListKind): string {
  return kind === "pages" ? "/{path}/" : `/${kind}/{slug}`;
}

function slugFunctionOf(slugs: unknown, name: CollectionName): SlugSetting | null {
  const setting = isMapping(slugs) ? slugs[name] : undefined;
  const pattern = isMapping(setting) ? setting.pattern : setting;
  return typeof pattern === "function" ? (pattern as SlugSetting) : null;
}

function patternOf(setting: string | { readonly pattern: string | null } | null | undefined): string | null {
  return typeof setting === "string" ? setting : (setting?.pattern ?? null);
}

/** The schemas in `frontMatter.extra`, by kind. Anything else is left out. */
function findExtraSchemas(raw: Mapping): Partial<Record<ExtraKind, StandardSchema>> {
  const found = EXTRA_KINDS.map((kind) => [kind, rulesOf(raw, kind)?.schema] as const);
  return Object.fromEntries(found.filter(([, schema]) => isStandardSchema(schema)));
}

/** Kinds for which `schema` is not a Standard Schema. */
export function findWrongSchemas(raw: Mapping): readonly ExtraKind[] {
  return EXTRA_KINDS.filter((kind) => {
    const schema = rulesOf(raw, kind)?.schema;
    return schema !== undefined && schema !== null && !isStandardSchema(schema);
  });
}

/** The configuration without schemas, which are code. */
export function withoutSchemas(raw: Mapping): Mapping {
  if (!isMapping(raw.frontMatter) || !isMapping(raw.frontMatter.extra)) return raw;
  const extra = Object.entries(raw.frontMatter.extra).map(([kind, rules]) => {
    if (!isMapping(rules)) return [kind, rules];
    const { schema: _, ...keys } = rules;
    return [kind, keys];
  });
  return { ...raw, frontMatter: { ...raw.frontMatter, extra: Object.fromEntries(extra) } };
}

function rulesOf(raw: Mapping, kind: ExtraKind): Mapping | null {
  const extra = isMapping(raw.frontMatter) ? raw.frontMatter.extra : null;
  const rules = isMapping(extra) ? extra[kind] : null;
  return isMapping(rules) ? rules : null;
}
