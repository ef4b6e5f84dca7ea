import type { SearchKind } from "../../contract/schemas/list.ts";
import { idOffsets } from "../format/layout.ts";
import type { HitHead, SearchText } from "../format/search-documents.ts";

/** A document as the index takes it. Its head and text are looked at only where that is needed, and may be put together then. */
export interface IndexDocument {
  readonly kind: SearchKind;
  /** Document number within its kind, as contract/index-format.ts says: 0 to n − 1, oldest first. */
  readonly number: number;
  /** Names the head and the text: the same id, the same document. */
  readonly id: string;
  readonly head: HitHead;
  /** What terms are counted in. */
  readonly text: SearchText;
  /** Names the headings and the body of the text. */
  readonly bodyId: string;
}

/** Documents by id, and how many of each kind there are. @throws Error where the numbers of a kind are not 0 to n − 1 */
export function orderDocuments(documents: readonly IndexDocument[]): {
  readonly kinds: Readonly<Record<SearchKind, number>>;
  readonly ordered: readonly IndexDocument[];
} {
  const kinds = { post: 0, project: 0, book: 0 };
  for (const { kind } of documents) kinds[kind] += 1;
  const { first, total } = idOffsets(kinds);
  const ordered: (IndexDocument | undefined)[] = Array.from({ length: total });
  for (const document of documents) {
    const { kind, number } = document;
    if (!Number.isInteger(number) || number < 0 || number >= kinds[kind]) {
      throw new Error(
        `search document "${document.head.title}": ${kind} number ${number} of ${kinds[kind]}; number the documents of a kind from 0 without a gap`,
      );
    }
    const id = first[kind] + number;
    const other = ordered[id];
    if (other !== undefined) {
      throw new Error(`search documents "${other.head.title}" and "${document.head.title}" are both ${kind} number ${number}`);
    }
    ordered[id] = document;
  }
  return { kinds, ordered: ordered.filter((document) => document !== undefined) };
}

/** Of values by id those of a kind, by number. */
export function ofKind<T>(kind: SearchKind, kinds: Readonly<Record<SearchKind, number>>, values: readonly T[]): readonly T[] {
  const first = idOffsets(kinds).first[kind];
  return values.slice(first, first + kinds[kind]);
}
