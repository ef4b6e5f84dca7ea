import { problemOfPattern } from "../../../build/kinds/addresses/page-pattern.ts";
import type { FormerFolder } from "../former-folder.ts";
import { toPattern } from "../page-patterns.ts";
import { surveyMarkdown } from "../posts/survey.ts";

/** Data that Eleventy applies to all files in a folder. */

export interface FolderData {
  /** null if there is none. */
  readonly file: string | null;
  /** Pattern of the pages; null if there is none, or if our patterns cannot express it. */
  readonly pages: string | null;
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

export const NO_FOLDER_DATA: FolderData = { file: null, pages: null, defaults: {}, notes: [] };
/**
 * Keys whose default values correspond to our fields. `tags` is not one, because it names
 * Eleventy's collections.
 */
const DEFAULT_KEYS = ["lang", "language", "author", "draft"];

/**
 * A folder's data applies to every post in it: `posts/posts.11tydata.json`. Only literals are read.
 * @param posts name of the folder of all posts
 */
export function readFolderData(folder: FormerFolder, path: string, posts: string): FolderData {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const endings = ["11tydata.js", "11tydata.mjs", "11tydata.cjs", "11tydata.json", "json"];
  const config = folder.findConfig(endings.map((ending) => `${path}/${name}.${ending}`));
  if (config === null) return NO_FOLDER_DATA;
  const written = config.text("permalink");
  const pages = written === null ? null : fromTemplate(written, posts);
  const hasNoPages = config.get("permalink") === false;
  const values = DEFAULT_KEYS.map((key) => [key, config.get(key)] as const);
  const wrong = `${config.file}: permalink ${written} applies to the posts in ${path}: write it as urls: { posts: … } in octavo.config.ts`;
  return {
    file: config.file,
    pages,
    defaults: {
      ...Object.fromEntries(values.filter(([, value]) => typeof value === "string" || typeof value === "boolean")),
      ...(hasNoPages ? { draft: true } : {}),
    },
    notes: [
      ...(hasNoPages ? [`${config.file}: permalink: false: the posts in ${path} have no pages, and become drafts`] : []),
      ...(written !== null && pages === null ? [wrong] : []),
      ...config.notRead.map((place) => `${place} is computed: code is not run, so check that octavo.config.ts states it`),
    ],
  };
}

/**
 * Converts `/blog/{{ page.date | date: "%Y" }}/{{ page.fileSlug }}/index.html` to
 * `/blog/{date:%Y}/{name}/`. Null if it uses anything else.
 */
function fromTemplate(written: string, folder: string): string | null {
  const filled = written.replaceAll(/\{\{-?\s*(.*?)\s*-?\}\}/g, (_, code: string) => {
    const [value = "", filter = ""] = code.split("|").map((part) => part.trim());
    const format = /^date:\s*["'](.*)["']$/.exec(filter)?.[1];
    if (value === "page.date" && format !== undefined) return `{date:${format}}`;
    const isSlug = filter === "" || /^(?:slug|slugify|url)$/.test(filter);
    return (isSlug ? TEMPLATE_VALUES[value] : undefined)?.replace("FOLDER", folder) ?? "{}";
  });
  const pattern = toPattern(filled.replace(/(?<=\/)index\.html$/, ""));
  return problemOfPattern(pattern) === null ? pattern : null;
}

const TEMPLATE_VALUES: Readonly<Record<string, string>> = {
  "page.fileSlug": "{name}",
  "page.filePathStem": "/FOLDER/{dir}/{name}",
  slug: "{slug_or_name}",
  title: "{title:astro}",
};

/** Data of the subfolders of the posts' folder, by path relative to it. */
export function readInnerFolders(
  folder: FormerFolder,
  content: string,
  posts: string,
): readonly (FolderData & { readonly folder: string })[] {
  const paths = surveyMarkdown(folder).flatMap(({ path }) => (path.startsWith(`${content}/`) ? [path.slice(content.length + 1)] : []));
  const all = paths.flatMap((path) => path.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/")));
  return [...new Set(all)].sort().flatMap((inner) => {
    const data = readFolderData(folder, `${content}/${inner}`, posts);
    return data.file === null ? [] : [{ ...data, folder: inner }];
  });
}
