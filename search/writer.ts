import { SEARCH_TEXTS_SIZE } from "../contract/index-format.ts";
import { encodeTerm, idOffsets, PART_MAX_BYTES, type Postings, type SearchBase } from "./layout.ts";
import { fieldText, SEARCH_FIELDS, SEARCH_VERSION, toTerms } from "./options.ts";
import type { SearchDocument, SearchIndex, SearchWriter } from "./types.ts";

/** What is kept of a document until the index is put together. */
interface Counted {
  readonly kind: SearchDocument["kind"];
  readonly number: number;
  readonly title: string;
  /** The body, as JSON; of a post, which has it elsewhere, null. */
  readonly text: string | null;
  /** By field: number of a term and its occurrences, in turn. */
  readonly fields: readonly Uint32Array[];
}

export interface SearchWriterOptions {
  /** Bytes of a part, at most (a single term's line may exceed it). Default PART_MAX_BYTES. */
  readonly partMaxBytes?: number;
}

/**
 * Collects documents and puts their index together. Terms are counted directly, not by `MiniSearch.addAll`, which
 * takes over twice as long and leaves an order of terms and running averages that depend on the order of adding; a
 * test holds the result to MiniSearch's own.
 */
export function createSearchWriter(options: SearchWriterOptions = {}): SearchWriter {
  const numbers = new Map<string, number>();
  const documents: Counted[] = [];

  function countField(text: string): Uint32Array {
    const counts = new Map<number, number>();
    for (const term of toTerms(text)) {
      let number = numbers.get(term);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(term, number);
      }
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    const pairs = new Uint32Array(counts.size * 2);
    let at = 0;
    for (const [number, count] of counts) {
      pairs[at++] = number;
      pairs[at++] = count;
    }
    return pairs;
  }

  return {
    add(document) {
      const { kind, number, title } = document;
      const text = kind === "post" ? null : JSON.stringify(document.body);
      documents.push({ kind, number, title, text, fields: SEARCH_FIELDS.map((field) => countField(fieldText(document, field))) });
    },
    finish() {
      const { kinds, ordered } = orderDocuments(documents);
      const base: SearchBase = {
        version: SEARCH_VERSION,
        kinds,
        fieldLengths: SEARCH_FIELDS.map((_, field) => ordered.map((document) => (document.fields[field]?.length ?? 0) / 2)),
      };
      const lines = toLines([...numbers.keys()], ordered);
      return {
        version: SEARCH_VERSION,
        base: JSON.stringify(base),
        parts: cutParts(lines, options.partMaxBytes ?? PART_MAX_BYTES),
        texts: { project: toTexts(ordered, "project"), book: toTexts(ordered, "book") },
      };
    },
  } satisfies { add(document: SearchDocument): void; finish(): SearchIndex };
}

/** An element a line, as in the chunks of lists. */
function toTexts(ordered: readonly Counted[], kind: Counted["kind"]): string[] {
  const lines = ordered.flatMap((document) => (document.kind === kind && document.text !== null ? [document.text] : []));
  const texts: string[] = [];
  for (let start = 0; start < lines.length; start += SEARCH_TEXTS_SIZE) {
    texts.push(`[\n${lines.slice(start, start + SEARCH_TEXTS_SIZE).join(",\n")}\n]\n`);
  }
  return texts;
}

function orderDocuments(documents: readonly Counted[]): { kinds: SearchBase["kinds"]; ordered: Counted[] } {
  const kinds = { post: 0, project: 0, book: 0 };
  for (const { kind } of documents) kinds[kind] += 1;
  const { first } = idOffsets(kinds);
  const ordered: Counted[] = [];
  for (const document of documents) {
    const { kind, number, title } = document;
    if (!Number.isInteger(number) || number < 0 || number >= kinds[kind]) {
      throw new Error(
        `search document "${title}": ${kind} number ${number} of ${kinds[kind]}; number the documents of a kind from 0 without a gap`,
      );
    }
    const id = first[kind] + number;
    const other = ordered[id];
    if (other !== undefined) throw new Error(`search documents "${other.title}" and "${title}" are both ${kind} number ${number}`);
    ordered[id] = document;
  }
  return { kinds, ordered };
}

/** A line a term, sorted by UTF-16 code unit: MiniSearch sums scores in the order of terms, so it must be one. */
function toLines(terms: readonly string[], documents: readonly Counted[]): string[] {
  const postings: (Map<number, number> | undefined)[][] = terms.map(() => []);
  documents.forEach(({ fields }, id) => {
    fields.forEach((pairs, field) => {
      for (let at = 0; at < pairs.length; at += 2) {
        const byField = postings[pairs[at] ?? 0] ?? [];
        const inField = byField[field] ?? new Map<number, number>();
        byField[field] = inField;
        inField.set(id, pairs[at + 1] ?? 0);
      }
    });
  });
  const order = terms.map((_, number) => number).sort((a, b) => compareUnits(terms[a] ?? "", terms[b] ?? ""));
  return order.map((number) => {
    const byField: (Postings | undefined)[] = SEARCH_FIELDS.map((_, field) => postings[number]?.[field]);
    return encodeTerm(terms[number] ?? "", byField);
  });
}

function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function cutParts(lines: readonly string[], maxBytes: number): string[] {
  const encoder = new TextEncoder();
  const parts: string[] = [];
  let part: string[] = [];
  /** The brackets and their line ends. */
  const frame = 4;
  let bytes = frame;
  for (const line of lines) {
    const size = encoder.encode(line).length + 2;
    if (bytes + size > maxBytes && part.length > 0) {
      parts.push(`[\n${part.join(",\n")}\n]\n`);
      part = [];
      bytes = frame;
    }
    part.push(line);
    bytes += size;
  }
  if (part.length > 0) parts.push(`[\n${part.join(",\n")}\n]\n`);
  return parts;
}
