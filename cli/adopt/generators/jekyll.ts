import type { FormerConfig } from "../former-config.ts";
import { type FormerFolder, toFolder } from "../former-folder.ts";
import type { Generator } from "../former-site.ts";
import { fromColonPattern, noteOfPattern, type PatternReading } from "../page-patterns.ts";

const CONFIGS = ["_config.yml", "_config.yaml", "_config.toml"];

const TOKENS = {
  year: "{year}",
  month: "{month}",
  day: "{day}",
  title: "{name}",
  slug: "{slug}",
  categories: "{categories}",
  slugified_categories: "{categories}",
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
  read(folder, file) {
    const config = folder.isFolder(file) ? null : folder.config(file);
    if (config === null && !folder.isFolder(file)) return null;
    const source = toFolder(config?.text("source") ?? ".") ?? ".";
    const collections = toFolder(config?.text("collections_dir") ?? ".") ?? ".";
    const posts = collections === "." ? "_posts" : `${collections}/_posts`;
    const at = (path: string): string => (source === "." ? path : `${source}/${path}`);
    const counts = countCategories(folder, at(posts));
    const pages = readPages(config, counts.withCategory > 0);
    const base = config?.text("baseurl") ?? "";
    const url = config?.text("url") ?? null;
    return {
      files: [file],
      name: config?.text("title", "name") ?? null,
      url: url === null ? null : url.replace(/\/$/, "") + (base === "" || base === "/" ? "" : `/${base.replace(/^\//, "")}`),
      language: config?.text("lang", "locale", "language") ?? null,
      timeZone: config?.text("timezone") ?? null,
      description: config?.text("description") ?? null,
      author: config?.text("author.name", "author") ?? null,
      content: source,
      posts: [`${posts}/**/*.{md,markdown}`, ...(folder.isFolder(at("_drafts")) ? ["_drafts/**/*.{md,markdown}"] : [])],
      static: [source],
      pages: pages.pattern,
      notRead: [],
      notes: [
        ...(pages.pattern === null && pages.unknown !== null ? [noteOfPattern(file, config?.text("permalink") ?? "", pages.unknown)] : []),
        ...(pages.pattern?.includes("{categories}") && counts.withCategory < counts.posts
          ? [
              `posts without a category: ${counts.posts - counts.withCategory}. Jekyll leaves it out of their addresses: write permalink: into those`,
            ]
          : []),
      ],
    };
  },
};

function readPages(config: FormerConfig | null, categories: boolean): PatternReading {
  const written = config?.text("permalink") ?? "date";
  const style = STYLES[written] ?? written;
  // Jekyll leaves the part out where a post has none.
  return fromColonPattern(categories ? style : style.replaceAll(/:(?:slugified_)?categories\/?/g, ""), TOKENS);
}

/** How many posts there are, and how many of them have a category; the folders above _posts count as some, and are not looked at. */
function countCategories(folder: FormerFolder, posts: string): { readonly posts: number; readonly withCategory: number } {
  const names = folder.list(posts).filter((name) => /\.(?:md|markdown)$/.test(name));
  const isIn = (name: string): boolean => CATEGORY.test((folder.read(`${posts}/${name}`) ?? "").slice(0, HEAD_LENGTH));
  return { posts: names.length, withCategory: names.filter(isIn).length };
}

const CATEGORY = /^(?:categories|category):[ \t]*(?:\S|\n[ \t]*-[ \t])/m;
/** Front matter is rarely longer. UTF-16 code units. */
const HEAD_LENGTH = 2_000;
