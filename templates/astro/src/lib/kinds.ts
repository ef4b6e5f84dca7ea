import type { Kind, OwnDocument, OwnItem } from "octavo-client";
import { client, plainTitle } from "./site.ts";

/** The kinds that octavo.config.ts defines, with documents. Their pages are made of what the API says of them. */
export async function readOwnKinds(): Promise<Kind[]> {
  const { items } = await client.kinds.list();
  return items.filter(({ builtIn, count }) => !builtIn && count > 0);
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
];

/** The fields of a kind that a document has values of, in the order of the definition. */
export function fieldsOf(item: OwnItem | OwnDocument): [name: string, value: unknown][] {
  return Object.entries(item).filter(([name, value]) => !COMMON.includes(name) && !isEmpty(value));
}

/** Fields that say most about a document in a list: its date, and what lists can be filtered by. */
export function shortFieldsOf(item: OwnItem, { date, filters }: Kind): [name: string, value: unknown][] {
  const names = [...(date === null ? [] : [date]), ...filters.map(({ name }) => name)];
  return fieldsOf(item).filter(([name, value]) => names.includes(name) && typeof value !== "boolean" && typeof value !== "number");
}

/** A title that is the first heading of the text is shown once. */
export function bodyWithoutTitle({ bodyHtml, title }: OwnDocument): string {
  const html = typeof bodyHtml === "string" ? bodyHtml : "";
  const [heading = "", text = ""] = /^\s*<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
  const plain = text.replace(/<[^>]*>/g, "").replace(/&(?:lt|gt|amp|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
  return plain === plainTitle(title) ? html.slice(heading.length) : html;
}

const ENTITIES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'" };

/** `heldOn` → `Held on`. */
export function toLabel(name: string): string {
  const words = name.replace(/([A-Z]+|\d+)/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}
