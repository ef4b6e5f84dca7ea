import { toFolder } from "../former-folder.ts";
import type { Generator } from "../former-site.ts";
import { fromColonPattern, noteOfPattern } from "../page-patterns.ts";

const CONFIGS = ["_config.yml", "_config.yaml", "_config.json"];
const DEFAULT_PERMALINK = ":year/:month/:day/:title/";
const TOKENS = {
  year: "{year}",
  month: "{month}",
  day: "{day}",
  title: "{name}",
  // The name with its folders inside _posts.
  dirtitle: "{dir}/{name}",
  name: "{name}",
  i_month: "{i_month}",
  i_day: "{i_day}",
  post_title: "{slug}",
  category: "{category}",
  lang: "{lang}",
  hour: "{date:%H}",
  minute: "{date:%M}",
  second: "{date:%S}",
};

export const hexo: Generator = {
  name: "Hexo",
  recognize(folder) {
    const config = folder.findFile(CONFIGS);
    if (config === null) return null;
    const isOwn = folder.isFolder("source/_posts") || /^(?:source_dir|new_post_name|default_layout):/m.test(folder.read(config) ?? "");
    return isOwn || folder.dependencies().includes("hexo") ? config : null;
  },
  read(folder, config) {
    const written = config.text("permalink") ?? DEFAULT_PERMALINK;
    const { pattern, unknown } = fromColonPattern(written.replace(/(?<=^|\/):title(?=\/|\.|$)/, ":dirtitle"), TOKENS);
    const source = toFolder(config.text("source_dir") ?? "source") ?? "source";
    const root = config.text("root") ?? "/";
    const url = config.text("url");
    const path = url === null ? "/" : (URL.parse(url)?.pathname ?? "/");
    return {
      name: config.text("title"),
      url: url === null || path !== "/" ? url : url.replace(/\/$/, "") + root,
      language: config.text("language", "language.0"),
      timeZone: config.text("timezone"),
      description: config.text("description"),
      author: config.text("author"),
      content: source,
      posts: ["_posts/**/*.md", ...(folder.isFolder(`${source}/_drafts`) ? ["_drafts/**/*.md"] : [])],
      static: [source],
      takesHtml: true,
      pages: pattern,
      notes: [
        ...(pattern === null ? [noteOfPattern(config.file, written, unknown)] : []),
        ...(config.get("post_asset_folder") === true
          ? ["post_asset_folder: pictures in a folder next to a post are named by their path (hello/cat.jpg)"]
          : []),
      ],
    };
  },
};
