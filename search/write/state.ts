import type { SearchKind } from "../../contract/schemas/list.ts";
import { SEARCH_VERSION } from "../format/options.ts";
import type { CutOptions } from "../format/sizes.ts";
import type { Block } from "./blocks.ts";
import type { NamedFile } from "./file-set.ts";

/** What an index was written from, as far as its files do not say it. */
export interface IndexState {
  readonly shardCut: CutOptions;
  readonly fuzzyCut: CutOptions;
  /** Documents of each kind. */
  readonly kinds: Readonly<Record<SearchKind, number>>;
  /** Kind and slug of each document, by id. */
  readonly names: readonly string[];
  /** Of what was counted in each; "" where that is not known. */
  readonly digests: readonly string[];
  /** By id, for each field: its distinct terms. */
  readonly lengths: readonly number[];
  readonly shards: readonly Block[];
  readonly fuzzy: readonly Block[];
  readonly texts: Readonly<Record<"project" | "book", readonly NamedFile[]>>;
}

/** The state of an index in which there is nothing. */
export function createEmptyState(cuts: Pick<IndexState, "shardCut" | "fuzzyCut">): IndexState {
  const nothing: readonly [] = [];
  return {
    ...cuts,
    kinds: { post: 0, project: 0, book: 0 },
    names: nothing,
    digests: nothing,
    lengths: nothing,
    shards: nothing,
    fuzzy: nothing,
    texts: { project: nothing, book: nothing },
  };
}

/** A text that says which index it is of, and has a hash of the rest before it. Halves of surrogate pairs, which keys may begin with, are escaped. */
export function encodeState(state: IndexState, hash: (text: string) => string): string {
  const text = JSON.stringify([SEARCH_VERSION, state]);
  return `${hash(text)} ${text}`;
}

/** @returns null where the text is damaged, or of an index that is cut otherwise or of another version */
export function decodeState(
  text: string,
  hash: (text: string) => string,
  { shardCut, fuzzyCut }: Pick<IndexState, "shardCut" | "fuzzyCut">,
): IndexState | null {
  const space = text.indexOf(" ");
  const rest = text.slice(space + 1);
  if (text.slice(0, Math.max(space, 0)) !== hash(rest)) return null;
  // The hash says that `encodeState` wrote it.
  const [version, state] = JSON.parse(rest) as [number, IndexState];
  if (version !== SEARCH_VERSION) return null;
  return isSame(state.shardCut, shardCut) && isSame(state.fuzzyCut, fuzzyCut) ? state : null;
}

function isSame(a: CutOptions, b: CutOptions): boolean {
  return a.min === b.min && a.max === b.max;
}
