import { paginate, toListText } from "../../contract/list-text.ts";
import { fileOfPath, routeOf } from "../../contract/paths.ts";
import { toLink } from "../../contract/query/link-header.ts";
import type { QueryPair } from "../../contract/query/parse-query.ts";
import type { Query } from "../../contract/query/query-parameters.ts";
import type { SearchHit } from "../../contract/schemas/list.ts";
import type { HitHead } from "../../search/format/search-documents.ts";
import type { SearchHitRef, SearchReader, YieldWhenDue } from "../../search/read/matches.ts";
import { makeSnippet } from "../../search/read/snippet.ts";
import type { Answer } from "../answer.ts";
import { parseRecord, type Site } from "../built-site.ts";
import { crc32 } from "../crc32.ts";
import { READS_MAX, toText } from "../read-file.ts";
import type { MadePage } from "./search-index.ts";

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
export function answerSearch(site: Site, request: SearchRequest): Promise<Answer> {
  const { effective, baseUrl } = request;
  return site.withIndex((manifest) =>
    site.search.page({ build: manifest, index: manifest.search }, JSON.stringify([baseUrl, effective]), (reader, yieldWhenDue) =>
      makePage(request, { site, reader, yieldWhenDue }),
    ),
  );
}

/** What a page of hits is made with. */
interface Sources {
  readonly site: Site;
  readonly reader: SearchReader;
  readonly yieldWhenDue: YieldWhenDue;
}

async function makePage({ query: { q, kind, page, pageSize }, effective, baseUrl }: SearchRequest, sources: Sources): Promise<MadePage> {
  const start = (page - 1) * pageSize;
  const range = { start, end: start + pageSize };
  const { hits, total, facets, reads } = await sources.reader.search(q, { range, ...(kind === null ? {} : { kinds: [kind] }) });
  const pagination = paginate(page, pageSize, total);
  const { items, repeatable } = await toItems(sources, hits, READS_MAX - ROOT_READS - reads);
  const text = toListText(
    items.map((item) => JSON.stringify(item)),
    pagination,
    { facets: { post: facets.post, project: facets.project, book: facets.book } },
  );
  return { body: encoder.encode(text), link: toLink(baseUrl + routeOf("search").path, effective, pagination), repeatable };
}

interface Found {
  readonly hit: SearchHitRef;
  readonly head: HitHead;
  /** What the excerpt gives. */
  readonly snippet: string;
}

/** Reads are counted whether a file is kept or not, so that every host shows the same snippets. */
async function toItems(
  sources: Sources,
  hits: readonly SearchHitRef[],
  readsMax: number,
): Promise<{ readonly items: readonly SearchHit[]; readonly repeatable: boolean }> {
  const { reader, yieldWhenDue } = sources;
  const { heads, reads } = await reader.heads(hits, readsMax);
  const found: Found[] = [];
  for (const [at, hit] of hits.entries()) {
    const head = heads[at];
    if (head !== undefined) found.push({ hit, head, snippet: await makeSnippet(head.excerpt, hit.terms, { yieldWhenDue }) });
  }
  const { texts, repeatable } = await readTexts(sources, found.filter(needsText), Math.min(readsMax, PAGE_READS_MAX) - reads);
  const items: SearchHit[] = [];
  for (const { hit, head, snippet } of found) {
    const { kind, score, terms } = hit;
    const { slug, url, title, tags, publishedAt } = head;
    const others: string[] = [];
    for (const text of texts.get(hit) ?? []) {
      if (text !== "" && !others.some(isMarked)) others.push(await makeSnippet(text, terms, { yieldWhenDue }));
    }
    const snippetHtml = others.find(isMarked) ?? (snippet === "" ? (others[0] ?? "") : snippet);
    items.push({ kind, slug, url, title, snippetHtml, score, tags, publishedAt });
  }
  return { items, repeatable };
}

/** Nothing else in a snippet can be an element. */
function isMarked(snippet: string): boolean {
  return snippet.includes("<mark>");
}

/** The excerpt shows, unless it is empty, or the terms were found in the body, or in what was cut off of a long excerpt, and not there. */
function needsText({ hit: { fields }, snippet }: Found): boolean {
  return snippet === "" || (!isMarked(snippet) && (fields.includes("body") || fields.includes("excerpt")));
}

interface Texts {
  readonly texts: ReadonlyMap<SearchHitRef, readonly string[]>;
  /** Whether each document that was read is that of the index. */
  readonly repeatable: boolean;
}

/** Texts of the best hits, as far as the reads go; none of a post that is gone meanwhile. */
async function readTexts({ site, reader, yieldWhenDue }: Sources, found: readonly Found[], readsMax: number): Promise<Texts> {
  const posts = found.filter(({ hit }) => hit.kind === "post").slice(0, Math.max(0, Math.min(BODY_READS_MAX, readsMax)));
  const others = found.filter(({ hit }) => hit.kind !== "post").map(({ hit }) => hit);
  const [files, otherTexts] = await Promise.all([
    Promise.all(posts.map(({ head: { slug } }) => site.read(fileOfPath(routeOf("post").path.replace("{slug}", slug))))),
    reader.texts(others, readsMax - posts.length),
  ]);
  const texts = new Map<SearchHitRef, readonly string[]>(others.map((hit, at) => [hit, [otherTexts[at] ?? ""]]));
  let repeatable = true;
  for (const [at, { hit, head }] of posts.entries()) {
    const bytes = files[at] ?? null;
    const read = bytes === null ? null : textsOfPost(bytes, head);
    texts.set(hit, read ?? []);
    if (read === null) repeatable = false;
    await yieldWhenDue();
  }
  return { texts, repeatable };
}

/** null where the document is cut, foreign, or of another text than the one that was indexed: an upload may be half done. The excerpt shows then. */
function textsOfPost(bytes: Uint8Array, { bodyChecksum }: HitHead): readonly string[] | null {
  const post = parseRecord(bytes);
  if (post === null) return null;
  const { bodyText, excerpt, toc } = post;
  if (typeof bodyText !== "string" || typeof excerpt !== "string") return null;
  if (bodyChecksum !== undefined && bodyChecksum !== crc32(cutBody(toText(bytes), toc))) return null;
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
