import type { CollectionName } from "../../contract/config.ts";
import type { Referring } from "../check-references.ts";
import type { Diagnostic, Diagnostics, FieldPath, Location } from "../diagnostics.ts";
import type {
  BookEntry,
  Entry,
  EntryBase,
  PhotoEntry,
  PostEntry,
  ProjectEntry,
  SeriesEntry,
  ServiceEntry,
  SourceFile,
} from "../entries.ts";
import type { TallySink } from "./tally.ts";

/**
 * What one file of a collection says, by itself: nothing here depends on another file but the site's time zone, nor on the clock. Plain
 * data, so that a cache can keep it.
 */
export interface ParsedFile {
  readonly kind: CollectionName;
  /** The slug that the file takes. */
  readonly claim: { readonly slug: string; readonly at: Place } | null;
  /** What it says of other documents. */
  readonly refers: Omit<Referring, "kind" | "file" | "locate"> | null;
  /** As written, in order. */
  readonly tags: readonly { readonly name: string; readonly field: FieldPath; readonly at: Place }[];
  readonly counted: {
    readonly unknownKeys: readonly string[];
    readonly leftAside: readonly (readonly [left: string, taken: string])[];
    readonly shortcodes: boolean;
  };
  readonly found: readonly Diagnostic[];
  readonly notices: readonly string[];
  /** Where the fields stand that other files, pictures and the clock may have something to say about, by dotted path. */
  readonly places: Readonly<Record<string, Place>>;
  /** null: something is wrong with it. */
  readonly entry: PlainEntry | null;
}

/** An entry without what the file system and other files add. Its tags are in `tags`. */
export type PlainEntry = Plain<PostEntry | ProjectEntry | BookEntry | PhotoEntry | ServiceEntry | SeriesEntry>;
export type Plain<E extends Entry> = E extends Entry ? Omit<E, "file" | "locate" | "body" | "loadBody" | "tags"> : never;

/** Line, column, and the end's column; the file is known. */
export type Place = readonly [line: number, column: number, endColumn?: number];

export function toPlace({ line, column, endColumn }: Location): Place {
  return endColumn === undefined ? [line, column] : [line, column, endColumn];
}

export function toLocation([line, column, endColumn]: Place, file: string): Location {
  return endColumn === undefined ? { file, line, column } : { file, line, column, endColumn };
}

/** Where fields stand, by a table: the field's own place, else its nearest parent's, else the file's first line. */
export function createLocator(places: ParsedFile["places"], file: SourceFile): EntryBase["locate"] {
  return (field) => {
    for (let length = field.length; length >= 0; length -= 1) {
      const place = places[field.slice(0, length).join(".")];
      if (place !== undefined) return toLocation(place, file.path);
    }
    return { file: file.path, line: 1, column: 1 };
  };
}

/** Collects what parsing a file finds out beside its values. */
export class FileFacts implements TallySink {
  claim: ParsedFile["claim"] = null;
  refers: ParsedFile["refers"] = null;
  readonly tags: ParsedFile["tags"][number][] = [];
  readonly unknownKeys: string[] = [];
  readonly leftAsides: [string, string][] = [];
  shortcodes = false;
  readonly places: Record<string, Place> = {};

  unknownKey(name: string): void {
    this.unknownKeys.push(name);
  }

  leftAside(left: string, taken: string): void {
    this.leftAsides.push([left, taken]);
  }

  shortcode(): void {
    this.shortcodes = true;
  }

  /** Keeps where a field stands. */
  place(field: FieldPath, at: Location): void {
    this.places[field.join(".")] = toPlace(at);
  }

  finish(kind: CollectionName, entry: PlainEntry | null, diagnostics: Diagnostics): ParsedFile {
    const { claim, refers, tags, unknownKeys, leftAsides: leftAside, shortcodes, places } = this;
    const counted = { unknownKeys, leftAside, shortcodes };
    return { kind, claim, refers, tags, counted, found: diagnostics.all(), notices: diagnostics.notices, places, entry };
  }
}
