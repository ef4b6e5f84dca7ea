import { isMapping } from "../../../build/sources/data-values.ts";
import { plural } from "../../build/result-text.ts";
import type { FormerConfig } from "../former-config.ts";
import { type FormerFolder, toFolder } from "../former-folder.ts";
import type { Generator } from "../former-site.ts";
import { fromColonPattern, noteOfPattern } from "../page-patterns.ts";
import { surveyMarkdown } from "../posts/survey.ts";
import { findFolderCategories, mergeFolders, PERMALINK_STYLES, readDefaults, JEKYLL_TOKENS as TOKENS } from "./jekyll-defaults.ts";

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
    const { permalink, values, folders, notes } = readDefaults(config, { type: instead?.name ?? "posts", postFolders, below });
    const written = instead?.permalink ?? permalink ?? config.text("permalink") ?? "date";
    const pages = fromColonPattern(PERMALINK_STYLES[written] ?? written, instead === undefined ? TOKENS : tokensOf(instead.name));
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
      defaults: values,
      folders: mergeFolders(folders, findFolderCategories(postFolders, at(collections), below)),
      notes: [
        ...(pages.unknown === null ? [] : [noteOfPattern(config.file, written, pages.unknown)]),
        ...notes,
        ...own.filter((one) => one !== instead).map(noteOfCollection),
      ],
    };
  },
};

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
