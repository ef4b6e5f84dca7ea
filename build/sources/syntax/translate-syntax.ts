import type { MarkdownConfig, Shortcode } from "../../../contract/config/markdown-config.ts";
import { decodePercent } from "../../../contract/text/decode-percent.ts";
import type { Diagnostics } from "../../shared/diagnostics.ts";
import { toNamedReference } from "../named-reference.ts";
import { SourceText } from "../source-text.ts";
import { isBeforeText, replaceOutsideCode } from "./code-mask.ts";
import { translateDirectives } from "./directives.ts";
import { SHORTCODES, type ShortcodeRow, type Target } from "./shortcodes.ts";
import { findTags, MAX_DEPTH, pairTags, readTagValues, type TemplateTag } from "./tags.ts";
import { translateWikiLinks } from "./wiki-links.ts";

export interface SyntaxOptions {
  readonly shortcodes: NonNullable<MarkdownConfig["shortcodes"]>;
  readonly wikiLinks: boolean;
  readonly rawHtml: NonNullable<MarkdownConfig["rawHtml"]>;
  /** Whether remark plugins read directives themselves. */
  readonly hasPlugins: boolean;
  /** Reports an error at an offset of the text. */
  readonly fail: (offset: number, message: string, hint: string) => void;
}

/** Text without any of these needs no translation. */
const SIGNS = ["{{", "{%", ":::", "[toc]", "[TOC]", "{:toc}", "[[_TOC_]]", "[[toc]]"];
const CONTENTS_MARK = /^(?:[*-] TOC\n\{:toc\}|\[\[?_?toc_?\]?\]|\{:toc\})[ \t]*$/gim;

/**
 * Replaces other generators' syntax with Markdown: shortcodes, Liquid tags, directives and markers
 * for a table of contents. Unknown syntax stays unchanged. Lines keep their numbers.
 */
export function translateSyntax(body: string, options: SyntaxOptions): string {
  const linked = options.wikiLinks ? translateWikiLinks(body, { allowsHtml: options.rawHtml === "allow" }) : body;
  const isPelican = PELICAN_NAMES.some((name) => linked.includes(name)) && PELICAN_SIGN.test(linked);
  const text = isPelican ? translatePelicanLinks(linked) : linked;
  return translateTags(text, { ...options, fail: (offset, ...message) => options.fail(sameLine(text, offset, body), ...message) });
}

/** Few texts have these words. Looking for them is faster than for the pattern. */
const PELICAN_NAMES = ["filename", "static", "attach"];
const PELICAN_SIGN = /[{|](?:filename|static|attach)[}|]/;
/**
 * Matches `[text]({filename}/a.md)` and `src="{static}/a.png"`. The path is relative to the file's
 * folder or, with a slash, to the content folder.
 */
const PELICAN_LINK = /(?<=\]\(<?|\]:[ \t]*|(?:src|href)=["'])[{|](?:filename|static|attach)[}|]([^\s"'()<>#]*)/g;

function translatePelicanLinks(body: string): string {
  return replaceOutsideCode(body, PELICAN_LINK, ([, path = ""]) => toNamedReference(decodePercent(path) ?? path, ""));
}

function translateTags(body: string, options: SyntaxOptions): string {
  if (options.shortcodes === false || !SIGNS.some((sign) => body.includes(sign))) return body;
  const translator = new Translator(options);
  const tagless = body.includes("{{") || body.includes("{%") ? translator.tags(body) : body;
  if (options.hasPlugins) return tagless;
  const boxed = tagless.includes(":::") ? translator.directives(tagless, body) : tagless;
  return replaceOutsideCode(boxed, CONTENTS_MARK, ([mark = ""]) => mark.replace(/[^\n]/g, ""));
}

class Translator {
  readonly #options: SyntaxOptions;
  readonly #target: Target;

  constructor(options: SyntaxOptions) {
    this.#options = options;
    this.#target = { allowsHtml: options.rawHtml === "allow" };
  }

  /** @param source the text before tags were translated */
  directives(body: string, source: string): string {
    return translateDirectives(body, (shortcode, line) => this.#write(shortcode, () => lineStart(source, line)));
  }

  tags(body: string): string {
    const tags = findTags(body);
    const pairs = pairTags(tags);
    const depths = findDepths(tags.length, pairs);
    // Results are cached, because a tag that stays unchanged is visited again for each tag around
    // it.
    const written = new Map<TemplateTag, string | null>();
    const translate = (from: number, to: number, start: number, end: number): string => {
      let out = "";
      let at = start;
      for (let index = from; index < to; index += 1) {
        const tag = tags[index];
        if (tag === undefined || (depths[index] ?? 0) >= MAX_DEPTH) continue;
        const close = pairs.get(index);
        const last = close === undefined ? tag : (tags[close] ?? tag);
        const isVerbatim = this.#rowOf(tag.name)?.isVerbatim === true;
        const raw = close === undefined ? null : body.slice(tag.end, last.start);
        const inner = (): string | null => (close === undefined || isVerbatim ? raw : translate(index + 1, close, tag.end, last.start));
        const text = written.has(tag) ? (written.get(tag) ?? null) : this.#tag(tag, inner);
        written.set(tag, text);
        if (text === null) continue;
        const source = body.slice(tag.start, last.end);
        const padding = "\n".repeat(Math.max(0, countLines(source) - countLines(text)));
        out += body.slice(at, tag.start) + (padding === "" ? closeHtml(text, body, tag.start, last.end) : text + padding);
        at = last.end;
        if (close !== undefined) index = close;
      }
      return out + body.slice(at, end);
    };
    return translate(0, tags.length, 0, body.length);
  }

  /** Translates a tag. Returns null if it stays unchanged. */
  #tag({ name, rest, form, isEnd, start }: TemplateTag, content: () => string | null): string | null {
    // The tag is escaped because the author is writing about shortcodes.
    if (form === "escaped") return `{{&lt;${rest.replaceAll("<", "&lt;")}&gt;}}`;
    if (form === "output") return readOutput(name);
    if (isEnd || name === "") return null;
    const { args, named } = readTagValues(rest);
    const [file = "", ...others] = args;
    const included = name === "include" ? (/([\w-]+)(?:\.\w+)?$/.exec(file)?.[1] ?? "") : null;
    const shortcode = included === null ? { name, args, named } : { name: included, args: others, named };
    return this.#rowOf(shortcode.name) === null ? null : this.#write({ ...shortcode, content: content() }, () => start);
  }

  #rowOf(name: string): ShortcodeRow | null {
    const { shortcodes } = this.#options;
    const own = shortcodes !== false && Object.hasOwn(shortcodes, name) ? shortcodes[name] : undefined;
    const builtIn = Object.hasOwn(SHORTCODES, name) ? (SHORTCODES[name] ?? null) : null;
    if (own === undefined) return builtIn;
    return own === false ? null : { ...(builtIn?.isVerbatim ? { isVerbatim: true } : {}), write: own };
  }

  #write(shortcode: Shortcode, offset: () => number): string | null {
    const row = this.#rowOf(shortcode.name);
    if (row === null) return null;
    const place = `markdown.shortcodes.${shortcode.name}`;
    try {
      const text: unknown = row.write(shortcode, this.#target);
      if (typeof text === "string" || text === null) return text;
      this.#options.fail(offset(), `${place} returns ${typeof text}, not text`, "return Markdown, or null to leave the text unchanged");
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#options.fail(offset(), `${place} throws: ${message}`, "correct the function in octavo.config.ts");
    }
    return null;
  }
}

/** The site's address. The build adds it to links, so only the path matters. */
const SITE_ADDRESS = /^(?:site\.(?:baseurl|url|github\.url)|\.?Site\.BaseURL)$/;
/** Matches `"/a.png" | relative_url`, `'/a.png' | url`, or just a text: `"{{"`. */
const CONSTANT = /^(?:"([^"]*)"|'([^']*)')(?:\s*\|\s*(?:relative_url|absolute_url|url|relURL|absURL|prepend:\s*site\.(?:base)?url))*$/;

/** The value of `{{ … }}`; null if it is not known without running a template. */
function readOutput(text: string): string | null {
  if (SITE_ADDRESS.test(text)) return "";
  const [, double, single] = CONSTANT.exec(text) ?? [];
  return double ?? single ?? null;
}

/** The number of tag pairs around each tag. */
function findDepths(count: number, pairs: ReadonlyMap<number, number>): readonly number[] {
  const ends: number[] = [];
  return Array.from({ length: count }, (_, index) => {
    while ((ends.at(-1) ?? count) < index) ends.pop();
    const depth = ends.length;
    const close = pairs.get(index);
    if (close !== undefined) ends.push(close);
    return depth;
  });
}

/**
 * Ends a block of HTML early. Such a block continues until a blank line, but one that begins with a
 * comment ends on the line where the comment ends.
 */
function closeHtml(written: string, body: string, start: number, end: number): string {
  if (!/^<[a-z][\w-]*[\s>].*$/i.test(written) || !isBeforeText(body, end)) return written;
  const before = body.slice(body.lastIndexOf("\n", start - 1) + 1, start);
  return /^[\s>*+\-\d.)]*$/.test(before) ? `<!-- -->${written}` : written;
}

/** The offset of a line. The first line is 0. */
function lineStart(text: string, line: number): number {
  let start = 0;
  for (let left = line; left > 0; left -= 1) start = text.indexOf("\n", start) + 1;
  return start;
}

/**
 * Converts an offset in a translated text to one in its source: the same offset, or else the
 * beginning of the line.
 */
function sameLine(text: string, offset: number, source: string): number {
  return text === source ? offset : lineStart(source, countLines(text.slice(0, offset)));
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** Reports a mistake at an offset of a text that begins on a later line of its file. */
export function failAt(file: string, text: string, line: number, diagnostics: Diagnostics): SyntaxOptions["fail"] {
  return (offset, message, hint) => {
    const at = new SourceText(file, text).locate(offset);
    diagnostics.error({ ...at, line: at.line + line - 1 }, { code: "shortcode", message, hint });
  };
}
