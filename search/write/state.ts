import type { ByRegion, SearchedKind, TermList } from "../format/layout.ts";
import type { SearchText } from "../format/search-documents.ts";
import { SEARCH_FIELDS, SEARCH_VERSION } from "../format/search-options.ts";
import type { CutOptions } from "../format/sizes.ts";
import type { Block } from "./blocks/blocks.ts";
import type { NamedFile } from "./file-set.ts";
import { TextColumn } from "./text-column.ts";

/** The inputs of an index that its files do not contain. */
export interface IndexState extends StateHead {
  /** Distinct terms in each field, by document id. */
  readonly lengths: Uint32Array;
  /** `plainOf` each text, by document id. */
  readonly plain: TextColumn;
}

/** The part that is always read. The rest is read on demand. */
interface StateHead extends StateCuts {
  readonly kinds: readonly SearchedKind[];
  readonly slots: number;
  /** Number of ids whose terms are in shards. */
  readonly inShards: number;
  /** The terms of the others. */
  readonly recent: TermList;
  /** IndexDocument.id and bodyId, by document id. */
  readonly ids: readonly string[];
  readonly bodyIds: readonly string[];
  /** Identifies the text in `texts`, by document id. "" or missing: it has none. */
  readonly textIds: readonly string[];
  readonly shards: readonly Block[];
  readonly fuzzy: readonly Block[];
  /** Files of displayed data. There are no large ones if there are few small ones. */
  readonly hits: { readonly small: LineFiles; readonly large: LineFiles };
  readonly texts: LineFiles;
}

/** Files of lines, by the id of their first line; null if the file would be empty. */
export type LineFiles = ByRegion<readonly (NamedFile | null)[]>;

const NO_FILES: LineFiles = { slots: [], dated: [] };

interface StateCuts {
  readonly shardCut: CutOptions;
  readonly fuzzyCut: CutOptions;
}

const FIELDS = SEARCH_FIELDS.length;
/** Bytes of a number in a state. */
const NUMBER = Uint32Array.BYTES_PER_ELEMENT;

/** The state of an empty index. */
export function createEmptyState({ shardCut, fuzzyCut }: StateCuts): IndexState {
  return {
    shardCut,
    fuzzyCut,
    kinds: [],
    slots: 0,
    inShards: 0,
    recent: ["", ""],
    ids: [],
    bodyIds: [],
    textIds: [],
    shards: [],
    fuzzy: [],
    hits: { small: NO_FILES, large: NO_FILES },
    texts: NO_FILES,
    lengths: new Uint32Array(),
    plain: new TextColumn(new Uint8Array(), new Uint32Array()),
  };
}

/** Joins the text of a document without its body. */
export function plainOf({ title, tags, excerpt }: SearchText): string {
  return JSON.stringify([title, tags, excerpt]);
}

export function parsePlain(plain: string): Pick<SearchText, "title" | "tags" | "excerpt"> {
  const [title, tags, excerpt] = JSON.parse(plain) as [string, readonly string[], string];
  return { title, tags, excerpt };
}

/**
 * The length of the head, the head as JSON, then columns of numbers and texts, which need no
 * parsing.
 */
export function encodeState({ lengths, plain, ...head }: IndexState): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify([SEARCH_VERSION, head]));
  const start = NUMBER + Math.ceil(json.length / NUMBER) * NUMBER;
  const bytes = new Uint8Array(start + lengths.byteLength + plain.ends.byteLength + plain.bytes.length);
  new DataView(bytes.buffer).setUint32(0, json.length);
  bytes.set(json, NUMBER);
  bytes.set(toBytes(lengths), start);
  bytes.set(toBytes(plain.ends), start + lengths.byteLength);
  bytes.set(plain.bytes, start + lengths.byteLength + plain.ends.byteLength);
  return bytes;
}

/** @returns null if the index was split with other sizes, or has another version */
export function decodeState(state: Uint8Array, { shardCut, fuzzyCut }: StateCuts): IndexState | null {
  const length = new DataView(state.buffer, state.byteOffset).getUint32(0);
  const json = new TextDecoder().decode(state.subarray(NUMBER, NUMBER + length));
  const [version, head] = JSON.parse(json) as [number, StateHead];
  if (version !== SEARCH_VERSION || !isCutAlike(head.shardCut, shardCut) || !isCutAlike(head.fuzzyCut, fuzzyCut)) return null;
  const start = NUMBER + Math.ceil(length / NUMBER) * NUMBER;
  const documents = head.ids.length;
  const endsStart = start + documents * FIELDS * NUMBER;
  const textsStart = endsStart + documents * NUMBER;
  return {
    ...head,
    lengths: toNumbers(state.subarray(start, endsStart)),
    plain: new TextColumn(state.subarray(textsStart), toNumbers(state.subarray(endsStart, textsStart))),
  };
}

function isCutAlike(a: CutOptions, b: CutOptions): boolean {
  return a.min === b.min && a.max === b.max;
}

function toBytes(numbers: Uint32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** Copies, because numbers must be aligned to their size. */
function toNumbers(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(Uint8Array.from(bytes).buffer);
}
