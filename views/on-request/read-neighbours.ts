import type { OwnDocument } from "../../packages/octavo-client/client.ts";
import { findBeside, type Neighbours } from "../documents/neighbours.ts";
import { primaryOf } from "../list-languages.ts";
import type { SiteView } from "../site-view.ts";
import { ownLanguage } from "./find-list.ts";
import type { SiteData } from "./site-data.ts";

/** Number of documents to read in one request. */
const CHUNK = 100;

/** The neighbours of a document in its list, which is read until the document is found. */
export async function readNeighbours(kind: string, document: OwnDocument, site: SiteView, data: SiteData): Promise<Neighbours> {
  const language = typeof document.language === "string" ? primaryOf(document.language) : null;
  const list = { kind, query: ownLanguage(kind, site, language) };
  const read: object[] = [];
  for (let total = 1; read.length < total; ) {
    const start = read.length;
    const { items, total: all } = await data.list(list, (count) => ({ start, end: Math.min(start + CHUNK, count) }));
    if (items.length === 0) break;
    read.push(...items);
    total = all;
    const at = read.findIndex((item) => "slug" in item && item.slug === document.slug);
    if (at !== -1 && (at < read.length - 1 || read.length >= total)) return findBeside(read, at);
  }
  return {};
}
