import { join, posix } from "node:path";
import { isDocumentFile } from "../../../build/listing/file-listing.ts";
import { createFileFinder } from "../../../build/listing/find-files.ts";
import { Diagnostics, firstFew } from "../../../build/shared/diagnostics.ts";
import type { SourceFile } from "../../../build/shared/source-file.ts";
import { plural } from "../../build/result-text.ts";
import type { FormerFolder } from "../former-folder.ts";
import type { FormerSite } from "../former-site.ts";
import {
  beginsWithFields,
  findMainFolder,
  isForeignFolder,
  isRepositoryFile,
  listFullest,
  type MarkdownFolder,
  surveyMarkdown,
} from "./survey.ts";

const MARKDOWN = "**/*.{md,mdx,markdown}";

export interface FoundPosts {
  readonly site: FormerSite;
  readonly files: readonly SourceFile[];
  /**
   * Notes about pages, and about other files with front matter if they outnumber the posts.
   */
  readonly notes: readonly string[];
  /** Texts in other formats next to the posts, which may be posts themselves. */
  readonly warnings: readonly string[];
  /** Folders with texts in any format, fullest first; "" if there are none. */
  readonly fullest: string;
}

/**
 * Finds the posts of a site: where its generator keeps them, otherwise in the folder with the most
 * Markdown.
 */
export async function findPosts(folder: FormerFolder, oldSite: FormerSite): Promise<FoundPosts> {
  const read = oldSite.takesHtml === true ? await withHtml(folder.root, oldSite) : oldSite;
  const files = await listPosts(folder.root, read);
  const folders = surveyMarkdown(folder);
  const fullest = listFullest(folders);
  const taken = foldersOf(files.map(({ relative }) => posix.join(read.content, relative)));
  const main = files.length === 0 ? findMainFolder(folders) : findFuller(folders, taken, read, files.length);
  if (main !== null) {
    const isBelow = read.content === "." || main === read.content || main.startsWith(`${read.content}/`);
    const content = isBelow ? read.content : main;
    const inside = main === content ? "" : content === "." ? `${main}/` : `${main.slice(content.length + 1)}/`;
    const site = { ...read, content, posts: [inside + MARKDOWN] };
    const found = await listPosts(folder.root, site);
    const where = main === "." ? "this folder" : main;
    const before =
      files.length === 0 ? "there are no posts" : `${files.length === 1 ? "there is" : "there are"} only ${plural(files.length, "post")}`;
    const warning = `${before} in ${read.posts.join(", ")}: the ${plural(found.length, "file")} in ${where} are used. If they are not posts, remove octavo.config.ts`;
    return {
      site,
      files: found,
      notes: await noteOfPages(folder, site, found),
      warnings: [warning, ...warnOfBesides(folder, site, found)],
      fullest,
    };
  }
  const pages = await noteOfPages(folder, read, files);
  const isOfContent = (path: string): boolean => read.content === "." || `${path}/`.startsWith(`${read.content}/`);
  const others = folders.filter(({ path, posts }) => !isOfContent(path) && posts > 0 && !taken.all.has(path));
  const count = others.reduce((sum, { posts }) => sum + posts, 0);
  const notes =
    count > files.length
      ? [`${plural(count, "other file")} with front matter ${count === 1 ? "is not a post" : "are not posts"} here: ${listFullest(others)}`]
      : [];
  return { site: read, files, notes: [...pages, ...notes], warnings: warnOfBesides(folder, read, files), fullest };
}

/** Another folder is used if it has this many times as many posts as the generator's own folder. */
const FULLER = 3;

/**
 * A folder with far more dated posts than the generator's own. Null if there is none, or if only
 * Markdown files suggest where the posts are.
 */
function findFuller(
  folders: readonly MarkdownFolder[],
  taken: TakenFolders,
  { content, files: configs }: FormerSite,
  count: number,
): string | null {
  if (configs.length === 0) return null;
  const isInContent = (path: string): boolean => content !== "." && `${path}/`.startsWith(`${content}/`);
  // Folders such as _recipes are Jekyll's collections, which its reader handles.
  const isOther = (path: string): boolean => path !== "." && !taken.direct.has(path) && !isInContent(path) && !/(?:^|\/)_/.test(path);
  const others = folders.filter(({ path, dated }) => dated > 0 && isOther(path)).map((one) => ({ ...one, posts: one.dated, notes: 0 }));
  const main = findMainFolder(others);
  if (main === null || taken.all.has(main)) return null;
  const dated = others.reduce((sum, one) => sum + (`${one.path}/`.startsWith(`${main}/`) ? one.dated : 0), 0);
  return dated >= count * FULLER ? main : null;
}

interface TakenFolders {
  /** Folders that contain posts directly. */
  readonly direct: ReadonlySet<string>;
  /** These and all folders above them. */
  readonly all: ReadonlySet<string>;
}

function foldersOf(files: readonly string[]): TakenFolders {
  const direct = new Set(files.map((file) => posix.dirname(file)));
  const all = new Set([".", ...direct]);
  for (const folder of direct) for (let above = posix.dirname(folder); !all.has(above); above = posix.dirname(above)) all.add(above);
  return { direct, all };
}

/** Maximum number of pages that a note names. */
const PAGES_SHOWN_MAX = 5;

/**
 * Names content with front matter that is not a post, such as `about/index.md`. It has no page
 * unless `pages` in the configuration includes it.
 */
async function noteOfPages(folder: FormerFolder, site: FormerSite, files: readonly SourceFile[]): Promise<readonly string[]> {
  const posts = new Set(files.map(({ relative }) => relative));
  const others = (await listMarkdown(folder.root, { ...site, posts: [MARKDOWN] })).filter(({ relative }) => !posts.has(relative));
  const about = others.filter(({ relative }) => isDocumentFile(relative)).slice(0, 1);
  const pages = others.filter(({ relative, absolute }) => !isDocumentFile(relative) && isPageName(relative) && beginsWithFields(absolute));
  const show = (one: SourceFile): string => (site.content === "." ? one.path : `${site.content}/${one.path}`);
  const notes = about.map((one) => `${show(one)} is the text of /api/v1/about, and has no address: your front end makes the page`);
  if (pages.length === 0) return notes;
  const globs = toGlobs(
    pages.map(({ relative }) => relative),
    [...posts],
  ).map((glob) => JSON.stringify(glob));
  const [count, shown] = [plural(pages.length, "file"), firstFew(pages.map(show), PAGES_SHOWN_MAX)];
  return [
    ...notes,
    `${count} with front matter ${pages.length === 1 ? "is not a post" : "are not posts"}, and not published: ${shown}; to publish pages, add to octavo.config.ts pages: [${firstFew(globs, PAGES_SHOWN_MAX)}] under collections, and pages: "/{path}/" (or without the last /) under urls`,
  ];
}

/**
 * Excludes the home page, files in a generator's own folders (`_layouts`, `themes`), and texts
 * about the repository.
 */
function isPageName(relative: string): boolean {
  const parts = relative.split("/");
  const name = parts.pop() ?? "";
  return !isRepositoryFile(name) && !/^index\.\w+$/.test(relative) && !parts.some((part) => part.startsWith("_") || isForeignFolder(part));
}

/**
 * A glob for each folder with several pages, unless it also contains posts; otherwise single files.
 * `@(docs)/…` keeps docs in the addresses, `docs/…` does not.
 */
function toGlobs(pages: readonly string[], posts: readonly string[]): readonly string[] {
  const folders = Map.groupBy(pages, (page) => (page.includes("/") ? `${page.split("/")[0]}/` : ""));
  const globs = [...folders].flatMap(([folder, inside]) =>
    folder === "" || inside.length === 1 || posts.some((post) => post.startsWith(folder)) ? inside : [folder + MARKDOWN],
  );
  return globs.map((glob) => glob.replace(/^([^/]+)\//, "@($1)/"));
}

/** Adds HTML with front matter to the globs of the posts, if there is any. */
async function withHtml(root: string, site: FormerSite): Promise<FormerSite> {
  const globs = site.posts.flatMap((glob) =>
    MARKDOWN_END.test(glob) && !glob.startsWith("!") ? [glob.replace(MARKDOWN_END, ".html")] : [],
  );
  const found = await listMarkdown(root, { ...site, posts: globs });
  const others = found.filter(({ absolute }) => !beginsWithFields(absolute));
  if (others.length === found.length) return site;
  const posts = site.posts.map((glob) => glob.replace(MARKDOWN_END, ".{md,markdown,html}"));
  return { ...site, posts: [...posts, ...others.map(({ relative }) => `!${relative}`)] };
}

const MARKDOWN_END = /\.(?:md|\{md,markdown\})$/;

/** Formats that octavo does not read, and templates. */
const OTHER_TEXT = /\.(?:html?|njk|liquid|hbs|ejs|pug|org|adoc|asciidoc|textile|ipynb|[rq]md|mdoc|svx)$/i;
/** Lists of the posts, which generators build from templates. */
const LIST_NAME = /^(?:index|feed|rss|atom|archives?|tags?|all|search|\d{3})\./i;

/**
 * Counts texts in other formats next to the posts, which may be posts themselves. Texts in a post's
 * own folder belong to that post.
 */
function warnOfBesides(folder: FormerFolder, { content }: FormerSite, files: readonly SourceFile[]): readonly string[] {
  const posts = new Set(files.map(({ relative }) => relative));
  const bundles = new Set(files.flatMap(({ relative }) => (/(?:^|\/)index\.\w+$/.test(relative) ? [posix.dirname(relative)] : [])));
  const found = [...new Set(files.map(({ relative }) => posix.dirname(relative)))].flatMap((path) => {
    if (bundles.has(path)) return [];
    const names = folder.list(posix.join(content, path)).filter((name) => OTHER_TEXT.test(name) && !LIST_NAME.test(name));
    return names.map((name) => posix.join(path, name)).filter((file) => !posts.has(file));
  });
  if (found.length === 0) return [];
  const shown = firstFew(
    found.map((file) => posix.join(content, file)),
    PAGES_SHOWN_MAX,
  );
  const remedy = "octavo reads Markdown; globs of collections.posts that end in .{md,html} include HTML";
  return [`${plural(found.length, "text")} beside the posts ${found.length === 1 ? "is" : "are"} not used: ${shown} (${remedy})`];
}

/**
 * The build reads `about.md` as a special document, so it is never a post, even if a glob matches.
 */
async function listPosts(root: string, site: FormerSite): Promise<readonly SourceFile[]> {
  return (await listMarkdown(root, site)).filter(({ relative }) => !isDocumentFile(relative));
}

async function listMarkdown(root: string, { content, posts }: FormerSite): Promise<readonly SourceFile[]> {
  const contentDir = join(root, content);
  const { find } = createFileFinder({ contentDir, cwd: root, config: { root, out: "dist" }, diagnostics: new Diagnostics() });
  const found = await find(posts);
  return found
    .filter(({ relative, special }) => !special && !/(?:^|\/)_index\./.test(relative))
    .map(({ relative }) => ({ path: relative, relative, absolute: join(contentDir, relative) }));
}
