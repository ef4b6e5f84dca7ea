import { basename, join } from "node:path";
import type { FormerFolder } from "../former-folder.ts";
import { readStart } from "./read-start.ts";

/** A folder that contains texts. */

export interface MarkdownFolder {
  /** Relative to the site's folder; "." is the site's folder itself. */
  readonly path: string;
  /** Number of files directly in it that begin with front matter or header lines. */
  readonly posts: number;
  /** How many of `posts` have a date, stated or in the file name. */
  readonly dated: number;
  /** Number of other Markdown files directly in it. */
  readonly notes: number;
  /** Number of texts directly in it in formats that octavo does not read. */
  readonly foreign: number;
}

/**
 * How deep to search, and how many folders to search: a repository may contain a generator's
 * packages.
 */
const DEPTH_MAX = 10;
const FOLDERS_MAX = 20_000;
/** Enough for the date in most front matter. */
const HEAD_BYTES = 1000;
const DATE_KEY = /^["']?(?:date|pub_?date|publish(?:ed)?_?(?:date|at|on)?|created(?:_?at)?)["']?[ \t]*[:=][ \t]*\S/im;
/** Folders of posts in Jekyll, which may be HTML. */
const JEKYLL_POSTS = /(?:^|\/)_posts(?:\/|$)/;
/** A folder with this share of its parent's Markdown is used in place of the parent. */
const MAIN_PART = 0.8;
/** Folders of packages, themes and build results. */
const FOREIGN_FOLDER =
  /^(?:node_modules|vendor|themes?|layouts|archetypes|templates|scaffolds|dist|dist-octavo|_site|public|build|out|output|test|tests)$/i;
/** Files about a repository or a section, which are not posts. */
const REPOSITORY_FILE =
  /^(?:_index\.|(?:readme|license|licence|changelog|contributing|code_of_conduct|security|support|authors|agents|claude|todo)\b)/i;

export function isForeignFolder(name: string): boolean {
  return FOREIGN_FOLDER.test(name);
}

export function isRepositoryFile(name: string): boolean {
  return REPOSITORY_FILE.test(name);
}

const SURVEY = Symbol("survey");

/** Lists the folders that contain texts, by path. */
export function surveyMarkdown(folder: FormerFolder): readonly MarkdownFolder[] {
  return folder.memo(SURVEY, () => readFolders(folder));
}

function readFolders(folder: FormerFolder): readonly MarkdownFolder[] {
  const found: MarkdownFolder[] = [];
  const waiting = [{ path: ".", depth: 0 }];
  for (let one = waiting.pop(); one !== undefined && found.length < FOLDERS_MAX; one = waiting.pop()) {
    const { path, depth } = one;
    const names = folder.list(path);
    const text = JEKYLL_POSTS.test(path) ? /\.(?:md|markdown|html)$/i : /\.(?:md|mdx|markdown)$/i;
    const files = names.filter((name) => text.test(name) && !isRepositoryFile(name));
    const heads = files.flatMap((name) => readFields(join(folder.root, path, name)) ?? []);
    const [posts, dated] = [heads.length, heads.filter(({ isDated }) => isDated).length];
    const foreign = names.filter((name) => /\.(?:rst|org|adoc|asciidoc|textile)$/i.test(name)).length;
    if (files.length + foreign > 0) found.push({ path, posts, dated, notes: files.length - posts, foreign });
    if (depth === DEPTH_MAX) continue;
    const below = names.filter((name) => !isForeignFolder(name) && folder.isFolder(`${path}/${name}`));
    waiting.push(...below.reverse().map((name) => ({ path: path === "." ? name : `${path}/${name}`, depth: depth + 1 })));
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** README, LICENSE and similar files directly in a folder, by name. */
export function listRepositoryFiles(folder: FormerFolder, path: string): readonly string[] {
  return folder.list(path).filter((name) => /\.(?:md|mdx|markdown)$/i.test(name) && isRepositoryFile(name) && !name.startsWith("_"));
}

/** Whether a text begins with front matter or header lines. */
export function beginsWithFields(file: string): boolean {
  return readFields(file) !== null;
}

/** Returns null if the text does not begin with front matter or header lines. */
function readFields(file: string): { readonly isDated: boolean } | null {
  const head = Buffer.alloc(HEAD_BYTES);
  try {
    const text = readStart(file, head).replace(/^\ufeff/, "");
    if (!/^(?:---|\+\+\+|[A-Za-z][\w-]*:[ \t]*\S)/.test(text)) return null;
    return { isDated: DATE_KEY.test(text) || /^\d{4}-\d{1,2}-\d{1,2}/.test(basename(file)) };
  } catch (error) {
    // A broken link, or another user's file. The build reports it.
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}

/**
 * The deepest folder that contains nearly all posts of each folder above it, or nearly all notes if
 * nothing has front matter. Null if there is no Markdown.
 */
export function findMainFolder(folders: readonly MarkdownFolder[]): string | null {
  const hasPosts = folders.some(({ posts }) => posts > 0);
  const counts = folders.map(({ path, posts, notes }) => ({ path, count: hasPosts ? posts : notes })).filter(({ count }) => count > 0);
  if (counts.length === 0) return null;
  const countBelow = (path: string): number =>
    counts.reduce((sum, one) => sum + (path === "." || one.path === path || one.path.startsWith(`${path}/`) ? one.count : 0), 0);
  let main = ".";
  for (;;) {
    const depth = main === "." ? 1 : main.split("/").length + 1;
    const inside = counts.filter(({ path }) => path !== "." && (main === "." || path.startsWith(`${main}/`)));
    const children = [...new Set(inside.map(({ path }) => path.split("/").slice(0, depth).join("/")))];
    const next = children.find((path) => countBelow(path) >= countBelow(main) * MAIN_PART);
    if (next === undefined) return main;
    main = next;
  }
}

const countAll = ({ posts, notes, foreign }: MarkdownFolder): number => posts + notes + foreign;

/** Formats the fullest folders: `content/en (513), docs (20), notes (3)`. */
export function listFullest(folders: readonly MarkdownFolder[], shown = 3): string {
  return [...folders]
    .sort((a, b) => countAll(b) - countAll(a))
    .slice(0, shown)
    .map((folder) => `${folder.path === "." ? "this folder" : folder.path} (${countAll(folder)})`)
    .join(", ");
}
