import { type ByRegion, type FileSort, type HitLine, NO_FILE, type Region, type SearchedKind } from "../format/layout.ts";
import { HITS_SIZES, LARGE_HITS_ABOVE, LARGE_HITS_SIZES, TEXTS_SIZES } from "../format/sizes.ts";
import type { FileSet, NamedFile } from "./file-set.ts";
import type { IndexDocument } from "./index-documents.ts";
import { addLineFiles, type Lines } from "./line-files.ts";
import type { IndexState, LineFiles } from "./state.ts";

export interface FilesInput {
  readonly kinds: readonly SearchedKind[];
  /** By id. */
  readonly ordered: readonly IndexDocument[];
  readonly slots: number;
  readonly previous: IndexState;
}

/** Files of the displayed data of hits. */
export function addHits({ kinds, ordered, slots, previous }: FilesInput, out: FileSet): IndexState["hits"] {
  const pages = new Map(kinds.map(({ name, page }) => [name, page]));
  const texts: string[] = [];
  const lines = {
    count: ordered.length,
    idAt: (id: number) => ordered[id]?.id ?? "",
    // Each is in a small file and a large one.
    textAt: (id: number) => (texts[id] ??= toHitLine(ordered[id], pages)),
  };
  const cut = { slots, previous, ids: isSameKinds(kinds, previous.kinds) ? previous.ids : [], sort: "hits" } as const;
  const small = addRegions(lines, HITS_SIZES, { ...cut, files: previous.hits.small }, out);
  const isLarge = (region: Region): boolean => small[region].length > LARGE_HITS_ABOVE;
  const large = addRegions(lines, LARGE_HITS_SIZES, { ...cut, files: previous.hits.large, isWanted: isLarge }, out);
  return { small, large };
}

/**
 * Files of plain texts.
 * @param textIds identifies each document's text, by id; "" if it has none
 */
export function addTexts(textIds: readonly string[], { ordered, slots, previous }: FilesInput, out: FileSet): LineFiles {
  const lines = {
    count: ordered.length,
    idAt: (id: number) => textIds[id] ?? "",
    textAt: (id: number) => JSON.stringify(ordered[id]?.text.body),
  };
  return addRegions(lines, TEXTS_SIZES, { slots, previous, ids: previous.textIds, files: previous.texts, sort: "texts" }, out);
}

interface CutOptions {
  readonly sort: FileSort;
  readonly slots: number;
  readonly previous: IndexState;
  /** The ids of former lines. */
  readonly ids: readonly string[];
  readonly files: LineFiles;
  readonly isWanted?: (region: Region) => boolean;
}

function addRegions(
  lines: Lines,
  sizes: ByRegion<number>,
  { sort, slots, previous, ids, files, isWanted }: CutOptions,
  out: FileSet,
): LineFiles {
  const add = (region: Region, start: number, count: number, formerIds: readonly string[]): (NamedFile | null)[] => {
    if (isWanted?.(region) === false) return [];
    const own = { count, idAt: (number: number) => lines.idAt(start + number), textAt: (number: number) => lines.textAt(start + number) };
    const added = addLineFiles(sort, own, sizes[region], { ids: formerIds, files: files[region] }, out);
    return added.every((file) => file === null) ? [] : added;
  };
  return {
    slots: add("slots", 0, slots, ids.slice(0, previous.slots)),
    dated: add("dated", slots, lines.count - slots, ids.slice(previous.slots)),
  };
}

/** The files' hashes in the form of the base. */
export function toHashes(files: readonly (NamedFile | null)[]): string {
  return files.map((file) => file?.hash ?? NO_FILE).join("");
}

/**
 * Whether no kind's pattern of addresses has changed. A line omits an address that follows from its
 * kind's pattern.
 */
function isSameKinds(kinds: readonly SearchedKind[], previous: readonly SearchedKind[]): boolean {
  const pages = new Map(previous.map(({ name, page }) => [name, page]));
  return kinds.every(({ name, page }) => (pages.get(name) ?? page) === page);
}

function toHitLine(document: IndexDocument | undefined, pages: ReadonlyMap<string, string>): string {
  if (document === undefined) return "null";
  const { slug, url, title, tags, publishedAt, excerpt, cover, bodyChecksum } = document.head;
  const address = url === pages.get(document.kind)?.replace("{slug}", slug) ? 0 : url;
  const names = tags.flatMap((tag) => [tag.slug, tag.name]);
  const line: HitLine = [slug, address, title, names, publishedAt, excerpt, cover];
  return JSON.stringify(bodyChecksum === undefined ? line : [...line, bodyChecksum]);
}
