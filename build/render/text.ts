import type { Element, ElementContent, Nodes, Root } from "hast";
import { isMoreMarker } from "./more.ts";

/** Elements that begin and end a line (HTML standard, 15.3 "The CSS user agent style sheet", `display: block` and table parts). */
const BLOCKS = `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre section summary table tbody tfoot thead
  tr ul`;
/** Not part of the text: never shown, shown only where something fails, or (ruby) a second spelling of what stands beside it. */
const SILENT = "audio canvas datalist embed head iframe noembed noframes object rp rt script style template textarea title video";
/** The id that remark-rehype gives to the heading it sets over the footnotes. */
const FOOTNOTES_HEADING_ID = "footnote-label";

const CJK = "[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\u3000-\\u303f\\uff00-\\uff60]";
/** No character before this one is of those scripts alone. */
const CJK_FIRST = 0x80;
const CJK_BEFORE = new RegExp(`${CJK}$`, "v");
const CJK_AFTER = new RegExp(`^${CJK}`, "v");

/** CSS Text 3, 4.1.3: a line break between two characters of a script without spaces is no space. */
function joinLines(text: string): string {
  if (!text.includes("\n")) return text;
  return text.replace(/[ \t]*\n[ \t]*/g, (gap, index: number) => {
    const end = index + gap.length;
    // Two code units hold any one character.
    if (text.charCodeAt(index - 1) < CJK_FIRST || text.charCodeAt(end) < CJK_FIRST) return " ";
    return CJK_BEFORE.test(text.slice(Math.max(0, index - 2), index)) && CJK_AFTER.test(text.slice(end, end + 2)) ? "" : " ";
  });
}

/** What stands between two pieces of text; the stronger one wins. */
const GAPS = ["", " ", "\t", "\n"] as const;
const SPACE = 1;
const TAB = 2;
const LINE = 3;
type Gap = 0 | typeof SPACE | typeof TAB | typeof LINE;

/** What an element is to the text: the gap around it, or one of these. Elements that are not listed are part of their line. */
const UNHEARD = -1;
const BREAK = -2;
const ROLES: ReadonlyMap<string, Gap | typeof UNHEARD | typeof BREAK> = new Map([
  ...BLOCKS.split(/\s+/).map((name) => [name, LINE] as const),
  ...["td", "th"].map((name) => [name, TAB] as const),
  ...SILENT.split(" ").map((name) => [name, UNHEARD] as const),
  ["br", BREAK] as const,
]);

/**
 * The plain text of a tree: block elements apart by "\n", table cells by "\t", `<br>` as "\n", white space collapsed but in `<pre>`.
 * Without footnote marks, the heading over the footnotes, alternative texts of pictures, ruby readings, scripts and styles; raw nodes
 * say nothing (parse them first).
 */
export function plainText(node: Nodes): string {
  return new TextWriter().write(node);
}

/** As `plainText`; `prose` is the same without `<pre>` blocks that hold code. */
export function textAndProse(node: Nodes): { readonly text: string; readonly prose: string } {
  const writer = new TextWriter();
  return { text: writer.write(node), prose: writer.prose() };
}

/** As `plainText`, of what stands before `<!-- more -->`; null where there is no marker. */
export function textBeforeMore(root: Root): string | null {
  const writer = new TextWriter(true);
  const text = writer.write(root);
  return writer.stopped ? text : null;
}

class TextWriter {
  stopped = false;
  #out = "";
  #gap: Gap = 0;
  readonly #untilMore: boolean;
  /** Where blocks of code begin and end in what is written. */
  readonly #code: number[] = [];

  /** @param untilMore stop at `<!-- more -->` */
  constructor(untilMore = false) {
    this.#untilMore = untilMore;
  }

  write(node: Nodes): string {
    this.#node(node, false);
    return this.#out;
  }

  /** What was written, without code. */
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

  #node(node: Nodes, preformatted: boolean): void {
    if (this.stopped) return;
    if (node.type === "text") this.#text(node.value, preformatted);
    else if (node.type === "element") this.#element(node, preformatted);
    else if (node.type === "root") this.#children(node.children, preformatted);
    else if (this.#untilMore && isMoreMarker(node)) this.stopped = true;
  }

  #children(nodes: readonly Nodes[], preformatted: boolean): void {
    for (const child of nodes) this.#node(child, preformatted);
  }

  #element(element: Element, preformatted: boolean): void {
    const { tagName } = element;
    const role = ROLES.get(tagName) ?? 0;
    if (role === UNHEARD || isFootnoteMark(element)) return;
    if (role === BREAK) {
      this.#separate(LINE);
      return;
    }
    this.#separate(role);
    if (tagName === "pre") this.#preformatted(element);
    else this.#children(element.children, preformatted);
    this.#separate(role);
  }

  #preformatted(pre: Element): void {
    const start = this.#out.length;
    this.#children(pre.children, true);
    // The newline that ends a code block is the block's own end.
    if (this.#out.endsWith("\n")) this.#out = this.#out.slice(0, -1);
    if (codeOf(pre) !== null) this.#code.push(start, this.#out.length);
  }

  #separate(gap: Gap): void {
    if (gap > this.#gap) this.#gap = gap;
  }

  #text(value: string, preformatted: boolean): void {
    if (preformatted) {
      if (value !== "") this.#append(value);
      return;
    }
    // What stands between blocks.
    if (value === "\n") {
      this.#separate(SPACE);
      return;
    }
    const collapsed = /[\t\n\r\f]| {2}/.test(value) ? joinLines(value).replace(/[ \t\n\r\f]+/g, " ") : value;
    const [from, to] = [collapsed.startsWith(" ") ? 1 : 0, collapsed.length - (collapsed.endsWith(" ") ? 1 : 0)];
    if (from === 1) this.#separate(SPACE);
    if (from < to) this.#append(from === 0 && to === collapsed.length ? collapsed : collapsed.slice(from, to));
    if (to < collapsed.length) this.#separate(SPACE);
  }

  #append(text: string): void {
    if (this.#gap > 0 && this.#out !== "") this.#out += GAPS[this.#gap];
    this.#gap = 0;
    this.#out += text;
  }
}

/** The first `<code>` in a `<pre>`, at any depth, or null. */
export function codeOf(pre: Element): Element | null {
  const search = (nodes: readonly ElementContent[]): Element | null => {
    for (const node of nodes) {
      if (node.type !== "element") continue;
      const found = node.tagName === "code" ? node : search(node.children);
      if (found !== null) return found;
    }
    return null;
  };
  return search(pre.children);
}

function isFootnoteMark({ properties }: Element): boolean {
  // Most elements have none at all.
  for (const name in properties) {
    const value = properties[name];
    if (
      name === "dataFootnoteRef" || name === "dataFootnoteBackref" ? value !== undefined : name === "id" && value === FOOTNOTES_HEADING_ID
    )
      return true;
  }
  return false;
}
