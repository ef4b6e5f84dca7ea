import { posix } from "node:path";
import { foldText } from "../shared/slugs.ts";
import { createSuggester } from "../shared/suggest.ts";
import type { FileTree } from "./reference-files.ts";
import type { DiagnosticsOf, Written } from "./reference-findings.ts";
import { placeOf, relativePath } from "./reference-path.ts";

/** Finds files by name in any folder, for references such as `[[page]]`. */
export interface NamedFiles {
  /**
   * The absolute path of the file; null if no file has the name. Warns if several files have it.
   * Files that are neither documents nor media are found only by their whole path.
   */
  find(path: string, written: Written): string | null;
  /** The whole path of a file that has the name but is found only by its path. */
  hidden(path: string): string | null;
  /** The name that was probably meant. */
  suggest(path: string): string | null;
}

export interface NamedFilesOptions {
  /** Absolute, with forward slashes. */
  readonly contentDir: string;
  readonly staticDirs: readonly string[];
  /** Other names of content files, from their front matter. */
  readonly linkNames: readonly LinkNames[];
  readonly diagnosticsOf: DiagnosticsOf;
  /** The document of a file, if it has one. */
  entries(absolute: string): unknown;
}

export interface LinkNames {
  /** Absolute. */
  readonly file: string;
  readonly names: readonly string[];
}

const DOCUMENT_ENDING = /\.(?:mdx?|markdown|html)$/i;
/** Files that belong in a post. Other files may be there by chance. */
const MEDIA_ENDING = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp|mov|mp4|ogv|webm|mkv|3gp|flac|m4a|mp3|ogg|wav|pdf)$/i;
/** Maximum number of names in a warning. */
const SHOWN_MAX = 3;

/** Creates an index of names, which lists all folders at the first look-up. */
export function createNamedFiles(tree: FileTree, options: NamedFilesOptions): NamedFiles {
  const { contentDir, staticDirs, linkNames } = options;
  const roots = [...new Set([contentDir, ...staticDirs])];
  let index: ReadonlyMap<string, readonly string[]> | null = null;
  const byName = (): ReadonlyMap<string, readonly string[]> => {
    index ??= indexFiles(roots.flatMap((root) => tree.walk(root)));
    return index;
  };
  let aliases: ReadonlyMap<string, readonly string[]> | null = null;
  const byAlias = (): ReadonlyMap<string, readonly string[]> => {
    aliases ??= groupFiles(linkNames.flatMap(({ file, names }) => names.map((name) => [foldText(name), file] as const)));
    return aliases;
  };
  const isForReaders = createReaderFiles(options);
  const suggest = createSuggester(() =>
    [...byName()].flatMap(([name, files]) => (files.some(isForReaders) ? [name] : [])).concat(...byAlias().keys()),
  );
  const findExact = (path: string, from: string, candidates: readonly string[]): string | null => {
    const folders = path.startsWith("/") ? roots : [posix.dirname(from), ...roots];
    for (const folder of folders) {
      const place = placeOf(path, folder, roots);
      const key = place === null ? null : keyOf(posix.join(place.root, ...place.segments));
      const found = candidates.find((file) => keyOf(file) === key || foldText(file) === key);
      if (found !== undefined) return found;
    }
    return null;
  };
  return {
    find(path, written) {
      const wanted = keyOf(posix.normalize(`/${path}`));
      const named = byName().get(wanted.slice(wanted.lastIndexOf("/") + 1)) ?? [];
      const findable = named.filter(isForReaders);
      const exact = findExact(path, written.from.absolute, path.includes("/") ? named : findable);
      if (exact !== null) return exact;
      const below = path.startsWith(".") ? [] : findable.filter((file) => keyOf(file).endsWith(wanted));
      const candidates = below.length > 0 ? below : (byAlias().get(foldText(path)) ?? []);
      const [first, second] = candidates;
      if (first === undefined) return null;
      if (second !== undefined && depthOf(first) === depthOf(second)) reportAmbiguous(path, candidates, written, options);
      return first;
    },
    hidden(path) {
      const wanted = keyOf(posix.normalize(`/${path}`));
      const named = byName().get(wanted.slice(wanted.lastIndexOf("/") + 1)) ?? [];
      const file = named.find((one) => !isForReaders(one) && keyOf(one).endsWith(wanted));
      return file === undefined ? null : relativePath(contentDir, file).replace(/^\.\//, "/");
    },
    suggest: (path) => suggest(foldText(path.slice(path.lastIndexOf("/") + 1))),
  };
}

function reportAmbiguous(
  path: string,
  candidates: readonly string[],
  written: Written,
  { contentDir, diagnosticsOf }: NamedFilesOptions,
): void {
  const shown = candidates.slice(0, SHOWN_MAX).map((file) => relativePath(contentDir, file).replace(/^\.\//, ""));
  const message = `${JSON.stringify(path)} is the name of several files: ${shown.join(", ")}`;
  const hint = `${shown[0]} is used; write its folder before the name`;
  diagnosticsOf(written).warning(written.at(), { code: "ambiguous-name", message, hint });
}

/**
 * Creates a function that tells whether a file is a document, media or static. With `content: "."`,
 * the content folder also contains keys, databases and files of tools.
 */
function createReaderFiles({ contentDir, staticDirs, entries }: NamedFilesOptions): (file: string) => boolean {
  const folders = staticDirs.map((folder) => `${folder}/`).filter((folder) => !`${contentDir}/`.startsWith(folder));
  return (file) =>
    DOCUMENT_ENDING.test(file) || MEDIA_ENDING.test(file) || folders.some((folder) => file.startsWith(folder)) || entries(file) !== null;
}

/**
 * The form in which paths are compared: without a document's extension, and with the folder's path
 * for `index.md`.
 */
function keyOf(path: string): string {
  const folded = foldText(path);
  return DOCUMENT_ENDING.test(folded) ? folded.replace(DOCUMENT_ENDING, "").replace(/(?<=[^/])\/index$/, "") : folded;
}

function indexFiles(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return groupFiles(
    files.map((file) => {
      const key = keyOf(file);
      return [key.slice(key.lastIndexOf("/") + 1), file] as const;
    }),
  );
}

/** Groups files by name, with the least deeply nested first. */
function groupFiles(pairs: readonly (readonly [name: string, file: string])[]): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(pairs, ([name]) => name);
  const order = (a: string, b: string): number => depthOf(a) - depthOf(b) || (a < b ? -1 : 1);
  return new Map([...groups].map(([name, group]) => [name, [...new Set(group.map(([, file]) => file))].sort(order)]));
}

function depthOf(path: string): number {
  return path.split("/").length;
}
