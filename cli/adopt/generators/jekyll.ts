import { isMapping, type Mapping } from "../../../build/sources/data-values.ts";
import { plural } from "../../build/result-text.ts";
import type { FormerConfig } from "../former-config.ts";
import { type FormerFolder, toFolder } from "../former-folder.ts";
import type { Generator } from "../former-site.ts";
import { fromColonPattern, noteOfPattern } from "../page-patterns.ts";
import { type MarkdownFolder, surveyMarkdown } from "../posts/survey.ts";

const CONFIGS = ["_config.yml", "_config.yaml", "_config.toml"];

const TOKENS = {
  year: "{year}",
  month: "{month}",
  day: "{day}",
  i_month: "{i_month}",
  i_day: "{i_day}",
  short_year: "{date:%y}",
  short_month: "{date:%b}",
  long_month: "{date:%B}",
  y_day: "{date:%j}",
  hour: "{date:%H}",
  minute: "{date:%M}",
  second: "{date:%S}",
  title: "{slug_or_name:jekyll}",
  slug: "{slug}",
  // Jekyll omits this part for posts without categories.
  categories: "{categories?}",
  slugified_categories: "{categories?}",
  output_ext: ".html",
};
const STYLES: Readonly<Record<string, string>> = {
  date: "/:categories/:year/:month/:day/:title:output_ext",
  pretty: "/:categories/:year/:month/:day/:title/",
  none: "/:categories/:title:output_ext",
};

export const jekyll: Generator = {
  name: "Jekyll",
  recognize(folder) {
    const config = folder.findFile(CONFIGS);
    if (config !== null) return config;
    return folder.isFolder("_posts") && folder.isFolder("_layouts") ? "_posts" : null;
  },
  read(folder, config) {
    const source = toFolder(config.text("source") ?? ".") ?? ".";
    const collections = toFolder(config.text("collections_dir") ?? ".") ?? ".";
    const at = (path: string): string => (source === "." ? path : `${source}/${path}`);
    const posts = collections === "." ? "**/_posts" : `${collections}/_posts`;
    const own = findCollections(folder, config, at(collections));
    const postFolders = surveyMarkdown(folder).filter(({ path }) => /(?:^|\/)_posts(?:\/|$)/.test(path));
    const [instead] = postFolders.length > 0 ? [] : own;
    const { values, notes } = readDefaults(config, instead?.name ?? "posts", postFolders);
    const written = instead?.permalink ?? (typeof values.permalink === "string" ? values.permalink : (config.text("permalink") ?? "date"));
    const pages = fromColonPattern(STYLES[written] ?? written, instead === undefined ? TOKENS : tokensOf(instead.name));
    const inCollections = collections === "." ? "" : `${collections}/`;
    const base = config.text("baseurl") ?? "";
    const url = config.text("url");
    return {
      name: config.text("title", "name"),
      url: url === null ? null : url.replace(/\/$/, "") + (base === "" || base === "/" ? "" : `/${base.replace(/^\//, "")}`),
      language: config.text("lang", "locale", "language"),
      timeZone: config.text("timezone"),
      buildZone: { name: "UTC", source: "Jekyll, which takes the zone of the machine that builds, and GitHub Pages builds in UTC" },
      description: config.text("description"),
      author: config.text("author.name", "author"),
      content: source,
      posts:
        instead === undefined
          ? [`${posts}/**/[0-9]*-[0-9]*-[0-9]*-*.{md,markdown}`, ...(folder.isFolder(at("_drafts")) ? ["_drafts/**/*.{md,markdown}"] : [])]
          : [`${inCollections}_${instead.name}/**/*.{md,markdown}`],
      static: [source],
      pages: pages.pattern,
      splitsAtSpaces: true,
      // Jekyll's pagination leaves such posts out.
      names: { hidden: "unlisted" },
      defaults: Object.fromEntries(Object.entries(values).filter(([key]) => DEFAULT_KEYS.includes(key))),
      notes: [
        ...(pages.unknown === null ? [] : [noteOfPattern(config.file, written, pages.unknown)]),
        ...notes,
        ...noteOfFolderCategories(postFolders, at(collections)),
        ...own.filter((one) => one !== instead).map(noteOfCollection),
      ],
    };
  },
};

/** Default values that mean one of our fields. */
const DEFAULT_KEYS: readonly string[] = ["categories", "category", "tags", "author", "lang", "published", "comments"];

/** Keys that do not concern the post, or that `read` handles. */
const KEYS_WITHOUT_NOTE: readonly string[] = ["layout", "permalink", ...DEFAULT_KEYS];

/** Reads `defaults:` for all posts. Each key that is not transferred gets a note. */
function readDefaults(
  config: FormerConfig,
  type: string,
  postFolders: readonly MarkdownFolder[],
): { readonly values: Mapping; readonly notes: readonly string[] } {
  const listed = config.get("defaults");
  const ours = (Array.isArray(listed) ? listed : []).flatMap((one: unknown) => {
    const { scope, values } = isMapping(one) ? one : {};
    if (!isMapping(values)) return [];
    const of = isMapping(scope) ? scope : {};
    const isTyped = (of.type ?? "") !== "";
    if (isTyped && of.type !== type) return [];
    const path = typeof of.path === "string" ? of.path.replaceAll(/^\.?\/|\/$/g, "") : "";
    // Without a type, a path may match pages or pictures.
    const hasPosts = /_posts|\*/.test(path) || postFolders.some((one) => `${one.path}/`.startsWith(`${path}/`));
    return path === "" || path === `_${type}` ? [{ path: "", values }] : isTyped || hasPosts ? [{ path, values }] : [];
  });
  const notes = ours.flatMap(({ path, values }) => {
    const keys = Object.keys(values).filter((key) => (path === "" ? !KEYS_WITHOUT_NOTE.includes(key) : key !== "layout"));
    if (keys.length === 0) return [];
    const of =
      path === "" ? "defaults for all posts are not taken over" : `defaults for ${path} hold for some posts and are not taken over`;
    return [`${config.file}: ${of} (${keys.join(", ")}): write them into those posts`];
  });
  return { values: Object.assign({}, ...ours.filter(({ path }) => path === "").map(({ values }) => values)) as Mapping, notes };
}

/** In Jekyll, folders above `_posts` are categories. */
function noteOfFolderCategories(postFolders: readonly MarkdownFolder[], parent: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const { path, posts, notes } of postFolders) {
    const below = parent === "." ? path : path.slice(parent.length + 1);
    const above = below.slice(0, Math.max(0, below.indexOf("_posts") - 1));
    if (above !== "") counts.set(above, (counts.get(above) ?? 0) + posts + notes);
  }
  return [...counts].map(([above, count]) => {
    const names = above.split("/").join(", ");
    return `folders above _posts are categories in Jekyll, and are not taken over: put ${names} first in categories: of the ${plural(count, "post")} in ${above}/_posts, also for the addresses`;
  });
}

interface FormerCollection {
  readonly name: string;
  readonly files: number;
  readonly permalink: string;
}

/** Collections that Jekyll publishes, largest first. */
function findCollections(folder: FormerFolder, config: FormerConfig, parent: string): readonly FormerCollection[] {
  const counts = surveyMarkdown(folder);
  return Object.entries(config.mapping("collections"))
    .flatMap(([name, settings]): readonly FormerCollection[] => {
      if (name === "posts" || !isMapping(settings) || settings.output !== true) return [];
      const path = parent === "." ? `_${name}` : `${parent}/_${name}`;
      const inside = counts.filter((one) => one.path === path || one.path.startsWith(`${path}/`));
      const files = inside.reduce((sum, { posts, notes }) => sum + posts + notes, 0);
      const permalink = typeof settings.permalink === "string" ? settings.permalink : "/:collection/:path:output_ext";
      return files === 0 ? [] : [{ name, files, permalink }];
    })
    .sort((a, b) => b.files - a.files);
}

/** In a collection, `:name` is the file name, and `:title` a stated slug if there is one. */
function tokensOf(collection: string): Readonly<Record<string, string>> {
  return { ...TOKENS, collection, path: "{dir}/{name:jekyll}", name: "{name:jekyll}", title: "{slug_or_name:jekyll}" };
}

function noteOfCollection({ name, files }: FormerCollection): string {
  return `the collection ${name} (${plural(files, "file")}) is no part of the posts, and not published: make it a kind of its own under kinds`;
}
