import { type ByRegion, findLine, type HitLine, type Region } from "../format/layout.ts";
import type { DocumentPlace } from "../format/search-documents.ts";
import { HITS_SIZES, LARGE_HITS_SIZES, TEXTS_SIZES } from "../format/sizes.ts";
import type { Files } from "./file-cache.ts";
import type { HitHeads, ShownHit } from "./matches.ts";
import { loadHits, loadTexts, type OpenIndex } from "./open-index.ts";
import { SearchIndexError } from "./search-errors.ts";

interface Line {
  readonly name: string;
  readonly line: number;
}

/**
 * Reads the heads of some documents.
 * @param readsMax see SearchReader.heads
 */
export async function readHeads(files: Files, index: OpenIndex, places: readonly DocumentPlace[], readsMax: number): Promise<HitHeads> {
  const lines = planLines(index, places, readsMax);
  const names = [...new Set(lines.map(({ name }) => name))];
  const lost = names.indexOf("");
  if (lost >= 0) throw lackOf("");
  const read = new Map(await Promise.all(names.map(async (name) => [name, await loadHits(files, name)] as const)));
  return {
    heads: lines.map(({ name, line }, place) => {
      const found = read.get(name)?.[line] ?? null;
      if (found === null) throw lackOf(name);
      return toHead(index, places[place]?.id ?? 0, found);
    }),
    reads: names.length,
  };
}

/**
 * Chooses small files if there are few, otherwise large ones, one region after the other, beginning
 * where that saves most. Depends only on the index and the documents, so that every host reads the
 * same files.
 */
function planLines({ slots, hits, largeHits }: OpenIndex, places: readonly DocumentPlace[], readsMax: number): Line[] {
  const [small, large] = [HITS_SIZES, LARGE_HITS_SIZES].map((sizes) => places.map(({ id }) => findLine(id, slots, sizes)));
  const count = (all: typeof small, region: Region): number =>
    new Set(all?.flatMap((place) => (place.region === region ? [place.file] : []))).size;
  const regions = (["slots", "dated"] as const).map((region) => {
    const few = count(small, region);
    return { region, few, saving: largeHits[region].length > 0 ? few - count(large, region) : 0 };
  });
  let reads = regions.reduce((sum, { few }) => sum + few, 0);
  const chosen = new Set<Region>();
  for (const { region, saving } of regions.toSorted((a, b) => b.saving - a.saving)) {
    if (reads <= readsMax || saving === 0) break;
    chosen.add(region);
    reads -= saving;
  }
  return places.map(({ id }) => {
    const isLarge = chosen.has(id < slots ? "slots" : "dated");
    return toLine(isLarge ? largeHits : hits, id, slots, isLarge ? LARGE_HITS_SIZES : HITS_SIZES);
  });
}

function toLine(names: ByRegion<readonly string[]>, id: number, slots: number, sizes: ByRegion<number>): Line {
  const { region, file, line } = findLine(id, slots, sizes);
  return { name: names[region][file] ?? "", line };
}

function lackOf(name: string): SearchIndexError {
  return new SearchIndexError("malformed", name, `the search index lacks a document${name === "" ? "" : ` in ${name}`}`);
}

function toHead({ kinds, kindOf, languages, languageOf }: OpenIndex, id: number, line: HitLine): ShownHit {
  const [slug, url, title, tags, publishedAt, excerpt, cover, bodyChecksum] = line;
  const { page = "", documents = null } = kinds[(kindOf[id] ?? 0) - 1] ?? {};
  const pairs = tags.flatMap((tag, at) => (at % 2 === 0 ? [{ slug: tag, name: tags[at + 1] ?? "" }] : []));
  return {
    slug,
    url: url === 0 ? page.replace("{slug}", slug) : url,
    title,
    tags: pairs,
    publishedAt,
    excerpt,
    cover,
    language: languages[languageOf[id] ?? 0] ?? null,
    documents,
    ...(bodyChecksum === undefined ? {} : { bodyChecksum }),
  };
}

/**
 * Plain texts of bodies.
 * @param readsMax see SearchReader.texts
 */
export async function readTexts(
  files: Files,
  { texts, slots }: OpenIndex,
  places: readonly DocumentPlace[],
  readsMax: number,
): Promise<readonly (string | null)[]> {
  const names = new Set<string>();
  const lines = places.map(({ id }): Line | null => {
    const line = toLine(texts, id, slots, TEXTS_SIZES);
    if (line.name === "" || (!names.has(line.name) && names.size >= readsMax)) return null;
    names.add(line.name);
    return line;
  });
  const read = new Map(await Promise.all([...names].map(async (name) => [name, await loadTexts(files, name)] as const)));
  return lines.map((line) => (line === null ? null : (read.get(line.name)?.[line.line] ?? null)));
}
