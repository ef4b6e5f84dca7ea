import type { Diagnostic } from "../shared/diagnostics.ts";
import type { KindName } from "../shared/kind-name.ts";
import type { Refers } from "./document/kind.ts";
import type { KeyCounts, SlugMaking } from "./fields/notice-counts.ts";
import type { PlainEntry } from "./kinds.ts";

/**
 * The facts from one file of a collection. They do not depend on the clock or, except for the
 * site's time zone, on other files. They are plain data, so that a cache can store them.
 */
export interface ParsedFile {
  readonly kind: KindName;
  /** The slug that the file uses. */
  readonly claim: string | null;
  /** References to other documents. */
  readonly refers: Refers | null;
  /** As written, in order. */
  readonly tags: readonly string[];
  readonly categories: readonly string[];
  /** Other names that links may use for the file. Missing if there are none. */
  readonly linkNames?: readonly string[] | undefined;
  readonly counted: {
    readonly unknownKeys: readonly string[];
    /** Keys that are published because all keys are. */
    readonly published: readonly string[];
    readonly leftAside: readonly (readonly [left: string, taken: string])[];
    /** Foreign syntax that stays in the text. */
    readonly foreign: readonly Foreign[];
    readonly slugs: readonly (readonly [how: SlugMaking, written: string, slug: string])[];
  };
  readonly found: readonly Diagnostic[];
  readonly notices: readonly string[];
  /** The entry without its tags and categories; null if the file has a mistake. */
  readonly entry: PlainEntry | null;
  /** Entries of a data file, each a separate document. */
  readonly entries?: readonly { readonly key: string | number; readonly parsed: ParsedFile }[] | undefined;
}

/**
 * Other tools' syntax in a file: its row, the first line, each name in it, and the number of
 * occurrences.
 */
export type Foreign = readonly [syntax: string, line: number, names: readonly string[], uses: number];

/** The facts from a file without usable content. */
export function parsedNothing(kind: KindName): ParsedFile {
  const counted = { unknownKeys: [], published: [], leftAside: [], foreign: [], slugs: [] };
  return { kind, claim: null, refers: null, tags: [], categories: [], counted, found: [], notices: [], entry: null };
}

/** Collects facts that are reported in one line for all files. */
export class FileCounts implements KeyCounts {
  readonly unknownKeys: string[] = [];
  readonly leftAsides: [left: string, taken: string][] = [];

  readonly slugs: [how: SlugMaking, written: string, slug: string][] = [];

  unknownKey(name: string): void {
    this.unknownKeys.push(name);
  }

  leftAside(left: string, taken: string): void {
    this.leftAsides.push([left, taken]);
  }

  slugMade(how: SlugMaking, written: string, slug: string): void {
    this.slugs.push([how, written, slug]);
  }
}
