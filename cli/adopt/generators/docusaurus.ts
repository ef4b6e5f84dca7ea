import { isMapping } from "../../../build/sources/data-values.ts";
import type { FormerConfig } from "../former-config.ts";
import { toFolder } from "../former-folder.ts";
import { type Generator, joinUrl } from "../former-site.ts";
import { toPattern } from "../page-patterns.ts";

const CONFIGS = ["docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs", "docusaurus.config.cjs"];

export const docusaurus: Generator = {
  name: "Docusaurus",
  recognize: (folder) => folder.findFile(CONFIGS),
  read(folder, config) {
    const blog = findBlog(config);
    const path = toFolder(typeof blog.path === "string" ? blog.path : "blog") ?? "blog";
    const base = typeof blog.routeBasePath === "string" ? blog.routeBasePath : "blog";
    const language = config.text("i18n.defaultLocale") ?? "en";
    const tree = `i18n/{lang}/docusaurus-plugin-content-blog${typeof blog.id === "string" && blog.id !== "default" ? `-${blog.id}` : ""}`;
    const tags = config.texts("i18n.locales").filter((tag) => tag === language || folder.isFolder(tree.replace("{lang}", tag)));
    const isTranslated = tags.some((tag) => folder.findMarkdownFolder([tree.replace("{lang}", tag)]) !== null);
    const slash = config.get("trailingSlash") === true ? "/" : "";
    return {
      name: config.text("title"),
      url: joinUrl(config.text("url"), config.text("baseUrl") ?? "/"),
      language,
      languages: isTranslated ? { layout: { [tree]: path }, tags } : null,
      description: config.text("tagline"),
      // Its tags.yml and authors.yml are next to the posts, and their format differs from ours.
      content: ".",
      posts: [path, ...(isTranslated ? [tree.replace("{lang}", "*")] : [])].map((one) => `${one}/**/*.{md,mdx}`),
      static: [toFolder(config.texts("staticDirectories")[0] ?? "static") ?? "static"],
      // A stated slug is the address relative to the blog's. Other posts get the date in their
      // path, even if they state another date.
      pages: toPattern(isTranslated ? "{lang?}" : "", base, "{slug}") + slash,
      isEndingOpen: config.get("trailingSlash") === undefined,
      slugs: "{dated_path}",
      notes: [
        ...(folder.isFolder("docs") ? ["docs/ is documentation, and is not part of the API"] : []),
        ...(isTranslated
          ? [
              `posts without a translation have one page: Docusaurus also shows them under ${tags
                .slice(1)
                .map((tag) => `/${tag}`)
                .join(", ")}`,
            ]
          : []),
      ],
    };
  },
};

/** Options of the blog, from a preset or the plugin itself. */
function findBlog(config: FormerConfig): Readonly<Record<string, unknown>> {
  const presets = config.get("presets");
  for (const preset of Array.isArray(presets) ? presets : [])
    if (Array.isArray(preset) && isMapping(preset[1]) && isMapping(preset[1].blog)) return preset[1].blog;
  const plugins = config.get("plugins");
  for (const plugin of Array.isArray(plugins) ? plugins : [])
    if (Array.isArray(plugin) && /plugin-content-blog$/.test(String(plugin[0])) && isMapping(plugin[1])) return plugin[1];
  return {};
}
