import type { Manifest } from "../../contract/index-format.ts";
import { paginate, toListText } from "../../contract/list-text.ts";
import { fileOfPath } from "../../contract/paths.ts";
import { toLink } from "../../contract/query/link-header.ts";
import type { QueryPair } from "../../contract/query/parse-query.ts";
import type { Pagination } from "../../contract/schemas/list.ts";
import { isListedByDate } from "../../kinds/list-kind.ts";
import type { Answer } from "../answer.ts";
import type { Site } from "../built-site.ts";
import { overlayCounts, type PostCounts } from "../counts/post-counts.ts";
import { isRecord } from "../manifest.ts";
import { READS_MAX, toText } from "../read-file.ts";
import { type FacetNeeds, type FilterValues, givenFilters, select } from "./facets.ts";
import { listOf } from "./kind-lists.ts";
import { intersect, type Selection, selectRange, toSelection } from "./selections.ts";
import { selectSorted } from "./sorted-selections.ts";

/**
 * The manifest, the columns of the list, the build's counts and, with a search text, the base of
 * the search index.
 */
const ROOT_READS = 4;

export interface ListQuery extends FilterValues {
  readonly q?: string | null;
  readonly sort?: string | null;
  readonly page: number;
  readonly pageSize: number;
}

/** A request for a page of a list. */
export interface ListRequest {
  /** Built-in or the site's own. */
  readonly kind: string;
  readonly query: ListQuery;
  /** If it is empty, the answer is the first page as the build wrote it. */
  readonly effective: readonly QueryPair[];
  /** The API's public base. */
  readonly baseUrl: string;
}

/**
 * Answers a page: with the file's own bytes if the query changes nothing, otherwise from facets and
 * chunks.
 */
export async function answerList(site: Site, request: ListRequest): Promise<Answer> {
  const whole = request.effective.length === 0 ? await answerFile(site, request) : null;
  return whole ?? site.withIndex((manifest) => answerPage(site, manifest, request));
}

/** Needs no index. Returns null if the file does not exist. */
async function answerFile(site: Site, request: ListRequest): Promise<Answer | null> {
  const path = `/${request.kind}`;
  const [bytes, counts] = await Promise.all([site.document(fileOfPath(path)), countsFor(site, request.kind)]);
  if (bytes === null) return null;
  const text = toText(bytes);
  const pagination = readPagination(text);
  const link = pagination === null ? {} : { link: toLink(request.baseUrl + path, [], pagination) };
  return { body: counts === null ? bytes : overlayCounts(text, counts), ...link };
}

/** Read from the end of a list's file, so that `Link` agrees with the body during a deployment. */
function readPagination(text: string): Pagination | null {
  const end = /"pagination":(\{[^{}]*\})\}\s*$/.exec(text.slice(-400))?.[1];
  if (end === undefined) return null;
  const pagination: unknown = JSON.parse(end);
  // Written by toListText, as the text before it shows.
  return isRecord(pagination) ? (pagination as unknown as Pagination) : null;
}

async function answerPage(site: Site, manifest: Manifest, { kind, query, effective, baseUrl }: ListRequest): Promise<Answer> {
  const { index, definition } = listOf(manifest, kind);
  const { q, sort = null } = query;
  const needs = { given: givenFilters(definition.filters, query), sort };
  const listed = await selectListed(site, manifest, kind, needs);
  const { found, reads } = q == null ? { found: listed, reads: 0 } : await findAmong(site, manifest, listed, q);
  const selected =
    sort === null
      ? found
      : selectSorted(
          (await site.facets(manifest, kind, needs)).sorted(sort.replace("-", "")),
          sort,
          found.total === index.total ? null : new Set(found.slice(0, found.total)),
        );
  const pagination = paginate(query.page, query.pageSize, selected.total);
  const start = (query.page - 1) * query.pageSize;
  const page = selected.slice(start, start + query.pageSize);
  const readsMax = READS_MAX - ROOT_READS - reads;
  const [items, counts] = await Promise.all([site.documents(manifest, kind, page, readsMax), countsFor(site, kind)]);
  const text = toListText(items, pagination);
  return { body: counts === null ? text : overlayCounts(text, counts), link: toLink(`${baseUrl}/${kind}`, effective, pagination) };
}

/** Only posts have counts. */
function countsFor(site: Site, kind: string): Promise<PostCounts | null> {
  return kind === "posts" ? site.counts() : Promise.resolve(null);
}

/**
 * Documents that match all filters except the search text. Without a filter, a list ordered by date
 * needs no column.
 */
export async function selectListed(
  site: Site,
  manifest: Manifest,
  kind: string,
  { given, sort }: Required<FacetNeeds>,
): Promise<Selection> {
  const { index, definition } = listOf(manifest, kind);
  const { total } = index;
  if (given.length === 0 && (sort !== null || isListedByDate(definition))) return selectRange(0, total);
  return select(await site.facets(manifest, kind, { given, sort }), total, given);
}

/** Posts that match a text, in list order. */
interface Found {
  readonly found: Selection;
  /** Number of search index files read. */
  readonly reads: number;
}

/**
 * Posts of a selection that match a text, newest first. The search covers all posts, so filters add
 * no cost.
 */
async function findAmong(site: Site, manifest: Manifest, listed: Selection, q: string): Promise<Found> {
  // An empty selection needs no search. A site without a search index must still report that.
  if (listed.total === 0 && manifest.search !== null) return { found: listed, reads: 0 };
  const { numbers, reads } = await site.search.match({ build: manifest, index: manifest.search }, q);
  const all = toSelection(numbers.toReversed());
  return { found: listed.total === manifest.lists.posts.total ? all : intersect([listed, all]), reads };
}
