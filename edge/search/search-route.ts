import { paginate, toListText } from "../../contract/list-text.ts";
import { fileOfPath, routeOf } from "../../contract/paths.ts";
import { toLink } from "../../contract/query/link-header.ts";
import type { QueryPair } from "../../contract/query/parse-query.ts";
import { QUERY_PARAMETERS, type Query, type QueryParameter } from "../../contract/query/query-parameters.ts";
import type { SearchHit } from "../../contract/schemas/list.ts";
import { ALWAYS_COUNTED } from "../../kinds/hit-kinds.ts";
import type { SearchHitRef, SearchReader, ShownHit, YieldWhenDue } from "../../search/read/matches.ts";
import { makeSnippet } from "../../search/read/snippet.ts";
import type { Answer } from "../answer.ts";
import { parseRecord, type Site } from "../built-site.ts";
import { crc32 } from "../crc32.ts";
import { READS_MAX, toText } from "../read-file.ts";
import { readParameters } from "../read-query.ts";
import type { MadePage } from "./search-index.ts";

/** The manifest and the base of the search index, which every search reads. */
const ROOT_READS = 2;
/** Documents on a page that are read for snippets. The others show their excerpt. */
const BODY_READS_MAX = 10;
/**
 * Files to read for a page: its hits and their texts. With 5 KB per text, this keeps most first
 * searches with 20 hits within 130 KB.
 */
const PAGE_READS_MAX = 27;

interface SearchQuestion {
  readonly query: Query<"search">;
  readonly effective: readonly QueryPair[];
  readonly baseUrl: string;
}

/**
 * Answers `/search`.
 * @param findBaseUrl finds the API's public base
 * @throws ProblemError validation-error, and the errors of Search
 */
export async function answerSearch(site: Site, rawQuery: string, findBaseUrl: () => Promise<string>): Promise<Answer> {
  const { value, effective } = await readParameters(site, await toSearchParameters(site), rawQuery);
  const baseUrl = await findBaseUrl();
  // The parameters have these members.
  const question: SearchQuestion = { query: value as unknown as Query<"search">, effective, baseUrl };
  return site.withIndex((manifest) =>
    site.search.page({ build: manifest, index: manifest.search }, JSON.stringify([baseUrl, effective]), (reader, yieldWhenDue) =>
      makePage(question, { site, reader, yieldWhenDue }),
    ),
  );
}

/**
 * Parameters of every site, with the site's own kinds in `kind`. If these cannot be read, the index
 * cannot either, so any name is accepted until then.
 */
async function toSearchParameters(site: Site): Promise<readonly QueryParameter[]> {
  const manifest = await site.manifest();
  return QUERY_PARAMETERS.search.map((parameter): QueryParameter => {
    if (parameter.type !== "kind") return parameter;
    if (manifest === null) return { name: parameter.name, type: "id" };
    return { ...parameter, values: [...parameter.values, ...Object.keys(manifest.kinds ?? {})] };
  });
}

/** The sources from which a page of hits is made. */
interface Sources {
  readonly site: Site;
  readonly reader: SearchReader;
  readonly yieldWhenDue: YieldWhenDue;
}

async function makePage({ query, effective, baseUrl }: SearchQuestion, sources: Sources): Promise<MadePage> {
  const { q, kind, language, page, pageSize } = query;
  const start = (page - 1) * pageSize;
  const range = { start, end: start + pageSize };
  const narrowed = { ...(kind === null ? {} : { kinds: [kind] }), ...(language === null ? {} : { language }) };
  const { hits, total, facets, reads } = await sources.reader.search(q, { range, ...narrowed });
  const pagination = paginate(page, pageSize, total);
  const { items, repeatable } = await toItems(sources, hits, READS_MAX - ROOT_READS - reads);
  const text = toListText(
    items.map((item) => JSON.stringify(item)),
    pagination,
    { facets: { ...NOTHING_FOUND, ...facets } },
  );
  return { body: encoder.encode(text), link: toLink(baseUrl + routeOf("search").path, effective, pagination), repeatable };
}

const NOTHING_FOUND = Object.fromEntries(ALWAYS_COUNTED.map((kind) => [kind, 0]));

interface Found {
  readonly hit: SearchHitRef;
  readonly head: ShownHit;
  /** Snippet from the excerpt. */
  readonly snippet: string;
}

/** Cached reads also count, so every host shows the same snippets. */
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
    const { slug, url, title, excerpt, cover, language, tags, publishedAt } = head;
    const text = texts.get(hit) ?? "";
    const other = text === "" ? "" : await makeSnippet(text, terms, { yieldWhenDue });
    const snippetHtml = snippet === "" || isMarked(other) ? other : snippet;
    const shown = { excerpt: excerpt === "" ? null : excerpt, cover, language };
    items.push({ kind, slug, url, path: pathOf(url), title, ...shown, snippetHtml, score, tags, publishedAt });
  }
  return { items, repeatable };
}

/** The path as encoded in the address. */
function pathOf(url: string): string {
  return url.replace(/^[a-z]+:[/][/][^/]*/, "") || "/";
}

/** A snippet cannot contain other elements. */
function isMarked(snippet: string): boolean {
  return snippet.includes("<mark>");
}

/**
 * Whether the snippet needs the text, because the excerpt is empty or the terms occur only in the
 * body.
 */
function needsText({ hit: { fields }, snippet }: Found): boolean {
  return snippet === "" || (!isMarked(snippet) && fields.includes("body"));
}

interface Texts {
  readonly texts: ReadonlyMap<SearchHitRef, string>;
  /** Whether each document that was read matches the index. */
  readonly repeatable: boolean;
}

/**
 * Texts of the best hits, for as many as the remaining reads allow. A document that has vanished
 * has none.
 */
async function readTexts({ site, reader, yieldWhenDue }: Sources, found: readonly Found[], readsMax: number): Promise<Texts> {
  const answered = found.filter(({ head }) => head.documents !== null).slice(0, Math.max(0, Math.min(BODY_READS_MAX, readsMax)));
  const others = found.filter(({ head }) => head.documents === null).map(({ hit }) => hit);
  const [files, otherTexts] = await Promise.all([
    Promise.all(answered.map(({ head }) => site.read(fileOfPath(`${head.documents}/${head.slug}`)))),
    reader.texts(others, readsMax - answered.length),
  ]);
  const texts = new Map<SearchHitRef, string>(others.map((hit, at) => [hit, otherTexts[at] ?? ""]));
  let repeatable = true;
  for (const [at, { hit, head }] of answered.entries()) {
    const bytes = files[at] ?? null;
    const read = bytes === null ? null : textOfAnswer(bytes, head);
    texts.set(hit, read ?? "");
    if (read === null) repeatable = false;
    await yieldWhenDue();
  }
  return { texts, repeatable };
}

/**
 * Returns null if the document is truncated, is not ours, or differs from the indexed text, as
 * during an incomplete upload. The excerpt is then shown.
 */
function textOfAnswer(bytes: Uint8Array, { bodyChecksum }: ShownHit): string | null {
  const document = parseRecord(bytes);
  if (document === null) return null;
  const { bodyText, toc } = document;
  // An entry of a data file.
  if (bodyText === null) return "";
  if (typeof bodyText !== "string") return null;
  return bodyChecksum !== undefined && bodyChecksum !== crc32(cutBody(toText(bytes), toc)) ? null : bodyText;
}

const encoder = new TextEncoder();
const BODY_BEGINS = '"bodyHtml":';
const TOC_BEGINS = ',"toc":';

/**
 * The body members of a document, as bytes. Quotes inside strings are escaped, so none of these
 * markers can occur in one.
 */
function cutBody(text: string, toc: unknown): Uint8Array {
  const end = text.indexOf(TOC_BEGINS) + TOC_BEGINS.length + (JSON.stringify(toc) ?? "").length;
  return encoder.encode(text.slice(text.indexOf(BODY_BEGINS), end));
}
