import type { SearchKind } from "../contract/schemas/list.ts";
import { type CutOptions, cutByContent, toStart } from "./cut.ts";
import { encodeColumn, packTerms } from "./encode.ts";
import { compareUnits, createTerms, fieldLengths, type InvertedTerms, invert } from "./invert.ts";
import { type FileSort, type FileTable, fileName, type HitLine, idOffsets, type SearchBase } from "./layout.ts";
import { nearKeys } from "./near.ts";
import { BODY_FIELD, SEARCH_FIELDS, SEARCH_VERSION } from "./options.ts";
import { EXCERPT_MAX, HITS_SIZE, LARGE_HITS_ABOVE, LARGE_HITS_SIZE, NEAR_CUT, SHARD_CUT, SHARDS_MAX, TEXTS_SIZE } from "./sizes.ts";
import type { CountedDocument, SearchWriter } from "./types.ts";

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
    write(documents) {
      const { kinds, ordered } = orderDocuments(documents);
      const files = new Map<string, string>();
      const emit = (sort: FileSort, text: string): string => {
        const digest = hash(text);
        const name = fileName(sort, digest);
        // The same text twice is one file; two texts of one hash would be a wrong answer.
        if ((files.get(name) ?? text) !== text) throw new Error(`two texts of the search index are both called ${name}; change either`);
        files.set(name, text);
        return digest;
      };
      const pairs = ordered.map(({ counts }) => terms.intern(counts));
      const lengths = pairs.map(fieldLengths);
      const inverted = invert(terms.names, pairs, lengths);
      const byKind = (make: (kind: SearchKind) => string) => ({ post: make("post"), project: make("project"), book: make("book") });
      const urls = byKind((kind) => toUrlBeginning(ordered.find((document) => document.kind === kind)));
      const heads = {
        post: toHeadLines(ordered, "post", urls.post),
        project: toHeadLines(ordered, "project", urls.project),
        book: toHeadLines(ordered, "book", urls.book),
      };
      const emitLines = (sort: FileSort, lines: readonly string[], size: number) =>
        toLineFiles(lines, size)
          .map((text) => emit(sort, text))
          .join("");
      const base: SearchBase = {
        version: SEARCH_VERSION,
        kinds,
        lengthSums: SEARCH_FIELDS.map((_, field) => lengths.reduce((sum, each) => sum + (each[field] ?? 0), 0)),
        bodyLengths: encodeColumn(lengths.map((each) => each[BODY_FIELD] ?? 0)),
        shards: emitShards(inverted, shardCut, emit),
        near: emitNear(inverted.terms, nearCut, emit),
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
      const name = fileName("base", emit("base", JSON.stringify(base)));
      return { version: SEARCH_VERSION, base: name, files: Array.from(files, ([each, text]) => ({ name: each, text })) };
    },
  } satisfies SearchWriter;
}

type Emit = (sort: FileSort, text: string) => string;

function emitShards({ terms, postings }: InvertedTerms, cut: CutOptions, emit: Emit): FileTable {
  const sizes = terms.map((term, at) => term.length + (postings[at]?.length ?? 0) + 2);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let scale = 1;
  while (total > (SHARDS_MAX * scale * (cut.min + cut.max)) / 2) scale *= 2;
  const stretches = cutByContent(terms, (at) => sizes[at] ?? 0, { min: cut.min * scale, max: cut.max * scale });
  const hashes = stretches.map(({ start, end }) =>
    emit("shard", JSON.stringify([packTerms(terms.slice(start, end)), postings.slice(start, end).join(" ")])),
  );
  return { starts: stretches.map(({ start }) => toStart(terms[start] ?? "", terms[start - 1])).join(" "), hashes: hashes.join("") };
}

function emitNear(terms: readonly string[], cut: CutOptions, emit: Emit): FileTable {
  const keys = terms.flatMap(nearKeys).sort(compareUnits);
  const stretches = cutByContent(keys, (at) => (keys[at]?.length ?? 0) + 1, cut);
  const hashes = stretches.map(({ start, end }) => emit("near", JSON.stringify(packTerms(keys.slice(start, end)))));
  return { starts: stretches.map(({ start }) => toStart(keys[start] ?? "", keys[start - 1])).join(" "), hashes: hashes.join("") };
}

function toHeadLines(ordered: readonly CountedDocument[], kind: SearchKind, urlBeginning: string): string[] {
  return ordered.flatMap((document) => (document.kind === kind ? [JSON.stringify(toHitLine(document, urlBeginning))] : []));
}

/** A configured pattern gives all addresses of a kind, so that of any document tells. */
function toUrlBeginning(document: CountedDocument | undefined): string {
  return document?.head.url.endsWith(document.head.slug) ? document.head.url.slice(0, -document.head.slug.length) : "";
}

function toHitLine({ kind, head: { slug, url, title, tags, publishedAt, excerpt } }: CountedDocument, urlBeginning: string): HitLine {
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
