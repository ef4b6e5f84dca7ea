import type { FormerConfig } from "../../former-config.ts";
import { type FormerFolder, toFolder } from "../../former-folder.ts";
import type { Generator } from "../../former-site.ts";
import { fromColonPattern, noteOfPattern } from "../../page-patterns.ts";
import { surveyMarkdown } from "../../posts/survey.ts";
import { findOwnCategories } from "./jekyll-categories.ts";
import { COLLECTION_FILES, findCollections, noteOfCollection, placeCollection, tokensOf } from "./jekyll-collections.ts";
import { addFolderCategories, PERMALINK_STYLES, readDefaults, JEKYLL_TOKENS as TOKENS } from "./jekyll-defaults.ts";

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
      listPosts: () => postFolders.flatMap(({ path }) => listTexts(folder, path)),
      // Only `defaults` with a category require reading every post's front matter.
      own: findOwnCategories(folder, /\bcategory\b/.test(JSON.stringify(config.get("defaults") ?? "")) ? postFolders : []),
    });
    const written = instead?.permalink ?? permalink ?? config.text("permalink") ?? "date";
    const pages = fromColonPattern(PERMALINK_STYLES[written] ?? written, instead === undefined ? TOKENS : tokensOf(instead.name));
    const inCollections = collections === "." ? "" : `${collections}/`;
    const others = own.filter((one) => one !== instead).map((one) => placeCollection(one, inCollections));
    return {
      ...describeSite(config),
      content: source,
      posts:
        instead === undefined
          ? [`${posts}/**/[0-9]*-[0-9]*-[0-9]*-*.{md,markdown}`, ...(folder.isFolder(at("_drafts")) ? ["_drafts/**/*.{md,markdown}"] : [])]
          : [`${inCollections}_${instead.name}/${COLLECTION_FILES}`],
      static: [source],
      pages: pages.pattern,
      takesHtml: true,
      splitsAtSpaces: true,
      // Jekyll's pagination omits these posts.
      names: { hidden: "unlisted" },
      defaults: values,
      pageFolders: others.flatMap(({ folder: path, glob, pages: permalink }) =>
        permalink === null ? [] : [{ folder: path, glob, permalink }],
      ),
      kinds: others.flatMap(({ collection: { name }, glob, kind }) => (kind === null ? [] : [{ name, files: glob, page: kind }])),
      folders: addFolderCategories(folders, postFolders, at(collections), below),
      notes: [
        ...(pages.unknown === null ? [] : [noteOfPattern(config.file, written, pages.unknown)]),
        ...notes,
        ...others.map(noteOfCollection),
      ],
    };
  },
};

function listTexts(folder: FormerFolder, path: string): readonly string[] {
  const names = folder.list(path).filter((name) => /\.(?:md|markdown|html)$/.test(name));
  return names.map((name) => `${path}/${name}`);
}

/** Settings that do not concern the posts. */
function describeSite(config: FormerConfig) {
  const base = config.text("baseurl") ?? "";
  const url = config.text("url");
  return {
    name: config.text("title", "name"),
    url: url === null ? null : url.replace(/\/$/, "") + (base === "" || base === "/" ? "" : `/${base.replace(/^\//, "")}`),
    language: config.text("lang", "locale", "language"),
    timeZone: config.text("timezone"),
    buildZone: { name: "UTC", source: "the zone of Jekyll's build machine, which is UTC on GitHub Pages" },
    description: config.text("description"),
    author: config.text("author.name", "author"),
  };
}
