import { escapeHtml } from "../../contract/text/escape-html.ts";
import { toLine } from "../body/html-text.ts";
import type { WordPressIndex } from "./wordpress-entry.ts";

/*
 * No pattern looks beyond the beginning of its next match: posts are long, and the time must stay
 * linear.
 */

/**
 * A block comment: `<!-- wp:paragraph {"align":"center"} -->`, its end, or one without its own HTML
 * (`/-->`).
 */
const BLOCK = /<!--\s+\/?wp:([a-z][\w/-]*)\s+(?:\{(?:(?!<!--)[^\n])*?\}\s+)?(\/?)-->\n?/g;
/** `[name]`, `[name key="value"]`, `[/name]`; `[[name]]` is text. */
const SHORTCODE = /(?<!\[)\[(\/?)([a-z][a-z0-9_-]{2,40})((?:\s[^[\]<>]*)?)\/?\](?!\])/gi;
const CAPTION = /\[(caption|wp_caption)((?:\s[^[\]]*)?)\]((?:(?!\[\1)[\s\S]){0,20000}?)\[\/\1\]/g;
const EMBED = /\[embed(?:\s[^[\]]*)?\]\s*(https?:\/\/[^\s<>"[\]]+)\s*\[\/embed\]/g;
const GALLERY = /\[gallery((?:\s[^[\]]*)?)\]/g;
const GALLERY_MAX = 500;

/**
 * HTML as the page shows it, as far as possible without WordPress: block comments are removed;
 * captions, embeds and galleries are expanded. `report` is called for the rest.
 */
export function resolveWordPressHtml(html: string, index: WordPressIndex, report: (what: string) => void): string {
  const withoutBlocks = html.replace(BLOCK, (_whole, name: string, isEmpty: string) => {
    if (isEmpty !== "" && name !== "more" && name !== "nextpage") report(`block ${name}: shows nothing without WordPress`);
    return "";
  });
  if (!withoutBlocks.includes("[")) return withoutBlocks;
  const resolved = withoutBlocks
    .replace(CAPTION, (_whole, _name, attributes: string, inner: string) => toFigure(attributes, inner))
    .replace(EMBED, (_whole, address: string) => `\n\n<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>\n\n`)
    .replace(GALLERY, (whole, attributes: string) => toGallery(attributes, index) ?? whole);
  for (const name of findShortcodes(resolved)) report(`shortcode [${name}]: stays as text`);
  return resolved;
}

/** `[caption]<img> The heron[/caption]`, or with an attribute `caption`. */
function toFigure(attributes: string, inner: string): string {
  const picture = /^\s*(?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?/i.exec(inner)?.[0] ?? "";
  const caption = readAttribute(attributes, "caption") ?? inner.slice(picture.length).trim();
  return picture === "" ? inner : `\n\n<figure>${picture.trim()}<figcaption>${caption}</figcaption></figure>\n\n`;
}

function toGallery(attributes: string, { attachments }: WordPressIndex): string | null {
  const ids = (readAttribute(attributes, "ids") ?? readAttribute(attributes, "include") ?? "").split(",", GALLERY_MAX);
  const pictures = ids.map((id) => attachments.get(id.trim())).filter((picture) => picture !== undefined);
  if (pictures.length === 0) return null;
  return `\n\n${pictures.map(({ address, alt }) => `<p><img src="${escapeHtml(address)}" alt="${escapeHtml(alt ?? "")}"></p>`).join("\n")}\n\n`;
}

function readAttribute(attributes: string, name: string): string | null {
  const match = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|(\\S+))`).exec(attributes);
  return match === null ? null : (match[1] ?? match[2] ?? match[3] ?? null);
}

/**
 * Names of shortcodes of unknown plugins. A shortcode has attributes, an end, or a name that is not
 * a word (`contact-form-7`). `[sic]` is not one.
 */
function findShortcodes(html: string): Set<string> {
  const names = new Set<string>();
  for (const [, end, name = "", attributes = ""] of html.matchAll(SHORTCODE))
    if (end === "/" || attributes.includes("=") || /[-_\d]/.test(name)) names.add(toLine(name).toLowerCase());
  return names;
}
