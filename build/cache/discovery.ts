import { COLLECTION_NAMES, type CollectionName } from "../../contract/config.ts";
import type { Diagnostic } from "../diagnostics.ts";
import { type Inputs, isAsNoted } from "./inputs.ts";
import { fromPlaces, toPlaces } from "./places.ts";
import { readRecords, writeRecords } from "./record-file.ts";
import type { Stamp } from "./stamps.ts";

/** Which files a content folder holds, by their paths in it, as long as no folder looks otherwise. */
export interface Listing {
  readonly documents: Readonly<Record<string, string | null>>;
  readonly collections: Readonly<Record<CollectionName, readonly string[]>>;
  readonly total: number;
  readonly found: readonly Diagnostic[];
  readonly notices: readonly string[];
}

interface Head {
  readonly key: string;
  readonly since: string;
  readonly listing: Omit<Listing, "collections">;
}

/** What earlier builds found in the content folder. */
export class ListingCache {
  readonly #file: string;
  readonly #key: string;
  readonly #since: bigint;
  readonly #contentDir: string;

  /**
   * @param file absolute: where it is kept
   * @param key of all that decides which files are found, but the folders
   * @param since when this build began, by the file system's clock
   * @param contentDir absolute
   */
  constructor(file: string, { key, since, contentDir }: { readonly key: string; readonly since: bigint; readonly contentDir: string }) {
    this.#file = file;
    this.#key = key;
    this.#since = since;
    this.#contentDir = contentDir;
  }

  /** @param inputs told of the folders */
  find(inputs: Inputs): Listing | null {
    const records = readRecords(this.#file, isHead);
    if (records === null || records.head.key !== this.#key) return null;
    const [folders = "[]", ...lists] = records.lines;
    const kept: readonly (readonly [string, Stamp | null])[] = JSON.parse(folders);
    const paths = fromPlaces(
      this.#contentDir,
      kept.map(([place]) => place),
    );
    const stamps = kept.map(([, stamp], at) => [paths[at] ?? "", stamp] as const);
    if (!isAsNoted(stamps, BigInt(records.head.since))) return null;
    for (const [path, stamp] of stamps) inputs.add(path, stamp);
    const collections = Object.fromEntries(COLLECTION_NAMES.map((name, index) => [name, JSON.parse(lists[index] ?? "[]")]));
    return { ...records.head.listing, collections: collections as Record<CollectionName, string[]> };
  }

  keep({ collections, ...listing }: Listing, folders: Inputs): void {
    const head: Head = { key: this.#key, since: String(this.#since), listing };
    const lists = COLLECTION_NAMES.map((name) => JSON.stringify(collections[name]));
    const entries = folders.entries();
    const places = toPlaces(
      this.#contentDir,
      entries.map(([path]) => path),
    );
    writeRecords(this.#file, head, [JSON.stringify(entries.map(([, stamp], at) => [places[at], stamp])), ...lists]);
  }
}

function isHead(value: unknown): value is Head {
  return typeof value === "object" && value !== null && "key" in value && "since" in value && "listing" in value;
}
