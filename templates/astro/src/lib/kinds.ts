import type { Kind, OwnDocument, OwnItem } from "octavo-client";
import { client, toHref } from "./site.ts";
import { texts } from "./texts.ts";

/**
 * The kinds from octavo.config.ts that have documents. Their pages are made from the API's
 * description.
 */
export async function readOwnKinds(): Promise<Kind[]> {
  const { items } = await client.kinds.list();
  return items.filter(({ builtIn, count }) => !builtIn && count > 0);
}

/** Kinds that the menu lists. Pages have their own menu, and posts are always listed. */
export async function readListedKinds(): Promise<Kind[]> {
  const { items } = await client.kinds.list();
  return items.filter(({ name, count }) => name === "posts" || (name !== "pages" && count > 0));
}

/** All kinds that have tags. */
export async function readTaggedKinds(): Promise<Kind[]> {
  const { items } = await client.kinds.list();
  return items.filter(({ tags, count }) => tags && count > 0);
}

/** The words for a kind's documents, in the site's language if it has them. */
export function labelOf({ name, builtIn, words }: Kind): string {
  const labels: Readonly<Record<string, unknown>> = texts;
  const label = labels[name];
  return builtIn && name !== "pages" && typeof label === "string" ? label : words.many;
}

/** The site's pages: `content/pages/uses.md` is at `/uses/`. */
export async function readPages(): Promise<{ kind: Kind; document: OwnDocument }[]> {
  const kind = (await client.kinds.list()).items.find(({ name }) => name === "pages");
  return kind === undefined ? [] : (await readDocuments(kind)).map((document) => ({ kind, document }));
}

/** The page at the path of a file in src/pages, which shows it. */
export async function findPage(path: string): Promise<{ kind: Kind; document: OwnDocument } | undefined> {
  return (await readPages()).find(({ document }) => document.path?.replace(/\/$/, "") === toHref(path).replace(/\/$/, ""));
}

/** Complete documents of a kind that has pages. */
export async function readDocuments({ name, page }: Kind): Promise<OwnDocument[]> {
  if (page === null) return [];
  const items = await Array.fromAsync(client.kind(name).all({ pageSize: 100 }));
  return Promise.all(items.map(({ slug }) => client.kind(name).get(slug)));
}

/** Members of every document, each of which views show separately. */
const COMMON = [
  ...["slug", "url", "path", "title", "excerpt", "cover", "tags", "language", "publishedAt", "updatedAt"],
  ...["bodyHtml", "bodyText", "toc", "translations"],
];
/** Further members of pages. A kind of the site may have fields with these names. */
const OF_PAGES = ["order", "parent", "ancestors", "extra"];
/** Maximum number of characters of a field in a list. */
const FACT_MAX = 90;

/** The fields of a document that have values, in the order of the kind's definition. */
export function fieldsOf(item: OwnItem | OwnDocument, { name: kind }: Kind): [name: string, value: unknown][] {
  const shownElsewhere = kind === "pages" ? [...COMMON, ...OF_PAGES] : COMMON;
  return Object.entries(item).filter(([name, value]) => !shownElsewhere.includes(name) && !isEmpty(value));
}

/**
 * Fields for a list: the date, then fields with filters, then all others. Pictures, numbers and
 * booleans are left out, because they mean little without a label.
 */
export function shortFieldsOf(item: OwnItem, kind: Kind): [name: string, value: unknown][] {
  const { date, filters } = kind;
  const first = [...(date === null ? [] : [date]), ...filters.map(({ name }) => name)];
  const short = fieldsOf(item, kind).filter(([, value]) => isShort(value));
  return [...short.filter(([name]) => first.includes(name)), ...short.filter(([name]) => !first.includes(name))];
}

function isShort(value: unknown): boolean {
  if (typeof value === "string") return value.length <= FACT_MAX;
  if (Array.isArray(value)) return value.every((one) => typeof one === "string") && value.join(", ").length <= FACT_MAX;
  return typeof value === "object" && value !== null && "url" in value && !("thumbhash" in value);
}

/** The file's name in the content folder. A published name has a hash before the extension. */
export function toFileName(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1).replace(/\.[0-9a-f]{16}(?=\.|$)/, "");
}

/** `1.2 MB`. */
export function toFileSize(bytes: number, language: string): string {
  const [unit, size] = bytes < 999_500 ? (["kilobyte", 1_000] as const) : (["megabyte", 1_000_000] as const);
  const options = { style: "unit", unit, maximumFractionDigits: bytes < 10 * size ? 1 : 0 } as const;
  return new Intl.NumberFormat(language, options).format(Math.max(0.1, bytes / size));
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}
