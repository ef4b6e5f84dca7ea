import { hash } from "node:crypto";
import { type Dirent, readdirSync, statSync } from "node:fs";
import leven from "leven";
import type { Inputs } from "../cache/inputs.ts";
import type { Memos } from "../cache/memos.ts";
import type { OwnFolders } from "../shared/own-folders.ts";
import { createSuggester } from "../shared/suggest.ts";

/**
 * The files that content may refer to. Names are compared exactly, by listing folders and not by asking the disk for a
 * path, so that `Heron.JPG` for `heron.jpg` is found out on a Mac as it is on the server; only the two ways of writing
 * an accented letter in Unicode are one.
 */

export type FoundPath =
  | FoundEntry
  /**
   * `suggest`: the segments, from the root, of what the author may have meant. It compares names, so it is called where a mistake is
   * reported and nowhere else: most paths that are no file are links to a page, and right.
   */
  | { readonly kind: "missing"; suggest(): readonly string[] | null };

type FoundEntry =
  | { readonly kind: "file" | "folder"; readonly absolute: string }
  /** A symbolic link out of the site's folders, which is not followed. Absolute, `target` without links. */
  | { readonly kind: "outside"; readonly link: string; readonly target: string };

export interface FileTree {
  /** Looks up `segments` below `root`, an absolute path with forward slashes. */
  find(root: string, segments: readonly string[]): FoundPath;
  /** The files that a path without its ending, or that of a folder, may stand for: absolute, the likeliest first. */
  implied(root: string, segments: readonly string[]): readonly string[];
}

/** Endings of documents, and what documents of a folder of their own are called. */
const DOCUMENT_ENDINGS = [".md", ".mdx", ".html", ".yaml", ".yml"];

const INDEX_NAMES = DOCUMENT_ENDINGS.map((ending) => `index${ending}`);

/** A share of wrong letters up to which two names are taken for one mistyped: 2 of "heron", 4 of "grey-heron". */
const TYPO_SHARE = 0.4;

interface Listing {
  /** By name. */
  readonly entries: ReadonlyMap<string, FoundEntry>;
  readonly suggest: (written: string) => string | null;
}

interface FileTreeOptions {
  /** Decides which links are followed. */
  readonly folders: OwnFolders;
  /** Told of folders, and of links in them. */
  readonly inputs?: Inputs;
  /** Where chosen spellings stay for later builds. */
  readonly memos?: Memos;
}

/** Lists each folder once. */
export function createFileTree(options: FileTreeOptions): FileTree {
  const listings = new Map<string, Listing>();
  const list = (folder: string): Listing => {
    const known = listings.get(folder);
    if (known !== undefined) return known;
    const listing = listFolder(folder, options);
    listings.set(folder, listing);
    return listing;
  };
  const find = (root: string, segments: readonly string[]): FoundPath => {
    let found: FoundEntry = { kind: "folder", absolute: root };
    for (let index = 0; index < segments.length; index += 1) {
      const segment = segments[index] ?? "";
      const listing: Listing | null = found.kind === "folder" ? list(found.absolute) : null;
      // As it stands, mostly: to normalize takes longer than to look it up.
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
    const { entries } = list(folder);
    return names.flatMap((name) => {
      const found = entries.get(name.normalize("NFC"));
      return found?.kind === "file" ? [found.absolute] : [];
    });
  };
  return {
    find,
    implied(root, segments) {
      const last = segments.at(-1);
      const parent = find(root, segments.slice(0, -1));
      if (parent.kind !== "folder") return [];
      const named = last === undefined ? [] : DOCUMENT_ENDINGS.map((ending) => last + ending);
      const own = last === undefined ? parent : find(parent.absolute, [last]);
      const inside = own.kind === "folder" ? filesIn(own.absolute, INDEX_NAMES) : [];
      return [...filesIn(parent.absolute, named), ...inside];
    },
  };
}

function listFolder(folder: string, { folders, inputs, memos }: FileTreeOptions): Listing {
  inputs?.note(folder);
  const entries = new Map<string, FoundEntry>();
  for (const entry of readFolder(folder)) {
    const absolute = `${folder}/${entry.name}`;
    const isLink = entry.isSymbolicLink();
    if (isLink) inputs?.note(absolute);
    const target = isLink ? folders.targetOutside(absolute) : null;
    const found: FoundEntry =
      target === null
        ? { kind: leadsToFolder(entry, absolute) ? "folder" : "file", absolute }
        : { kind: "outside", link: absolute, target };
    entries.set(entry.name.normalize("NFC"), found);
  }
  const search = createSuggester(() => entries.keys(), chooseFile);
  return { entries, suggest: memos === undefined ? search : rememberSpellings(search, entries.keys(), memos) };
}

/** Searches for a spelling once for the same name among the same names, in however many builds. */
function rememberSpellings(search: Listing["suggest"], names: Iterable<string>, memos: Memos): Listing["suggest"] {
  let digest: string | null = null;
  return (written) => {
    digest ??= hash("sha1", [...names].sort().join("\0"), "base64url");
    // No name of a file is empty.
    return memos.table("spellings").get(`${digest} ${written}`, () => search(written) ?? "") || null;
  };
}

function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // A folder that is not there, or may not be read, holds nothing that could be published.
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

/** The name most like `wanted`, or null where none is much like it. Case does not count, and an extension little. */
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
