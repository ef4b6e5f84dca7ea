import { type Token, Tokenizer, TokenizerMode } from "parse5";
import type { Places } from "../markdown/source-places.ts";
import type { HtmlTag, RawNode, Tags } from "./html-tags.ts";

/**
 * A start tag in a piece of HTML. Offsets are UTF-16 code units from the beginning of the piece.
 */
interface RawTag {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly attributes: ReadonlyMap<string, { readonly value: string; readonly start: number; readonly end: number }>;
  /**
   * For a heading, the text up to its end tag with its original white space. For other tags, "".
   */
  readonly text: string;
}

/**
 * Elements whose content is not markup. The caller of the tokenizer, usually a parser, must switch
 * its state (HTML standard, 13.2.6.4.7).
 */
const CONTENT_MODES: Readonly<Record<string, Tokenizer["state"]>> = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  textarea: TokenizerMode.RCDATA,
  title: TokenizerMode.RCDATA,
};

/** The tags in a raw node. All changes are written to the node at once. */
export function tagsOfRaw(node: RawNode, isAside: boolean, places: Places): Tags {
  const html = node.value;
  const changes: RawChange[] = [];
  const set = (tag: RawTag, attribute: string, value: string | null): void => {
    const earlier = changes.findIndex((change) => change.tag === tag && change.attribute === attribute);
    if (earlier !== -1) changes.splice(earlier, 1);
    changes.push({ tag, attribute, value });
  };
  const toTag = (tag: RawTag): HtmlTag => ({
    name: tag.name,
    isRaw: true,
    isAside,
    text: tag.text.replace(/\s+/g, " ").trim(),
    get(attribute) {
      const change = changes.findLast((one) => one.tag === tag && one.attribute === attribute);
      return change === undefined ? (tag.attributes.get(attribute)?.value ?? null) : change.value;
    },
    set: (attribute, value) => set(tag, attribute, value),
    unlink: () => set(tag, "href", null),
    at(attribute) {
      const place = attribute === undefined ? undefined : tag.attributes.get(attribute);
      if (place === undefined) return places.inRaw(node.position, html, tag.start, tag.end);
      const valueStart = html.indexOf(place.value, place.start + (attribute?.length ?? 0));
      const isThere = valueStart !== -1 && valueStart + place.value.length <= place.end;
      return isThere
        ? places.inRaw(node.position, html, valueStart, valueStart + place.value.length)
        : places.inRaw(node.position, html, place.start, place.end);
    },
  });
  return {
    all: readRawTags(html).map(toTag),
    apply() {
      if (changes.length > 0) node.value = changeRawTags(html, changes);
    },
  };
}

/**
 * Finds the start tags in a piece of HTML in order, with parse5's tokenizer. The piece may be
 * unbalanced, as raw nodes usually are.
 */
function readRawTags(html: string): RawTag[] {
  const tags: (RawTag & { text: string })[] = [];
  let heading: (RawTag & { text: string }) | undefined;
  const addText = (token: Token.CharacterToken): void => {
    if (heading !== undefined) heading.text += token.chars;
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        const mode = CONTENT_MODES[token.tagName];
        if (mode !== undefined) tokenizer.state = mode;
        const tag = toRawTag(token);
        if (tag === null) return;
        tags.push(tag);
        if (/^h[1-6]$/.test(tag.name)) heading = tag;
      },
      onEndTag(token) {
        if (token.tagName === heading?.name) heading = undefined;
      },
      onCharacter: addText,
      onWhitespaceCharacter: addText,
      onNullCharacter() {},
      onComment() {},
      onDoctype() {},
      onEof() {},
    },
  );
  tokenizer.write(html, true);
  return tags;
}

function toRawTag(token: Token.TagToken): (RawTag & { text: string }) | null {
  const { location } = token;
  if (location === null) return null;
  const attributes = new Map<string, { value: string; start: number; end: number }>();
  for (const { name, value } of token.attrs) {
    const place = location.attrs?.[name];
    if (place !== undefined) attributes.set(name, { value, start: place.startOffset, end: place.endOffset });
  }
  return { name: token.tagName, start: location.startOffset, end: location.endOffset, attributes, text: "" };
}

interface RawChange {
  readonly tag: RawTag;
  readonly attribute: string;
  /** null if the attribute is removed. */
  readonly value: string | null;
}

/** Sets attributes in a piece of HTML, and leaves every other byte unchanged. */
function changeRawTags(html: string, changes: readonly RawChange[]): string {
  const edits = changes.map(({ tag, attribute, value }, order) => {
    const text = value === null ? "" : `${attribute}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
    const present = tag.attributes.get(attribute);
    if (present !== undefined) return { start: present.start, end: present.end, text, order };
    const afterName = tag.start + 1 + tag.name.length;
    return { start: afterName, end: afterName, text: text && ` ${text}`, order };
  });
  edits.sort((a, b) => a.start - b.start || a.order - b.order);
  let out = "";
  let from = 0;
  for (const { start, end, text } of edits) {
    out += html.slice(from, start) + text;
    from = end;
  }
  return out + html.slice(from);
}
