import { INDEX_PREFIX } from "../../contract/paths.ts";
import type { PostSummary } from "../../contract/schemas/post.ts";
import { SEARCH_KINDS } from "../../search/options.ts";
import type { HitHead, SearchText } from "../../search/types.ts";
import type { NamedDocument } from "../../search/whole.ts";
import type { Body } from "../cache/rendering.ts";
import type { SearchStore } from "../cache/search-store.ts";
import { type ChangedDocument, patchSearch, type SearchPatch } from "../index/search.ts";
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
export function patchIndexOf({ site, changes, posts, formerBody, store }: IndexPatchInput): SearchPatch | null {
  const names = site.manifest.search;
  const kept = store.get();
  if (kept === null || names === null || kept.base !== names.base) return null;
  const last = site.total - 1;
  const changed = [...changes].map(([place, { summary, body }]): ChangedDocument => {
    const after = toText(summary, body);
    const { digest = "" } = digestOf(after, body);
    return { number: last - place, before: toText(site.summary(place), formerBody(place)), after, head: toHead(summary), digest };
  });
  const patch = patchSearch({
    kept,
    names,
    changes: changed,
    read: (name) => site.text(`${INDEX_PREFIX.slice(1)}/${name}`),
    documents: () => listDocuments(site, posts),
  });
  store.set(patch.kept);
  return patch;
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
