import { INDEX_PREFIX } from "../../contract/paths.ts";
import type { PostSummary } from "../../contract/schemas/post.ts";
import type { HitHead, SearchText } from "../../search/format/documents.ts";
import { SEARCH_KINDS } from "../../search/format/options.ts";
import type { NamedDocument } from "../../search/write/whole.ts";
import { CacheDamageError } from "../cache/damage.ts";
import type { Body } from "../cache/rendering.ts";
import type { SearchStore } from "../cache/search-store.ts";
import {
  type ChangedDocument,
  patchSearch,
  patchSearchFiles,
  type SearchFilesPatch,
  type SearchFilesPatchInput,
  type SearchPatch,
} from "../index/search.ts";
import { digestOf } from "../index/search-documents.ts";
import type { ChangedPost, PatchedPosts } from "./patch-posts.ts";
import type { WrittenSite } from "./written-site.ts";

export interface IndexPatchInput {
  readonly site: WrittenSite;
  readonly changes: ReadonlyMap<number, ChangedPost>;
  readonly posts: PatchedPosts;
  /** The body that a post had. */
  formerBody(place: number): Body;
  readonly store: SearchStore;
}

/** The full-text index with changed posts; null where the one that is kept is not the one that was written. */
export function patchIndexOf({ site, changes, posts, formerBody, store }: IndexPatchInput): Omit<SearchPatch, "kept"> | null {
  const names = site.manifest.search;
  if (names === null) return null;
  const last = site.total - 1;
  const changed = [...changes].map(([place, { summary, body }]): ChangedDocument => {
    const after = toText(summary, body);
    const { digest = "" } = digestOf(after, body);
    return { number: last - place, before: toText(site.summary(place), formerBody(place)), after, head: toHead(summary), digest };
  });
  const read = (name: string): string => site.text(`${INDEX_PREFIX.slice(1)}/${name}`);
  const written = store.getWritten();
  const inFiles = written === null ? null : tryFiles({ written, names, changes: changed, read });
  if (inFiles !== null) {
    // What is kept for a whole build is as old as the last one, and knows it by what was counted in each document.
    store.setWritten(inFiles.written);
    return inFiles;
  }
  const kept = store.get();
  if (kept === null || kept.base !== names.base) return null;
  const patch = patchSearch({ kept, names, changes: changed, read, documents: () => listDocuments(site, posts) });
  store.set(patch.kept);
  return patch;
}

function tryFiles(input: SearchFilesPatchInput): SearchFilesPatch | null {
  try {
    return patchSearchFiles(input);
  } catch (cause) {
    throw new CacheDamageError("the search index is not as it was left", { cause });
  }
}

function toText({ title, tags, excerpt }: PostSummary, body: Body): SearchText {
  return { title, tags: tags.map(({ name }) => name), excerpt, headings: body.toc.map((entry) => entry.title), body: body.text };
}

function toHead({ slug, url, title, tags, publishedAt, excerpt }: PostSummary): HitHead {
  return { slug, url, title, tags, publishedAt, excerpt };
}

function listDocuments(site: WrittenSite, posts: PatchedPosts): readonly NamedDocument[] {
  const lists = {
    post: Array.from({ length: site.total }, (_, number) => posts.summary(site.total - 1 - number)),
    project: site.numbered<NamedDocument["head"]>("projects"),
    book: site.numbered<NamedDocument["head"]>("books"),
  };
  return SEARCH_KINDS.flatMap((kind) => lists[kind].map((head, number) => ({ kind, number, head })));
}
