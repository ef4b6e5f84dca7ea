import type { SearchKind } from "../../contract/schemas/list.ts";
import type { HitHead } from "../format/documents.ts";
import { type HitLine, idOffsets, type SearchBase } from "../format/layout.ts";
import { EXCERPT_MAX, HITS_SIZE, LARGE_HITS_ABOVE, LARGE_HITS_SIZE, TEXTS_SIZE } from "../format/sizes.ts";
import type { FileSet, NamedFile } from "./file-set.ts";
import type { IndexDocument } from "./index-documents.ts";
import type { IndexState } from "./state.ts";

/** Files of what hits show. */
export function addHits(documents: readonly IndexDocument[], out: FileSet): Pick<SearchBase, "urls" | "hits" | "largeHits"> {
  const urls = byKind((kind) => toUrlBeginning(documents.find((document) => document.kind === kind)));
  const lines = byKind((kind) =>
    documents.flatMap((document) => (document.kind === kind ? [JSON.stringify(toHitLine(kind, document.head, urls[kind]))] : [])),
  );
  const addLines = (all: readonly string[], size: number): string =>
    chunk(all, size)
      .map((own) => out.add("hits", toLineFile(own)).hash)
      .join("");
  const hits = byKind((kind) => addLines(lines[kind], HITS_SIZE));
  const largeHits = byKind((kind) => (lines[kind].length > LARGE_HITS_ABOVE * HITS_SIZE ? addLines(lines[kind], LARGE_HITS_SIZE) : ""));
  return { urls, hits, largeHits };
}

export interface TextsInput {
  readonly ordered: readonly IndexDocument[];
  readonly kinds: SearchBase["kinds"];
  /** By id, as IndexState has them. */
  readonly digests: readonly string[];
}

/** Files of plain texts; those whose documents are as they were are put together when they are looked at. */
export function addTexts({ ordered, kinds, digests }: TextsInput, former: IndexState, out: FileSet): IndexState["texts"] {
  const addKind = (kind: "project" | "book"): readonly NamedFile[] => {
    const before = chunk(digestsOf(kind, former), TEXTS_SIZE);
    const documents = chunk(
      ordered.filter((document) => document.kind === kind),
      TEXTS_SIZE,
    );
    return chunk(digestsOf(kind, { kinds, digests }), TEXTS_SIZE).map((own, at) => {
      const toText = (): string => toLineFile((documents[at] ?? []).map(({ text }) => JSON.stringify(text.body)));
      const file = former.texts[kind][at];
      const isSame = own.join(" ") === before[at]?.join(" ") && !own.includes("");
      if (file === undefined || !isSame) return out.add("texts", toText());
      out.addKnown("texts", file, toText);
      return file;
    });
  };
  return { project: addKind("project"), book: addKind("book") };
}

function digestsOf(kind: SearchKind, { kinds, digests }: Pick<TextsInput, "kinds" | "digests">): readonly string[] {
  const first = idOffsets(kinds).first[kind];
  return digests.slice(first, first + kinds[kind]);
}

function byKind<T>(make: (kind: SearchKind) => T): Record<SearchKind, T> {
  return { post: make("post"), project: make("project"), book: make("book") };
}

/** A configured pattern gives all addresses of a kind, so that of any document tells. */
function toUrlBeginning(document: IndexDocument | undefined): string {
  return document?.head.url.endsWith(document.head.slug) ? document.head.url.slice(0, -document.head.slug.length) : "";
}

function toHitLine(
  kind: SearchKind,
  { slug, url, title, tags, publishedAt, excerpt, bodyChecksum }: HitHead,
  urlBeginning: string,
): HitLine {
  const address = url === urlBeginning + slug ? 0 : url;
  const names = tags.flatMap((tag) => [tag.slug, tag.name]);
  // The whole one of a post stands in the file of the post, which is read where the words are in none of this.
  const shown = kind === "post" ? cutExcerpt(excerpt) : excerpt;
  return bodyChecksum === undefined
    ? [slug, address, title, names, publishedAt, shown]
    : [slug, address, title, names, publishedAt, shown, bodyChecksum];
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

/** An element a line, as in the chunks of lists. */
function toLineFile(lines: readonly string[]): string {
  return `[\n${lines.join(",\n")}\n]\n`;
}

function chunk<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}
