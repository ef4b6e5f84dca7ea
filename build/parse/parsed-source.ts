import type { ParsedFile } from "../kinds/parsed-file.ts";
import type { SourceRows } from "../rows/source-rows.ts";
import type { FieldPath, Location } from "../shared/diagnostics.ts";
import type { SourceFile } from "../shared/source-file.ts";
import type { DataDocument, PlaceInText } from "../sources/data-document.ts";
import type { FileParser } from "./parse-file.ts";
import type { Claimant } from "./slug-registry.ts";

/** Functions that reread files. */
export interface SourceReading {
  readonly parse: FileParser;
  readonly rows: SourceRows | null;
}

/**
 * A file of a collection, parsed now or earlier. It is a class and not a set of closures, because a
 * large site has tens of thousands of them.
 */
export class ParsedSource implements Claimant {
  readonly file: SourceFile;
  readonly parsed: ParsedFile;
  /** null if `loadBody` reads it. */
  readonly body: string | null;
  readonly #reading: SourceReading;
  #waiting: string | null;

  /** @param body the body of a file that was parsed now; null if it is read on demand */
  constructor(file: SourceFile, parsed: ParsedFile, body: string | null, reading: SourceReading) {
    this.file = file;
    this.parsed = parsed;
    this.body = reading.rows === null ? body : null;
    this.#waiting = body;
    this.#reading = reading;
  }

  document(): DataDocument {
    return this.#reading.parse.document(this.file, this.parsed.kind);
  }

  locate(field: FieldPath, within?: PlaceInText): Location {
    return this.document().locate(field, within);
  }

  written(field: FieldPath): FieldPath {
    return this.document().written(field);
  }

  /** Returns the body and releases it. The next call reads the file again. */
  async loadBody(): Promise<string> {
    const { parse, rows } = this.#reading;
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting !== null) return waiting;
    const body = await parse.body(this.file);
    rows?.checkAgain(this.file);
    return body;
  }
}

/** Returns the data file, whose own facts are only its mistakes, and then its documents. */
export function toEntrySources(file: SourceFile, parsed: ParsedFile, reading: SourceReading): readonly ParsedSource[] {
  // An entry has no body to reread.
  const ofEntries = { parse: reading.parse, rows: null };
  return [
    new ParsedSource(file, parsed, "", reading),
    ...(parsed.entries ?? []).map((entry) => new ParsedSource({ ...file, entry: entry.key }, entry.parsed, "", ofEntries)),
  ];
}
