import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CHUNK_SIZE, type Columns, type Manifest } from "../../contract/index-format.ts";
import { fileOfPath, INDEX_PREFIX, type ListKind, MANIFEST_FILE } from "../../contract/paths.ts";
import type { PostSeries, PostSummary } from "../../contract/schemas/post.ts";
import { CacheDamageError } from "../cache/damage.ts";
import { splitChunk } from "../index/lists.ts";

/**
 * What the files of a site say, as far as it is asked: a site that stands as it was left need not be put together again. Whether it does is looked
 * at before anything is written (emitChanges). All throws CacheDamageError where it plainly does not.
 */
export class WrittenSite {
  readonly manifest: Manifest;
  readonly #outDir: string;
  readonly #chunks = new Map<string, readonly string[]>();
  readonly #summaries = new Map<number, PostSummary>();

  /** @param outDir absolute */
  constructor(outDir: string) {
    this.#outDir = outDir;
    this.manifest = this.json<Manifest>(MANIFEST_FILE);
  }

  get total(): number {
    return this.manifest.lists.posts.total;
  }

  /** @param place in the list, from 0: the newest first, where numbers ascend from the oldest */
  summary(place: number): PostSummary {
    const known = this.#summaries.get(place);
    if (known !== undefined) return known;
    const summary = parse<PostSummary>(this.summaryText(place));
    this.#summaries.set(place, summary);
    return summary;
  }

  summaryText(place: number): string {
    const number = this.total - 1 - place;
    const chunk = this.chunk(this.manifest.lists.posts.chunks[Math.floor(number / CHUNK_SIZE)] ?? "");
    const text = chunk[number % CHUNK_SIZE];
    if (text === undefined) throw new CacheDamageError(`the chunks hold no post number ${number}`);
    return text;
  }

  /** Texts of the documents in a chunk. @param name as the manifest has it */
  chunk(name: string): readonly string[] {
    const known = this.#chunks.get(name);
    if (known !== undefined) return known;
    const texts = splitChunk(this.text(`${INDEX_PREFIX.slice(1)}/${name}`));
    this.#chunks.set(name, texts);
    return texts;
  }

  /** Documents of a kind by number. */
  numbered<T>(kind: ListKind): T[] {
    return this.manifest.lists[kind].chunks.flatMap((name) => this.chunk(name).map((text) => parse<T>(text)));
  }

  /** The same in the order of the list. */
  list<T>(kind: ListKind): T[] {
    const documents = this.numbered<T>(kind);
    const { order } = this.json<Columns>(`${INDEX_PREFIX.slice(1)}/${this.manifest.lists[kind].columns}`);
    return order === null ? documents.reverse() : order.flatMap((number) => documents[number] ?? []);
  }

  series(slug: string): PostSeries {
    return this.json<PostSeries>(fileOfPath(`/post-series/${slug}`));
  }

  /** @param path below the out folder, of a file that a build wrote */
  json<T>(path: string): T {
    return parse<T>(this.text(path));
  }

  text(path: string): string {
    try {
      return readFileSync(join(this.#outDir, path), "utf8");
    } catch (cause) {
      throw new CacheDamageError(`${path} is not there as it was left`, { cause });
    }
  }
}

function parse<T>(text: string): T {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CacheDamageError("a file is not as it was left", { cause });
  }
}
