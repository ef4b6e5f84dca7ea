import { fuzzyKeys } from "../format/fuzzy-keys.ts";
import { type FileSort, type FileTable, fileName, idOffsets, type SearchBase, splitHashes, unpackTerms } from "../format/layout.ts";
import { decodeColumn } from "../format/numbers.ts";
import { BODY_FIELD, SEARCH_FIELDS, SEARCH_VERSION } from "../format/options.ts";
import { decodePostings } from "../format/postings.ts";
import type { CutOptions } from "../format/sizes.ts";
import { openTable } from "../format/tables.ts";
import { countChanges } from "./changed-texts.ts";
import { encodeColumn, packTerms } from "./encode.ts";
import { FileSet } from "./file-set.ts";
import { patchHits } from "./hit-files.ts";
import type { Inverted, Terms } from "./invert.ts";
import { GONE, patchIndex } from "./patch.ts";
import { type Item, recut, type WrittenList } from "./recut.ts";
import { scaleOf, totalOf } from "./scale.ts";
import type { ChangedText, PatchedFiles, WrittenIndex } from "./types.ts";

/*
 * An index that stands in its files is patched from those: of a hundred thousand terms, those that a changed text says otherwise are in a dozen of them.
 */

const FIELDS = SEARCH_FIELDS.length;

export interface PatchFilesOptions {
  readonly read: (name: string) => string;
  readonly hash: (text: string) => string;
  readonly terms: Terms;
  readonly shardCut: CutOptions;
  readonly nearCut: CutOptions;
}

/** See SearchWriter.patchFiles. */
export function patchFiles(written: WrittenIndex, changes: readonly ChangedText[], options: PatchFilesOptions): PatchedFiles | null {
  const { read, hash, terms, shardCut, nearCut } = options;
  const base: SearchBase = JSON.parse(read(written.base));
  const shards = openList("shard", base.shards, read);
  const near = openList("near", base.near, read);
  if (base.version !== SEARCH_VERSION || shards.count === 0 || near.count === 0) return null;
  const { first, total: documents } = idOffsets(base.kinds);
  const counted = countChanges(terms, changes, first.post);
  const postings = patchTerms(shards, counted, terms.names, documents);
  const scale = scaleOf(written.total, shardCut);
  const total = written.total + postings.growth;
  if (scaleOf(total, shardCut) !== scale) return null;

  const out = new FileSet(hash);
  const scaled = { min: shardCut.min * scale, max: shardCut.max * scale };
  const newShards = writeList(shards, base.shards, postings.changes, scaled, out);
  const newNear = writeList(near, base.near, postings.nearChanges, nearCut, out);
  const { rest, gone } = patchHits(base, changes, read, out);
  const bodies = decodeColumn(base.bodyLengths, documents);
  const lengthSums = [...base.lengthSums];
  for (const { id, lengths, formerLengths } of counted.documents) {
    bodies[id] = lengths[BODY_FIELD] ?? 0;
    for (const [field, length] of lengths.entries()) lengthSums[field] = (lengthSums[field] ?? 0) + length - (formerLengths[field] ?? 0);
  }
  const next: SearchBase = { ...rest, lengthSums, bodyLengths: encodeColumn([...bodies]), shards: newShards, near: newNear };
  const name = fileName("base", out.add("base", JSON.stringify(next)).hash);
  const former = new Set([...namesOf("shard", base.shards), ...namesOf("near", base.near), written.base]);
  const present = new Set([...namesOf("shard", newShards), ...namesOf("near", newNear), name]);
  return {
    version: SEARCH_VERSION,
    base: name,
    files: out.files().filter((file) => !former.has(file.name)),
    gone: [...[...former].filter((one) => !present.has(one)), ...gone],
    total,
    postings: lengthSums.reduce((sum, length) => sum + length, 0),
  };
}

function namesOf(sort: FileSort, { hashes }: FileTable): string[] {
  return splitHashes(hashes).map((hash) => fileName(sort, hash));
}

interface FileList extends WrittenList {
  readonly sort: FileSort;
}

function openList(sort: "shard" | "near", table: FileTable, read: (name: string) => string): FileList {
  const { names, find } = openTable(sort, table);
  const load = (at: number): readonly Item[] => {
    const value: unknown = JSON.parse(read(names[at] ?? ""));
    const [packed, postings] = Array.isArray(value) ? value : [value, null];
    const texts = typeof postings === "string" ? postings.split(" ") : [];
    return unpackTerms(String(packed)).map((key, place) => ({ key, text: texts[place] ?? "" }));
  };
  // A space stands after each, and in a shard after its postings too.
  const own = sort === "shard" ? 2 : 1;
  return {
    sort,
    count: names.length,
    starts: table.starts.split(" "),
    find,
    load,
    sizeOf: ({ key, text }) => key.length + text.length + own,
  };
}

function writeList(
  list: FileList,
  { hashes }: FileTable,
  changes: ReadonlyMap<string, string | null>,
  cut: CutOptions,
  out: FileSet,
): FileTable {
  const former = splitHashes(hashes);
  const { stretches, starts } = recut(list, changes, cut);
  const toText = (items: readonly Item[]): string => {
    const packed = packTerms(items.map(({ key }) => key));
    return JSON.stringify(list.sort === "shard" ? [packed, items.map(({ text }) => text).join(" ")] : packed);
  };
  const names = stretches.map((one) => (typeof one === "number" ? (former[one] ?? "") : out.add(list.sort, toText(one)).hash));
  return { starts: starts.join(" "), hashes: names.join("") };
}

interface PatchedTerms {
  /** Postings by term; null: it is gone. */
  readonly changes: ReadonlyMap<string, string | null>;
  /** The same of the keys of near spellings. */
  readonly nearChanges: ReadonlyMap<string, string | null>;
  /** By how much more all terms and postings are, as `totalOf` counts. */
  readonly growth: number;
}

function patchTerms(
  shards: FileList,
  { documents, touched }: ReturnType<typeof countChanges>,
  names: readonly string[],
  total: number,
): PatchedTerms {
  const lengths = new Uint32Array(total * FIELDS);
  const ids = Int32Array.from({ length: total }, (_, id) => id);
  const old = collectPostings(shards, touched);
  for (const text of old.texts) {
    for (const { field, ids: found, lengths: own } of decodePostings(text))
      for (const [place, length] of own.entries()) lengths[(found[place] ?? 0) * FIELDS + field] = length;
  }
  for (const { id, lengths: own } of documents) {
    ids[id] = GONE;
    lengths.set(own, id * FIELDS);
  }
  const { inverted, newTerms, goneTerms } = patchIndex(old.inverted, { ids, added: documents, names, lengths, touched });
  const changes = new Map<string, string | null>([...goneTerms].map((term) => [term, null]));
  const decoder = new TextDecoder();
  for (const [at, term] of inverted.terms.entries())
    changes.set(term, decoder.decode(inverted.postings.subarray(inverted.starts[at], (inverted.starts[at + 1] ?? 1) - 1)));
  const nearChanges = new Map<string, string | null>();
  for (const term of goneTerms) for (const key of fuzzyKeys(term)) nearChanges.set(key, null);
  for (const term of newTerms) for (const key of fuzzyKeys(term)) nearChanges.set(key, "");
  return { changes, nearChanges, growth: totalOf(inverted) - totalOf(old.inverted) };
}

/** What an index holds of some terms. */
function collectPostings(
  shards: FileList,
  touched: ReadonlySet<string>,
): { readonly inverted: Inverted; readonly texts: readonly string[] } {
  const found = new Map<string, string>();
  for (const [shard, terms] of Map.groupBy(touched, (term) => shards.find(term))) {
    const texts = new Map(shards.load(shard).map(({ key, text }) => [key, text]));
    for (const term of terms) {
      const text = texts.get(term);
      if (text !== undefined) found.set(term, text);
    }
  }
  const terms = [...found.keys()].sort();
  const texts = terms.map((term) => found.get(term) ?? "");
  const starts = new Uint32Array(terms.length + 1);
  for (const [at, text] of texts.entries()) starts[at + 1] = (starts[at] ?? 0) + text.length + 1;
  return { inverted: { terms, postings: new TextEncoder().encode(texts.map((text) => `${text} `).join("")), starts }, texts };
}
