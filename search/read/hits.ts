import type { SearchKind } from "../../contract/schemas/list.ts";
import type { HitLine } from "../format/layout.ts";
import type { DocumentPlace, HitHead } from "../format/search-documents.ts";
import { HITS_SIZE, LARGE_HITS_SIZE, TEXTS_SIZE } from "../format/sizes.ts";
import type { Files } from "./file-cache.ts";
import type { HitHeads } from "./matches.ts";
import { loadHits, loadTexts, type OpenIndex } from "./open-index.ts";
import { SearchIndexError } from "./search-errors.ts";

interface Line {
  readonly name: string;
  readonly index: number;
}

/** What to show of some documents. @param readsMax see SearchReader.heads */
export async function readHeads(files: Files, index: OpenIndex, places: readonly DocumentPlace[], readsMax: number): Promise<HitHeads> {
  const lines = planLines(index, places, readsMax);
  const names = [...new Set(lines.map(({ name }) => name))];
  const read = new Map(await Promise.all(names.map(async (name) => [name, await loadHits(files, name)] as const)));
  return {
    heads: lines.map(({ name, index: at }, place) => toHead(name, read.get(name)?.[at], index.urls[places[place]?.kind ?? "post"])),
    reads: names.length,
  };
}

/**
 * Small files, as long as those are few enough; else large ones in place of the small ones of one kind after another, beginning where that
 * saves most. Depends on the index and the documents alone, so that every host reads the same.
 */
function planLines({ hits, largeHits }: OpenIndex, places: readonly DocumentPlace[], readsMax: number): Line[] {
  const kinds = [...new Set(places.map(({ kind }) => kind))].map((kind) => {
    const numbers = places.filter((place) => place.kind === kind).map(({ number }) => number);
    const small = countFiles(numbers, HITS_SIZE);
    return { kind, small, saving: largeHits[kind].length > 0 ? small - countFiles(numbers, LARGE_HITS_SIZE) : 0 };
  });
  let reads = kinds.reduce((sum, { small }) => sum + small, 0);
  const large = new Set<SearchKind>();
  for (const { kind, saving } of kinds.toSorted((a, b) => b.saving - a.saving)) {
    if (reads <= readsMax || saving === 0) break;
    large.add(kind);
    reads -= saving;
  }
  return places.map(({ kind, number }) => {
    const [names, size] = large.has(kind) ? [largeHits[kind], LARGE_HITS_SIZE] : [hits[kind], HITS_SIZE];
    return { name: names[Math.floor(number / size)] ?? "", index: number % size };
  });
}

function countFiles(numbers: readonly number[], size: number): number {
  return new Set(numbers.map((number) => Math.floor(number / size))).size;
}

function toHead(name: string, line: HitLine | undefined, urlBeginning: string): HitHead {
  if (line === undefined)
    throw new SearchIndexError("malformed", name, `the search index lacks a document of ${name === "" ? "this number" : name}`);
  const [slug, url, title, tags, publishedAt, excerpt, bodyChecksum] = line;
  const pairs = tags.flatMap((tag, at) => (at % 2 === 0 ? [{ slug: tag, name: tags[at + 1] ?? "" }] : []));
  return {
    slug,
    url: url === 0 ? urlBeginning + slug : url,
    title,
    tags: pairs,
    publishedAt,
    excerpt,
    ...(bodyChecksum === undefined ? {} : { bodyChecksum }),
  };
}

/** Texts of projects' and books' bodies. @param readsMax see SearchReader.texts */
export async function readTexts(
  files: Files,
  { texts }: OpenIndex,
  places: readonly DocumentPlace[],
  readsMax: number,
): Promise<readonly (string | null)[]> {
  const names = new Set<string>();
  const lines = places.map(({ kind, number }): Line | null => {
    const name = texts[kind][Math.floor(number / TEXTS_SIZE)];
    if (name === undefined || (!names.has(name) && names.size >= readsMax)) return null;
    names.add(name);
    return { name, index: number % TEXTS_SIZE };
  });
  const read = new Map(await Promise.all([...names].map(async (name) => [name, await loadTexts(files, name)] as const)));
  return lines.map((line) => (line === null ? null : (read.get(line.name)?.[line.index] ?? null)));
}
