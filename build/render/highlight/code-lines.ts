import type { Element } from "hast";

/** Options for lines, which follow the language of a code block. */
export interface CodeLines {
  /** The number of the first line; null if lines have no numbers. */
  readonly firstNumber: number | null;
  /** Classes with the ranges of lines that have them. Lines are counted from 1. */
  readonly ranges: readonly { readonly className: string; readonly from: number; readonly to: number }[];
}

/** Properties that list lines, and the class that these lines get. */
const CLASSES: Readonly<Record<string, string>> = { dataHighlight: "marked", dataIns: "inserted", dataDel: "deleted" };

/** Reads the options of a block. Returns null if it has none for lines. */
export function readCodeLines({ properties }: Element): CodeLines | null {
  const ranges = Object.entries(CLASSES).flatMap(([property, className]) => readRanges(properties[property], className));
  const isNumbered = properties.dataShowLineNumbers !== undefined && properties.dataShowLineNumbers !== "false";
  if (ranges.length === 0 && !isNumbered) return null;
  const start = properties.dataStart ?? properties.dataShowLineNumbers;
  return { firstNumber: isNumbered ? Number(/^\d{1,6}$/.exec(String(start))?.[0] ?? 1) : null, ranges };
}

/** The ranges in `1,3-5`. */
function readRanges(value: Element["properties"][string], className: string): CodeLines["ranges"] {
  if (typeof value !== "string") return [];
  return [...value.matchAll(/(?<![\w-])(\d+)(?:-(\d+))?(?![\w-])/g)].map(([, from, to]) => ({
    className,
    from: Number(from),
    to: Number(to ?? from),
  }));
}

/** The start tag around a line. */
export function toLineTag({ firstNumber, ranges }: CodeLines, line: number): string {
  const classes = new Set(["line", ...ranges.flatMap(({ className, from, to }) => (from <= line && line <= to ? [className] : []))]);
  return `<span class="${[...classes].join(" ")}"${firstNumber === null ? "" : ` data-line="${firstNumber + line - 1}"`}>`;
}
