import { stat } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { PluggableList } from "unified";
import { byKey } from "../../contract/by-key.ts";
import {
  CHECK_NAMES,
  COLLECTION_NAMES,
  type CollectionName,
  EXTRA_KINDS,
  MILD_CHECKS,
  PAGE_GROUPS,
} from "../../contract/config/define-config.ts";
import { NO_RULES } from "../../contract/config/site-rules.ts";
import { DOCUMENT_KIND_NAMES } from "../../kinds/document-kinds.ts";
import { LIST_KINDS, type ListKind, mayBeYaml } from "../../kinds/list-kinds.ts";
import { digestFiles, digestSources, importTraced, listMissingPackages, listOwnModules } from "../cache/key/module-sources.ts";
import { FEED_ITEMS_MAX } from "../feeds/feed-options.ts";
import { defaultGlobOf } from "../kinds/document/kind-name.ts";
import { DEFAULT_QUALITY, DEFAULT_WIDTHS } from "../pictures/encode-settings.ts";
import { DEFAULT_EXCERPT_MARKS } from "../render/markdown/markdown-settings.ts";
import { Diagnostics, startOf } from "../shared/diagnostics.ts";
import { isMapping } from "../sources/data-values.ts";
import { explainImportError, placeOfImportError } from "./config-import-error.ts";
import type { ConfigValues } from "./config-schema.ts";
import { findExtraSchemas } from "./extra-schemas.ts";
import type { OwnKind } from "./resolve-kinds.ts";
import type { ResolvedConfig, SlugSetting } from "./resolved-config.ts";

export const CONFIG_NAMES = ["octavo.config.ts", "octavo.config.mts", "octavo.config.js", "octavo.config.mjs"];
const FEEDS = { rss: true, json: true, posts: null, fullText: true };
const DEFAULT_STATIC = ["static"];
const DEFAULT_PUBLIC = "public";
const DEFAULT_COLLECTIONS: Readonly<Record<CollectionName, readonly string[]>> = {
  posts: [defaultGlobOf("posts")],
  series: ["series/**/*.{yaml,yml}"],
  ...byKey(DOCUMENT_KIND_NAMES, (name) => [defaultGlobOf(name, mayBeYaml(name))]),
};

export interface LoadedConfig {
  readonly config: ResolvedConfig;
  readonly diagnostics: Diagnostics;
  /** Absolute paths of the author's own files that it imports, those that are missing too. */
  readonly modules: readonly string[];
  /** Where packages could be that could not be found, absolute folders; empty where it was read. */
  readonly missingPackages: readonly string[];
}

export interface LoadConfigOptions {
  /** Absolute: where the file is looked for, and what its paths in messages are relative to. */
  readonly cwd: string;
  /** A file of another name, relative to `cwd` or absolute. */
  readonly file?: string;
}

/**
 * Finds, imports and checks `octavo.config.ts` (or .mts, .js, .mjs). No file: all defaults. Mistakes are diagnostics, and the
 * defaults stand in for what is wrong.
 */
export async function loadConfig({ cwd, file }: LoadConfigOptions): Promise<LoadedConfig> {
  const diagnostics = new Diagnostics();
  const found = file === undefined ? await findConfig(cwd) : path.resolve(cwd, file);
  if (found === null)
    return { config: resolveConfig(null, {}, { file: null, root: cwd, url: "" }), diagnostics, modules: [], missingPackages: [] };
  const shown = path.relative(cwd, found).replaceAll(path.sep, "/");
  // The query makes `dev` read files that have changed: modules are cached by address.
  const changed = (await stat(found).catch(() => null))?.mtimeMs ?? 0;
  const { href } = pathToFileURL(found);
  const url = `${href}?changed=${changed}-${digestFiles(listOwnModules(href))}`;
  const place = { file: shown, root: path.dirname(found), url };
  const raw = await importConfig(found, place, { cwd, diagnostics });
  const modules = listOwnModules(href);
  if (raw === null) return { config: resolveConfig(null, {}, place), diagnostics, modules, missingPackages: listMissingPackages(href) };
  // Loaded where there is a configuration to check: most of what it needs is zod.
  const { checkConfig } = await import("./check-config.ts");
  const values = await checkConfig(raw, found, shown, diagnostics);
  // Most sites define no kind.
  const ownKinds = raw.kinds === undefined ? [] : (await import("./resolve-kinds.ts")).resolveOwnKinds(raw.kinds, () => {});
  const rules =
    raw.headers === undefined && raw.redirects === undefined
      ? NO_RULES
      : (await import("../public/check-site-rules.ts")).toSiteRules(raw, () => {});
  return { config: { ...resolveConfig(values, raw, place, ownKinds), rules }, diagnostics, modules, missingPackages: [] };
}

async function findConfig(cwd: string): Promise<string | null> {
  for (const name of CONFIG_NAMES) {
    const candidate = path.join(cwd, name);
    if (await isThere(candidate)) return candidate;
  }
  return null;
}

/** A folder of that name is somebody else's; a pipe is reported. */
async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null))?.isDirectory() === false;
}

/** null: reported. */
async function importConfig(
  file: string,
  place: { readonly file: string; readonly url: string },
  { cwd, diagnostics }: { readonly cwd: string; readonly diagnostics: Diagnostics },
): Promise<Record<string, unknown> | null> {
  const at = startOf(place.file);
  const found = await stat(file).catch(() => null);
  if (found === null || !found.isFile()) {
    const hint = `the configuration is ${CONFIG_NAMES[0]} in the working directory`;
    diagnostics.error(at, { code: "config", message: found === null ? "there is no such file" : "is not a regular file", hint });
    return null;
  }
  try {
    const module = await withoutTypeWarning(() => importTraced(place.url));
    const exported = isMapping(module) ? module.default : undefined;
    if (isMapping(exported)) return exported;
    const hint = 'write export default { content: "content" }';
    diagnostics.error(at, { code: "config", message: "has no default export of an object", hint });
  } catch (error) {
    diagnostics.error({ ...at, ...placeOfImportError(error, cwd) }, { code: "config", ...explainImportError(error) });
  }
  return null;
}

/** A package.json without `type` costs Node a second look at the file, and its user four lines at every start: there is nothing to mend. */
async function withoutTypeWarning<T>(work: () => Promise<T>): Promise<T> {
  const { emitWarning } = process;
  const filtered = (...[warning, ...rest]: Parameters<typeof emitWarning>): void => {
    if (
      !rest.some((one) => isMapping(one) && one.code === TYPELESS) &&
      !(warning instanceof Error && "code" in warning && warning.code === TYPELESS)
    )
      emitWarning.call(process, warning, ...rest);
  };
  process.emitWarning = filtered as typeof emitWarning;
  try {
    return await work();
  } finally {
    process.emitWarning = emitWarning;
  }
}
const TYPELESS = "MODULE_TYPELESS_PACKAGE_JSON";

function resolveConfig(
  values: ConfigValues | null,
  raw: Record<string, unknown>,
  { file, root, url }: { file: string | null; root: string; url: string },
  ownKinds: readonly OwnKind[] = [],
): ResolvedConfig {
  const frontMatter = values?.frontMatter;
  const markdown = isMapping(raw.markdown) ? raw.markdown : {};
  const plugins = (key: string): PluggableList => (Array.isArray(markdown[key]) ? markdown[key] : []);
  const remarkPlugins = plugins("remarkPlugins");
  const rehypePlugins = plugins("rehypePlugins");
  const slugs = byKey(COLLECTION_NAMES, (name) => slugFunctionOf(raw.slugs, name) ?? values?.slugs?.[name] ?? null);
  const feeds = values?.feeds === false ? { ...FEEDS, rss: false, json: false } : { ...FEEDS, ...values?.feeds };
  const extraSchemas = findExtraSchemas(raw);
  const ownCollections = COLLECTION_NAMES.some((name) => (values?.collections?.[name] ?? null) !== null);
  const ownCode =
    remarkPlugins.length +
    rehypePlugins.length +
    Object.keys(extraSchemas).length +
    ownKinds.filter(({ code }) => !code.isEmpty).length +
    Object.values(slugs).filter((slug) => typeof slug === "function").length;
  return {
    ownKinds,
    file,
    root,
    sources: ownCode === 0 ? "" : digestSources(path.join(root, file ?? ""), url),
    content: values?.content ?? "content",
    out: values?.out ?? "dist",
    site: isMapping(raw.site) ? raw.site : {},
    urls: byKey(LIST_KINDS, (kind) => values?.urls?.[kind] ?? (values?.translations == null ? "" : "/{lang?}") + defaultUrlOf(kind)),
    groupUrls: byKey(PAGE_GROUPS, (group) => values?.urls?.[group] ?? null),
    servicesUrl: values?.urls?.services ?? null,
    formerUrls: byKey(LIST_KINDS, (kind) => values?.formerUrls?.[kind] ?? []),
    translations: values?.translations ?? null,
    slugs,
    collections: byKey(
      COLLECTION_NAMES,
      // An update publishes nothing that was never meant to be.
      (name) => values?.collections?.[name] ?? (ownCollections && name === "pages" ? [] : DEFAULT_COLLECTIONS[name]),
    ),
    ownCollections,
    ...resolveFolders(values, root),
    rules: NO_RULES,
    frontMatter: {
      names: byKey(COLLECTION_NAMES, (name) => ({ ...frontMatter?.names?.all, ...frontMatter?.names?.[name] })),
      unknownKeys: frontMatter?.unknownKeys ?? "error",
      splitAt: frontMatter?.splitAt ?? "commas",
      defaults: byKey(COLLECTION_NAMES, (name) => frontMatter?.defaults?.[name] ?? {}),
      extra: Object.fromEntries(
        EXTRA_KINDS.flatMap((kind) => {
          const keys = frontMatter?.extra?.[kind] ?? null;
          return keys === null ? [] : [[kind, { summary: keys.summary ?? [], document: keys.document ?? [] }]];
        }),
      ),
    },
    extraSchemas,
    markdown: {
      rawHtml: values?.markdown?.rawHtml ?? "allow",
      parser: values?.markdown?.parser ?? "auto",
      excerptMarks: values?.markdown?.excerptMarks ?? DEFAULT_EXCERPT_MARKS,
      remarkPlugins,
      rehypePlugins,
    },
    mdx: values?.mdx ?? "strict",
    checks: byKey(CHECK_NAMES, (name) => values?.checks?.[name] ?? (MILD_CHECKS.includes(name) ? "warning" : "error")),
    pictures: { widths: values?.pictures?.widths ?? DEFAULT_WIDTHS, quality: values?.pictures?.quality ?? DEFAULT_QUALITY },
    discovery: {
      feeds: { rss: feeds.rss, json: feeds.json },
      inFeeds: { posts: feeds.posts ?? FEED_ITEMS_MAX, fullText: feeds.fullText },
      sitemap: values?.sitemap === false ? null : (values?.sitemap ?? { add: [] }),
      robots: values?.robots === false ? null : (values?.robots ?? { disallow: [] }),
      llms: values?.llms === false ? null : (values?.llms ?? { full: true }),
    },
    postsAsMarkdown: values?.postsAsMarkdown ?? false,
    scripts: values?.scripts ?? true,
    cacheKey: values?.cacheKey ?? [],
  };
}

/**
 * A configuration that names its static folders publishes a folder by naming it: it may have used one called public for something else.
 * The content or the output, under that name, is not meant either.
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
  return typeof setting === "function" ? (setting as SlugSetting) : null;
}
