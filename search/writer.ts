import type { SearchKind } from "../contract/schemas/list.ts";
import type { CutOptions } from "./cut.ts";
import { encodeColumn } from "./encode.ts";
import { FileSet } from "./file-set.ts";
import { addLengths, createTerms, type Terms } from "./invert.ts";
import { type FileSort, fileName, type HitLine, idOffsets, type SearchBase, splitHashes } from "./layout.ts";
import { BODY_FIELD, SEARCH_FIELDS, SEARCH_VERSION } from "./options.ts";
import { EMPTY_INDEX, GONE, type Patched, patchIndex } from "./patch.ts";
import { EXCERPT_MAX, HITS_SIZE, LARGE_HITS_ABOVE, LARGE_HITS_SIZE, NEAR_CUT, SHARD_CUT, TEXTS_SIZE } from "./sizes.ts";
import { patchNear, type StretchFiles, writeNear, writeShards } from "./stretches.ts";
import type { ChangedText, CountedDocument, HitHead, KeptIndex, SearchWriter } from "./types.ts";

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
  const { first } = idOffsets(kept.rest.kinds);
  const counted = changes
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, before, after }) => ({
      id: first.post + number,
      before: terms.intern(terms.count(before)),
      after: terms.intern(terms.count(after)),
    }));
  const touched = new Set<number>();
  for (const { id, before, after } of counted) {
    ids[id] = GONE;
    lengths.fill(0, id * FIELDS, (id + 1) * FIELDS);
    addLengths(after, lengths, id);
    const isOfNewLength = (field: number): boolean => lengths[id * FIELDS + field] !== kept.lengths[id * FIELDS + field];
    for (const term of findTouchedTerms(before, after, isOfNewLength)) touched.add(term);
  }
  const added = counted.map(({ id, after }) => ({ id, pairs: keepTerms(after, touched) }));
  const names = new Set([...touched].map((term) => terms.names[term] ?? ""));
  return { lengths, patched: patchIndex(kept.inverted, { ids, added, names: terms.names, lengths, touched: names }) };
}

/** Terms whose postings say something else of a document with other pairs. The lengths of all fields but the body stand in them too. */
function findTouchedTerms(before: Uint32Array, after: Uint32Array, isOfNewLength: (field: number) => boolean): ReadonlySet<number> {
  const isNew = SEARCH_FIELDS.map((_, field) => field !== BODY_FIELD && isOfNewLength(field));
  const left = new Map<number, number>();
  for (let at = 0; at < before.length; at += 2) left.set(before[at] ?? 0, before[at + 1] ?? 0);
  const touched = new Set<number>();
  for (let at = 0; at < after.length; at += 2) {
    const key = after[at] ?? 0;
    if (left.get(key) !== after[at + 1] || isNew[key % FIELDS] === true) touched.add(Math.floor(key / FIELDS));
    left.delete(key);
  }
  for (const key of left.keys()) touched.add(Math.floor(key / FIELDS));
  return touched;
}

function keepTerms(pairs: Uint32Array, terms: ReadonlySet<number>): Uint32Array {
  const kept: number[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    const key = pairs[at] ?? 0;
    if (terms.has(Math.floor(key / FIELDS))) kept.push(key, pairs[at + 1] ?? 0);
  }
  return Uint32Array.from(kept);
}

/** Files of hits that show some posts. */
function patchHits(
  former: KeptIndex["rest"],
  changes: readonly ChangedText[],
  read: (name: string) => string,
  out: FileSet,
): { readonly rest: KeptIndex["rest"]; readonly gone: readonly string[] } {
  const gone: string[] = [];
  const patchOne = (hashes: string, size: number): string => {
    const all = splitHashes(hashes);
    for (const [at = 0, own = []] of Map.groupBy(changes, ({ number }) => Math.floor(number / size))) {
      const before = fileName("hits", all[at] ?? "");
      const lines = splitLines(read(before));
      for (const { number, head } of own) lines[number % size] = JSON.stringify(toHitLine("post", head, former.urls.post));
      const [text = ""] = toLineFiles(lines, size);
      const { hash } = out.add("hits", text);
      if (hash !== all[at]) gone.push(before);
      all[at] = hash;
    }
    return all.join("");
  };
  const hits = { ...former.hits, post: patchOne(former.hits.post, HITS_SIZE) };
  const largeHits =
    former.largeHits.post === "" ? former.largeHits : { ...former.largeHits, post: patchOne(former.largeHits.post, LARGE_HITS_SIZE) };
  return { rest: { ...former, hits, largeHits }, gone };
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

function toHitLine(kind: SearchKind, { slug, url, title, tags, publishedAt, excerpt }: HitHead, urlBeginning: string): HitLine {
  // The whole one of a post stands in the file of the post, which is read where the words are in none of this.
  return [
    slug,
    url === urlBeginning + slug ? 0 : url,
    title,
    tags.flatMap((tag) => [tag.slug, tag.name]),
    publishedAt,
    kind === "post" ? cutExcerpt(excerpt) : excerpt,
  ];
}

/** Between words, if there is a space near the end. */
function cutExcerpt(excerpt: string): string {
  if (excerpt.length <= EXCERPT_MAX) return excerpt;
  const code = excerpt.charCodeAt(EXCERPT_MAX - 2);
  // Never between the halves of a surrogate pair.
  const cut = excerpt.slice(0, code >= 0xd800 && code <= 0xdbff ? EXCERPT_MAX - 2 : EXCERPT_MAX - 1);
  const space = cut.search(/\s\S*$/);
  return `${space > EXCERPT_MAX / 2 ? cut.slice(0, space).trimEnd() : cut}…`;
}

function toTextLines(ordered: readonly CountedDocument[], kind: SearchKind): string[] {
  return ordered.flatMap((document) => (document.kind === kind ? [JSON.stringify(document.text ?? "")] : []));
}

/** An element a line, as in the chunks of lists. */
function toLineFiles(lines: readonly string[], size: number): string[] {
  const files: string[] = [];
  for (let start = 0; start < lines.length; start += size) files.push(`[\n${lines.slice(start, start + size).join(",\n")}\n]\n`);
  return files;
}

/** Undoes it for one file. */
function splitLines(text: string): string[] {
  return text.slice(2, -3).split(",\n");
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
