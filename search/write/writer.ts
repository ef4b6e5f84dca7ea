import type { SearchKind } from "../../contract/schemas/list.ts";
import { type FileSort, fileName, idOffsets, type SearchBase } from "../format/layout.ts";
import { BODY_FIELD, SEARCH_FIELDS, SEARCH_VERSION } from "../format/options.ts";
import type { CutOptions } from "../format/sizes.ts";
import { HITS_SIZE, LARGE_HITS_ABOVE, LARGE_HITS_SIZE, NEAR_CUT, SHARD_CUT, TEXTS_SIZE } from "../format/sizes.ts";
import { countChanges } from "./changed-texts.ts";
import { encodeColumn } from "./encode.ts";
import { FileSet } from "./file-set.ts";
import { patchHits, toHitLine, toLineFiles } from "./hit-files.ts";
import { addLengths, createTerms, type Terms } from "./invert.ts";
import { EMPTY_INDEX, GONE, type Patched, patchIndex } from "./patch.ts";
import { patchFiles } from "./patch-files.ts";
import { patchNear, type StretchFiles, writeNear, writeShards } from "./stretches.ts";
import type { ChangedText, CountedDocument, KeptIndex, SearchWriter } from "./types.ts";

const FIELDS = SEARCH_FIELDS.length;

export interface SearchWriterOptions {
  /** Hash of a file's text for its name: NAME_HASH_LENGTH characters of `[A-Za-z0-9_-]`. */
  readonly hash: (text: string) => string;
  readonly shardCut?: CutOptions;
  readonly nearCut?: CutOptions;
}

/**
 * Writes search indexes from counted terms: neither the texts nor `MiniSearch.addAll` are needed. That takes several times as long, and leaves an
 * order of terms and running averages that depend on the order of adding; a test holds the results to MiniSearch's own.
 */
export function createSearchWriter({ hash, shardCut = SHARD_CUT, nearCut = NEAR_CUT }: SearchWriterOptions): SearchWriter {
  const terms = createTerms();

  return {
    count: terms.count,
    write(documents, kept = null) {
      const { kinds, ordered } = orderDocuments(documents);
      const out = new FileSet(hash);
      const { lengths, patched } = patchDocuments(terms, ordered, kept);
      const { inverted } = patched;
      const near = patchNear(kept?.near ?? [], patched);
      const shards = writeShards(patched, kept, shardCut, out);
      const nearFiles = writeNear(near, kept, nearCut, out);
      const urls = byKind((kind) => toUrlBeginning(ordered.find((document) => document.kind === kind)));
      const heads = {
        post: toHeadLines(ordered, "post", urls.post),
        project: toHeadLines(ordered, "project", urls.project),
        book: toHeadLines(ordered, "book", urls.book),
      };
      const emitLines = (sort: FileSort, lines: readonly string[], size: number) =>
        toLineFiles(lines, size)
          .map((text) => out.add(sort, text).hash)
          .join("");
      const rest: KeptIndex["rest"] = {
        kinds,
        urls,
        hits: byKind((kind) => emitLines("hits", heads[kind], HITS_SIZE)),
        largeHits: byKind((kind) =>
          heads[kind].length > LARGE_HITS_ABOVE * HITS_SIZE ? emitLines("hits", heads[kind], LARGE_HITS_SIZE) : "",
        ),
        texts: {
          project: emitLines("texts", toTextLines(ordered, "project"), TEXTS_SIZE),
          book: emitLines("texts", toTextLines(ordered, "book"), TEXTS_SIZE),
        },
      };
      const base = fileName("base", out.add("base", JSON.stringify(toBase(lengths, shards, nearFiles, rest))).hash);
      const written = { inverted, lengths, near: near.keys, shardFiles: shards.written, nearFiles: nearFiles.written, rest };
      return { version: SEARCH_VERSION, base, files: out.files(), kept: written };
    },
    patch(kept, changes, read) {
      const out = new FileSet(hash);
      const { lengths, patched } = patchTexts(terms, kept, changes);
      const near = patchNear(kept.near, patched);
      const shards = writeShards(patched, kept, shardCut, out);
      const nearFiles = writeNear(near, kept, nearCut, out);
      const former = new Set(namesOf(kept));
      const { rest, gone } = patchHits(kept.rest, changes, read, out);
      const base = fileName("base", out.add("base", JSON.stringify(toBase(lengths, shards, nearFiles, rest))).hash);
      const { inverted } = patched;
      const written = { inverted, lengths, near: near.keys, shardFiles: shards.written, nearFiles: nearFiles.written, rest };
      const names = new Set(namesOf(written));
      return {
        version: SEARCH_VERSION,
        base,
        files: out.files().filter(({ name }) => !former.has(name)),
        gone: [...[...former].filter((name) => !names.has(name)), ...gone],
        kept: written,
      };
    },
    patchFiles: (written, changes, read) => patchFiles(written, changes, { read, hash, terms, shardCut, nearCut }),
  } satisfies SearchWriter;
}

function byKind(make: (kind: SearchKind) => string): Record<SearchKind, string> {
  return { post: make("post"), project: make("project"), book: make("book") };
}

function toBase(lengths: Uint32Array, shards: StretchFiles, near: StretchFiles, { kinds, ...rest }: KeptIndex["rest"]): SearchBase {
  return {
    version: SEARCH_VERSION,
    kinds,
    lengthSums: SEARCH_FIELDS.map((_, field) => columnOf(lengths, field).reduce((sum, each) => sum + each, 0)),
    bodyLengths: encodeColumn(columnOf(lengths, BODY_FIELD)),
    shards: shards.table,
    near: near.table,
    ...rest,
  };
}

/** Of files that hold terms. */
function namesOf({ shardFiles, nearFiles }: Pick<KeptIndex, "shardFiles" | "nearFiles">): string[] {
  return [...shardFiles.map(({ hash }) => fileName("shard", hash)), ...nearFiles.map(({ hash }) => fileName("near", hash))];
}

/** The same as `patchDocuments` where documents stay as many, in their order. */
function patchTexts(terms: Terms, kept: KeptIndex, changes: readonly ChangedText[]): { lengths: Uint32Array; patched: Patched } {
  const lengths = kept.lengths.slice();
  const ids = Int32Array.from({ length: lengths.length / FIELDS }, (_, id) => id);
  const { documents, touched } = countChanges(terms, changes, idOffsets(kept.rest.kinds).first.post);
  for (const { id, lengths: own } of documents) {
    ids[id] = GONE;
    lengths.set(own, id * FIELDS);
  }
  return { lengths, patched: patchIndex(kept.inverted, { ids, added: documents, names: terms.names, lengths, touched }) };
}

/** Every document's field lengths, and the index with what became of them. */
function patchDocuments(
  terms: Terms,
  ordered: readonly CountedDocument[],
  kept: KeptIndex | null,
): { readonly lengths: Uint32Array; readonly patched: Patched } {
  const lengths = new Uint32Array(ordered.length * FIELDS);
  const ids = new Int32Array((kept?.lengths.length ?? 0) / FIELDS).fill(GONE);
  const added: { id: number; pairs: Uint32Array }[] = [];
  let last = -1;
  for (const [id, { counts, head }] of ordered.entries()) {
    if (typeof counts !== "number") {
      const pairs = terms.intern(counts);
      added.push({ id, pairs });
      addLengths(pairs, lengths, id);
      continue;
    }
    if (kept === null || counts <= last || counts >= ids.length)
      throw new Error(`search document "${head.title}": ${counts} is not its id in the index that is kept; count its terms`);
    last = counts;
    ids[counts] = id;
    lengths.set(kept.lengths.subarray(counts * FIELDS, (counts + 1) * FIELDS), id * FIELDS);
  }
  return { lengths, patched: patchIndex(kept?.inverted ?? EMPTY_INDEX, { ids, added, names: terms.names, lengths }) };
}

function columnOf(lengths: Uint32Array, field: number): number[] {
  const column: number[] = [];
  for (let at = field; at < lengths.length; at += FIELDS) column.push(lengths[at] ?? 0);
  return column;
}

function toHeadLines(ordered: readonly CountedDocument[], kind: SearchKind, urlBeginning: string): string[] {
  return ordered.flatMap((document) => (document.kind === kind ? [JSON.stringify(toHitLine(kind, document.head, urlBeginning))] : []));
}

/** A configured pattern gives all addresses of a kind, so that of any document tells. */
function toUrlBeginning(document: CountedDocument | undefined): string {
  return document?.head.url.endsWith(document.head.slug) ? document.head.url.slice(0, -document.head.slug.length) : "";
}

function toTextLines(ordered: readonly CountedDocument[], kind: SearchKind): string[] {
  return ordered.flatMap((document) => (document.kind === kind ? [JSON.stringify(document.text ?? "")] : []));
}

function orderDocuments(documents: readonly CountedDocument[]): { kinds: SearchBase["kinds"]; ordered: CountedDocument[] } {
  const kinds = { post: 0, project: 0, book: 0 };
  for (const { kind } of documents) kinds[kind] += 1;
  const { first } = idOffsets(kinds);
  const ordered: CountedDocument[] = [];
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
