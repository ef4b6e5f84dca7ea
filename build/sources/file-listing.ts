import { COLLECTION_NAMES, type CollectionName } from "../../contract/define-config.ts";
import type { Inputs } from "../cache/inputs.ts";
import type { Memos } from "../cache/memos.ts";
import { fromPlaces, toPlaces } from "../cache/relative-paths.ts";
import type { Diagnostic } from "../shared/diagnostics.ts";
import { type FileStat, isSameStat, readStat, toKeptStat } from "../shared/file-stat.ts";

/** Which files a content folder holds, by their paths in it, as long as no folder has another stat. */
export interface Listing {
  readonly documents: Readonly<Record<string, string | null>>;
  readonly collections: Readonly<Record<CollectionName, readonly string[]>>;
  readonly total: number;
  readonly found: readonly Diagnostic[];
  readonly notices: readonly string[];
}

interface KeptListing {
  readonly folders: readonly (readonly [place: string, stat: FileStat | null])[];
  readonly listing: Listing;
}

const MEMO = "listing";

/**
 * What an earlier build found in the content folder.
 * @param contentDir absolute
 * @param inputs told of the folders
 */
export function recallListing(memos: Memos, contentDir: string, inputs: Inputs): Listing | null {
  const value = memos.read(MEMO, "");
  if (value === null) return null;
  const { folders, listing }: KeptListing = JSON.parse(Buffer.from(value).toString("utf8"));
  const paths = fromPlaces(
    contentDir,
    folders.map(([place]) => place),
  );
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
  const places = toPlaces(
    contentDir,
    noted.map(([path]) => path),
  );
  const kept: KeptListing = {
    folders: noted.map(([, { stat }], at) => [places[at] ?? "", stat === null ? null : toKeptStat(stat, since)]),
    listing: {
      ...listing,
      collections: Object.fromEntries(COLLECTION_NAMES.map((name) => [name, listing.collections[name]])) as Listing["collections"],
    },
  };
  memos.write(MEMO, "", Buffer.from(JSON.stringify(kept)));
}
