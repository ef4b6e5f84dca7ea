import { paginate, toListText } from "../../contract/list-text.ts";
import { fileOfPath, routeOf } from "../../contract/paths.ts";
import { toLink } from "../../contract/query/link-header.ts";
import type { QueryPair } from "../../contract/query/parse-query.ts";
import type { Query } from "../../contract/query/query-parameters.ts";
import type { SearchHit } from "../../contract/schemas/list.ts";
import type { HitHead } from "../../search/format/search-documents.ts";
import type { SearchHitRef, SearchReader } from "../../search/read/matches.ts";
import { makeSnippet } from "../../search/read/snippet.ts";
import type { Answer } from "../answer.ts";
import { parseRecord, type Site } from "../built-site.ts";
import { crc32 } from "../crc32.ts";
import { READS_MAX, toText } from "../read-file.ts";

/** The manifest and the base of the search index, which every search reads. */
const ROOT_READS = 2;
/** Posts of a page whose bodies are read for snippets; the others show their excerpt. */
const BODY_READS_MAX = 10;
/** Files of a page, its hits and their texts: at 5 KB a text, what keeps most first searches with 20 hits within 130 KB. */
const PAGE_READS_MAX = 27;

export interface SearchRequest {
  readonly query: Query<"search">;
  readonly effective: readonly QueryPair[];
  /** The API's public base. */
  readonly baseUrl: string;
}

/** Answers `/search`. */
export function answerSearch(site: Site, { query, effective, baseUrl }: SearchRequest): Promise<Answer> {
  const { q, kind, page, pageSize } = query;
  return site.withIndex((manifest) =>
    site.search(manifest.search, async (reader) => {
      const start = (page - 1) * pageSize;
      const range = { start, end: start + pageSize };
      const { hits, total, facets, reads } = await reader.search(q, { range, ...(kind === null ? {} : { kinds: [kind] }) });
      const pagination = paginate(page, pageSize, total);
      const items = await toItems(site, reader, hits, READS_MAX - ROOT_READS - reads);
      return {
        body: toListText(
          items.map((item) => JSON.stringify(item)),
          pagination,
          { facets: { post: facets.post, project: facets.project, book: facets.book } },
        ),
        link: toLink(baseUrl + routeOf("search").path, effective, pagination),
      };
    }),
  );
}

interface Found {
  readonly hit: SearchHitRef;
  readonly head: HitHead;
  /** What the excerpt gives. */
  readonly snippet: string;
}

/** Reads are counted whether a file is kept or not, so that every host shows the same snippets. */
async function toItems(site: Site, reader: SearchReader, hits: readonly SearchHitRef[], readsMax: number): Promise<SearchHit[]> {
  const { heads, reads } = await reader.heads(hits, readsMax);
  const found = hits.flatMap((hit, at): Found[] => {
    const head = heads[at];
    return head === undefined ? [] : [{ hit, head, snippet: makeSnippet(head.excerpt, hit.terms) }];
  });
  const texts = await readTexts(site, reader, found.filter(needsText), Math.min(readsMax, PAGE_READS_MAX) - reads);
  return found.map(({ hit, head, snippet }) => {
    const { kind, score, terms } = hit;
    const { slug, url, title, tags, publishedAt } = head;
    const others = (texts.get(hit) ?? []).filter((text) => text !== "").map((text) => makeSnippet(text, terms));
    const snippetHtml = others.find(isMarked) ?? (snippet === "" ? (others[0] ?? "") : snippet);
    return { kind, slug, url, title, snippetHtml, score, tags, publishedAt };
  });
}

/** Nothing else in a snippet can be an element. */
function isMarked(snippet: string): boolean {
  return snippet.includes("<mark>");
}

/** The excerpt shows, unless it is empty, or the terms were found in the body, or in what was cut off of a long excerpt, and not there. */
function needsText({ hit: { fields }, snippet }: Found): boolean {
  return snippet === "" || (!isMarked(snippet) && (fields.includes("body") || fields.includes("excerpt")));
}

/** Texts of the best hits, as far as the reads go; none of a post that is gone meanwhile. */
async function readTexts(
  site: Site,
  reader: SearchReader,
  found: readonly Found[],
  readsMax: number,
): Promise<ReadonlyMap<SearchHitRef, readonly string[]>> {
  const posts = found.filter(({ hit }) => hit.kind === "post").slice(0, Math.max(0, Math.min(BODY_READS_MAX, readsMax)));
  const others = found.filter(({ hit }) => hit.kind !== "post").map(({ hit }) => hit);
  const [postTexts, otherTexts] = await Promise.all([
    Promise.all(posts.map(({ head }) => readPost(site, head))),
    reader.texts(others, readsMax - posts.length),
  ]);
  return new Map([
    ...posts.map(({ hit }, at) => [hit, postTexts[at] ?? []] as const),
    ...others.map((hit, at) => [hit, [otherTexts[at] ?? ""]] as const),
  ]);
}

/** None where the document is cut, foreign, or of another text than the one that was indexed: an upload may be half done. The excerpt shows then. */
async function readPost(site: Site, { slug, bodyChecksum }: HitHead): Promise<readonly string[]> {
  const bytes = await site.read(fileOfPath(routeOf("post").path.replace("{slug}", slug)));
  const post = bytes === null ? null : parseRecord(bytes);
  if (bytes === null || post === null) return [];
  const { bodyText, excerpt, toc } = post;
  if (typeof bodyText !== "string" || typeof excerpt !== "string") return [];
  if (bodyChecksum !== undefined && bodyChecksum !== crc32(cutBody(toText(bytes), toc))) return [];
  return [bodyText, excerpt];
}

const encoder = new TextEncoder();
const BODY_BEGINS = '"bodyHtml":';
const TOC_BEGINS = ',"toc":';

/** The members of a post that are its body, as they were written. Quotes inside of strings are escaped: none of these can stand in one. */
function cutBody(text: string, toc: unknown): Uint8Array {
  const end = text.indexOf(TOC_BEGINS) + TOC_BEGINS.length + (JSON.stringify(toc) ?? "").length;
  return encoder.encode(text.slice(text.indexOf(BODY_BEGINS), end));
}
