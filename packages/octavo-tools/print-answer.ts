import { type Column, renderTable, widthOf, wrap } from "../../cli/text/display.ts";
import { toSafeLine } from "../../contract/text/safe-text.ts";
import { isRecord } from "../../edge/manifest.ts";
import type { Kind } from "../octavo-client/client.ts";

/** Columns of comfortable running text. */
const TEXT_WIDTH_MAX = 100;

type Item = Readonly<Record<string, unknown>>;

interface Field extends Column {
  /** The first existing member is shown. */
  readonly members: readonly string[];
  readonly toCell?: (value: unknown) => string;
}

const DATES = ["publishedAt", "takenAt", "finishedOn", "startedOn", "createdAt", "takenFrom", "updatedAt"];

/** Columns of tables, in order. */
const FIELDS: readonly Field[] = [
  { title: "slug", members: ["slug", "id", "language"] },
  { title: "kind", members: ["kind"] },
  { title: "year", members: ["year"] },
  { title: "status", members: ["status", "availability"] },
  { title: "date", members: DATES, toCell: (value) => String(value).slice(0, "2026-01-31".length) },
  { title: "by", members: ["authorName", "authors"], shrinks: true },
  { title: "rating", members: ["rating"], align: "right" },
  { title: "price", members: ["pricing"] },
  { title: "count", members: ["count", "totalPosts", "replyCount"], align: "right" },
  {
    title: "tags",
    members: ["tags"],
    shrinks: true,
    toCell: (value) => (Array.isArray(value) ? value.map((tag) => (isRecord(tag) ? tag.slug : tag)).join(" ") : ""),
  },
  // This column is last, because in a narrow terminal it gets its own line.
  { title: "title", members: ["title", "name", "body"], flexible: true },
];

/**
 * Columns for one of the site's own kinds: its date and the fields that distinguish its documents.
 */
function fieldsOf({ date, filters, order }: Kind): readonly Field[] {
  const named = [...order.map((key) => key.replace(/^-/, "")), ...filters.map(({ name }) => name)];
  const own = [...new Set(named)].filter((name) => !COMMON_MEMBERS.includes(name) && name !== date);
  return FIELDS.flatMap((field): readonly Field[] => {
    if (field.title === "date") return [{ ...field, members: [date ?? "publishedAt"] }];
    if (field.title !== "tags") return [field];
    return [...own.map((name): Field => ({ title: name, members: [name], shrinks: true })), field];
  });
}

/** Members that every kind has, which have their own columns or none. */
const COMMON_MEMBERS = ["tag", "language", "period", "title", "publishedAt", "updatedAt"];

function cellOf(item: Item, { members, toCell = toPlainText }: Field): string {
  const value = members.map((name) => item[name]).find((each) => each !== undefined && each !== null && each !== "");
  return value === undefined ? "" : toCell(value);
}

/**
 * For people at a terminal, a table without empty columns. For programs, tab-separated lines
 * without titles, with the same columns for all items of a kind.
 * @param kind kind of the items, if it is the site's own
 */
export function renderItems(items: readonly unknown[], width: number | null, kind?: Kind): string {
  const records = items.filter(isRecord);
  const fieldNames = kind === undefined ? FIELDS : fieldsOf(kind);
  const isThere = (field: Field, item: Item): boolean =>
    width === null ? field.members.some((name) => item[name] !== undefined) : cellOf(item, field) !== "";
  const fields = fieldNames.filter((field) => records.some((item) => isThere(field, item)));
  const rows = records.map((item) => fields.map((field) => cellOf(item, field)));
  if (width === null) return rows.map((row) => `${row.map(toSafeLine).join("\t")}\n`).join("");
  const columns = fields.map((field): Column => ({ ...field, title: field.title.toUpperCase() }));
  return rows.length === 0 ? "" : renderTable(columns, rows, width);
}

/** Members that are not listed: the title has its own line, and others are only for pages. */
const NOT_LISTED = /^(?:title|headline|toc|related|previousPost|nextPost|extra|thumbhash|translations|variants|dominantColor)$/;
/**
 * Members that are not listed for one of the site's own kinds, whose fields may have any other
 * name.
 */
const NOT_LISTED_OF_OWN = /^(?:title|toc|translations)$/;

export interface RenderDocumentOptions {
  readonly width: number | null;
  /** Converts HTML. */
  readonly toText: (html: string) => string;
  /** Whether it is a document of one of the site's own kinds. */
  readonly isOwn: boolean;
}

/** A document for reading: its title, its other facts, and its text. */
export function renderDocument(body: Readonly<Record<string, unknown>>, { width, toText, isOwn }: RenderDocumentOptions): string {
  const texts = textsOf(body, toText);
  const notListed = isOwn ? NOT_LISTED_OF_OWN : NOT_LISTED;
  const members = Object.entries(body).filter(([name]) => !notListed.test(name));
  const listed = members.filter(([name, value]) => !/(?:Html|Text)$/.test(name) && !Array.isArray(value));
  const lists = members.filter(([, value]) => Array.isArray(value));
  const isItems = (name: string): boolean => name === "items" && !isOwn;
  const [items, short] = [lists.filter(([name]) => isItems(name)), lists.filter(([name]) => !isItems(name))];
  const lines = [...listed, ...short]
    .map(([name, value]) => [toSafeLine(name), toSafeLine(toPlainText(value))] as const)
    .filter(([, text]) => text !== "");
  const left = Math.max(0, ...lines.map(([name]) => widthOf(name))) + 2;
  const title = (isOwn ? [body.title] : [body.title, body.headline, body.name]).find((text) => typeof text === "string" && text !== "");
  const room = width === null ? null : Math.min(width, TEXT_WIDTH_MAX);
  const head = lines.map(([name, text]) => {
    const parts = room === null ? [text] : wrap(text, Math.max(20, room - left));
    return `${name.padEnd(left)}${parts.join(`\n${" ".repeat(left)}`)}`;
  });
  const blocks = [
    ...(typeof title === "string" ? [toSafeLine(title)] : []),
    head.join("\n"),
    ...texts.map((text) => wrap(text, room ?? Number.MAX_SAFE_INTEGER).join("\n")),
    ...items.map(([, list]) => renderItems(Array.isArray(list) ? list : [], width).trimEnd()),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

/** Members with a text, or only with HTML. */
function textsOf(body: Readonly<Record<string, unknown>>, toText: (html: string) => string): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    if (typeof value !== "string" || value === "") return [];
    if (name.endsWith("Text")) return [value];
    return name.endsWith("Html") && body[name.replace(/Html$/, "Text")] === undefined ? [toText(value).trim()] : [];
  });
}

/** A value on one line. An object with a name is shown by its name. */
function toPlainText(value: unknown): string {
  if (value === null || value === undefined || value === false) return "";
  if (Array.isArray(value))
    return value
      .map(toPlainText)
      .filter((text) => text !== "")
      .join(", ");
  if (!isRecord(value)) return String(value);
  if (typeof value.amountMinor === "number" && typeof value.display !== "string") return toPrice(value);
  const { display, title, name, label, slug, text, url } = value;
  const named = [display, title, name, label, slug, text].find((each) => typeof each === "string" && each !== "");
  if (named !== undefined) return typeof url === "string" && typeof label === "string" ? `${String(named)} ${url}` : String(named);
  if (typeof url === "string") return url;
  const members = Object.entries(value)
    .map(([key, each]) => [key, toPlainText(each)] as const)
    .filter(([, each]) => each !== "");
  return members.map(([key, each]) => `${key} ${each}`).join(", ");
}

/** Amounts are whole minor units of the currency. */
function toPrice({ model, amountMinor, maxAmountMinor, currency, unit }: Item): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency: String(currency), currencyDisplay: "code" });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const amounts = [amountMinor, maxAmountMinor].filter((amount) => typeof amount === "number");
  const text = amounts.map((amount) => format.format(amount / 10 ** digits).replaceAll(/\s/g, " ")).join(" to ");
  return [model === "from" ? `from ${text}` : text, ...(typeof unit === "string" ? [`per ${unit}`] : [])].join(" ");
}
