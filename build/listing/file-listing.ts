import type { Inputs } from "../cache/inputs.ts";
import type { Memos } from "../cache/memos.ts";
import { fromPlaces, toPlaces } from "../cache/relative-paths.ts";
import type { Diagnostic } from "../shared/diagnostics.ts";
import { type FileStat, isSameStat, readStat, toKeptStat } from "../shared/file-stat.ts";
import type { KindName } from "../shared/kind-name.ts";
import type { UnmatchedGlob } from "./unmatched-globs.ts";

/** The single documents, with the names that their files may have. */
export const DOCUMENT_FILES = {
  site: ["site.yaml", "site.yml"],
  tags: ["tags.yaml", "tags.yml"],
  categories: ["categories.yaml", "categories.yml"],
  albums: ["albums.yaml", "albums.yml"],
  authors: ["authors.yaml", "authors.yml"],
  about: ["about.md", "about.mdx", "about/index.md", "about/index.mdx"],
  servicesPage: ["services-page.yaml", "services-page.yml"],
} as const;
export type DocumentName = keyof typeof DOCUMENT_FILES;
export const DOCUMENT_NAMES = Object.keys(DOCUMENT_FILES) as DocumentName[];

/** Whether a path in the content folder is that of a single document. */
export function isDocumentFile(relative: string): boolean {
  return Object.values(DOCUMENT_FILES).some((files: readonly string[]) => files.includes(relative));
}

/** The files of a content folder. The listing is valid as long as no folder's stat changes. */
export interface Listing {
  readonly documents: Readonly<Record<DocumentName, string | null>>;
  readonly collections: Readonly<Record<KindName, readonly string[]>>;
  readonly total: number;
  readonly unmatched: readonly UnmatchedGlob[];
  readonly found: readonly Diagnostic[];
  readonly notices: readonly string[];
}

interface KeptListing {
  readonly folders: readonly (readonly [place: string, stat: FileStat | null])[];
  readonly listing: Listing;
}

const MEMO = "listing";

/**
 * Loads the listing of an earlier build.
 * @param contentDir absolute path
 * @param inputs records the folders
 */
export function recallListing(memos: Memos, contentDir: string, inputs: Inputs): Listing | null {
  const cached = memos.decode(MEMO, "", (bytes): KeptListing => JSON.parse(Buffer.from(bytes).toString("utf8")));
  if (cached === null) return null;
  const { folders, listing } = cached;
  const places = folders.map(([place]) => place);
  const paths = fromPlaces(contentDir, places);
  const stats = paths.map((path) => readStat(path));
  if (!folders.every(([, stat], at) => isSameStat(stat, stats[at] ?? null))) return null;
  for (const [at, path] of paths.entries()) inputs.add(path, stats[at] ?? null);
  return listing;
}

export function keepListing(
  memos: Memos,
  contentDir: string,
  listing: Listing,
  { folders, since }: { readonly folders: Inputs; readonly since: number },
): void {
  const noted = [...folders.noted()];
  const paths = noted.map(([path]) => path);
  const places = toPlaces(contentDir, paths);
  const row: KeptListing = {
    folders: noted.map(([, { stat }], at) => [places[at] ?? "", stat === null ? null : toKeptStat(stat, since)]),
    listing,
  };
  memos.write(MEMO, "", Buffer.from(JSON.stringify(row)));
}
