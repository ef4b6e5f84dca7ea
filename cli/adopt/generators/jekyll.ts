import { isMapping } from "../../../build/sources/data-values.ts";
import { plural } from "../../build/result-text.ts";
import type { FormerConfig } from "../former-config.ts";
import { type FormerFolder, toFolder } from "../former-folder.ts";
import type { Generator } from "../former-site.ts";
import { fromColonPattern, noteOfPattern } from "../page-patterns.ts";
import { surveyMarkdown } from "../posts/survey.ts";
import {
  findFolderCategories,
  mergeFolders,
  PERMALINK_STYLES,
  readDefaults,
  statesCategory,
  JEKYLL_TOKENS as TOKENS,
} from "./jekyll-defaults.ts";

const CONFIGS = ["_config.yml", "_config.yaml", "_config.toml"];

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
    const below = (path: string): string => (source === "." ? path : path.slice(source.length + 1));
    const { permalink, values, folders, notes } = readDefaults(config, {
      ...{ type: instead?.name ?? "posts", postFolders, below },
      // Only `defaults` with a category need every post's front matter.
      statesCategory: /\bcategory\b/.test(JSON.stringify(config.get("defaults") ?? "")) && statesCategory(folder, postFolders),
    });
    const written = instead?.permalink ?? permalink ?? config.text("permalink") ?? "date";
    const pages = fromColonPattern(PERMALINK_STYLES[written] ?? written, instead === undefined ? TOKENS : tokensOf(instead.name));
    const inCollections = collections === "." ? "" : `${collections}/`;
    const others = own.filter((one) => one !== instead).map((one) => ({ ...one, pages: toPages(one) }));
    return {
      ...describeSite(config),
      content: source,
      posts:
        instead === undefined
          ? [`${posts}/**/[0-9]*-[0-9]*-[0-9]*-*.{md,markdown}`, ...(folder.isFolder(at("_drafts")) ? ["_drafts/**/*.{md,markdown}"] : [])]
          : [`${inCollections}_${instead.name}/${MARKDOWN}`],
      static: [source],
      pages: pages.pattern,
      splitsAtSpaces: true,
      // Jekyll's pagination leaves such posts out.
      names: { hidden: "unlisted" },
      defaults: values,
      pageFolders: others.flatMap(({ name, pages: permalink }) => {
        const folder = `${inCollections}_${name}`;
        return permalink === null ? [] : [{ folder, glob: `${folder}/${MARKDOWN}`, permalink }];
      }),
      folders: mergeFolders(folders, findFolderCategories(postFolders, at(collections), below)),
      notes: [
        ...(pages.unknown === null ? [] : [noteOfPattern(config.file, written, pages.unknown)]),
        ...notes,
        ...others.map(noteOfCollection),
      ],
    };
  },
};

/** The values of a site's settings that do not concern its posts. */
function describeSite(config: FormerConfig) {
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
  };
}

const MARKDOWN = "**/*.{md,markdown}";

interface FormerCollection {
  readonly name: string;
  readonly files: number;
  /** Whether it has documents in deeper folders. */
  readonly isNested: boolean;
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
      return files === 0 ? [] : [{ name, files, permalink, isNested: inside.some((one) => one.path !== path) }];
    })
    .sort((a, b) => b.files - a.files);
}

/** In a collection, `:name` is the file name, and `:title` a stated slug if there is one. */
function tokensOf(collection: string): Readonly<Record<string, string>> {
  return { ...TOKENS, collection, path: "{dir}/{name:jekyll}", name: "{name:jekyll}", title: "{slug_or_name:jekyll}" };
}

/** The address of a document beside the posts. Null: the pattern has a part that pages lack, such as a date. */
function toPages({ name, permalink, isNested }: FormerCollection): string | null {
  const ofFile = isNested ? {} : { name: "{path}", title: "{path}" };
  const tokens = { collection: name, path: "{path}", output_ext: ".html", categories: "", ...ofFile };
  const written = PERMALINK_STYLES[permalink] === undefined ? permalink : `/:collection${PERMALINK_STYLES[permalink]}`;
  return fromColonPattern(written, tokens).pattern;
}

function noteOfCollection({ name, files, pages }: FormerCollection & { readonly pages: string | null }): string {
  if (pages !== null) return `the collection ${name} (${plural(files, "file")}) is published as pages, at ${pages}`;
  return `the collection ${name} (${plural(files, "file")}) is no part of the posts, and not published: make it a kind of its own under kinds`;
}
