import type { Point, Position } from "unist";
import { findBound } from "../../contract/lists/find-bound.ts";
import type { Location } from "../shared/diagnostics.ts";
import type { MarkdownSource } from "../shared/rendered.ts";

/** Converts positions in a document's trees (from 1, in its Markdown) to locations in its file. */
export interface Places {
  /** Beginning of a node. For a node that a plugin made, the first line of the text. */
  at(position: Position | undefined): Location;
  /**
   * The last occurrence of the first of the `needles` that the node's source contains, otherwise
   * the beginning of the node.
   */
  within(position: Position | undefined, needles: readonly string[]): Location;
  /** Location of the range `[start, end)` of the text. */
  inText(start: number, end: number): Location;
  /** Location of `value[start..end]`, where `value` is the HTML of the raw node at `position`. */
  inRaw(position: Position | undefined, value: string, start: number, end: number): Location;
}

/**
 * Creates the places of a text; `markdown` is the text that the parser read. Both parsers count
 * columns and offsets in UTF-16 code units.
 */
export function createPlaces(source: MarkdownSource, markdown: string): Places {
  let cachedLines: readonly string[] | undefined;
  let cachedStarts: readonly number[] | undefined;
  const lineText = (line: number): string => {
    cachedLines ??= markdown.split("\n");
    return cachedLines[line - 1] ?? "";
  };
  const locate = (line: number, column: number, endColumn?: number): Location => toLocation(source, line, column, endColumn);

  const at = (position: Position | undefined): Location => {
    if (position === undefined) return locate(1, 1);
    const { start, end } = position;
    return locate(start.line, start.column, end.line === start.line ? end.column : undefined);
  };

  return {
    at,
    within(position, needles) {
      const from = position?.start.offset;
      const to = position?.end.offset;
      if (position === undefined || from === undefined || to === undefined) return at(position);
      const text = markdown.slice(from, to);
      for (const needle of needles) {
        const index = needle === "" ? -1 : text.lastIndexOf(needle);
        if (index === -1) continue;
        const start = advance(position.start, text.slice(0, index));
        return locate(start.line, start.column, start.column + needle.length);
      }
      return at(position);
    },
    inText(start, end) {
      cachedStarts ??= lineStartsOf(markdown);
      const line = countUpTo(cachedStarts, start);
      const column = start - (cachedStarts[line - 1] ?? 0) + 1;
      return locate(line, column, column + end - start);
    },
    inRaw(position, value, start, end) {
      if (position === undefined) return at(position);
      const before = value.slice(0, start);
      const lineStart = before.lastIndexOf("\n") + 1;
      const { line, column } = advance(position.start, before);
      const length = value.slice(start, end).split("\n", 1)[0]?.length ?? 0;
      if (lineStart === 0) return locate(line, column, column + length);
      // Containers (a quotation, a list) remove their indent from the lines of a raw node, so it
      // must be found again.
      const indent = Math.max(0, lineText(line).indexOf(value.slice(lineStart).split("\n", 1)[0] ?? ""));
      return locate(line, column + indent, column + indent + length);
    },
  };
}

function toLocation({ file, line: firstLine }: MarkdownSource, line: number, column: number, endColumn?: number): Location {
  const end = endColumn === undefined || endColumn <= column ? {} : { endColumn };
  return { file: file.path, line: line + firstLine - 1, column, ...end };
}

function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The number of ascending values that are at most `limit`. */
function countUpTo(numbers: readonly number[], limit: number): number {
  return findBound(numbers.length, (place) => (numbers[place] ?? 0) <= limit);
}

/** The end of `text` when it begins at `point`. */
export function advance(point: Point, text: string): Point {
  const lineStart = text.lastIndexOf("\n") + 1;
  const lines = lineStart === 0 ? 0 : text.split("\n").length - 1;
  return {
    line: point.line + lines,
    column: lines === 0 ? point.column + text.length : text.length - lineStart + 1,
    ...(point.offset === undefined ? {} : { offset: point.offset + text.length }),
  };
}
