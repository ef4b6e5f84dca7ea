import type { SearchText } from "../format/search-documents.ts";
import { RECENT_ABOVE, RECENT_MAX } from "../format/sizes.ts";
import { hashUnits } from "./hash.ts";
import type { IndexDocument } from "./index-documents.ts";

/** Documents by id, as described in search/format/layout.ts. */
export interface Numbered {
  /** EMPTY_SLOT for an empty slot. */
  readonly ordered: readonly IndexDocument[];
  /** Number of ids that are slots. */
  readonly slots: number;
  /** Number of ids whose terms are in shards. The base has those of the others. */
  readonly inShards: number;
  /**
   * For each document in a slot, by id: its rank among the documents of its kind, by slug
   * descending.
   */
  readonly ranks: readonly number[];
}

export const NO_TEXT: SearchText = { title: "", tags: [], excerpt: "", headings: [], body: "" };

/** Fills a slot without a document. */
export const EMPTY_SLOT: IndexDocument = {
  kind: "",
  slug: "",
  publishedAt: null,
  language: null,
  id: "",
  bodyId: "",
  wordCount: 0,
  head: { slug: "", url: "", title: "", tags: [], publishedAt: null, excerpt: "", cover: null },
  text: NO_TEXT,
};

/**
 * Slots of a small site: few enough to cost nothing, and enough for 32 documents without
 * collisions.
 */
const SLOTS_MIN = 256;
/** Slots for each document of a site with at most SPARSE_MAX, so that collisions are rare. */
const SPARSE = 8;
const SPARSE_MAX = 4_096;
/** Slots for each document of a large site, where empty ones would slow down each search. */
const DENSE = 2;

/** How many of the newest documents keep their terms in the base (search/format/sizes.ts). */
export interface RecentCut {
  readonly above: number;
  readonly max: number;
}

/** @throws Error if two documents have the same kind and slug */
export function numberDocuments(
  documents: readonly IndexDocument[],
  recent: RecentCut = { above: RECENT_ABOVE, max: RECENT_MAX },
): Numbered {
  const dated = documents.filter(({ publishedAt }) => publishedAt !== null).sort(compareDated);
  const undated = documents.filter(({ publishedAt }) => publishedAt === null);
  checkSlugs(documents);
  const slots = countSlots(undated.length);
  const ordered: IndexDocument[] = Array.from({ length: slots }, () => EMPTY_SLOT);
  for (const { document, slot } of chooseSlots(undated, slots)) ordered[slot] = document;
  const inShards = slots + dated.length - (dated.length < recent.above ? 0 : dated.length % recent.max);
  return { ordered: [...ordered, ...dated], slots, inShards, ranks: rankInKind(ordered) };
}

function checkSlugs(documents: readonly IndexDocument[]): void {
  const found = new Map<string, Set<string>>();
  for (const document of documents) {
    const { kind, slug } = document;
    const slugs = found.get(kind) ?? new Set();
    found.set(kind, slugs);
    if (slugs.size === slugs.add(slug).size) throw new Error(`two search documents are ${keyOf(document)}; each needs its own slug`);
  }
}

function keyOf({ kind, slug }: IndexDocument): string {
  return `${kind}/${slug}`;
}

/** Within a kind as in its list: oldest first, on the same date by slug descending. */
function compareDated(a: IndexDocument, b: IndexDocument): number {
  return compare(a.publishedAt ?? "", b.publishedAt ?? "") || compare(b.slug, a.slug) || compare(a.kind, b.kind);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A power of two. */
function countSlots(documents: number): number {
  let slots = SLOTS_MIN;
  while (slots < documents * SPARSE && slots < SPARSE_MAX) slots *= 2;
  while (slots < documents * DENSE) slots *= 2;
  return slots;
}

/**
 * Each document takes the first of its preferred slots that is free of longer documents and of
 * equally long ones with a smaller hash. The result depends only on the documents, not on their
 * order (Amble and Knuth, Ordered hash tables, 1974). A new document only moves shorter ones, whose
 * terms are in fewer shards.
 */
function chooseSlots(documents: readonly IndexDocument[], slots: number): { document: IndexDocument; slot: number }[] {
  const taken = new Uint8Array(slots);
  return documents
    .map((document) => ({ document, key: keyOf(document) }))
    .map((each) => ({ ...each, hash: hashUnits(each.key), step: (hashUnits(each.key, 0x5bd1e995) | 1) >>> 0 }))
    .sort((a, b) => b.document.wordCount - a.document.wordCount || a.hash - b.hash || compare(a.key, b.key))
    .map(({ document, hash, step }) => {
      let slot = (hash >>> 8) % slots;
      // An odd step reaches every slot of a power of two.
      while (taken[slot] === 1) slot = (slot + step) % slots;
      taken[slot] = 1;
      return { document, slot };
    });
}

function rankInKind(slots: readonly IndexDocument[]): number[] {
  const documents = slots.filter((document) => document !== EMPTY_SLOT);
  const next = new Map<string, number>();
  const ranks = new Map<IndexDocument, number>();
  for (const document of documents.toSorted((a, b) => compare(b.slug, a.slug))) {
    const rank = next.get(document.kind) ?? 0;
    ranks.set(document, rank);
    next.set(document.kind, rank + 1);
  }
  return documents.map((document) => ranks.get(document) ?? 0);
}
