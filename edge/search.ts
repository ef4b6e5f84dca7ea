import { type Manifest, SEARCH_TEXTS_SIZE } from "../contract/index-format.ts";
import { paginate, toListText } from "../contract/list-text.ts";
import { fileOfPath, type ListKind, routeOf } from "../contract/paths.ts";
import type { Query } from "../contract/query.ts";
import type { QueryPair } from "../contract/query-parse.ts";
import type { Book } from "../contract/schemas/book.ts";
import type { SearchHit, SearchKind } from "../contract/schemas/list.ts";
import type { Post, PostSummary } from "../contract/schemas/post.ts";
import type { Project } from "../contract/schemas/project.ts";
import { makeSnippet } from "../search/snippet.ts";
import type { SearchHitRef } from "../search/types.ts";
import { planChunks } from "./chunks.ts";
import { toText } from "./files.ts";
import { toLink } from "./link.ts";
import type { Answer } from "./respond.ts";
import type { Site } from "./site.ts";

/** File reads that an answer may take. */
const READS_MAX = 40;
/** Posts of a page whose bodies are read for snippets; the others show their excerpt. */
const BODY_READS_MAX = 10;

const LIST_OF: Readonly<Record<SearchKind, ListKind>> = { post: "posts", project: "projects", book: "books" };

export interface SearchRequest {
  readonly query: Query<"search">;
  readonly effective: readonly QueryPair[];
  /** The API's public base. */
  readonly baseUrl: string;
}

/** Answers `/search`. */
export function answerSearch(site: Site, { query, effective, baseUrl }: SearchRequest): Promise<Answer> {
  const { q, kind, page, pageSize } = query;
  return site.withIndex(async (manifest) => {
    const { hits, facets } = await site.search(manifest.search, q, kind === null ? {} : { kinds: [kind] });
    const pagination = paginate(page, pageSize, hits.length);
    const start = (page - 1) * pageSize;
    const items = await toItems(site, manifest, hits.slice(start, start + pageSize));
    return {
      body: toListText(
        items.map((item) => JSON.stringify(item)),
        pagination,
        { facets: { post: facets.post, project: facets.project, book: facets.book } },
      ),
      link: toLink(baseUrl + routeOf("search").path, effective, pagination),
    };
  });
}

async function toItems(site: Site, manifest: Manifest, hits: readonly SearchHitRef[]): Promise<SearchHit[]> {
  const documents = hits.map(({ kind, number }) => ({ kind: LIST_OF[kind], number }));
  const texts = await site.documents(manifest, documents);
  const found = hits.map((hit, index) => ({ ...describe(hit, texts[index] ?? ""), hit }));
  // Manifest, base and parts of the search index, chunks: what is left of the reads goes to bodies, the best hits first, cached or not,
  // so that every host shows the same snippets.
  const spent = 2 + (manifest.search?.parts.length ?? 0) + planChunks(manifest, documents).names.length;
  const bodies = planBodies(manifest, found, Math.max(0, READS_MAX - spent));
  const names = new Set(bodies.flatMap((place) => (place !== null && "name" in place ? [place.name] : [])));
  const lines = new Map(await Promise.all([...names].map(async (name) => [name, await site.lines(name)] as const)));
  return Promise.all(
    found.map(async ({ head, excerpt, hit }, index) => {
      const place = bodies[index] ?? null;
      const body = place === null ? null : await readBody(site, place, lines);
      const { kind, slug, url, title, tags, publishedAt } = head;
      const snippetHtml = makeSnippet(body === null || body === "" ? excerpt : body, hit.terms);
      return { kind, slug, url, title, snippetHtml, score: hit.score, tags, publishedAt };
    }),
  );
}

/** Where a body's text stands: a file of its own, or a line of an index file. */
type BodyPlace = { readonly post: string } | { readonly name: string; readonly index: number };

/** The bodies to read for snippets, by hit; null: its excerpt shows. */
function planBodies(manifest: Manifest, found: readonly Found[], readsMax: number): readonly (BodyPlace | null)[] {
  const names = new Set<string>();
  let posts = 0;
  return found.map(({ hit: { kind, number, fields }, head, excerpt }) => {
    // The excerpt, unless it is empty, or the terms were found in the body and not there.
    if (excerpt !== "" && (fields.includes("excerpt") || !fields.includes("body"))) return null;
    const left = names.size + posts < readsMax;
    if (kind === "post") {
      if (!left || posts >= BODY_READS_MAX) return null;
      posts += 1;
      return { post: head.slug };
    }
    const name = manifest.search?.texts[kind][Math.floor(number / SEARCH_TEXTS_SIZE)];
    if (name === undefined || !(left || names.has(name))) return null;
    names.add(name);
    return { name, index: number % SEARCH_TEXTS_SIZE };
  });
}

interface Found {
  readonly hit: SearchHitRef;
  readonly head: Omit<SearchHit, "snippetHtml" | "score">;
  readonly excerpt: string;
}

/** The texts are those of chunks, whose names hold their hashes: they are what the build wrote. */
function describe({ kind }: SearchHitRef, text: string): Omit<Found, "hit"> {
  if (kind === "post") {
    const { slug, url, title, tags, publishedAt, excerpt }: PostSummary = JSON.parse(text);
    return { head: { kind, slug, url, title, tags, publishedAt }, excerpt };
  }
  if (kind === "project") {
    const { slug, url, title, tags, summary }: Project = JSON.parse(text);
    return { head: { kind, slug, url, title, tags, publishedAt: null }, excerpt: summary ?? "" };
  }
  const { slug, url, title, tags, subtitle, authors }: Book = JSON.parse(text);
  const excerpt = [subtitle ?? "", ...authors.map(({ name }) => name)].filter((part) => part !== "").join(", ");
  return { head: { kind, slug, url, title, tags, publishedAt: null }, excerpt };
}

/** null where a post is gone meanwhile. */
async function readBody(site: Site, place: BodyPlace, lines: ReadonlyMap<string, readonly string[]>): Promise<string | null> {
  if ("name" in place) return JSON.parse(lines.get(place.name)?.[place.index] ?? "null");
  const bytes = await site.read(fileOfPath(routeOf("post").path.replace("{slug}", place.post)));
  if (bytes === null) return null;
  const { bodyText }: Pick<Post, "bodyText"> = JSON.parse(toText(bytes));
  return bodyText;
}
