import type { Manifest } from "../contract/index-format.ts";
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
import { toPlainText } from "./html-text.ts";
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
  // Manifest, base and parts of the search index, chunks: what is left of the reads goes to bodies, cached or not, so that every host
  // shows the same snippets.
  const spent = 2 + (manifest.search?.parts.length ?? 0) + planChunks(manifest, documents).names.length;
  const bodyReads = Math.max(0, Math.min(BODY_READS_MAX, READS_MAX - spent));
  return Promise.all(
    hits.map(async (hit, index) => {
      const found = describe(hit, texts[index] ?? "");
      const { kind, slug, url, title, tags, publishedAt } = found.head;
      const snippetHtml = makeSnippet(await chooseText(site, hit, found, index < bodyReads), hit.terms);
      return { kind, slug, url, title, snippetHtml, score: hit.score, tags, publishedAt };
    }),
  );
}

/** The excerpt, unless it is empty, or the terms were found in the body and not there. */
async function chooseText(site: Site, { fields }: SearchHitRef, { head, excerpt, body }: Found, mayRead: boolean): Promise<string> {
  if (excerpt !== "" && (fields.includes("excerpt") || !fields.includes("body"))) return excerpt;
  if (body !== null) return body === "" ? excerpt : body;
  return (mayRead ? await readBody(site, head.slug) : null) ?? excerpt;
}

interface Found {
  readonly head: Omit<SearchHit, "snippetHtml" | "score">;
  readonly excerpt: string;
  /** null: in a file of its own. */
  readonly body: string | null;
}

/** The texts are those of chunks, whose names hold their hashes: they are what the build wrote. */
function describe({ kind }: SearchHitRef, text: string): Found {
  if (kind === "post") {
    const { slug, url, title, tags, publishedAt, excerpt }: PostSummary = JSON.parse(text);
    return { head: { kind, slug, url, title, tags, publishedAt }, excerpt, body: null };
  }
  if (kind === "project") {
    const { slug, url, title, tags, summary, descriptionHtml }: Project = JSON.parse(text);
    return { head: { kind, slug, url, title, tags, publishedAt: null }, excerpt: summary ?? "", body: toPlainText(descriptionHtml ?? "") };
  }
  const { slug, url, title, tags, subtitle, authors, reviewHtml }: Book = JSON.parse(text);
  const excerpt = [subtitle ?? "", ...authors.map(({ name }) => name)].filter((part) => part !== "").join(", ");
  return { head: { kind, slug, url, title, tags, publishedAt: null }, excerpt, body: toPlainText(reviewHtml ?? "") };
}

/** null where the post is gone meanwhile. */
async function readBody(site: Site, slug: string): Promise<string | null> {
  const bytes = await site.read(fileOfPath(routeOf("post").path.replace("{slug}", slug)));
  if (bytes === null) return null;
  const { bodyText }: Pick<Post, "bodyText"> = JSON.parse(toText(bytes));
  return bodyText;
}
