import type { FieldPath, Location } from "../shared/diagnostics.ts";
import { isMapping, type Mapping } from "./data-values.ts";
import type { SourceText } from "./source-text.ts";

/** UTF-16 offsets in a file's text; the end is exclusive. */
export type TextRange = readonly [start: number, end: number];

/** The place of a value, or of as much of its path as exists. */
export interface FoundRange {
  /** Number of existing path segments. */
  readonly depth: number;
  /** Range of the last key. */
  readonly key: TextRange;
  readonly value: TextRange;
}

/** Finds the place of a path in the author's spelling. */
export type FindRange = (path: FieldPath) => FoundRange;

/** Places of a file's keys and values. They are computed on first use, which rarely happens. */
export class DataPlaces {
  readonly #source: SourceText;
  readonly #open: () => FindRange;
  #find: FindRange | null = null;

  constructor(source: SourceText, open: () => FindRange) {
    this.#source = source;
    this.#open = open;
  }

  /** For an empty or unreadable file: every place is its beginning. */
  static atStart(source: SourceText): DataPlaces {
    return new DataPlaces(source, () => () => ({ depth: 0, key: [0, 0], value: [0, 0] }));
  }

  has(path: FieldPath): boolean {
    return this.#at(path).depth === path.length;
  }

  /** Place of a value. If the path does not exist, the place of the nearest parent. */
  value(path: FieldPath): Location {
    const { depth, value } = this.#at(path);
    return depth === 0 ? this.#source.locate(value[0]) : this.#source.locate(...value);
  }

  /** Place of a key, for keys that should not exist. */
  key(path: FieldPath): Location {
    const { depth, key } = this.#at(path);
    return depth < path.length ? this.value(path) : this.#source.locate(...key);
  }

  /**
   * A place inside a text, if the text is a `|` block or on one line without escapes. For other
   * texts, the place of the whole text.
   */
  within(path: FieldPath, { line, column }: PlaceInText): Location {
    const { depth, value } = this.#at(path);
    const { text } = this.#source;
    const raw = text.slice(...value);
    if (depth < path.length) return this.value(path);
    const header = /^\|[-+\d]*[^\S\n]*(?:#[^\n]*)?\n/.exec(raw)?.[0];
    if (header !== undefined) {
      const indent = /^(?:[^\S\n]*\n)*( *)/.exec(raw.slice(header.length))?.[1]?.length ?? 0;
      return this.#source.locate(this.#source.offsetAt(this.#source.lineAt(value[0]) + line, indent + column));
    }
    if (line > 1 || /[\n\\]/.test(raw)) return this.value(path);
    return this.#source.locate(value[0] + (/^["']/.test(raw) ? 1 : 0) + column - 1);
  }

  /** Places of a part, by paths within it. */
  below(part: FieldPath): DataPlaces {
    return new DataPlaces(this.#source, () => (path) => {
      const { depth, key, value } = this.#at([...part, ...path]);
      return { depth: Math.max(0, depth - part.length), key, value };
    });
  }

  /** Place of the whole document. */
  whole(): Location {
    return this.#source.locate(...this.#at([]).value);
  }

  #at(path: FieldPath): FoundRange {
    this.#find ??= this.#open();
    return this.#find(path);
  }
}

/** Line and column in a text, from 1. */
export type PlaceInText = Pick<Location, "line" | "column">;

/** A part of a file that a parser reads. */
export interface SourceBlock {
  readonly source: SourceText;
  readonly text: string;
  /** Offset in the file where the text begins. */
  readonly base: number;
}

export interface ParsedBlock {
  /** null if it is empty; undefined if it cannot be read (reported). */
  readonly value: unknown;
  readonly places: DataPlaces;
}

/** Origin of a field. */
export interface Origin {
  /** In the author's spelling. */
  readonly path: FieldPath;
  /** false if it comes from the configuration. */
  readonly isInFile: boolean;
}

/** Values with the API's names, and the origins of renamed ones by dotted path. */
export interface NamedValues {
  readonly values: Mapping;
  readonly origins: ReadonlyMap<string, Origin>;
}

export interface DataDocumentOptions extends NamedValues {
  /** null if there is no file. */
  readonly places: DataPlaces | null;
  /** Place of values that do not come from the file. */
  readonly elsewhere: Location;
}

/** A document's values with their places. */
export class DataDocument {
  readonly values: Mapping;
  readonly #places: DataPlaces | null;
  readonly #elsewhere: Location;
  #origins: NamedValues["origins"];

  constructor({ values, places, elsewhere, origins }: DataDocumentOptions) {
    this.values = values;
    this.#places = places;
    this.#elsewhere = elsewhere;
    this.#origins = origins;
  }

  /**
   * Place of a value, by the API's name or the author's. If the path does not exist, the place of
   * the nearest parent.
   * @param within place inside a text
   */
  locate(path: FieldPath, within?: PlaceInText): Location {
    const origin = this.#originOf(path);
    if (!origin.isInFile || this.#places === null) return this.#elsewhere;
    const isWritten = this.#places.has(origin.path) || !this.#places.has(path);
    const written = isWritten ? origin.path : path;
    return within === undefined ? this.#places.value(written) : this.#places.within(written, within);
  }

  /** Place of a key, for keys that should not exist. */
  locateKey(path: FieldPath): Location {
    const origin = this.#originOf(path);
    return origin.isInFile && this.#places !== null ? this.#places.key(origin.path) : this.#elsewhere;
  }

  /** Removes items of a list. The others keep their places. */
  dropItems(field: string, isDropped: (value: unknown) => boolean): void {
    const items = this.values[field];
    if (!Array.isArray(items) || !items.some(isDropped)) return;
    const rest = items.flatMap((value: unknown, index) => (isDropped(value) ? [] : [{ value, origin: this.#originOf([field, index]) }]));
    this.values[field] = rest.map(({ value }) => value);
    this.#origins = new Map([...this.#origins, ...rest.map(({ origin }, index) => [`${field}.${index}`, origin] as const)]);
  }

  /** Whether a key has no value. */
  isBare(path: FieldPath): boolean {
    let value: unknown = this.values;
    for (const segment of path) value = memberOf(value, segment);
    return value === null;
  }

  /**
   * The author's own name for a field. It is shortened if a text replaces a mapping (`cover: a.jpg`
   * for `cover.src`).
   */
  written(path: FieldPath): FieldPath {
    let value: unknown = this.values;
    for (const [depth, segment] of path.entries()) {
      if (value !== undefined && !isMapping(value) && !Array.isArray(value)) return this.#originOf(path.slice(0, depth)).path;
      value = memberOf(value, segment);
    }
    return this.#originOf(path).path;
  }

  #originOf(path: FieldPath): Origin {
    for (let depth = path.length; depth > 0; depth -= 1) {
      const origin = this.#origins.get(path.slice(0, depth).join("."));
      if (origin !== undefined) return { ...origin, path: [...origin.path, ...path.slice(depth)] };
    }
    return { path, isInFile: true };
  }
}

function memberOf(value: unknown, segment: string | number): unknown {
  if (isMapping(value)) return value[String(segment)];
  return Array.isArray(value) && typeof segment === "number" ? value[segment] : undefined;
}
