import { realpathSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { byKey } from "../../contract/by-key.ts";
import { Inputs } from "../cache/inputs.ts";
import type { Memos } from "../cache/memos.ts";
import { Diagnostics, firstFew, startOf } from "../shared/diagnostics.ts";
import { defaultGlobOf, isOwnKey, type KindName, kindNamesOf, shownKind, toOwnKey } from "../shared/kind-name.ts";
import type { ResolvedConfig } from "../shared/resolved-config.ts";
import { type SourceFile, showPath } from "../shared/source-file.ts";
import {
  DOCUMENT_FILES,
  DOCUMENT_NAMES,
  type DocumentName,
  isDocumentFile,
  keepListing,
  type Listing,
  recallListing,
} from "./file-listing.ts";
import { FileOwners, LISTED_PATHS_MAX, SECTION_PAGE } from "./file-owners.ts";
import type { FindFilesOptions, FoundFile } from "./find-files.ts";
import type { RepeatedFolder } from "./linked-folders.ts";
import { OutsideLinks } from "./outside-links.ts";
import { reportBesides } from "./texts-beside.ts";
import { findNearestFolder, reportUnmatched, type UnmatchedGlob } from "./unmatched-globs.ts";

/** Content files, and other texts that may be meant as content. */
const TEXT_GLOB = "**/*.{md,mdx,markdown,yaml,yml,html,htm,txt,rst,org,adoc,textile,docx,odt,rtf}";
/** Matches content files. Files that do not belong to a collection are reported. */
const CONTENT_FILE = /\.(?:md|mdx|markdown|yaml|yml)$/i;

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
 * @returns null if there is no content folder (reported)
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

/** @returns null if there is nothing to read (reported) */
export async function discoverContent(options: DiscoverOptions): Promise<Discovered | null> {
  const { contentDir, cwd, diagnostics } = options;
  const found = await discover(options);
  const isEmpty = found?.total === 0 && Object.values(found.collections).every((files) => files.length === 0);
  if (!isEmpty) return found;
  // A file that cannot be read is already reported, and may be the only one.
  if (diagnostics.errorCount > 0) return null;
  const hint = "write site.yaml with name and url, and a first post: posts/hello.md";
  const message = "the content folder has no .md, .mdx or .yaml files";
  diagnostics.error(startOf(showPath(cwd, contentDir)), { code: "no-content", message, hint });
  return null;
}

function createToFile(cwd: string, contentDir: string): ToFile {
  const absoluteStart = path.join(contentDir, path.sep);
  // Below the working directory, all shown paths begin with the same prefix, which is computed only
  // once instead of for thousands of files.
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
  const hint = "content is read from the folder content, or from the one named by --content or by content in octavo.config.ts";
  diagnostics.error(startOf(showPath(cwd, contentDir)), { code: "no-content", message, hint });
  return false;
}

async function listFiles(options: DiscoverOptions, toFile: ToFile): Promise<Listing> {
  const { config } = options;
  const diagnostics = new Diagnostics();
  // The code is loaded only to search folders, which usually have not changed.
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
  const owners = new FileOwners({ config, all, toFile, diagnostics, mayRead: (relative) => outside.mayRead(relative) });
  const unmatched: UnmatchedGlob[] = [];
  for (const kind of kindNamesOf(config)) {
    const globs = globsOf(kind, config);
    const matching = await search(globs);
    unmatched.push(...(await findUnmatched({ kind, globs, matching, search }, options)));
    for (const file of matching) owners.take(kind, globs, file);
  }
  outside.report(toFile, diagnostics);
  reportRepeated(repeatedFolders(), options.cwd, diagnostics);
  owners.report();
  const besides = texts.filter((relative) => !CONTENT_FILE.test(relative) && !owners.has(relative));
  reportBesides(besides, owners.collections.posts, toFile, diagnostics);
  return {
    documents,
    collections: owners.collections,
    total: all.length,
    unmatched,
    found: diagnostics.all(),
    notices: diagnostics.notices,
  };
}

function globsOf(kind: KindName, { ownKinds, collections }: ResolvedConfig): readonly string[] {
  return isOwnKey(kind) ? (ownKinds.find((own) => toOwnKey(own) === kind)?.files ?? []) : collections[kind];
}

interface Matches {
  readonly kind: KindName;
  readonly globs: readonly string[];
  readonly matching: readonly FoundFile[];
  readonly search: (globs: readonly string[]) => Promise<readonly FoundFile[]>;
}

/**
 * Finds globs of the site's own kinds that match nothing. The globs of posts are included if none
 * of them matches, because the configuration of an adopted site names the folder of its posts.
 */
async function findUnmatched({ kind, globs, matching, search }: Matches, options: DiscoverOptions): Promise<readonly UnmatchedGlob[]> {
  // A document that every site can have, such as about.md, is not a post.
  const isEmpty = matching.every(({ relative }) => isDocumentFile(relative) || SECTION_PAGE.test(relative));
  const areNamed = kind === "posts" && isEmpty && !globs.includes(defaultGlobOf(kind));
  const unmatched: UnmatchedGlob[] = [];
  for (const glob of isOwnKey(kind) || areNamed ? globs : [])
    if (isEmpty || isDocumentFile(glob) || (globs.length > 1 && (await search([glob])).length === 0))
      unmatched.push({
        ...{ kind: shownKind(kind), glob, folder: findNearestFolder(glob, options) },
        ...{ isTaken: isDocumentFile(glob), only: isEmpty ? (matching[0]?.relative ?? null) : null },
      });
  return unmatched;
}

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

/**
 * Reports links to folders that are read elsewhere. A link to a parent folder would find all files
 * again, endlessly.
 */
function reportRepeated(folders: readonly RepeatedFolder[], cwd: string, diagnostics: Diagnostics): void {
  if (folders.length === 0) return;
  const what = folders.length === 1 ? "1 link to a folder that is read anyway" : `${folders.length} links to folders that are read anyway`;
  const shown = folders.map(({ link, target }) => `${showPath(cwd, link)} (to ${showPath(realpathSync(cwd), target)})`);
  diagnostics.notice(`ignored ${what}: ${firstFew(shown, LISTED_PATHS_MAX)}`);
}
