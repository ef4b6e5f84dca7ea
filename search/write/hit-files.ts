import type { SearchKind } from "../../contract/schemas/list.ts";
import type { HitLine } from "../format/layout.ts";
import type { HitHead } from "../format/search-documents.ts";
import { EXCERPT_MAX, HITS_SIZE, LARGE_HITS_ABOVE, LARGE_HITS_SIZE, TEXTS_SIZE } from "../format/sizes.ts";
import type { FileSet, NamedFile } from "./file-set.ts";
import { type IndexDocument, ofKind } from "./index-documents.ts";
import { addLineFiles } from "./line-files.ts";
import type { HitFiles, IndexState } from "./state.ts";

type ByKind<T> = Readonly<Record<SearchKind, T>>;

export interface FilesInput {
  readonly kinds: ByKind<number>;
  /** By id. */
  readonly ordered: readonly IndexDocument[];
  readonly former: IndexState;
}

export function addHits({ kinds, ordered, former }: FilesInput, out: FileSet): HitFiles {
  const documents = byKind((kind) => ofKind(kind, kinds, ordered));
  const urls = byKind((kind) => toUrlBeginning(documents[kind][0]));
  const texts = byKind((): string[] => []);
  const add = (kind: SearchKind, size: number, files: readonly NamedFile[]): NamedFile[] => {
    const lines = {
      count: documents[kind].length,
      idAt: (number: number) => documents[kind][number]?.id ?? "",
      // Each stands in a small file and a large one.
      textAt: (number: number) => (texts[kind][number] ??= toHitLine(documents[kind][number], urls[kind])),
    };
    const ids = urls[kind] === former.hits.urls[kind] ? ofKind(kind, former.kinds, former.ids) : [];
    return addLineFiles("hits", lines, size, { ids, files }, out);
  };
  const small = byKind((kind) => add(kind, HITS_SIZE, former.hits.small[kind]));
  const isLarge = (kind: SearchKind): boolean => kinds[kind] > LARGE_HITS_ABOVE * HITS_SIZE;
  const large = byKind((kind) => (isLarge(kind) ? add(kind, LARGE_HITS_SIZE, former.hits.large[kind]) : []));
  return { urls, small, large };
}

/** Files of plain texts. */
export function addTexts({ kinds, ordered, former }: FilesInput, out: FileSet): IndexState["texts"] {
  const add = (kind: "project" | "book"): NamedFile[] => {
    const documents = ofKind(kind, kinds, ordered);
    const lines = {
      count: documents.length,
      idAt: (number: number) => documents[number]?.bodyId ?? "",
      textAt: (number: number) => JSON.stringify(documents[number]?.text.body),
    };
    return addLineFiles("texts", lines, TEXTS_SIZE, { ids: ofKind(kind, former.kinds, former.bodyIds), files: former.texts[kind] }, out);
  };
  return { project: add("project"), book: add("book") };
}

function byKind<T>(make: (kind: SearchKind) => T): Record<SearchKind, T> {
  return { post: make("post"), project: make("project"), book: make("book") };
}

/** A configured pattern gives all addresses of a kind, so that of any document tells. */
function toUrlBeginning(document: IndexDocument | undefined): string {
  return document?.head.url.endsWith(document.head.slug) ? document.head.url.slice(0, -document.head.slug.length) : "";
}

function toHitLine(document: IndexDocument | undefined, urlBeginning: string): string {
  if (document === undefined) return "";
  const { slug, url, title, tags, publishedAt, excerpt, bodyChecksum }: HitHead = document.head;
  const address = url === urlBeginning + slug ? 0 : url;
  const names = tags.flatMap((tag) => [tag.slug, tag.name]);
  // The whole one of a post stands in the file of the post, which is read where the words are in none of this.
  const shown = document.kind === "post" ? cutExcerpt(excerpt) : excerpt;
  const line: HitLine = [slug, address, title, names, publishedAt, shown];
  return JSON.stringify(bodyChecksum === undefined ? line : [...line, bodyChecksum]);
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
