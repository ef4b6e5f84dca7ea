import { stat } from "node:fs/promises";
import path from "node:path";
import { COLLECTION_NAMES, type CollectionName } from "../../contract/define-config.ts";
import { Inputs } from "../cache/inputs.ts";
import type { Memos } from "../cache/memos.ts";
import type { ResolvedConfig } from "../config/resolved-config.ts";
import { compareText, Diagnostics } from "../shared/diagnostics.ts";
import { showPath } from "../shared/show-path.ts";
import type { SourceFile } from "../shared/source-file.ts";
import { keepListing, type Listing, recallListing } from "./file-listing.ts";
import type { FindFilesOptions } from "./find-files.ts";
import { REPOSITORY_TEXTS } from "./repository-texts.ts";

/** The single documents, by the names their files may have. */
const DOCUMENT_NAMES = {
  site: ["site.yaml", "site.yml"],
  tags: ["tags.yaml", "tags.yml"],
  authors: ["authors.yaml", "authors.yml"],
  about: ["about.md", "about.mdx", "about/index.md", "about/index.mdx"],
  servicesPage: ["services-page.yaml", "services-page.yml"],
} as const;
export type DocumentName = keyof typeof DOCUMENT_NAMES;

/** What looks like content; a file of these that nothing takes is reported. */
const CONTENT_GLOB = "**/*.{md,mdx,markdown,yaml,yml}";
/** Texts that are no content here, and may have been meant for it. */
const OTHER_TEXT_GLOB = "**/*.{html,htm,txt,rst,org,adoc,textile,docx,odt,rtf}";
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

export interface DiscoverOptions extends FindFilesOptions {
  readonly config: ResolvedConfig;
  /** What was found when the folders looked as they do. */
  readonly memos?: Memos;
}

/**
 * Finds the content files, sorted by path. Every file that looks like content is in the result, or is reported.
 *
 * @returns null where there is no content folder (reported)
 */
export async function discover(options: DiscoverOptions): Promise<Discovered | null> {
  const { contentDir, cwd, diagnostics, inputs = new Inputs(), memos = null } = options;
  const absoluteStart = path.join(contentDir, path.sep);
  // Below the working directory the one shown path begins like the other: asked once, not for each of many thousand files.
  const shownFolder = showPath(cwd, contentDir);
  const shownStart = shownFolder === "." ? "" : `${shownFolder}/`;
  const file = (relative: string): SourceFile => {
    const isPlain = path.sep === "/" && !shownFolder.startsWith("..") && !relative.startsWith("..");
    if (isPlain) return { path: shownStart + relative, relative, absolute: absoluteStart + relative };
    const absolute = path.join(contentDir, relative);
    return { path: showPath(cwd, absolute), relative, absolute };
  };
  const listed = memos === null ? null : recallListing(memos, contentDir, inputs);
  if (listed !== null) {
    diagnostics.replay(listed.found);
    for (const notice of listed.notices) diagnostics.notice(notice);
    return toDiscovered(listed, file);
  }
  const own = new Diagnostics();
  const folders = new Inputs();
  const found = await search({ ...options, diagnostics: own, inputs: folders }, file);
  for (const [folder, { stat: folderStat }] of folders.noted()) inputs.add(folder, folderStat);
  diagnostics.replay(own.all());
  for (const notice of own.notices) diagnostics.notice(notice);
  if (found !== null && memos !== null) {
    const listing = { ...toListing(found), found: own.all(), notices: own.notices };
    keepListing(memos, contentDir, listing, { folders, since: inputs.since });
  }
  return found;
}

function toListing({ documents, collections, total }: Discovered): Pick<Listing, "documents" | "collections" | "total"> {
  const relatives = Object.entries(documents).map(([name, file]) => [name, file?.relative ?? null] as const);
  const lists = COLLECTION_NAMES.map((name) => [name, collections[name].map(({ relative }) => relative)] as const);
  return {
    documents: Object.fromEntries(relatives),
    collections: Object.fromEntries(lists) as Record<CollectionName, string[]>,
    total,
  };
}

function toDiscovered({ documents, collections, total }: Listing, file: (relative: string) => SourceFile): Discovered {
  const document = (name: DocumentName): SourceFile | null => {
    const relative = documents[name] ?? null;
    return relative === null ? null : file(relative);
  };
  const lists = COLLECTION_NAMES.map((name) => [name, collections[name].map(file)] as const);
  return {
    documents: mapDocuments(document),
    collections: Object.fromEntries(lists) as Record<CollectionName, SourceFile[]>,
    total,
  };
}

async function search(options: DiscoverOptions, file: (relative: string) => SourceFile): Promise<Discovered | null> {
  const { contentDir, cwd, config, diagnostics, inputs } = options;
  inputs?.note(contentDir);
  const found = await stat(contentDir).catch(() => null);
  if (found === null || !found.isDirectory()) {
    const message = found === null ? "there is no such folder" : "is not a folder";
    const hint = "content is read from the folder content, or the one that --content or content in octavo.config.ts names";
    diagnostics.error({ file: showPath(cwd, contentDir), line: 1, column: 1 }, { code: "no-content", message, hint });
    return null;
  }
  // Loaded when folders are to be searched: mostly they look as they did.
  const { createFileFinder } = await import("./find-files.ts");
  const search = createFileFinder(options);
  const all = (await search([CONTENT_GLOB], { anyCase: true })).map(({ relative }) => relative);
  const documents = findDocuments(all, file, diagnostics);
  const seen = new Set<string>(Object.values(DOCUMENT_NAMES).flat());
  const sectionPages = new Set(all.filter((relative) => SECTION_PAGE.test(relative)));
  const owners = new Map<string, CollectionName>();
  const shared = new Map<string, SourceFile[]>();
  const collections = Object.fromEntries(COLLECTION_NAMES.map((name) => [name, [] as SourceFile[]])) as Record<
    CollectionName,
    SourceFile[]
  >;
  for (const name of COLLECTION_NAMES) {
    for (const { relative, special } of await search(config.collections[name])) {
      if (seen.has(relative)) continue;
      const owner = owners.get(relative);
      if (SECTION_PAGE.test(relative)) sectionPages.add(relative);
      else if (owner !== undefined) shared.set(`${owner} and ${name}`, [...(shared.get(`${owner} and ${name}`) ?? []), file(relative)]);
      else {
        owners.set(relative, name);
        if (!special) collections[name].push(file(relative));
        else reportSpecial(file(relative), diagnostics);
      }
    }
  }
  for (const [pair, files] of shared) reportShared(pair, files, diagnostics);
  if (sectionPages.size > 0) {
    const pages = [...sectionPages].sort(compareText).map(file);
    diagnostics.notice(`${count(pages.length, "section page")} (_index.md) left aside: ${listPaths(pages)}`);
  }
  const orphans = all.filter((relative) => !owners.has(relative) && !seen.has(relative) && !sectionPages.has(relative));
  reportOrphans(orphans.map(file), config.ownCollections, diagnostics);
  const besides = (await search([OTHER_TEXT_GLOB], { anyCase: true })).map(({ relative }) => relative).filter((one) => !owners.has(one));
  reportBesides(besides, collections.posts, file, diagnostics);
  return { documents, collections, total: all.length };
}

function reportSpecial(file: SourceFile, diagnostics: Diagnostics): void {
  const finding = { code: "unreadable-file", message: "is a pipe, a socket or a device", hint: "remove it" };
  diagnostics.error({ file: file.path, line: 1, column: 1 }, finding);
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
  return mapDocuments(find);
}

function mapDocuments<T>(map: (name: DocumentName) => T): Record<DocumentName, T> {
  return { site: map("site"), tags: map("tags"), authors: map("authors"), about: map("about"), servicesPage: map("servicesPage") };
}

function reportShared(pair: string, files: readonly SourceFile[], diagnostics: Diagnostics): void {
  const [first, ...others] = files;
  if (first === undefined) return;
  const rest = others.length === 0 ? "" : `, as ${others.length === 1 ? "does" : "do"} ${count(others.length, "other file")}`;
  const hint = "narrow the globs under collections in octavo.config.ts; [] switches a collection off";
  diagnostics.error(
    { file: first.path, line: 1, column: 1 },
    { code: "two-collections", message: `belongs to two collections, ${pair}${rest}`, hint },
  );
}

const REPOSITORY_TEXT = new RegExp(`^(?:${REPOSITORY_TEXTS.join("|")})\\.mdx?$`, "i");

/** By folder, so that a folder of notes gives one line; a mistake where the folders are ours, else only worth saying. */
function reportOrphans(files: readonly SourceFile[], ownCollections: boolean, diagnostics: Diagnostics): void {
  const folders = new Map<string, SourceFile[]>();
  for (const file of files) {
    const segments = file.relative.split("/");
    // Of the repository, where its folder holds the posts.
    if (ownCollections && REPOSITORY_TEXT.test(segments.at(-1) ?? "")) continue;
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
        hint: hintForOrphan(first.relative),
      },
    );
  }
}

function hintForOrphan(relative: string): string {
  const [folder = ""] = relative.split("/");
  const [, ending = ""] = /(\.\w+)$/.exec(relative) ?? [];
  if (COLLECTION_NAMES.some((name) => name === folder) && !["series", "photos", "services"].includes(folder) && ending !== ".md")
    return `the files of ${folder} end in .md or .mdx: rename it`;
  return `the folders are ${COLLECTION_NAMES.join(", ")}; collections in octavo.config.ts sets others`;
}

/** Texts that lie among posts: in a post's own folder they may belong to it. */
function reportBesides(
  besides: readonly string[],
  posts: readonly SourceFile[],
  file: (relative: string) => SourceFile,
  diagnostics: Diagnostics,
): void {
  const folders = new Set(posts.map(({ relative }) => path.posix.dirname(relative)));
  const bundles = new Set(
    posts.filter(({ relative }) => /(?:^|\/)index\.\w+$/.test(relative)).map(({ relative }) => path.posix.dirname(relative)),
  );
  const found = besides.filter((one) => folders.has(path.posix.dirname(one)) && !bundles.has(path.posix.dirname(one)));
  if (found.length === 0) return;
  const what = found.length === 1 ? "1 file beside posts is no post" : `${found.length} files beside posts are no posts`;
  const remedy = 'posts are .md or .mdx; collections: { posts: "posts/**/*.{md,mdx,html}" } takes HTML';
  diagnostics.notice(`${what}: ${listPaths(found.map(file))} (${remedy})`);
}

function listPaths(files: readonly SourceFile[]): string {
  const shown = files.slice(0, SHOWN_MAX).map((file) => file.path);
  return files.length > SHOWN_MAX ? `${shown.join(", ")}, …` : shown.join(", ");
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
