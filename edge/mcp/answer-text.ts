import { isRecord } from "../manifest.ts";
import type { Tool } from "./tools.ts";

/** Bytes of a text in an answer, as JSON writes it; the rest of MCP_ANSWER_MAX_BYTES is for what stands around it. */
export const TEXT_MAX_BYTES = 60_000;

/**
 * An answer of the API as a model reads it best: members in JSON, without those that are empty or that only pages need, an item a line; the text of a document
 * below them. A list is cut to the items that have room, so that the pages of a smaller size go on behind it.
 * @param tool the read; the last two parameters of a list with pages are those of the page and its size
 * @returns the whole text, which may still be longer than TEXT_MAX_BYTES where a document or a single item is
 */
export function toAnswerText(body: unknown, { inQuery, queryIn }: Pick<Tool, "inQuery" | "queryIn">): string {
  if (!isRecord(body)) return JSON.stringify(body);
  const { items, pagination, ...rest } = body;
  if (!Array.isArray(items)) return toDocumentText(body);
  const others = tidyMembers(rest);
  const head = isEmpty(others) ? [] : [JSON.stringify(others)];
  const lines = items.map((item) => JSON.stringify(tidy(item)));
  if (!isRecord(pagination)) return [`${items.length} items.`, ...head, ...lines].join("\n");
  const { page, pageSize, totalItems, hasNextPage } = pagination;
  const [pageName = "", sizeName = ""] = inQuery.slice(-2);
  const shown = findFittingSize(lines, Number(pageSize));
  // A page of a size that divides the one asked for begins where it did.
  const number = (Number(page) - 1) * (Number(pageSize) / shown) + 1;
  const more = hasNextPage === true || lines.length > shown;
  const parameters = { [pageName]: number + 1, [sizeName]: shown };
  const next = more ? [`Next page: ${JSON.stringify(queryIn === undefined ? parameters : { [queryIn]: parameters })}`] : [];
  const first = (number - 1) * shown + 1;
  const last = first - 1 + Math.min(shown, lines.length);
  const count = lines.length === 0 ? `No items on this page, ${totalItems} in all.` : `Items ${first} to ${last} of ${totalItems}.`;
  return [count, ...head, ...lines.slice(0, shown), ...next].join("\n");
}

/** The greatest size of a page that divides the one asked for, and whose lines have room. */
function findFittingSize(lines: readonly string[], pageSize: number): number {
  let bytes = 1_000;
  const room = lines.findIndex((line) => {
    bytes += sizeOf(line);
    return bytes > TEXT_MAX_BYTES;
  });
  if (room < 0) return pageSize;
  let size = Math.max(room, 1);
  while (pageSize % size !== 0) size -= 1;
  return size;
}

/** Texts such as `bodyText` stand below the other members, as they are. */
function toDocumentText(body: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(tidyMembers(body));
  const texts = members.filter(([name]) => name.endsWith("Text"));
  const rest = Object.fromEntries(members.filter(([name]) => !name.endsWith("Text")));
  return [JSON.stringify(rest), ...texts.map(([, text]) => String(text))].join("\n\n");
}

/** Members that pages need and readers do not. */
const FOR_PAGES = ["variants", "thumbhash", "dominantColor"];

function tidy(value: unknown): unknown {
  return Array.isArray(value) ? value.map(tidy) : isRecord(value) ? tidyMembers(value) : value;
}

/** Without what is null or empty, what FOR_PAGES names, and HTML of which the text is there too. */
function tidyMembers(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const members = Object.entries(value).filter(([name]) => {
    const text = name.replace(/Html$/, "");
    return !FOR_PAGES.includes(name) && (text === name || (value[text] ?? value[`${text}Text`]) === undefined);
  });
  return Object.fromEntries(members.map(([name, member]) => [name, tidy(member)] as const).filter(([, member]) => !isEmpty(member)));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === "") return true;
  return Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
}

/** Where each part of a long text ends that is at most TEXT_MAX_BYTES long: behind a line, or a word, where there is one. */
export function splitText(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let end = start, bytes = 0; start < text.length; ) {
    bytes += end < text.length ? bytesOf(text.charCodeAt(end)) : TEXT_MAX_BYTES + 1;
    if (bytes <= TEXT_MAX_BYTES) {
      end += 1;
      continue;
    }
    const cut = end === text.length ? end : start + lastBreak(text.slice(start, end));
    parts.push(text.slice(start, cut));
    [start, end, bytes] = [cut, cut, 0];
  }
  return parts;
}

/** Behind the last line of the last quarter, else its last word, else before a pair of surrogates. */
function lastBreak(text: string): number {
  const line = text.lastIndexOf("\n");
  const at = line > text.length * 0.75 ? line : text.lastIndexOf(" ");
  if (at > text.length * 0.75) return at + 1;
  return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
}

function sizeOf(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) bytes += bytesOf(text.charCodeAt(at));
  return bytes;
}

/** Bytes of a UTF-16 code unit in a text of JSON, at most; a surrogate counts as one that stands alone. */
function bytesOf(unit: number): number {
  if (unit === 0x22 || unit === 0x5c || unit === 0x0a) return 2;
  if (unit < 0x20 || (unit >= 0xd800 && unit < 0xe000)) return 6;
  return unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
}
