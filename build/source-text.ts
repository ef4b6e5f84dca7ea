import type { Location } from "./diagnostics.ts";

/** A file's text (newlines as `\n`, no byte order mark) that turns offsets into lines and columns. */
export class SourceText {
  /** As shown in messages. */
  readonly file: string;
  readonly text: string;
  #lineStarts: number[] | null = null;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
  }

  /** The place of `[start, end)`; a range over several lines is cut at the end of its first line. */
  locate(start: number, end: number = start): Location {
    const starts = this.#starts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= start) low = middle;
      else high = middle - 1;
    }
    const lineStart = starts[low] ?? 0;
    const newline = this.text.indexOf("\n", start);
    const stop = Math.min(end, newline === -1 ? this.text.length : newline);
    const column = start - lineStart + 1;
    return { file: this.file, line: low + 1, column, ...(stop - start > 1 ? { endColumn: column + stop - start } : {}) };
  }

  /** Line of an offset, from 1. */
  lineAt(offset: number): number {
    return this.locate(offset).line;
  }

  /** Offset of a line and column, both from 1. */
  offsetAt(line: number, column: number): number {
    return (this.#starts()[line - 1] ?? this.text.length) + column - 1;
  }

  #starts(): readonly number[] {
    if (this.#lineStarts === null) {
      const starts = [0];
      for (let at = this.text.indexOf("\n"); at !== -1; at = this.text.indexOf("\n", at + 1)) starts.push(at + 1);
      this.#lineStarts = starts;
    }
    return this.#lineStarts;
  }
}
