import { hash } from "node:crypto";
import { type Dirent, readdirSync, statSync } from "node:fs";
import leven from "leven";
import type { Inputs } from "../cache/inputs.ts";
import type { Memos } from "../cache/memos.ts";
import { type FileStat, isSameStat, readStat } from "../shared/file-stat.ts";
import { type OwnFolders, realPathOf } from "../shared/own-folders.ts";
import { createSuggester } from "../shared/suggest.ts";

/**
 * The result of looking up a path to which content refers. Folders are listed so that names can be
 * compared exactly, instead of opening paths: a Mac then reports `Heron.JPG` for `heron.jpg` just
 * as a server does. Only the two Unicode forms of an accented letter are equal.
 */

export type FoundPath =
  | FoundEntry
  /**
   * `suggest` returns the segments, from the root, of the file that the author may have meant. It
   * compares names, so it is called only for a reported mistake, because most paths that are not
   * files are valid links to pages.
   */
  | { readonly kind: "missing"; suggest(): readonly string[] | null };

type FoundEntry =
  | { readonly kind: "file" | "folder"; readonly absolute: string }
  /** A symbolic link that leads out of the site's folders and is not followed. Both paths are
   * absolute; `target` contains no links. */
  | { readonly kind: "outside"; readonly link: string; readonly target: string };

export interface FileTree {
  /** Looks up `segments` below `root`, an absolute path with forward slashes. */
  find(root: string, segments: readonly string[]): FoundPath;
  /** Absolute paths of the files that a path without extension, or a folder's path, may stand for,
   * likeliest first. */
  implied(root: string, segments: readonly string[]): readonly string[];
  /** Absolute paths of all files below a folder, without hidden files and without those behind
   * symbolic links to folders. */
  walk(folder: string): readonly string[];
  /** The folders that were listed or compared. */
  folders(): Iterable<ListedFolder>;
  /** Whether a folder has the same entries as in an earlier build. Most folders need not be listed
   * for this. */
  isSame(folder: ListedFolder): boolean;
  /** The names in a folder, with a slash after those of folders; null if it was not listed, or it has
   * symbolic links. */
  listedNames(path: string): readonly string[] | null;
}

/** The state of a folder in a build. */
export interface ListedFolder {
  /** Absolute. */
  readonly path: string;
  /** null if the folder has symbolic links, so its stat does not show all changes. */
  readonly stat: FileStat | null;
  /** Digest of its entries. */
  readonly digest: string;
}

/** Extensions of documents, and names of a folder's document. */
export const DOCUMENT_ENDINGS = [".md", ".mdx", ".html", ".yaml", ".yml"];
export const INDEX_NAMES = DOCUMENT_ENDINGS.map((ending) => `index${ending}`);

/** Share of wrong letters up to which one name is a misspelling of another: 2 in "heron", 4 in
 * "grey-heron". */
const TYPO_SHARE = 0.4;

interface Listing extends Pick<ListedFolder, "stat" | "digest"> {
  /** Folders that are not symbolic links. */
  readonly folders: readonly string[];
  /** By name. */
  readonly entries: ReadonlyMap<string, FoundEntry>;
  readonly suggest: (written: string) => string | null;
}

interface FileTreeOptions {
  /** Decides which links are followed. */
  readonly folders: OwnFolders;
  /** Records folders and the links in them. */
  readonly inputs?: Inputs;
  /** Stores chosen spellings for later builds. */
  readonly memos?: Memos;
}

/** Creates a tree that lists each folder once. */
export function createFileTree(options: FileTreeOptions): FileTree {
  const listings = new Map<string, Listing>();
  const list = (folder: string): Listing => {
    const listing = listings.get(folder) ?? listFolder(folder, options);
    listings.set(folder, listing);
    return listing;
  };
  const find = (root: string, segments: readonly string[]): FoundPath => {
    let found: FoundEntry = { kind: "folder", absolute: root };
    for (let index = 0; index < segments.length; index += 1) {
      const segment = segments[index] ?? "";
      const listing: Listing | null = found.kind === "folder" ? list(found.absolute) : null;
      // The written form is tried first, because it is usually found and normalizing takes longer
      // than the look-up.
      const entry: FoundEntry | undefined = listing?.entries.get(segment) ?? listing?.entries.get(segment.normalize("NFC"));
      if (entry === undefined) {
        const suggest = (): readonly string[] | null => {
          const meant = listing?.suggest(segment) ?? null;
          return meant === null ? null : segments.with(index, meant);
        };
        return { kind: "missing", suggest };
      }
      if (entry.kind === "outside") return entry;
      found = entry;
    }
    return found;
  };
  const filesIn = (folder: string, names: readonly string[]): string[] => {
    const found = names.map((name) => list(folder).entries.get(name.normalize("NFC")));
    return found.flatMap((entry) => (entry?.kind === "file" ? [entry.absolute] : []));
  };
  const walk = (folder: string): readonly string[] => {
    const { entries, folders } = list(folder);
    const files = [...entries].flatMap(([name, entry]) => (entry.kind === "file" && isShown(name) ? [entry.absolute] : []));
    return [...files, ...folders.filter((one) => isShown(one.slice(one.lastIndexOf("/") + 1))).flatMap(walk)];
  };
  return {
    find,
    walk,
    ...createFolderRecord(listings, list, options),
    implied(root, segments) {
      const last = segments.at(-1);
      const parent = find(root, segments.slice(0, -1));
      if (parent.kind !== "folder") return [];
      const named = last === undefined ? [] : DOCUMENT_ENDINGS.map((ending) => last + ending);
      const own = last === undefined ? parent : find(parent.absolute, [last]);
      return [...filesIn(parent.absolute, named), ...(own.kind === "folder" ? filesIn(own.absolute, INDEX_NAMES) : [])];
    },
  };
}

function createFolderRecord(
  listings: ReadonlyMap<string, Listing>,
  list: (folder: string) => Listing,
  { inputs }: FileTreeOptions,
): Pick<FileTree, "folders" | "isSame" | "listedNames"> {
  const compared = new Map<string, ListedFolder>();
  return {
    folders: () => new Map([...compared, ...listings.entries().map(toListed)]).values(),
    isSame(folder) {
      const { path, stat, digest } = folder;
      inputs?.note(path);
      if (stat === null || !isSameStat(stat, readStat(path))) return list(path).digest === digest;
      compared.set(path, folder);
      return true;
    },
    listedNames(path) {
      const listing = listings.get(path);
      if (listing === undefined || listing.stat === null) return null;
      return [...listing.entries].map(([name, { kind }]) => (kind === "folder" ? `${name}/` : name));
    },
  };
}

function toListed([path, { stat, digest }]: readonly [path: string, listing: Listing]): [string, ListedFolder] {
  return [path, { path, stat, digest }];
}

function isShown(name: string): boolean {
  return !name.startsWith(".") && name !== "node_modules";
}

function listFolder(folder: string, { folders, inputs, memos }: FileTreeOptions): Listing {
  inputs?.note(folder);
  const stat = readStat(folder);
  const entries = new Map<string, FoundEntry>();
  const subfolders: string[] = [];
  const links: string[] = [];
  for (const entry of readFolder(folder)) {
    const absolute = `${folder}/${entry.name}`;
    const isLink = entry.isSymbolicLink();
    if (isLink) inputs?.note(absolute);
    const target = isLink ? folders.targetOutside(absolute) : null;
    const found: FoundEntry =
      target === null
        ? { kind: leadsToFolder(entry, absolute) ? "folder" : "file", absolute }
        : { kind: "outside", link: absolute, target };
    if (isLink) links.push(`${entry.name}\0${found.kind}\0${realPathOf(absolute)}`);
    entries.set(entry.name.normalize("NFC"), found);
    if (!isLink && found.kind === "folder") subfolders.push(absolute);
  }
  const names = [...entries.keys()].sort().join("\0");
  const kinds = [...subfolders].sort().join("\0");
  return {
    entries,
    folders: subfolders,
    suggest: createSuggester(() => entries.keys(), memos === undefined ? chooseFile : rememberSpellings(memos)),
    stat: links.length === 0 ? stat : null,
    digest: hash("sha1", [names, kinds, ...links.sort()].join("\n"), "base64url"),
  };
}

/** Caches spellings across builds, because most comparisons are the same as in the last build. */
function rememberSpellings(memos: Memos): typeof chooseFile {
  return (written, names) => {
    const key = hash("sha1", [written, ...names].join("\0"), "base64url");
    // No file has an empty name.
    return memos.table("spellings").get(key, () => chooseFile(written, names) ?? "") || null;
  };
}

function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // A missing or unreadable folder contains nothing that could be published.
    return [];
  }
}

function leadsToFolder(entry: Dirent, absolute: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  try {
    return statSync(absolute).isDirectory();
  } catch {
    return false;
  }
}

/** The most similar name, or null. Case is ignored, and the extension has little weight. */
function chooseFile(wanted: string, names: readonly string[]): string | null {
  const [stem, extension] = splitName(wanted.toLowerCase());
  const allowed = Math.max(1, Math.floor(stem.length * TYPO_SHARE));
  let best: { name: string; distance: number } | null = null;
  for (const name of names) {
    const [otherStem, otherExtension] = splitName(name.toLowerCase());
    const maxDistance: number = (best === null ? allowed : best.distance) + 1;
    const distance = leven(stem, otherStem, { maxDistance }) + (extension === otherExtension || extension === "" ? 0 : 1);
    if (distance <= allowed && (best === null || distance < best.distance)) best = { name, distance };
  }
  return best?.name ?? null;
}

function splitName(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
}
