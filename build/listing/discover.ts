import { realpathSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { byKey } from "../../contract/by-key.ts";
import { COLLECTION_NAMES } from "../../contract/config/config-names.ts";
import { mayBeYaml } from "../../kinds/list-kinds.ts";
import { Inputs } from "../cache/inputs.ts";
import type { Memos } from "../cache/memos.ts";
import { pathInTree, placeInTree } from "../kinds/addresses/page-tree.ts";
import { compareText, counted, Diagnostics, type Finding, firstFew, startOf } from "../shared/diagnostics.ts";
import { NOT_A_FILE } from "../shared/file-io.ts";
import { defaultGlobOf, isOwnKey, type KindName, kindNamesOf, shownKind, toOwnKey } from "../shared/kind-name.ts";
import type { ResolvedConfig } from "../shared/resolved-config.ts";
import { type SourceFile, showPath } from "../shared/source-file.ts";
import { REPOSITORY_TEXTS } from "../sources/repository-texts.ts";
import {
  DOCUMENT_FILES,
  DOCUMENT_NAMES,
  type DocumentName,
  isDocumentFile,
  keepListing,
  type Listing,
  recallListing,
} from "./file-listing.ts";
import type { FindFilesOptions } from "./find-files.ts";
import type { RepeatedFolder } from "./linked-folders.ts";
import { OutsideLinks } from "./outside-links.ts";
import { reportBesides } from "./texts-beside.ts";
import { findNearestFolder, reportUnmatched, type UnmatchedGlob } from "./unmatched-globs.ts";

/** Content files, and other texts that may be meant as content. */
const TEXT_GLOB = "**/*.{md,mdx,markdown,yaml,yml,html,htm,txt,rst,org,adoc,textile,docx,odt,rtf}";
/** Content files. Any that no collection takes is reported. */
const CONTENT_FILE = /\.(?:md|mdx|markdown|yaml|yml)$/i;
/** Section pages of Hugo and Zola describe a folder and are not documents of a collection. */
const SECTION_PAGE = /(?:^|\/)_index(?:\.[\w-]+)?\.[^/.]+$/;
/** Number of paths in a notice. */
const SHOWN_MAX = 5;

export interface Discovered {
  readonly documents: Readonly<Record<DocumentName, SourceFile | null>>;
  readonly collections: Readonly<Record<KindName, readonly SourceFile[]>>;
  /** Number of content files found, used or not. */
  readonly total: number;
}

export interface DiscoverOptions extends FindFilesOptions {
  readonly config: ResolvedConfig;
  /** Listings from earlier builds, for unchanged folders. */
  readonly memos?: Memos;
}

/** Creates a source file for a path in the content folder. */
type ToFile = (relative: string) => SourceFile;

/**
 * Finds the content files, sorted by path. Every file that looks like content is returned or
 * reported.
 *
 * @returns null: there is no content folder (reported)
 */
export async function discover(options: DiscoverOptions): Promise<Discovered | null> {
  const { contentDir, cwd, diagnostics, inputs = new Inputs(), memos = null } = options;
  const toFile = createToFile(cwd, contentDir);
  let listing = memos === null ? null : recallListing(memos, contentDir, inputs);
  if (listing === null) {
    inputs.note(contentDir);
    if (!(await isFolder(contentDir, cwd, diagnostics))) return null;
    const folders = new Inputs();
    folders.note(contentDir);
    listing = await listFiles({ ...options, inputs: folders }, toFile);
    for (const [folder, { stat: folderStat }] of folders.noted()) inputs.add(folder, folderStat);
    if (memos !== null) keepListing(memos, contentDir, listing, { folders, since: inputs.since });
  }
  const { documents, collections, total, unmatched, found, notices } = listing;
  diagnostics.replay(found);
  await reportUnmatched(unmatched, options);
  for (const notice of notices) diagnostics.notice(notice);
  return {
    documents: byKey(DOCUMENT_NAMES, (name) => (documents[name] === null ? null : toFile(documents[name]))),
    collections: byKey(kindNamesOf(options.config), (name) => (collections[name] ?? []).map(toFile)),
    total,
  };
}

function createToFile(cwd: string, contentDir: string): ToFile {
  const absoluteStart = path.join(contentDir, path.sep);
  // Below the working directory, shown paths begin with the same prefix, so it is computed once and
  // not for thousands of files.
  const shownFolder = showPath(cwd, contentDir);
  const shownStart = shownFolder === "." ? "" : `${shownFolder}/`;
  return (relative) => {
    const isPlain = path.sep === "/" && !shownFolder.startsWith("..") && !relative.startsWith("..");
    if (isPlain) return { path: shownStart + relative, relative, absolute: absoluteStart + relative };
    const absolute = path.join(contentDir, relative);
    return { path: showPath(cwd, absolute), relative, absolute };
  };
}

async function isFolder(contentDir: string, cwd: string, diagnostics: Diagnostics): Promise<boolean> {
  const found = await stat(contentDir).catch(() => null);
  if (found?.isDirectory()) return true;
  const message = found === null ? "there is no such folder" : "is not a folder";
  const hint = "content is read from the folder content, or the one that --content or content in octavo.config.ts names";
  diagnostics.error(startOf(showPath(cwd, contentDir)), { code: "no-content", message, hint });
  return false;
}

async function listFiles(options: DiscoverOptions, toFile: ToFile): Promise<Listing> {
  const { config } = options;
  const diagnostics = new Diagnostics();
  // Loaded only to search folders, because usually they have not changed.
  const { createFileFinder } = await import("./find-files.ts");
  const { find: search, repeatedFolders, linksOf } = createFileFinder({ ...options, diagnostics });
  const outside = new OutsideLinks(options, linksOf);
  const texts = (await search([TEXT_GLOB], { anyCase: true })).map(({ relative }) => relative);
  const all = texts.filter((relative) => CONTENT_FILE.test(relative));
  const documents = findDocuments(
    all.filter((relative) => !isDocumentFile(relative) || outside.mayRead(relative)),
    toFile,
    diagnostics,
  );
  const seen = new Set<string>(Object.values(DOCUMENT_FILES).flat());
  const sectionPages = new Set(all.filter((relative) => SECTION_PAGE.test(relative)));
  const owners = new Map<string, KindName>();
  const shared = new Map<string, string[]>();
  const kinds = kindNamesOf(config);
  const collections = byKey(kinds, (): string[] => []);
  const globsOf = (kind: KindName): readonly string[] =>
    isOwnKey(kind) ? (config.ownKinds.find((own) => toOwnKey(own) === kind)?.files ?? []) : config.collections[kind];
  const leaveOut = (relative: string): void => {
    seen.add(relative);
    diagnostics.notice(`${toFile(relative).path} is left aside: it is for addresses that the site does not have, and no page`);
  };
  const unmatched: UnmatchedGlob[] = [];
  for (const name of kinds) {
    const globs = globsOf(name);
    const matching = await search(globs);
    // The configuration of an adopted site names the folder of its posts.
    // A document that every site can have, such as about.md, is not a post.
    const isEmpty = matching.every(({ relative }) => isDocumentFile(relative) || SECTION_PAGE.test(relative));
    const areNamed = name === "posts" && isEmpty && !globs.includes(defaultGlobOf(name));
    for (const glob of isOwnKey(name) || areNamed ? globs : [])
      if (isEmpty || isDocumentFile(glob) || (globs.length > 1 && (await search([glob])).length === 0))
        unmatched.push({
          ...{ kind: shownKind(name), glob, folder: findNearestFolder(glob, options) },
          ...{ isTaken: isDocumentFile(glob), only: isEmpty ? (matching[0]?.relative ?? null) : null },
        });
    for (const { relative, special } of matching) {
      if (seen.has(relative)) continue;
      const owner = owners.get(relative);
      const pair = `${shownKind(owner ?? "")} and ${shownKind(name)}`;
      if (SECTION_PAGE.test(relative)) sectionPages.add(relative);
      else if (name === "pages" && isPageOfMissing(relative, globs) && !config.website) leaveOut(relative);
      else if (owner !== undefined) shared.set(pair, [...(shared.get(pair) ?? []), relative]);
      else {
        owners.set(relative, name);
        if (!outside.mayRead(relative)) continue;
        if (!special) collections[name]?.push(relative);
        else diagnostics.error(startOf(toFile(relative).path), SPECIAL_FILE);
      }
    }
  }
  outside.report(toFile, diagnostics);
  reportRepeated(repeatedFolders(), options.cwd, diagnostics);
  for (const [pair, files] of shared) reportShared(pair, files.map(toFile), diagnostics);
  if (sectionPages.size > 0) {
    const pages = [...sectionPages].sort(compareText).map((page) => toFile(page).path);
    diagnostics.notice(`${counted(pages.length, "section page")} (_index.md) left aside: ${firstFew(pages, SHOWN_MAX)}`);
  }
  const orphans = all.filter((relative) => !owners.has(relative) && !seen.has(relative) && !sectionPages.has(relative));
  reportOrphans(orphans.map(toFile), config, diagnostics);
  const besides = texts.filter((relative) => !CONTENT_FILE.test(relative) && !owners.has(relative));
  reportBesides(besides, collections.posts, toFile, diagnostics);
  return { documents, collections, total: all.length, unmatched, found: diagnostics.all(), notices: diagnostics.notices };
}

/** The first `404.md`. */
function isPageOfMissing(relative: string, globs: readonly string[]): boolean {
  return placeInTree(pathInTree(relative, globs)) === "404";
}

const SPECIAL_FILE: Finding = { code: "unreadable-file", ...NOT_A_FILE };

function findDocuments(all: readonly string[], toFile: ToFile, diagnostics: Diagnostics): Listing["documents"] {
  const present = new Set(all);
  return byKey(DOCUMENT_NAMES, (name) => {
    const [first = null, ...others] = DOCUMENT_FILES[name].filter((candidate) => present.has(candidate));
    for (const other of others) {
      const message = `the same document as ${toFile(String(first)).path}`;
      diagnostics.error(startOf(toFile(other).path), { code: "two-documents", message, hint: "keep one of the two" });
    }
    return first;
  });
}

function reportShared(pair: string, files: readonly SourceFile[], diagnostics: Diagnostics): void {
  const [first, ...others] = files;
  if (first === undefined) return;
  const rest = others.length === 0 ? "" : `, as ${others.length === 1 ? "does" : "do"} ${counted(others.length, "other file")}`;
  const message = `belongs to two collections, ${pair}${rest}`;
  const hint = "narrow the globs under collections in octavo.config.ts; [] switches a collection off";
  diagnostics.error(startOf(first.path), { code: "two-collections", message, hint });
}

/** A link to a parent folder would find all files again, without end. */
function reportRepeated(folders: readonly RepeatedFolder[], cwd: string, diagnostics: Diagnostics): void {
  if (folders.length === 0) return;
  const what =
    folders.length === 1
      ? "1 link leads to a folder that is read without it"
      : `${folders.length} links lead to folders that are read without them`;
  const shown = folders.map(({ link, target }) => `${showPath(cwd, link)} (to ${showPath(realpathSync(cwd), target)})`);
  diagnostics.notice(`${what}, left aside: ${firstFew(shown, SHOWN_MAX)}`);
}

/** `_config.yml` is the configuration of the previous generator. */
const REPOSITORY_TEXT = new RegExp(`^(?:(?:${REPOSITORY_TEXTS.join("|")})\\.mdx?|_config\\.ya?ml)$`, "i");

/** Grouped by folder, so that a folder of notes gives one line. A mistake if the folders are ours,
 * otherwise only a notice. */
function reportOrphans(files: readonly SourceFile[], { ownCollections, ownKinds }: ResolvedConfig, diagnostics: Diagnostics): void {
  // Texts about the repository are intended if its root folder holds the posts.
  const meant = files.filter(({ relative }) => !ownCollections || !REPOSITORY_TEXT.test(path.posix.basename(relative)));
  const folders = Map.groupBy(meant, ({ relative }) => /^(.*?)\//.exec(relative)?.[1] ?? "");
  for (const [first, ...rest] of folders.values()) {
    if (first === undefined) continue;
    const others = rest.length === 0 ? "" : `, and ${counted(rest.length, "other file")} of its folder`;
    const message = `no collection takes this file${others}`;
    if (ownCollections) diagnostics.notice(`no collection takes ${first.path}${others}`);
    else diagnostics.warning(startOf(first.path), { code: "no-collection", message, hint: hintForOrphan(first.relative, ownKinds) });
  }
}

function hintForOrphan(relative: string, ownKinds: ResolvedConfig["ownKinds"]): string {
  const [folder = ""] = relative.split("/");
  const [, ending = ""] = /(\.\w+)$/.exec(relative) ?? [];
  if (COLLECTION_NAMES.some((name) => name === folder) && folder !== "series" && !mayBeYaml(folder) && ending !== ".md")
    return `the files of ${folder} end in .md or .mdx: rename it`;
  const globs = ownKinds.map(({ files }) => files.join(", "));
  const own = globs.length === 0 ? "" : `; your kinds take ${firstFew(globs, SHOWN_MAX)}`;
  return `the folders are ${COLLECTION_NAMES.join(", ")}${own}; collections and kinds in octavo.config.ts set others`;
}
