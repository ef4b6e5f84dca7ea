import { toNamedReference } from "../named-reference.ts";
import { isBeforeText, maskCode, replaceOutsideCode } from "./code-mask.ts";

/**
 * Matches `[[page#heading|text]]`, in tables with `\|`, and `![[picture.png|300]]`, but not
 * `\[[page]]`.
 */
const LINK = /(?<!(?:^|[^\\])(?:\\\\)*\\)(!?)\[\[([^[\]\n|]*?)(?:\\?\|([^[\]\n]*))?\]\]/g;
/** Matches `%% a note to myself %%`, which may span several lines. */
const COMMENT = /%%[\s\S]*?%%/g;
const HIGHLIGHT = /==(?=[^\s=])([^=\n]*[^\s=])==/g;
/** Matches the id at the end of a block. */
const BLOCK_ID = /[ \t]\^[A-Za-z0-9-]+(?=[ \t]*$)/gm;
const TAG = /(?<=^|\s)#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)/gmu;
const PICTURE = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp)$/i;
const FILM = /\.(?:mov|mp4|ogv|webm|mkv)$/i;
const SOUND = /\.(?:3gp|flac|m4a|mp3|ogg|wav)$/i;

/** Whether `![[…]]` embeds a file. Embedded notes become links. */
function isMedia(name: string): boolean {
  return [PICTURE, FILM, SOUND].some((pattern) => pattern.test(name));
}

/**
 * Replaces Obsidian's links, pictures, highlights and block ids with Markdown. Comments are
 * removed. Lines keep their numbers.
 */
export function translateWikiLinks(body: string, { allowsHtml }: { readonly allowsHtml: boolean }): string {
  const quiet = replaceOutsideCode(body, COMMENT, ([comment = ""]) => comment.replace(/[^\n]/g, ""));
  const linked = replaceOutsideCode(quiet, LINK, ([whole = "", mark, target = "", text], at) => {
    if (mark !== "!" || !isMedia(pathOf(target))) return toLink(target, text);
    const media = toMedia(pathOf(target), text ?? "", allowsHtml);
    // A line that consists only of HTML would turn the next lines into HTML. The space keeps it in
    // a paragraph.
    return media.startsWith("<") && isBeforeText(quiet, at + whole.length) ? `${media}&#32;` : media;
  });
  const plain = replaceOutsideCode(linked, BLOCK_ID, () => "");
  return allowsHtml ? replaceOutsideCode(plain, HIGHLIGHT, ([, words = ""]) => `<mark>${words}</mark>`) : plain;
}

/** The tags in a text, `#rain` and `#weather/rain`, without duplicates. */
export function findTextTags(body: string): readonly string[] {
  return [...new Set([...maskCode(body).replace(COMMENT, "").matchAll(TAG)].map(([, name = ""]) => name.replace(/\/+$/, "")))];
}

function pathOf(target: string): string {
  return target.replace(/#.*$/, "").trim();
}

function toLink(target: string, written: string | undefined): string {
  const [path = "", ...headings] = target.split("#").map((part) => part.trim());
  const text = (written ?? "").trim() || [path, ...headings].filter((part) => part !== "" && !part.startsWith("^")).join(" > ");
  const shown = (written ?? "").trim() === "" ? text.replaceAll(/[\\`*_<&]/g, "\\$&") : text;
  // Blocks are not places in a page.
  const heading = headings.findLast((part) => !part.startsWith("^")) ?? "";
  return `[${shown}](${toNamedReference(path, heading)})`;
}

function toMedia(path: string, text: string, allowsHtml: boolean): string {
  const src = toNamedReference(path, "");
  const [, alt = "", width, height] = /^(.*?)(?:^|\||$)(?:(\d+)(?:x(\d+))?)?$/.exec(text.trim()) ?? [];
  if (!PICTURE.test(path)) {
    if (!allowsHtml) return `[${path}](${src})`;
    return FILM.test(path) ? `<video src="${src}" controls></video>` : `<audio src="${src}" controls></audio>`;
  }
  if (width === undefined || !allowsHtml) return `![${alt}](${src})`;
  const size = height === undefined ? ` width="${width}"` : ` width="${width}" height="${height}"`;
  const stated = alt === "" ? "" : ` alt="${alt.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
  return `<img src="${src}"${stated}${size}>`;
}
