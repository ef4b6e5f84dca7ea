import type { SearchFiles } from "../../contract/index-format.ts";
import { INDEX_PREFIX } from "../../contract/paths.ts";
import { fileName, type SearchBase, splitHashes } from "../../search/format/layout.ts";
import type { IndexDocument } from "../../search/write/index-documents.ts";
import { type Body, toPackRef } from "../cache/rendering.ts";
import type { SearchStore } from "../cache/search-store.ts";
import type { LateFile, TextFile } from "../index/files.ts";
import { indexSearch } from "../index/search.ts";
import { checksumOf, digestOf } from "../index/search-documents.ts";
import type { ChangedPost, PatchedPosts } from "./patch-posts.ts";
import type { WrittenSite } from "./written-site.ts";

export interface IndexPatchInput {
  readonly site: WrittenSite;
  readonly changes: ReadonlyMap<number, ChangedPost>;
  readonly posts: PatchedPosts;
  /** Identities of the bodies that posts had, by place. */
  readonly identities: readonly string[];
  /** The body that a post had. */
  formerBody(place: number): Body;
  readonly store: SearchStore;
}

export interface SearchPatch {
  readonly names: SearchFiles;
  /** Those that were not there before. */
  readonly files: readonly (TextFile | LateFile)[];
  /** Names of those that are no more. */
  readonly gone: readonly string[];
}

/** The full-text index with changed posts; null where it must be made from all documents. */
export function patchIndexOf(input: IndexPatchInput): SearchPatch | null {
  const { site, store } = input;
  const { search, lists } = site.manifest;
  const former = store.get();
  // What projects and books say in full is not at hand.
  if (search === null || former === null || lists.projects.total + lists.books.total > 0) return null;
  const { names, files, index } = indexSearch(
    Array.from({ length: site.total }, (_, number) => toDocument(number, input)),
    { former },
  );
  store.set(index);
  const before = new Set(listFiles(search, site));
  const now = new Map(files.map((file) => [file.path.slice(INDEX_PREFIX.length), file]));
  return {
    names,
    files: [...now].flatMap(([name, file]) => (before.has(name) ? [] : [file])),
    gone: [...before].filter((name) => !now.has(name)),
  };
}

function toDocument(number: number, { site, changes, posts, identities, formerBody }: IndexPatchInput): IndexDocument {
  const place = site.total - 1 - number;
  const { slug, url, title, tags, publishedAt, excerpt } = posts.summary(place);
  const plain = { title, tags: tags.map(({ name }) => name), excerpt };
  const body = changes.get(place)?.body;
  const identity = identities[place] ?? "";
  return {
    kind: "post",
    number,
    head: { slug, url, title, tags, publishedAt, excerpt, ...checksumOf(body ?? { checksum: toPackRef(identity)?.[3] }) },
    ...digestOf(plain, body ?? { identity }),
    get text() {
      const { toc, text } = body ?? formerBody(place);
      return { ...plain, headings: toc.map((entry) => entry.title), body: text };
    },
  };
}

/** Names of all files of an index of posts. */
function listFiles({ base, whole }: SearchFiles, site: WrittenSite): string[] {
  const { shards, near, hits, largeHits } = site.json<SearchBase>(`${INDEX_PREFIX.slice(1)}/${base}`);
  const toNames = (sort: "shard" | "near" | "hits", hashes: string): string[] => splitHashes(hashes).map((hash) => fileName(sort, hash));
  return [
    base,
    ...(whole === null ? [] : [whole]),
    ...toNames("shard", shards.hashes),
    ...toNames("near", near.hashes),
    ...toNames("hits", hits.post + largeHits.post),
  ];
}
