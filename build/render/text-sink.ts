/*
 * Collects plain text from the parts of a document: block elements are separated by "\n" and table
 * cells by "\t", `<br>` is "\n", and white space is collapsed except in `<pre>`.
 */

/**
 * Elements that begin and end a line (HTML standard, 15.3 "The CSS user agent style sheet",
 * `display: block` and table parts).
 */
const BLOCKS = `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre section summary table tbody tfoot thead
  tr ul`;
/**
 * Elements that are not part of the text, because they are never shown, are shown only as a
 * fallback, or (ruby) are a second spelling of the text beside them.
 */
const SILENT = "audio canvas datalist embed head iframe noembed noframes object rp rt script style template textarea title video";

const CJK = "[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\u3000-\\u303f\\uff00-\\uff60]";
/** All characters of these scripts have higher code units than this. */
const CJK_FIRST = 0x80;
const CJK_BEFORE = new RegExp(`${CJK}$`, "v");
const CJK_AFTER = new RegExp(`^${CJK}`, "v");

/** Removes line breaks between two characters of scripts without spaces (CSS Text 3, 4.1.3). */
function joinLines(text: string): string {
  if (!text.includes("\n")) return text;
  return text.replace(/[ \t]*\n[ \t]*/g, (gap, index: number) => {
    const end = index + gap.length;
    // Two code units can encode any character.
    if (text.charCodeAt(index - 1) < CJK_FIRST || text.charCodeAt(end) < CJK_FIRST) return " ";
    return isWithoutSpace(text.slice(Math.max(0, index - 2), index), text.slice(end, end + 2)) ? "" : " ";
  });
}

/** Whether a line break between these texts is not a space. */
function isWithoutSpace(before: string, after: string): boolean {
  return CJK_BEFORE.test(before) && CJK_AFTER.test(after);
}

/** Gaps between two pieces of text, weakest first. The strongest one is used. */
const GAPS = ["", " ", "\t", "\n"] as const;
export const SPACE = 1;
export const TAB = 2;
export const LINE = 3;
export type Gap = 0 | typeof SPACE | typeof TAB | typeof LINE;

/** Effects of an element on the text that are not gaps: it is omitted, or it breaks the line. */
export const UNHEARD = -1;
export const BREAK = -2;
export type Role = Gap | typeof UNHEARD | typeof BREAK;
const ROLES: ReadonlyMap<string, Role> = new Map([
  ...BLOCKS.split(/\s+/).map((name) => [name, LINE] as const),
  ...["td", "th"].map((name) => [name, TAB] as const),
  ...SILENT.split(" ").map((name) => [name, UNHEARD] as const),
  ["br", BREAK] as const,
]);

/** An element's effect on the text. Elements that are not listed are part of their line. */
export function roleOf(tagName: string): Role {
  return ROLES.get(tagName) ?? 0;
}

/** Receives gaps and texts in document order. */
export class TextSink {
  #out = "";
  #gap: Gap = 0;
  /** Offsets at which code blocks begin and end in the output. */
  readonly #code: number[] = [];

  get text(): string {
    return this.#out;
  }

  /** The text without code. */
  prose(): string {
    const out = this.#out;
    if (this.#code.length === 0) return out;
    const parts: string[] = [];
    let from = 0;
    for (let index = 0; index < this.#code.length; index += 2) {
      parts.push(out.slice(from, this.#code[index]));
      from = this.#code[index + 1] ?? from;
    }
    parts.push(out.slice(from));
    return parts.join("\n");
  }

  /** Begins a line, a cell or a word. If there are several gaps, the strongest one is used. */
  separate(gap: Gap): void {
    if (gap > this.#gap) this.#gap = gap;
  }

  breakLine(): void {
    this.separate(LINE);
  }

  /** Adds a text outside `<pre>`. */
  write(value: string): void {
    // This is a line end between blocks.
    if (value === "\n") {
      this.separate(SPACE);
      return;
    }
    const collapsed = /[\t\n\r\f]| {2}/.test(value) ? joinLines(value).replace(/[ \t\n\r\f]+/g, " ") : value;
    const [from, to] = [collapsed.startsWith(" ") ? 1 : 0, collapsed.length - (collapsed.endsWith(" ") ? 1 : 0)];
    if (from === 1) this.separate(SPACE);
    if (from < to) this.#append(from === 0 && to === collapsed.length ? collapsed : collapsed.slice(from, to));
    if (to < collapsed.length) this.separate(SPACE);
  }

  /** Adds a text in `<pre>`. */
  writeVerbatim(value: string): void {
    if (value !== "") this.#append(value);
  }

  /**
   * Ends a `<pre>`.
   * @param start length of the text where it began
   * @param isCode whether it is a code block
   */
  endPre(start: number, isCode: boolean): void {
    // The newline at the end of a code block is not part of its text.
    if (this.#out.endsWith("\n")) this.#out = this.#out.slice(0, -1);
    if (isCode) this.#code.push(start, this.#out.length);
  }

  #append(text: string): void {
    if (this.#gap > 0 && this.#out !== "") this.#out += GAPS[this.#gap];
    this.#gap = 0;
    this.#out += text;
  }
}
