import type { FormerConfig } from "../former-config.ts";
import { toFolder } from "../former-folder.ts";
import type { Generator } from "../former-site.ts";
import { fromColonPattern, noteOfPattern, type PatternReading } from "../page-patterns.ts";

const CONFIGS = ["_config.yml", "_config.yaml", "_config.toml"];

const TOKENS = {
  year: "{year}",
  month: "{month}",
  day: "{day}",
  i_month: "{i_month}",
  i_day: "{i_day}",
  title: "{name:jekyll}",
  slug: "{slug}",
  // Jekyll leaves the part out where a post has none.
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
    const posts = collections === "." ? "**/_posts" : `${collections}/_posts`;
    const at = (path: string): string => (source === "." ? path : `${source}/${path}`);
    const pages = readPages(config);
    const base = config.text("baseurl") ?? "";
    const url = config.text("url");
    return {
      name: config.text("title", "name"),
      url: url === null ? null : url.replace(/\/$/, "") + (base === "" || base === "/" ? "" : `/${base.replace(/^\//, "")}`),
      language: config.text("lang", "locale", "language"),
      timeZone: config.text("timezone"),
      description: config.text("description"),
      author: config.text("author.name", "author"),
      content: source,
      posts: [
        `${posts}/**/[0-9]*-[0-9]*-[0-9]*-*.{md,markdown}`,
        ...(folder.isFolder(at("_drafts")) ? ["_drafts/**/*.{md,markdown}"] : []),
      ],
      static: [source],
      pages: pages.pattern,
      splitsAtSpaces: true,
      notes: pages.unknown === null ? [] : [noteOfPattern(config.file, config.text("permalink") ?? "", pages.unknown)],
    };
  },
};

function readPages(config: FormerConfig): PatternReading {
  const written = config.text("permalink") ?? "date";
  return fromColonPattern(STYLES[written] ?? written, TOKENS);
}
