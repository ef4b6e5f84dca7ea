import sax from "sax";
import { PICTURE_FORMATS } from "./formats.ts";
import { PictureError } from "./picture-error.ts";
import { stripMetadata } from "./strip.ts";

/**
 * Publishes an SVG unchanged if it is only a picture, because a script in it would run with the
 * site's permissions. Editors' notes (metadata, comments, file paths) are cut out of the text.
 */

/** Part of media names. Raised when other parts are cut. */
export const SVG_VERSION = "svg 2";

export interface Svg {
  readonly text: string;
  /** Size in whole CSS pixels. */
  readonly width: number;
  readonly height: number;
}

const REMEDY = "save it as plain SVG, without scripts or links to other files (with svgo, or the editor's export)";
/** CSS pixels per absolute unit (CSS Values 4). */
const UNITS: Readonly<Record<string, number>> = { "": 1, px: 1, pt: 96 / 72, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96, q: 96 / 101.6 };
/**
 * Elements that run code, load or send something, or play sound. HTML in a <foreignObject>, which
 * diagram editors use for text layout, is allowed without these elements.
 */
const REFUSED_ELEMENTS = new Set(
  "script iframe frame embed object audio video source handler listener link meta base form template portal".split(" "),
);
/** Attributes that load or send something, in addition to href and src. */
const REFUSED_ATTRIBUTES = new Set(["srcset", "srcdoc", "action", "formaction", "background", "poster", "ping"]);
/** Elements that could set an address by animation. */
const ANIMATIONS = new Set(["set", "animate", "animatemotion", "animatetransform"]);
const EDITOR_ATTRIBUTE = /^(?:sodipodi:(?:absref|docname|docbase)|inkscape:export-filename|xml:base)$/i;
const EMBEDDED_PICTURE = /^\s*data:image\/(?:png|jpe?g|webp|gif|avif)(?:;[^,]*)?,/i;
const EMBEDDED_FONT = /^\s*data:(?:font\/|application\/(?:x-)?font|application\/(?:vnd\.ms-fontobject|octet-stream))/i;
const EMBEDDED_BASE64 = /data:image\/(png|jpe?g|webp|gif);base64,([A-Za-z0-9+/=\s]+)/gi;

/**
 * Reads, checks and cleans an SVG.
 * @throws PictureError `unsafe-svg`, `damaged-picture` (not well-formed), `unsupported-picture` (no
 * size, not UTF-8)
 */
export function readSvg(bytes: Buffer): Svg {
  const source = decode(bytes);
  const reader = new SvgReader();
  reader.read(source);
  const size = sizeOf(reader.root);
  return { text: withoutEmbeddedMetadata(cut(source, reader.cuts)), ...size };
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new PictureError("unsupported-picture", "is an SVG that is not in UTF-8", "save it as UTF-8", { cause });
  }
}

const unsafe = (what: string): PictureError => new PictureError("unsafe-svg", `is an SVG that ${what}`, REMEDY);

/**
 * Walks an SVG with a strict parser, rejects everything that is not part of a picture, and records
 * the cuts.
 */
class SvgReader {
  readonly cuts: { from: number; to: number }[] = [];
  root: ReadonlyMap<string, string> = new Map();
  #depth = 0;
  #style: string[] | null = null;
  #metadataFrom: { at: number; depth: number } | null = null;

  read(source: string): void {
    const parser = sax.parser(true, { position: true });
    parser.onerror = (cause) => {
      throw new PictureError("damaged-picture", "is not a well-formed SVG", "open it in an SVG editor and save it again", { cause });
    };
    parser.ondoctype = (text) => {
      if (text.includes("[")) throw unsafe("declares entities");
    };
    parser.onprocessinginstruction = ({ name }) => {
      if (name.toLowerCase() !== "xml") throw unsafe(`has a processing instruction (<?${name}?>)`);
    };
    // Called after `--`; the strict parser accepts only `>` next.
    parser.oncomment = () => this.cuts.push({ from: parser.startTagPosition - 1, to: parser.position + 1 });
    parser.onopentag = (tag) => this.#open(tag, parser.startTagPosition - 1, source, parser.position);
    parser.onclosetag = () => this.#close(parser.position);
    const style = (text: string): void => {
      this.#style?.push(text);
    };
    parser.ontext = style;
    parser.oncdata = style;
    parser.write(source).close();
  }

  #open(tag: sax.Tag | sax.QualifiedTag, from: number, source: string, to: number): void {
    const name = localName(tag.name);
    const attributes = new Map(
      Object.entries(tag.attributes).map(([key, value]) => [key, typeof value === "string" ? value : value.value]),
    );
    if (this.#depth === 0) this.root = attributes;
    this.#depth += 1;
    if (name === "metadata") this.#metadataFrom ??= { at: from, depth: this.#depth };
    if (this.#metadataFrom !== null) return;
    if (REFUSED_ELEMENTS.has(name)) throw unsafe(`has a <${tag.name}> element`);
    if (name === "style") this.#style = [];
    for (const [key, value] of attributes) checkAttribute(name, key, value);
    this.#cutAttributes(attributes, source, from, to);
  }

  #cutAttributes(attributes: ReadonlyMap<string, string>, source: string, from: number, to: number): void {
    for (const key of attributes.keys()) {
      if (!EDITOR_ATTRIBUTE.test(key)) continue;
      const match = new RegExp(`\\s${key}\\s*=\\s*(?:"[^"]*"|'[^']*')`).exec(source.slice(from, to));
      if (match !== null) this.cuts.push({ from: from + match.index, to: from + match.index + match[0].length });
    }
  }

  #close(position: number): void {
    if (this.#metadataFrom?.depth === this.#depth) {
      this.cuts.push({ from: this.#metadataFrom.at, to: position });
      this.#metadataFrom = null;
    }
    if (this.#style !== null) checkCss(this.#style.join(""));
    this.#style = null;
    this.#depth -= 1;
  }
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1).toLowerCase();

function checkAttribute(element: string, key: string, value: string): void {
  const name = localName(key);
  if (/^on/.test(name)) throw unsafe(`has an event handler (${key})`);
  if (ANIMATIONS.has(element) && name === "attributename" && /href$|^on/i.test(value.trim())) throw unsafe(`animates ${value.trim()}`);
  if (name === "href" || name === "src") {
    const isLink = element === "a" && /^\s*(?:https?:|mailto:)/i.test(value);
    if (!isLink && !value.trim().startsWith("#") && !EMBEDDED_PICTURE.test(value))
      throw unsafe(`refers to something outside itself (${key}="${shorten(value)}")`);
    return;
  }
  if (REFUSED_ATTRIBUTES.has(name)) throw unsafe(`has an attribute ${key}`);
  checkCss(value);
}

/**
 * Allows only `url(#id)`, embedded pictures and fonts. Escapes are rejected, because they could
 * hide other addresses.
 */
function checkCss(css: string): void {
  const readable = css.replace(/\/\*[\s\S]*?\*\//g, "");
  if (/@import/i.test(readable)) throw unsafe("imports a style sheet");
  if (/\\/.test(readable) && /@|\(/.test(readable)) throw unsafe("has escapes in its styles");
  if (/(?:image|image-set|src)\s*\(/i.test(readable)) throw unsafe("refers to pictures in its styles");
  for (const [, address = ""] of readable.matchAll(/url\s*\(\s*["']?([^"')]*)/gi))
    if (!/^\s*#/.test(address) && !EMBEDDED_PICTURE.test(address) && !EMBEDDED_FONT.test(address))
      throw unsafe(`refers to something outside itself (url(${shorten(address)}))`);
}

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function cut(source: string, cuts: readonly { from: number; to: number }[]): string {
  let text = "";
  let at = 0;
  for (const { from, to } of [...cuts].sort((a, b) => a.from - b.from)) {
    if (from < at) continue;
    text += source.slice(at, from);
    at = to;
  }
  return text + source.slice(at);
}

/**
 * Removes metadata from photographs inside an SVG, which may contain it like any other photograph.
 */
function withoutEmbeddedMetadata(text: string): string {
  return text.replace(EMBEDDED_BASE64, (whole, type: string, data: string) => {
    const format = PICTURE_FORMATS[type.toLowerCase().replace("jpg", "jpeg") as "jpeg" | "png" | "webp" | "gif"];
    const stripped = stripMetadata(Buffer.from(data, "base64"), format);
    return stripped === null ? whole : `data:${format.mimeType};base64,${stripped.toString("base64")}`;
  });
}

/**
 * Width and height if they are absolute lengths, otherwise the size of the viewBox. If only one of
 * them is missing, it follows from the viewBox's ratio.
 */
function sizeOf(root: ReadonlyMap<string, string>): { width: number; height: number } {
  const [, , boxWidth = 0, boxHeight = 0] = (root.get("viewBox") ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const ratio = boxWidth > 0 && boxHeight > 0 ? boxWidth / boxHeight : null;
  const width = toPixels(root.get("width"));
  const height = toPixels(root.get("height"));
  if (width !== null && height !== null) return whole(width, height);
  if (ratio !== null && width !== null) return whole(width, width / ratio);
  if (ratio !== null && height !== null) return whole(height * ratio, height);
  if (ratio !== null) return whole(boxWidth, boxHeight);
  const remedy = 'give its <svg> element a viewBox, such as viewBox="0 0 640 480"';
  throw new PictureError("unsupported-picture", "is an SVG without a size", remedy);
}

const whole = (width: number, height: number) => ({ width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) });

function toPixels(length: string | undefined): number | null {
  const match = /^\s*([0-9]*\.?[0-9]+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(length ?? "");
  const pixels = Number(match?.[1]) * (UNITS[(match?.[2] ?? "").toLowerCase()] ?? Number.NaN);
  return Number.isFinite(pixels) && pixels > 0 ? pixels : null;
}
