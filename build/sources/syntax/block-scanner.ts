/**
 * Containers nested deeper are read as text. Without a limit, blank lines would take quadratic
 * time.
 */
const MAX_CONTAINERS = 100;
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/;
const RAW_START = /^<(pre|script|style|textarea)(?=[\s>]|$)/i;
const RAW_END = /<\/(?:pre|script|style|textarea)>/i;
const RULE = /^(?:(?:\* *){3,}|(?:_ *){3,}|(?:- *){3,})$/;
const HEADING = /^#{1,6}(?: |$)/;
const UNDERLINE = /^=+ *$/;
const MARKER = /^(?:[-+*]|(\d{1,9})[.)])(?= |$)/;
const FOOTNOTE = /^\[\^[^\]\s]+\]:/;

/** A quotation, or the columns by which a list item's text is indented. */
type Container = "quote" | number;

/**
 * - `code`: a line of a code block, including its fences
 * - `continued`: a line of the same paragraph as the line above
 * - `text`: any other line
 */
export type LineKind = "code" | "continued" | "text";

/** Finds the code blocks of CommonMark, line by line. */
export class BlockScanner {
  #containers: Container[] = [];
  #isParagraph = false;
  /** The fence of an open code block. */
  #fence: string | null = null;
  /** The name of an open HTML element that may contain blank lines. */
  #raw: string | null = null;

  next(line: string): LineKind {
    const cursor = new Cursor(line);
    const matched = this.#match(cursor);
    if (matched < this.#containers.length && (this.#fence !== null || this.#raw !== null)) {
      this.#containers.length = matched;
      this.#fence = null;
      this.#raw = null;
    }
    if (this.#fence !== null) return this.#inFence(this.#fence, cursor);
    if (this.#raw !== null) return this.#inRaw(this.#raw, line);
    if (cursor.isBlank()) {
      // A blank line ends quotations, but not list items.
      this.#containers.length = matched;
      this.#isParagraph = false;
      return "text";
    }
    const hasOpened = this.#open(cursor, matched);
    return this.#leaf(cursor, matched, hasOpened);
  }

  /** The number of open containers that the line continues. */
  #match(cursor: Cursor): number {
    for (const [index, container] of this.#containers.entries()) {
      if (container === "quote") {
        if (!cursor.takeQuote()) return index;
      } else if (!cursor.isBlank()) {
        if (cursor.indent() < container) return index;
        cursor.take(container);
      }
    }
    return this.#containers.length;
  }

  #inFence(fence: string, cursor: Cursor): LineKind {
    const rest = cursor.rest().trim();
    const isEnd = cursor.indent() < 4 && rest.length >= fence.length && rest === fence.charAt(0).repeat(rest.length);
    if (isEnd) this.#fence = null;
    return "code";
  }

  #inRaw(name: string, line: string): LineKind {
    if (RAW_END.test(line)) this.#raw = null;
    return name === "pre" ? "code" : "text";
  }

  /** Opens quotations, list items and footnotes. */
  #open(cursor: Cursor, matched: number): boolean {
    let hasOpened = false;
    const push = (container: Container): void => {
      if (!hasOpened) this.#containers.length = matched;
      hasOpened = true;
      this.#containers.push(container);
    };
    while (this.#containers.length < MAX_CONTAINERS && cursor.indent() < 4 && !cursor.isBlank()) {
      const rest = cursor.rest();
      const [marker, number = "1"] = MARKER.exec(rest) ?? [];
      const [footnote] = FOOTNOTE.exec(rest) ?? [];
      const isInParagraph = this.#isParagraph && !hasOpened && matched === this.#containers.length;
      if (cursor.takeQuote()) push("quote");
      else if (footnote !== undefined) {
        cursor.take(cursor.indent() + footnote.length);
        push(4);
      } else if (marker !== undefined && !RULE.test(rest) && !(isInParagraph && (Number(number) !== 1 || rest.trimEnd() === marker)))
        // Only an item with text and the number 1 interrupts a paragraph.
        push(cursor.takeItem(marker.length));
      else break;
    }
    return hasOpened;
  }

  #leaf(cursor: Cursor, matched: number, hasOpened: boolean): LineKind {
    const rest = cursor.rest();
    const isIndented = cursor.indent() >= 4;
    const [fence = null] = (isIndented ? null : FENCE.exec(rest)) ?? [];
    const [, raw] = (isIndented ? null : RAW_START.exec(rest)) ?? [];
    const isUnderline = this.#isParagraph && !hasOpened && matched === this.#containers.length && UNDERLINE.test(rest);
    const isText = fence === null && raw === undefined && (isIndented || !(isUnderline || HEADING.test(rest) || RULE.test(rest)));
    // A paragraph continues without the marks of its containers.
    if (this.#isParagraph && !hasOpened && isText) return "continued";
    if (!hasOpened) this.#containers.length = matched;
    this.#isParagraph = isText && !isIndented && rest !== "";
    this.#fence = fence;
    if (raw !== undefined && !RAW_END.test(rest)) this.#raw = raw.toLowerCase();
    return fence !== null || raw?.toLowerCase() === "pre" || (isIndented && rest !== "") ? "code" : "text";
  }
}

/** A place in a line. Tabs count as columns up to the next multiple of four. */
class Cursor {
  readonly #line: string;
  #at = 0;
  constructor(line: string) {
    this.#line = line.includes("\t") ? expandTabs(line) : line;
  }

  indent(): number {
    let end = this.#at;
    while (this.#line[end] === " ") end += 1;
    return end - this.#at;
  }

  isBlank(): boolean {
    return this.#at + this.indent() >= this.#line.length;
  }

  /** The rest of the line without its indentation. */
  rest(): string {
    return this.#line.slice(this.#at + this.indent());
  }

  take(columns: number): void {
    this.#at += columns;
  }

  takeQuote(): boolean {
    const indent = this.indent();
    if (indent > 3 || this.#line[this.#at + indent] !== ">") return false;
    this.#at += indent + 1;
    if (this.#line[this.#at] === " ") this.#at += 1;
    return true;
  }

  /** @returns the columns by which the item's text is indented */
  takeItem(marker: number): number {
    const before = this.indent() + marker;
    this.#at += before;
    const spaces = this.indent();
    // Code in an item begins after one space.
    const taken = spaces > 4 || this.isBlank() ? 1 : spaces;
    this.#at += taken;
    return before + taken;
  }
}

function expandTabs(line: string): string {
  let out = "";
  for (const [index, part] of line.split("\t").entries()) {
    if (index > 0) out += " ".repeat(4 - (out.length % 4));
    out += part;
  }
  return out;
}
