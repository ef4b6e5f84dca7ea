import type { SearchKind } from "../../contract/schemas/list.ts";
import type { HitHead, SearchText } from "../format/documents.ts";
import { idOffsets } from "../format/layout.ts";
import { SEARCH_FIELDS } from "../format/options.ts";
import { addLengths, TermCounter } from "./count.ts";
import { GONE } from "./merge-postings.ts";
import type { DocumentChanges } from "./postings-changes.ts";
import type { IndexState } from "./state.ts";

const FIELDS = SEARCH_FIELDS.length;

/** A document as the index takes it. */
export interface IndexDocument {
  readonly kind: SearchKind;
  /** Document number within its kind, as contract/index-format.ts says: 0 to n − 1, oldest first. */
  readonly number: number;
  readonly head: HitHead;
  /** Of `text`: the same only where that is the same. Absent: not known. */
  readonly digest?: string;
  /** What terms are counted in; only looked at where that is needed. */
  readonly text: SearchText;
}

/** Kind and slug. */
export function toDocumentName({ kind, head }: IndexDocument): string {
  return `${kind}/${head.slug}`;
}

/** Documents by id, and how many of each kind there are. @throws Error where the numbers of a kind are not 0 to n − 1 */
export function orderDocuments(documents: readonly IndexDocument[]): {
  readonly kinds: Readonly<Record<SearchKind, number>>;
  readonly ordered: readonly IndexDocument[];
} {
  const kinds = { post: 0, project: 0, book: 0 };
  for (const { kind } of documents) kinds[kind] += 1;
  const { first } = idOffsets(kinds);
  const ordered: IndexDocument[] = [];
  for (const document of documents) {
    const { kind, number, head } = document;
    if (!Number.isInteger(number) || number < 0 || number >= kinds[kind]) {
      throw new Error(
        `search document "${head.title}": ${kind} number ${number} of ${kinds[kind]}; number the documents of a kind from 0 without a gap`,
      );
    }
    const id = first[kind] + number;
    const other = ordered[id];
    if (other !== undefined) {
      throw new Error(`search documents "${other.head.title}" and "${head.title}" are both ${kind} number ${number}`);
    }
    ordered[id] = document;
  }
  return { kinds, ordered };
}

/** What became of the documents of an index. Those that have their digest still, and their order among each other, are not looked at. */
export function findChanges(former: IndexState, documents: readonly IndexDocument[]): DocumentChanges {
  const idOf = new Map(former.names.map((name, id) => [name, id]));
  const same = documents.flatMap((document, id) => {
    const name = toDocumentName(document);
    const found = idOf.get(name);
    // Two of one name are not both the same as before.
    idOf.delete(name);
    return found === undefined || !document.digest || former.digests[found] !== document.digest ? [] : [{ id, former: found }];
  });
  const ids = new Int32Array(former.names.length).fill(GONE);
  const formerLengths = Uint32Array.from(former.lengths);
  const lengths = new Uint32Array(documents.length * FIELDS);
  const staying = new Set<number>();
  for (const { id, former: before } of findInOrder(same, (each) => each.former)) {
    ids[before] = id;
    lengths.set(formerLengths.subarray(before * FIELDS, (before + 1) * FIELDS), id * FIELDS);
    staying.add(id);
  }
  const counter = new TermCounter();
  const added = documents.flatMap((document, id) => {
    if (staying.has(id)) return [];
    const pairs = counter.count(document.text);
    addLengths(pairs, lengths, id);
    return [{ id, pairs }];
  });
  return { ids, added, names: counter.names, lengths };
}

/** The most items, in the order in which they come, whose numbers ascend; the numbers differ from each other. */
export function findInOrder<T>(items: readonly T[], numberOf: (item: T) => number): T[] {
  const numbers = items.map(numberOf);
  // Places of the items that end the best row of each length with the least number, and of the item before each in its row.
  const ends: number[] = [];
  const before = new Int32Array(items.length).fill(-1);
  for (let at = 0; at < items.length; at += 1) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < (numbers[at] ?? 0)) low = middle + 1;
      else high = middle;
    }
    before[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  }
  const row: T[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) row.push(items[at] as T);
  return row.reverse();
}
