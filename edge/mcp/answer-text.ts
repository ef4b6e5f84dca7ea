import { isRecord } from "../manifest.ts";
import type { Tool } from "./tools.ts";

/**
 * Size limit of a text in a response, in bytes as JSON. The remainder of MCP_ANSWER_MAX_BYTES is
 * for the members around it.
 */
export const TEXT_MAX_BYTES = 60_000;

/**
 * A response in a form that models can read: members as JSON, one item on each line, without
 * members that are empty or that only pages need, followed by the text of a document. A list is
 * shortened to the items that fit, so that paging can continue with a smaller page size.
 * @param tool the tool that was called; a paged list has page and page size as its last two
 * parameters
 * @returns the whole text; a document or a single item may still exceed TEXT_MAX_BYTES
 */
export function toAnswerText(body: unknown, { inQuery, queryIn }: Pick<Tool, "inQuery" | "queryIn">): string {
  if (!isRecord(body)) return JSON.stringify(body);
  const { items, pagination, ...rest } = body;
  // A document of one of the site's own kinds may have a field `items`.
  if (!Array.isArray(items) || "toc" in body) return toDocumentText(body);
  const others = tidyMembers(rest);
  const head = isEmpty(others) ? [] : [JSON.stringify(others)];
  const lines = items.map((item) => JSON.stringify(tidy(item)));
  if (!isRecord(pagination)) return [`${items.length} items.`, ...head, ...lines].join("\n");
  const { page, pageSize, totalItems, hasNextPage } = pagination;
  const [pageName = "", sizeName = ""] = inQuery.slice(-2);
  const shown = findFittingSize(lines, Number(pageSize));
  // A page whose size divides the requested one begins at the same item.
  const number = (Number(page) - 1) * (Number(pageSize) / shown) + 1;
  const more = hasNextPage === true || lines.length > shown;
  const parameters = { [pageName]: number + 1, [sizeName]: shown };
  const next = more ? [`Next page: ${JSON.stringify(queryIn === undefined ? parameters : { [queryIn]: parameters })}`] : [];
  const first = (number - 1) * shown + 1;
  const last = first - 1 + Math.min(shown, lines.length);
  const count = lines.length === 0 ? `No items on this page, ${totalItems} in all.` : `Items ${first} to ${last} of ${totalItems}.`;
  return [count, ...head, ...lines.slice(0, shown), ...next].join("\n");
}

/** The largest page size that divides the requested one and whose lines fit. */
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

/** Texts such as `bodyText` follow the other members unchanged. */
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

/**
 * Removes null and empty members, the members in FOR_PAGES, and HTML that is also present as text.
 */
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

/**
 * Ends of the parts of a long text, each at most TEXT_MAX_BYTES long. Parts end after a line or a
 * word if possible.
 */
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

/**
 * After the last line break in the last quarter, otherwise after the last word there, otherwise at
 * the end, but not inside a surrogate pair.
 */
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

/** Maximum size of a UTF-16 code unit in JSON text, in bytes. A surrogate counts as unpaired. */
function bytesOf(unit: number): number {
  if (unit === 0x22 || unit === 0x5c || unit === 0x0a) return 2;
  if (unit < 0x20 || (unit >= 0xd800 && unit < 0xe000)) return 6;
  return unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
}
