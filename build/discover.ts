import { stat } from "node:fs/promises";
import path from "node:path";
import glob from "fast-glob";
import { COLLECTION_NAMES, type CollectionName } from "../contract/config.ts";
import type { ResolvedConfig } from "./config.ts";
import { compareText, type Diagnostics } from "./diagnostics.ts";
import type { SourceFile } from "./entries.ts";

/** The single documents, by the names their files may have. */
const DOCUMENT_NAMES = {
  site: ["site.yaml", "site.yml"],
  tags: ["tags.yaml", "tags.yml"],
  about: ["about.md", "about.mdx", "about/index.md", "about/index.mdx"],
  servicesPage: ["services-page.yaml", "services-page.yml"],
} as const;
export type DocumentName = keyof typeof DOCUMENT_NAMES;

/** What looks like content; a file of these that nothing takes is reported. */
const CONTENT_GLOB = "**/*.{md,mdx,markdown,yaml,yml}";
/** Never content, wherever a site is built from its repository's root. */
const IGNORED = ["**/node_modules/**", "**/.git/**", "**/.quire/**"];
/** Section pages of Hugo and Zola: they describe a folder and are no documents of a collection. */
const SECTION_PAGE = /(?:^|\/)_index(?:\.[\w-]+)?\.[^/.]+$/;
/** Paths that a notice lists. */
const SHOWN_MAX = 5;

export interface Discovered {
  readonly documents: Readonly<Record<DocumentName, SourceFile | null>>;
  readonly collections: Readonly<Record<CollectionName, readonly SourceFile[]>>;
  /** Content files that were found, whatever became of them. */
  readonly total: number;
}

export interface DiscoverOptions {
  /** Absolute. */
  readonly contentDir: string;
  readonly cwd: string;
  readonly config: ResolvedConfig;
  readonly diagnostics: Diagnostics;
}

/**
 * Finds the content files, sorted by path. Every file that looks like content is in the result, or is reported.
 *
 * @returns null where there is no content folder (reported)
 */
export async function discover({ contentDir, cwd, config, diagnostics }: DiscoverOptions): Promise<Discovered | null> {
  const shownDir = showPath(cwd, contentDir);
  const found = await stat(contentDir).catch(() => null);
  if (found === null || !found.isDirectory()) {
    const message = found === null ? "there is no such folder" : "is not a folder";
    diagnostics.error(
      { file: shownDir, line: 1, column: 1 },
      {
        code: "no-content",
        message,
        hint: "content is read from the folder content, or the one that --content or content in quire.config.ts names",
      },
    );
    return null;
  }
  const outside = config.out === "." ? [] : [`${config.out.replace(/^\.?\/+|\/+$/g, "")}/**`];
  const search = async (patterns: readonly string[]): Promise<string[]> => {
    if (patterns.length === 0) return [];
    const options = {
      cwd: contentDir,
      onlyFiles: false,
      caseSensitiveMatch: true,
      ignore: [...IGNORED, ...(contentDir === config.root ? outside : [])],
    };
    try {
      return (await glob([...patterns], options)).sort(compareText);
    } catch (error) {
      const folder = error instanceof Error && "path" in error ? showPath(cwd, String(error.path)) : shownDir;
      const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
      diagnostics.error(
        { file: folder, line: 1, column: 1 },
        { code: "unreadable-file", message: `the folder cannot be read: ${reason}`, hint: "mend its permissions or links" },
      );
      return [];
    }
  };
  const file = (relative: string): SourceFile => {
    const absolute = path.join(contentDir, relative);
    return { path: showPath(cwd, absolute), relative, absolute };
  };
  const all = await search([CONTENT_GLOB]);
  const documents = findDocuments(all, file, diagnostics);
  const taken = new Map<string, CollectionName>();
  const collections: Partial<Record<CollectionName, SourceFile[]>> = {};
  const sectionPages: SourceFile[] = [];
  const single = new Set<string>(Object.values(DOCUMENT_NAMES).flat());
  for (const name of COLLECTION_NAMES) {
    const files: SourceFile[] = [];
    for (const relative of await search(config.collections[name])) {
      if (single.has(relative)) continue;
      if (SECTION_PAGE.test(relative)) {
        taken.set(relative, name);
        sectionPages.push(file(relative));
        continue;
      }
      const other = taken.get(relative);
      if (other === undefined) files.push(file(relative));
      else reportTwice(file(relative), other, name, diagnostics);
      taken.set(relative, other ?? name);
    }
    collections[name] = files;
  }
  if (sectionPages.length > 0) {
    diagnostics.notice(`${count(sectionPages.length, "section page")} (_index.md) left aside: ${listPaths(sectionPages)}`);
  }
  const orphans = all.filter((relative) => !taken.has(relative) && !single.has(relative));
  reportOrphans(orphans.filter((relative) => !SECTION_PAGE.test(relative)).map(file), config.ownCollections, diagnostics);
  return { documents, collections: collections as Record<CollectionName, SourceFile[]>, total: all.length };
}

/** A path as messages show it: relative to the working directory, with forward slashes. */
export function showPath(cwd: string, absolute: string): string {
  return path.relative(cwd, absolute).replaceAll(path.sep, "/") || ".";
}

function findDocuments(
  all: readonly string[],
  file: (relative: string) => SourceFile,
  diagnostics: Diagnostics,
): Record<DocumentName, SourceFile | null> {
  const present = new Set(all);
  const find = (name: DocumentName): SourceFile | null => {
    const [first, ...others] = DOCUMENT_NAMES[name].filter((candidate) => present.has(candidate)).map(file);
    for (const other of others) {
      const at = { file: other.path, line: 1, column: 1 };
      diagnostics.error(at, { code: "two-documents", message: `the same document as ${first?.path}`, hint: "keep one of the two" });
    }
    return first ?? null;
  };
  return { site: find("site"), tags: find("tags"), about: find("about"), servicesPage: find("servicesPage") };
}

function reportTwice(file: SourceFile, first: CollectionName, second: CollectionName, diagnostics: Diagnostics): void {
  const at = { file: file.path, line: 1, column: 1 };
  const hint = `narrow the globs under collections in quire.config.ts; [] switches a collection off`;
  diagnostics.error(at, { code: "two-collections", message: `belongs to two collections, ${first} and ${second}`, hint });
}

/** By folder, so that a folder of notes gives one line; a mistake where the folders are ours, else only worth saying. */
function reportOrphans(files: readonly SourceFile[], ownCollections: boolean, diagnostics: Diagnostics): void {
  const folders = new Map<string, SourceFile[]>();
  for (const file of files) {
    const segments = file.relative.split("/");
    const folder = segments.length === 1 ? "" : (segments[0] ?? "");
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  for (const [, members] of folders) {
    const first = members[0];
    if (first === undefined) continue;
    const others = members.length === 1 ? "" : `, and ${count(members.length - 1, "other file")} of its folder`;
    if (ownCollections) {
      diagnostics.notice(`no collection takes ${first.path}${others}`);
      continue;
    }
    diagnostics.warning(
      { file: first.path, line: 1, column: 1 },
      {
        code: "no-collection",
        message: `no collection takes this file${others}`,
        hint: `the folders are ${COLLECTION_NAMES.join(", ")}; collections in quire.config.ts sets others`,
      },
    );
  }
}

function listPaths(files: readonly SourceFile[]): string {
  const shown = files.slice(0, SHOWN_MAX).map((file) => file.path);
  return files.length > SHOWN_MAX ? `${shown.join(", ")}, …` : shown.join(", ");
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
