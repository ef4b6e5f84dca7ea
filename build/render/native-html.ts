import type { TocEntry } from "../../contract/schemas/post.ts";
import { isAt, LESS, QUOTE } from "./byte-kinds.ts";
import { languageOfClasses, sortLanguages } from "./code.ts";
import { collapse } from "./excerpt.ts";
import { HeadingIds, isSkipped } from "./headings.ts";
import { isLocal } from "./references.ts";
import { BREAK, type Gap, LINE, roleOf } from "./text-sink.ts";
import { escapeAttribute } from "./to-html.ts";
import { TwinWriter } from "./twin-writer.ts";
import type { RenderedAlone } from "./types.ts";

/**
 * Makes of the HTML that Sätteri writes what the other roads make of its tree: the same HTML as rehype-stringify writes, with ids on
 * headings, and what is read off it. It takes a sixth of the time, as no tree is ever made, and html and text are bytes from the first to the last.
 *
 * @returns null where that needs other files, messages or the author's HTML, or where there is anything unusual in it: the tree is asked then
 */
export function readNativeHtml(html: string, markdown: string): RenderedAlone | null {
  if (mayShowHtml(markdown, html)) return null;
  return new NativeHtmlReader(html.endsWith("\n") ? html.slice(0, -1) : html).read();
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
  /** All that stands between `<` and `>`. */
  readonly source: Buffer;
  readonly isEnd: boolean;
  readonly part: Part;
  readonly gap: Gap;
  /** Of a heading. */
  readonly level: number;
  /** What is written in its place, in JSON. */
  readonly json: Buffer;
}

function describeTag(source: string, written = `<${source}>`): KnownTag {
  const name = /^\/?(\w+)/.exec(source)?.[1] ?? "";
  const role = roleOf(name);
  const gap = role === 0 || role === 1 || role === 2 || role === 3 ? role : 0;
  const level = /^h[1-6]$/.test(name) ? Number(name[1]) : 0;
  const parts: Readonly<Record<string, Part>> = { ul: "list", ol: "list", blockquote: "quote", p: "paragraph", pre: "pre" };
  const part = level > 0 ? "heading" : role === BREAK ? "break" : (parts[name] ?? "none");
  return {
    source: Buffer.from(source),
    isEnd: source.startsWith("/"),
    part,
    gap,
    level,
    json: Buffer.from(JSON.stringify(written).slice(1, -1)),
  };
}

const NAMES = "blockquote br code del em h1 h2 h3 h4 h5 h6 hr li ol p pre strong table tbody td th thead tr ul".split(" ");
const ALIGNMENTS = ["left", "center", "right"];

/** By a number made of what stands between `<` and `>`. Sätteri aligns cells as HTML 5 has it, remark-rehype by the attribute of old. */
const TAGS: ReadonlyMap<number, KnownTag> = new Map(
  [
    ...NAMES.map((name) => describeTag(name)),
    ...[...NAMES.filter((name) => !["br", "hr"].includes(name)), "a"].map((name) => describeTag(`/${name}`)),
    ...["ul", "ol"].map((name) => describeTag(`${name} class="contains-task-list"`)),
    describeTag('li class="task-list-item"'),
    ...["", " checked"].map((checked) => describeTag(`input type="checkbox"${checked} disabled`)),
    ...["td", "th"].flatMap((name) =>
      ALIGNMENTS.map((align) => describeTag(`${name} style="text-align: ${align}"`, `<${name} align="${align}">`)),
    ),
  ].map((tag) => [tag.source.reduce(addToNumber, 0), tag]),
);

function addToNumber(number: number, byte: number): number {
  return (Math.imul(number, 31) + byte) | 0;
}

const LINK = /^a href="([^"<]*)"(?: title="[^"<]*")?$/;
const LINK_TAG = describeTag("a");
const NUMBERED_LIST = /^ol start="\d+"(?: class="contains-task-list")?$/;
const NUMBERED_LIST_TAG = describeTag("ol");
/** Behind the `<pre>` of a block of code. */
const CODE = /^<code(?: class="([^"&<]*)")?>$/;
const CODE_END = Buffer.from("</code></pre>");

const FAR_LINKS = ["https", "http"].map((scheme) => Buffer.from(`a href="${scheme}://`));

/** Whether a link leads elsewhere, as most do, with nothing in its address to be looked at and no title. */
function isFarLink(source: Buffer, from: number, end: number): boolean {
  const start = FAR_LINKS.find((bytes) => isAt(source, from, bytes));
  if (start === undefined || source[end - 1] !== QUOTE) return false;
  for (let at = from + start.length; at < end - 1; at += 1) {
    const byte = source[at];
    if (byte === QUOTE || byte === AMPERSAND || byte === LESS) return false;
  }
  return true;
}

/** Tags of which there are many kinds. */
function findOther(source: string): KnownTag | null {
  if (source.startsWith("a ")) {
    const href = LINK.exec(source)?.[1];
    // What is escaped as text is not as attribute.
    return href === undefined || source.includes("&lt;") || source.includes("&gt;") || isLocal(decode(href).trim()) ? null : LINK_TAG;
  }
  return NUMBERED_LIST.test(source) ? NUMBERED_LIST_TAG : null;
}

/** For all texts, one after the other. */
const writer = new TwinWriter();

class NativeHtmlReader {
  readonly #ids = new HeadingIds();
  readonly #toc: TocEntry[] = [];
  /** Lists and quotations around, and quotations alone. */
  #depth = 0;
  #quotes = 0;
  /** Level of the last heading of the outline. */
  #level: number | null = null;
  /** Where the heading begins in what is written, and the text of the heading or the paragraph. */
  #headingAt = 0;
  #textAt = 0;
  /** Of the first paragraph with words: of the document itself, and in a list or a quotation. */
  #excerpt = "";
  #innerExcerpt = "";
  #hasCode = false;
  readonly #languages = new Set<string>();

  constructor(html: string) {
    writer.begin(html);
  }

  read(): RenderedAlone | null {
    const { source, length } = writer;
    for (let at = 0; at < length; ) {
      at = source[at] === LESS ? this.#readTag(at) : writer.copyText(at);
      if (at === -1) return null;
    }
    return {
      json: writer.end(),
      excerpt: this.#excerpt || this.#innerExcerpt,
      toc: this.#toc,
      ...writer.statistics(),
      hasCode: this.#hasCode,
      codeLanguages: sortLanguages(this.#languages),
    };
  }

  /** @returns where it goes on behind the tag; -1: that is unusual */
  #readTag(at: number): number {
    const { source, length } = writer;
    let number = 0;
    let end = at + 1;
    for (let byte = source[end] ?? 0; byte !== GREATER; byte = source[end] ?? 0) {
      if (end >= length) return -1;
      number = addToNumber(number, byte);
      end += 1;
    }
    const found = TAGS.get(number);
    const known = found?.source.length === end - at - 1 && isAt(source, at + 1, found.source) ? found : null;
    if (known?.part === "pre" && !known.isEnd) return this.#readCode(at);
    const isLink = known === null && isFarLink(source, at + 1, end);
    const tag = known ?? (isLink ? LINK_TAG : findOther(source.toString("utf8", at + 1, end)));
    if (tag === null) return -1;
    if (!tag.isEnd) this.#start(tag);
    else if (!this.#end(tag)) return -1;
    if (known !== null) writer.add(known.json);
    else if (!writer.copyTag(at, end + 1)) return -1;
    return end + 1;
  }

  #start({ part, gap }: KnownTag): void {
    if (gap !== 0) writer.separate(gap);
    if (part === "none") return;
    if (part === "break") writer.separate(LINE);
    else if (part === "list") this.#depth += 1;
    else if (part === "quote") {
      this.#depth += 1;
      this.#quotes += 1;
    } else {
      this.#headingAt = writer.htmlLength;
      this.#textAt = writer.textLength;
    }
  }

  #end({ part, gap, level }: KnownTag): boolean {
    if (part === "list") this.#depth -= 1;
    else if (part === "quote") {
      this.#depth -= 1;
      this.#quotes -= 1;
    } else if (part === "paragraph") this.#endParagraph();
    else if (part === "heading" && !this.#endHeading(level)) return false;
    if (gap !== 0) writer.separate(gap);
    return true;
  }

  #endParagraph(): void {
    if (this.#excerpt !== "" || (this.#depth > 0 && this.#innerExcerpt !== "")) return;
    const text = collapse(writer.textFrom(this.#textAt));
    if (this.#depth === 0) this.#excerpt = text;
    else this.#innerExcerpt = text;
  }

  #endHeading(level: number): boolean {
    const title = collapse(writer.textFrom(this.#textAt));
    const id = this.#ids.give(title);
    writer.insert(` id="${escapeAttribute(id)}"`, this.#headingAt + "<h1".length);
    if (this.#quotes > 0) return true;
    if (isSkipped(level, this.#level)) return false;
    this.#level = level;
    if (title !== "") this.#toc.push({ id, level, title });
    return true;
  }

  /** A block of code at once: there are no tags in it. */
  #readCode(at: number): number {
    const { source } = writer;
    const start = source.indexOf(">", at + "<pre>".length) + 1;
    const match = CODE.exec(source.toString("utf8", at + "<pre>".length, start));
    if (match === null || !writer.copyTag(at, start)) return -1;
    const end = writer.copyCode(start);
    if (end === -1 || !isAt(source, end, CODE_END) || !writer.copyTag(end, end + CODE_END.length)) return -1;
    this.#hasCode = true;
    const language = match[1] === undefined ? null : languageOfClasses(match[1].split(" "));
    if (language !== null) this.#languages.add(language);
    return end + CODE_END.length;
  }
}

const GREATER = ">".charCodeAt(0);
const AMPERSAND = "&".charCodeAt(0);

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
