import type { TocEntry } from "../../contract/schemas/post.ts";
import { languageOfClasses, sortLanguages } from "./code.ts";
import { collapse } from "./excerpt.ts";
import { HeadingIds, isSkipped } from "./headings.ts";
import { isLocal } from "./references.ts";
import { BREAK, type Gap, roleOf, TextSink } from "./text-sink.ts";
import { escapeAttribute } from "./to-html.ts";
import type { Rendered } from "./types.ts";
import { countWords } from "./words.ts";

/**
 * Makes of the HTML that Sätteri writes what the other roads make of its tree: the same HTML as rehype-stringify writes, with ids on
 * headings, and what is read off it. It takes a third of the time, as no tree is ever made.
 *
 * @returns null where that needs other files, messages or the author's HTML, or where there is anything unusual in it: the tree is asked then
 */
export function readNativeHtml(html: string, markdown: string): Rendered | null {
  if (mayShowHtml(markdown, html)) return null;
  const reader = new NativeHtmlReader(html.endsWith("\n") ? html.slice(0, -1) : html);
  return reader.read();
}

/** What begins a tag, a comment or a declaration. */
const OPENING = /<[a-z/!?]/gi;
const ESCAPED_OPENING = /&lt;[a-z/!?]/gi;
/** By these, what looks escaped need not have been written so. */
const REFERENCE_OR_ESCAPE = /&[a-z#]|<\\/i;

/**
 * Whether any of the author's HTML may be in what was written: each `<` that could begin it must have come out as text. Where one may have come
 * from elsewhere the two cannot be counted against each other.
 */
function mayShowHtml(markdown: string, html: string): boolean {
  if (!markdown.includes("<")) return false;
  const written = markdown.match(OPENING)?.length ?? 0;
  if (written === 0) return false;
  return REFERENCE_OR_ESCAPE.test(markdown) || html.match(ESCAPED_OPENING)?.length !== written;
}

type Part = "none" | "break" | "list" | "quote" | "paragraph" | "heading" | "pre";

interface KnownTag {
  readonly part: Part;
  readonly gap: Gap;
  /** Of a heading. */
  readonly level: number;
  /** What is written in its place; null: the same. */
  readonly instead: string | null;
}

function describeTag(name: string, instead: string | null = null): KnownTag {
  const role = roleOf(name);
  const gap = role === 0 || role === 1 || role === 2 || role === 3 ? role : 0;
  const level = /^h[1-6]$/.test(name) ? Number(name[1]) : 0;
  const parts: Readonly<Record<string, Part>> = { ul: "list", ol: "list", blockquote: "quote", p: "paragraph", pre: "pre" };
  const part = level > 0 ? "heading" : role === BREAK ? "break" : (parts[name] ?? "none");
  return { part, gap, level, instead };
}

const NAMES = "blockquote br code del em h1 h2 h3 h4 h5 h6 hr input li ol p pre strong table tbody td th thead tr ul".split(" ");
const ALIGNMENTS = ["left", "center", "right"];

/** Start tags, all that stands between `<` and `>`. Sätteri aligns cells as HTML 5 has it, remark-rehype by the attribute of old. */
const START_TAGS: ReadonlyMap<string, KnownTag> = new Map([
  ...NAMES.filter((name) => name !== "input").map((name) => [name, describeTag(name)] as const),
  ...["ul", "ol"].map((name) => [`${name} class="contains-task-list"`, describeTag(name)] as const),
  ['li class="task-list-item"', describeTag("li")],
  ...["", " checked"].map((checked) => [`input type="checkbox"${checked} disabled`, describeTag("input")] as const),
  ...["td", "th"].flatMap((name) =>
    ALIGNMENTS.map((align) => [`${name} style="text-align: ${align}"`, describeTag(name, `<${name} align="${align}">`)] as const),
  ),
]);
const END_TAGS: ReadonlyMap<string, KnownTag> = new Map(
  [...NAMES.filter((name) => !["br", "hr", "input"].includes(name)), "a"].map((name) => [name, describeTag(name)] as const),
);
const LINK = /^a href="([^"<]*)"(?: title="[^"<]*")?$/;
const LINK_TAG = describeTag("a");
const NUMBERED_LIST = /^ol start="\d+"(?: class="contains-task-list")?$/;
const NUMBERED_LIST_TAG = describeTag("ol");
/** A block of code. */
const CODE = /<pre><code(?: class="([^"&<]*)")?>/y;
const CODE_END = "</code></pre>";

function findStartTag(source: string): KnownTag | null {
  const known = START_TAGS.get(source);
  if (known !== undefined) return known;
  if (source.startsWith("a ")) {
    const href = LINK.exec(source)?.[1];
    // What is escaped as text is not as attribute.
    return href === undefined || source.includes("&lt;") || source.includes("&gt;") || isLocal(decode(href).trim()) ? null : LINK_TAG;
  }
  return NUMBERED_LIST.test(source) ? NUMBERED_LIST_TAG : null;
}

class NativeHtmlReader {
  readonly #html: string;
  readonly #sink = new TextSink();
  readonly #ids = new HeadingIds();
  readonly #toc: TocEntry[] = [];
  /** What is written, but for what stands behind `#copied`. */
  #out = "";
  #copied = 0;
  /** Lists and quotations around, and quotations alone. */
  #depth = 0;
  #quotes = 0;
  /** Level of the last heading of the outline. */
  #level: number | null = null;
  /** Where the heading begins, and the text of the heading or the paragraph. */
  #headingAt = 0;
  #textAt = 0;
  /** Of the first paragraph with words: of the document itself, and in a list or a quotation. */
  #excerpt = "";
  #innerExcerpt = "";
  #hasCode = false;
  readonly #languages = new Set<string>();

  constructor(html: string) {
    this.#html = html;
  }

  read(): Rendered | null {
    const html = this.#html;
    let at = 0;
    for (let tag = html.indexOf("<"); tag !== -1; tag = html.indexOf("<", at)) {
      if (tag > at) this.#sink.write(decode(html.slice(at, tag)));
      at = this.#readTag(tag);
      if (at === -1) return null;
    }
    if (at < html.length) this.#sink.write(decode(html.slice(at)));
    return this.#finish();
  }

  #finish(): Rendered {
    const written = this.#out + this.#html.slice(this.#copied);
    return {
      html: this.#html.includes("&") ? written.replace(/&(?:amp|lt|gt|quot);/g, toNumeric) : written,
      text: this.#sink.text,
      excerpt: this.#excerpt || this.#innerExcerpt,
      toc: this.#toc,
      ...countWords(this.#sink.prose()),
      hasCode: this.#hasCode,
      codeLanguages: sortLanguages(this.#languages),
    };
  }

  /** @returns where it goes on behind the tag; -1: that is unusual */
  #readTag(at: number): number {
    const html = this.#html;
    const end = html.indexOf(">", at);
    if (end === -1) return -1;
    if (html.charCodeAt(at + 1) === SLASH) {
      const tag = END_TAGS.get(html.slice(at + 2, end));
      return tag !== undefined && this.#end(tag) ? end + 1 : -1;
    }
    const tag = findStartTag(html.slice(at + 1, end));
    if (tag === null) return -1;
    if (tag.part === "pre") return this.#readCode(at);
    this.#start(tag, at);
    if (tag.instead !== null) {
      this.#out += html.slice(this.#copied, at) + tag.instead;
      this.#copied = end + 1;
    }
    return end + 1;
  }

  #start({ part, gap }: KnownTag, at: number): void {
    if (gap !== 0) this.#sink.separate(gap);
    if (part === "none") return;
    if (part === "break") this.#sink.breakLine();
    else if (part === "list") this.#depth += 1;
    else if (part === "quote") {
      this.#depth += 1;
      this.#quotes += 1;
    } else {
      this.#headingAt = at;
      this.#textAt = this.#sink.text.length;
    }
  }

  #end({ part, gap, level }: KnownTag): boolean {
    if (part === "list") this.#depth -= 1;
    else if (part === "quote") {
      this.#depth -= 1;
      this.#quotes -= 1;
    } else if (part === "paragraph") this.#endParagraph();
    else if (part === "heading" && !this.#endHeading(level)) return false;
    if (gap !== 0) this.#sink.separate(gap);
    return true;
  }

  #endParagraph(): void {
    if (this.#excerpt !== "" || (this.#depth > 0 && this.#innerExcerpt !== "")) return;
    const text = collapse(this.#sink.text.slice(this.#textAt));
    if (this.#depth === 0) this.#excerpt = text;
    else this.#innerExcerpt = text;
  }

  #endHeading(level: number): boolean {
    const title = collapse(this.#sink.text.slice(this.#textAt));
    const id = this.#ids.give(title);
    const open = `<h${level}`;
    this.#out += `${this.#html.slice(this.#copied, this.#headingAt)}${open} id="${escapeAttribute(id)}"`;
    this.#copied = this.#headingAt + open.length;
    if (this.#quotes > 0) return true;
    if (isSkipped(level, this.#level)) return false;
    this.#level = level;
    if (title !== "") this.#toc.push({ id, level, title });
    return true;
  }

  /** A block of code at once: there are no tags in it. */
  #readCode(at: number): number {
    CODE.lastIndex = at;
    const match = CODE.exec(this.#html);
    const end = this.#html.indexOf(CODE_END, at);
    if (match === null || end === -1) return -1;
    const sink = this.#sink;
    sink.breakLine();
    const start = sink.text.length;
    sink.writeVerbatim(decode(this.#html.slice(CODE.lastIndex, end)));
    sink.endPre(start, true);
    sink.breakLine();
    this.#hasCode = true;
    const language = match[1] === undefined ? null : languageOfClasses(match[1].split(" "));
    if (language !== null) this.#languages.add(language);
    return end + CODE_END.length;
  }
}

const SLASH = "/".charCodeAt(0);

const NUMERIC: Readonly<Record<string, string>> = { "&amp;": "&#x26;", "&lt;": "&#x3C;", "&gt;": ">", "&quot;": "&#x22;" };

/** References as rehype-stringify writes them. */
function toNumeric(reference: string): string {
  return NUMERIC[reference] ?? reference;
}

const CHARACTERS: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&#x60;": "`",
};

function decode(value: string): string {
  return value.includes("&") ? value.replace(/&[^;]+;/g, (reference) => CHARACTERS[reference] ?? reference) : value;
}
