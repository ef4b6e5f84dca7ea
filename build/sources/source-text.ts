import { findBound } from "../../contract/lists/find-bound.ts";
import type { Location } from "../shared/diagnostics.ts";

/**
 * A file's text (newlines as `\n`, no byte order mark) that converts offsets to lines and columns.
 */
export class SourceText {
  /** Path in messages. */
  readonly file: string;
  readonly text: string;
  /** Offsets of the lines, computed as far as needed, which is usually only the front matter. */
  readonly #starts = [0];
  #isComplete = false;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
  }

  /** Location of `[start, end)`. A range over several lines ends with its first line. */
  locate(start: number, end: number = start): Location {
    const starts = this.#startsTo((last) => last > start);
    const line = findBound(starts.length, (place) => (starts[place] ?? 0) <= start) || 1;
    const lineStart = starts[line - 1] ?? 0;
    const newline = this.text.indexOf("\n", start);
    const stop = Math.min(end, newline === -1 ? this.text.length : newline);
    const column = start - lineStart + 1;
    return { file: this.file, line, column, ...(stop - start > 1 ? { endColumn: column + stop - start } : {}) };
  }

  /** Line of an offset, from 1. */
  lineAt(offset: number): number {
    return this.locate(offset).line;
  }

  /** Offset of a line and column, both from 1. */
  offsetAt(line: number, column: number): number {
    return (this.#startsTo((_, count) => count >= line)[line - 1] ?? this.text.length) + column - 1;
  }

  /** Starts of lines, computed until `isEnough` returns true. */
  #startsTo(isEnough: (last: number, count: number) => boolean): readonly number[] {
    const starts = this.#starts;
    while (!this.#isComplete) {
      const last = starts.at(-1) ?? 0;
      if (isEnough(last, starts.length)) break;
      const newline = this.text.indexOf("\n", last);
      if (newline === -1) this.#isComplete = true;
      else starts.push(newline + 1);
    }
    return starts;
  }
}
