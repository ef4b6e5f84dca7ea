import type { Element, ElementContent, Nodes, Root } from "hast";
import { isMoreMarker } from "./more.ts";

/** Elements that begin and end a line (HTML standard, 15.3 "The CSS user agent style sheet", `display: block` and table parts). */
const BLOCKS = new Set(
  `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre section summary table tbody tfoot thead
  tr ul`.split(/\s+/),
);
/** Not part of the text: never shown, shown only where something fails, or (ruby) a second spelling of what stands beside it. */
const SILENT = new Set(
  "audio canvas datalist embed head iframe noembed noframes object rp rt script style template textarea title video".split(" "),
);
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
type Gap = (typeof GAPS)[number];

export interface TextOptions {
  /** Leave out `<pre>` blocks with code. Default: they are part of the text. */
  readonly withoutCode?: boolean;
  /** Stop at `<!-- more -->`. */
  readonly untilMore?: boolean;
}

/**
 * The plain text of a tree: block elements apart by "\n", table cells by "\t", `<br>` as "\n", white space collapsed but in `<pre>`.
 * Without footnote marks, the heading over the footnotes, alternative texts of pictures, ruby readings, scripts and styles; raw nodes
 * say nothing (parse them first).
 */
export function plainText(node: Nodes, options: TextOptions = {}): string {
  return new TextWriter(options).write(node);
}

/** As `plainText`, of what stands before `<!-- more -->`; null where there is no marker. */
export function textBeforeMore(root: Root): string | null {
  const writer = new TextWriter({ untilMore: true });
  const text = writer.write(root);
  return writer.stopped ? text : null;
}

class TextWriter {
  stopped = false;
  #out = "";
  #gap: Gap = "";
  readonly #options: TextOptions;

  constructor(options: TextOptions) {
    this.#options = options;
  }

  write(node: Nodes): string {
    this.#node(node, false);
    return this.#out;
  }

  #node(node: Nodes, preformatted: boolean): void {
    if (this.stopped) return;
    if (node.type === "text") this.#text(node.value, preformatted);
    else if (node.type === "element") this.#element(node, preformatted);
    else if (node.type === "root") this.#children(node.children, preformatted);
    else if (this.#options.untilMore === true && isMoreMarker(node)) this.stopped = true;
  }

  #children(nodes: readonly Nodes[], preformatted: boolean): void {
    for (const child of nodes) this.#node(child, preformatted);
  }

  #element(element: Element, preformatted: boolean): void {
    const { tagName } = element;
    if (SILENT.has(tagName) || isFootnoteMark(element)) return;
    if (tagName === "br" || (this.#options.withoutCode === true && isCodeBlock(element))) {
      this.#separate("\n");
      return;
    }
    const gap: Gap = BLOCKS.has(tagName) ? "\n" : tagName === "td" || tagName === "th" ? "\t" : "";
    this.#separate(gap);
    this.#children(element.children, preformatted || tagName === "pre");
    // The newline that ends a code block is the block's own end.
    if (tagName === "pre" && this.#out.endsWith("\n")) this.#out = this.#out.slice(0, -1);
    this.#separate(gap);
  }

  #separate(gap: Gap): void {
    if (GAPS.indexOf(gap) > GAPS.indexOf(this.#gap)) this.#gap = gap;
  }

  #text(value: string, preformatted: boolean): void {
    if (preformatted) {
      if (value !== "") this.#append(value);
      return;
    }
    const collapsed = /[\t\n\r\f]| {2}/.test(value) ? joinLines(value).replace(/[ \t\n\r\f]+/g, " ") : value;
    const [from, to] = [collapsed.startsWith(" ") ? 1 : 0, collapsed.length - (collapsed.endsWith(" ") ? 1 : 0)];
    if (from === 1) this.#separate(" ");
    if (from < to) this.#append(collapsed.slice(from, to));
    if (to < collapsed.length) this.#separate(" ");
  }

  #append(text: string): void {
    if (this.#out !== "") this.#out += this.#gap;
    this.#gap = "";
    this.#out += text;
  }
}

/** `<pre>` with `<code>` in it, which is what both kinds of code block become. */
function isCodeBlock(element: Element): boolean {
  return element.tagName === "pre" && codeOf(element) !== null;
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
  return properties.dataFootnoteRef !== undefined || properties.dataFootnoteBackref !== undefined || properties.id === FOOTNOTES_HEADING_ID;
}
