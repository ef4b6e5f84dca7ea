import { another, at, type Change } from "./content-edits.ts";
import { KINDS_OF_SITES } from "./kind-definitions.ts";
import { INSTANTS, type Site } from "./site-model.ts";

/** Edits of a build's inputs other than content files: clock, flags, counts and configuration. */

function option<K extends keyof Site["options"]>(key: K, values: readonly Site["options"][K][]): Change {
  return (site, [a]) => ({ ...site, options: { ...site.options, [key]: another(values, site.options[key], a) } });
}

/** Sets a member of the configuration; null removes it. */
function setting(key: string, values: readonly unknown[]): Change {
  return (site, [a]) => {
    const value = another(values, site.config[key], a);
    const others = Object.entries(site.config).filter(([name]) => name !== key);
    return { ...site, config: Object.fromEntries(value === null ? others : [...others, [key, value]]) };
  };
}

const PREVIEW = { site: "http://127.0.0.1:4321", public: "http://127.0.0.1:3000" };
const QUIET = { brokenLinks: "warning", missingPictures: "warning" };
const COLLECT = { unknownKeys: "collect" };
const PLUGINS = [
  { list: "remarkPlugins", mark: "!" },
  { list: "remarkPlugins", mark: "?" },
  { list: "rehypePlugins", mark: "!" },
] as const;
const COUNTED = { likeCount: 7, commentCount: 2 };
const BLOG = { posts: "/blog/{slug}/", projects: "/p/{slug}", books: "/b/{slug}", photos: "/f/{slug}" };
const GROUPS = {
  ...{ tags: "/tags/{slug}/", categories: "/topics/{slug}", series: "/series/{slug}/" },
  ...{ albums: "/albums/{slug}/", authors: "/people/{slug}/", services: "/services/{slug}" },
};

export const SETTING_EDITS = {
  "set the clock": option("now", INSTANTS),
  "show drafts": option("drafts", [true, false]),
  "show future documents": option("future", [true, false]),
  "switch search off or on": option("search", [true, false]),
  "build a preview": option("addresses", [null, PREVIEW, { public: "https://cdn.example" }]),
  "build for other hosts": option("hosts", [["nginx"], ["caddy", "github-pages"], []]),
  "count likes": (site, [a, b]) => {
    const values = [null, { posts: { two: { likeCount: 1 + b, commentCount: b } } }, { posts: { [at(["one", "three"], b)]: COUNTED } }];
    return { ...site, counts: another(values, site.counts, a) };
  },
  "check links": setting("checks", [QUIET, { ...QUIET, brokenLinks: "off" }, { ...QUIET, missingPictures: "off" }]),
  "check pages, places and Markdown": setting("checks", [
    QUIET,
    { ...QUIET, pages: "off" },
    { ...QUIET, anchors: "off" },
    { ...QUIET, markdown: "off" },
  ]),
  "move pages": setting("urls", [
    null,
    BLOG,
    { posts: "/{year}/{month}/{day}/{slug}" },
    { posts: "/{categories}/{slug}" },
    { posts: "/{categories?}/{slug}/" },
    { ...BLOG, posts: "/{lang}/{name}.html", books: "/{path}/" },
    { ...BLOG, ...GROUPS },
    { ...GROUPS, tags: "/subjects/{slug}", authors: "/by/{slug}/", services: "/offers" },
  ]),
  "read languages from file names": setting("translations", [null, "suffix", "folder"]),
  "remember former pages": setting("formerUrls", [
    null,
    { posts: "/{year}/{slug}" },
    { posts: ["/{day}/{name}", "/posts/{slug}"], books: "/b/{slug}" },
  ]),
  "change the pattern of slugs": setting("slugs", [
    null,
    { posts: "{name}-{year}" },
    { posts: "{path}", books: "b-{name}" },
    { posts: "{title}-{year}" },
  ]),
  "treat raw HTML differently": setting("markdown", [null, { rawHtml: "escape" }, { rawHtml: "sanitize" }, { excerptMarks: ["cut"] }]),
  "colour code and make figures": setting("markdown", [null, { highlight: true }, { figures: true }, { highlight: true, figures: true }]),
  "read wiki links": setting("markdown", [null, { wikiLinks: true }]),
  "use another parser": setting("markdown", [null, { parser: "remark" }]),
  "use a plugin": (site, [a]) => ({ ...site, plugin: another([null, ...PLUGINS], site.plugin, a) }),
  "give fields default values": setting("frontMatter", [
    { ...COLLECT, defaults: { posts: { language: "nb" } } },
    { ...COLLECT, defaults: { posts: { featured: true } } },
    { ...COLLECT, folders: { posts: { posts: { tags: ["old"], permalink: "/old/{slug}/" } } } },
  ]),
  "give fields other names": setting("frontMatter", [
    { ...COLLECT, names: { posts: { note: "excerpt" } } },
    COLLECT,
    { ...COLLECT, splitAt: "spaces" },
  ]),
  "publish keys of the author's own": setting("frontMatter", [
    COLLECT,
    { ...COLLECT, extra: { posts: { summary: ["mood"], document: ["translator"] } } },
    { ...COLLECT, extra: { posts: { summary: ["mood.of"] }, projects: "all" } },
    { ...COLLECT, extra: { posts: "all" } },
  ]),
  "name the pages of the front end": setting("sitemap", [null, { add: ["/about"] }, false]),
  "keep crawlers out": setting("robots", [null, { disallow: ["GPTBot"] }, false]),
  "publish less for language models": setting("llms", [null, { full: false }, false]),
  "publish posts as Markdown": setting("postsAsMarkdown", [null, true]),
  "make a website": setting("website", [null, true]),
  "change the feeds": setting("feeds", [null, { rss: false }, { posts: 1 }, { fullText: false }, false]),
  "change sizes of pictures": setting("pictures", [
    null,
    { widths: [5], quality: 78 },
    { widths: [], quality: 78 },
    { widths: [6, 12], quality: 40 },
  ]),
  "name what plugins read": setting("cacheKey", [null, ["one"], ["two"]]),
  "switch a collection off": setting("collections", [null, { books: [] }, { photos: [] }]),
  "define kinds": setting("kinds", KINDS_OF_SITES),
  "look for static files elsewhere": setting("static", [null, ["content/pictures"], []]),
} as const satisfies Readonly<Record<string, Change>>;
