import type { Kind, OwnDocument, OwnItem } from "octavo-client";
import { client, plainTitle, toHref } from "./site.ts";

/** The kinds that octavo.config.ts defines, with documents. Their pages are made of what the API says of them. */
export async function readOwnKinds(): Promise<Kind[]> {
  const { items } = await client.kinds.list();
  return items.filter(({ builtIn, count }) => !builtIn && count > 0);
}

/** Kinds with tags that have no view of their own: pages, and what octavo.config.ts defines. */
export async function readTaggedKinds(): Promise<Kind[]> {
  const { items } = await client.kinds.list();
  return items.filter(({ name, builtIn, tags, count }) => (!builtIn || name === "pages") && tags && count > 0);
}

/** The site's pages: `content/pages/uses.md` is at `/uses/`. */
export async function readPages(): Promise<{ kind: Kind; document: OwnDocument }[]> {
  const kind = (await client.kinds.list()).items.find(({ name }) => name === "pages");
  return kind === undefined ? [] : (await readDocuments(kind)).map((document) => ({ kind, document }));
}

/** The page at a path that a file of src/pages has, too: that file shows it. */
export async function findPage(path: string): Promise<{ kind: Kind; document: OwnDocument } | undefined> {
  return (await readPages()).find(({ document }) => document.path?.replace(/\/$/, "") === toHref(path).replace(/\/$/, ""));
}

/** Documents of a kind that have pages, whole. */
export async function readDocuments({ name, page }: Kind): Promise<OwnDocument[]> {
  if (page === null) return [];
  const items = await Array.fromAsync(client.kind(name).all({ pageSize: 100 }));
  return Promise.all(items.map(({ slug }) => client.kind(name).get(slug)));
}

/** Members that every document has; views show them in places of their own. */
const COMMON = [
  ...["slug", "url", "path", "title", "excerpt", "cover", "tags", "language", "publishedAt", "updatedAt"],
  ...["bodyHtml", "bodyText", "toc", "translations"],
  // Members of pages.
  ...["order", "parent", "ancestors", "extra"],
];
/** Characters of a text that a list has room for. */
const FACT_MAX = 90;

/** The fields of a kind that a document has values of, in the order of the definition. */
export function fieldsOf(item: OwnItem | OwnDocument): [name: string, value: unknown][] {
  return Object.entries(item).filter(([name, value]) => !COMMON.includes(name) && !isEmpty(value));
}

/** Fields that a list has room for: the date, what lists can be filtered by, then all others. Pictures, numbers and what is yes or no say little alone. */
export function shortFieldsOf(item: OwnItem, { date, filters }: Kind): [name: string, value: unknown][] {
  const first = [...(date === null ? [] : [date]), ...filters.map(({ name }) => name)];
  const short = fieldsOf(item).filter(([, value]) => isShort(value));
  return [...short.filter(([name]) => first.includes(name)), ...short.filter(([name]) => !first.includes(name))];
}

function isShort(value: unknown): boolean {
  if (typeof value === "string") return value.length <= FACT_MAX;
  if (Array.isArray(value)) return value.every((one) => typeof one === "string") && value.join(", ").length <= FACT_MAX;
  return typeof value === "object" && value !== null && "url" in value && !("thumbhash" in value);
}

/** A title that is the first heading of the text is shown once. */
export function bodyWithoutTitle({ bodyHtml, title }: OwnDocument): string {
  const html = typeof bodyHtml === "string" ? bodyHtml : "";
  const [heading = "", text = ""] = /^\s*<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
  const plain = text.replace(/<[^>]*>/g, "").replace(/&(?:lt|gt|amp|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
  return plain === plainTitle(title) ? html.slice(heading.length) : html;
}

const ENTITIES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'" };

/** The name that a file has in the content folder: a published one has a hash before its ending. */
export function toFileName(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1).replace(/\.[0-9a-f]{16}(?=\.|$)/, "");
}

/** `1.2 MB`. */
export function toFileSize(bytes: number, language: string): string {
  const [unit, size] = bytes < 999_500 ? (["kilobyte", 1_000] as const) : (["megabyte", 1_000_000] as const);
  const options = { style: "unit", unit, maximumFractionDigits: bytes < 10 * size ? 1 : 0 } as const;
  return new Intl.NumberFormat(language, options).format(Math.max(0.1, bytes / size));
}

/** `heldOn` → `Held on`. */
export function toLabel(name: string): string {
  const words = name.replace(/([A-Z]+|\d+)/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}
