import { type Dirent, readdirSync, statSync } from "node:fs";
import leven from "leven";
import type { Inputs } from "./cache/inputs.ts";
import { createSuggester } from "./suggest.ts";

/**
 * The files that content may refer to. Names are compared exactly, by listing folders and not by asking the disk for a
 * path, so that `Heron.JPG` for `heron.jpg` is found out on a Mac as it is on the server; only the two ways of writing
 * an accented letter in Unicode are one.
 */

export type Found =
  | { readonly kind: "file" | "folder"; readonly absolute: string }
  /**
   * `suggest`: the segments, from the root, of what the author may have meant. It compares names, so it is called where a mistake is
   * reported and nowhere else: most paths that are no file are links to a page, and right.
   */
  | { readonly kind: "missing"; suggest(): readonly string[] | null };

export interface FileTree {
  /** Looks up `segments` below `root`, an absolute path with forward slashes. */
  find(root: string, segments: readonly string[]): Found;
}

/** A share of wrong letters up to which two names are taken for one mistyped: 2 of "heron", 4 of "grey-heron". */
const TYPO_SHARE = 0.4;

interface Listing {
  readonly entries: ReadonlyMap<string, Dirent>;
  readonly suggest: (written: string) => string | null;
}

/** Lists each folder once. @param inputs told of them */
export function createFileTree(inputs?: Inputs): FileTree {
  const listings = new Map<string, Listing>();
  const list = (folder: string): Listing => {
    if (!listings.has(folder)) inputs?.note(folder);
    const listing = listings.get(folder) ?? listFolder(folder);
    listings.set(folder, listing);
    return listing;
  };
  return {
    find(root, segments) {
      let absolute = root;
      let isFolder = true;
      for (const [index, segment] of segments.entries()) {
        const listing = isFolder ? list(absolute) : null;
        const entry = listing?.entries.get(segment.normalize("NFC"));
        if (entry === undefined) {
          const suggest = (): readonly string[] | null => {
            const meant = listing?.suggest(segment) ?? null;
            return meant === null ? null : segments.with(index, meant);
          };
          return { kind: "missing", suggest };
        }
        absolute = `${absolute}/${entry.name}`;
        if (entry.isSymbolicLink()) inputs?.note(absolute);
        isFolder = leadsToFolder(entry, absolute);
      }
      return { kind: isFolder ? "folder" : "file", absolute };
    },
  };
}

function listFolder(folder: string): Listing {
  const entries = new Map(readFolder(folder).map((entry) => [entry.name.normalize("NFC"), entry]));
  return { entries, suggest: createSuggester(() => entries.keys(), chooseFile) };
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
