import type { Manifest } from "../contract/index-format.ts";
import { fileOfPath, type OwnRouteMatch, type OwnRouteName, type RouteMatch, type RouteName } from "../contract/paths.ts";
import { LISTS, type ListKind, PLAIN_LIST_KINDS } from "../kinds/list-kinds.ts";
import type { Answer } from "./answer.ts";
import type { Site } from "./built-site.ts";
import { answerMember } from "./collection-members.ts";
import { answerFromSnapshot } from "./comments/snapshot-answers.ts";
import { overlayCounts } from "./counts/post-counts.ts";
import { answerList } from "./lists/lists.ts";
import { answerOwnList } from "./lists/own-routes.ts";
import { notFound, serverAbsent } from "./read-failure.ts";
import { IndexUnavailable, toText } from "./read-file.ts";
import { readQuery } from "./read-query.ts";
import { answerResolve } from "./resolve-route.ts";
import { answerSearch } from "./search/search-route.ts";

export interface RouteRequest {
  readonly match: RouteMatch | OwnRouteMatch;
  /** Under API_PREFIX. */
  readonly path: string;
  /** As in the URL, with a leading `?` if it is not empty. */
  readonly rawQuery: string;
  /** Returns the API's public base, for which it reads the manifest. */
  readonly findBaseUrl: () => Promise<string>;
}

/**
 * Answers a GET of a route that files answer.
 * @throws ProblemError, IndexUnavailable, FilesUnavailable
 */
export async function answerRoute(site: Site, request: RouteRequest): Promise<Answer> {
  const { name } = request.match.route;
  if (isListKind(name)) {
    const { value, effective } = await readQuery(site, name, request.rawQuery);
    return answerList(site, { kind: name, query: value, effective, baseUrl: await request.findBaseUrl() });
  }
  if (name in NAMED) return answerNamed(site, NAMED[name] ?? "", request);
  switch (name) {
    case "search":
      return answerSearch(site, request.rawQuery, request.findBaseUrl);
    case "resolve":
      return answerResolve(site, (await readQuery(site, name, request.rawQuery)).value.path);
    case "tag":
    case "category":
    case "author":
    case "album":
      return answerMember(site, name, request.path);
    case "own-list":
      return answerOwnList(site, request.match.params.kind ?? "", request.rawQuery, request.findBaseUrl);
    case "own-document":
      return answerNamed(site, request.match.params.kind ?? "", request);
    case "post-markdown":
      return answerMarkdown(site, request.match.params.slug ?? "");
    case "post":
      return answerPost(site, request.match.params.slug ?? "");
    case "comments":
    case "comment":
    case "post-comments-feed":
    case "recent-comments":
    case "recent-comments-feed":
    case "counts": {
      const { match, rawQuery, findBaseUrl } = request;
      const readQueryOf = <R extends "comments" | "comment" | "counts">(route: R) => readQuery(site, route, rawQuery);
      return answerFromSnapshot(site, { name, params: match.params, readQuery: readQueryOf, findBaseUrl });
    }
    default:
      if (request.match.route.serverMethods.length > 0) throw serverAbsent();
      return answerFixed(site, request.path);
  }
}

function isListKind(name: string): name is ListKind {
  return name in LISTS;
}

async function answerPost(site: Site, slug: string): Promise<Answer> {
  const [present, counts] = await Promise.all([site.document(fileOfPost(slug)), site.counts()]);
  const bytes = present ?? (await readListed(site, slug));
  if (bytes === null) throw notFound();
  if (counts === null) return { body: bytes };
  const text = toText(bytes);
  // Counts documents do not name unlisted posts, so a missing entry does not mean 0.
  return { body: text.endsWith(UNLISTED_END) ? bytes : overlayCounts(text, counts) };
}

/** The last member of an unlisted post. */
const UNLISTED_END = '"unlisted":true}';

/**
 * Finds a post by a former slug, or one whose file was missing a moment ago. Null if the index has
 * no such post.
 */
function readListed(site: Site, slug: string): Promise<Uint8Array | null> {
  return site.withIndex(async (manifest) => {
    const present = (await site.facets(manifest, "posts")).alias(slug) ?? slug;
    return present !== slug || (await site.lists(manifest, "posts", slug)) ? readLost(site, fileOfPost(present)) : null;
  });
}

/**
 * Reads a file that the index names. The file has been published, so if it is missing, it was lost
 * or is not uploaded yet, which must not become a 404.
 * @throws IndexUnavailable
 */
async function readLost(site: Site, file: string): Promise<Uint8Array> {
  const bytes = await site.document(file, { fresh: true });
  if (bytes === null) throw new IndexUnavailable(`${file} is gone`);
  return bytes;
}

/** Each former slug has a file, so that hosts without a program can also answer it. */
async function answerMarkdown(site: Site, slug: string): Promise<Answer> {
  const file = fileOfPath(`/posts/${slug}.md`);
  const body = await site.document(file);
  if (body !== null) return { body };
  return site.withIndex(async (manifest) => {
    if (manifest.postsAsMarkdown !== true) throw notFound();
    if (await isPost(site, manifest, slug)) return { body: await readLost(site, file) };
    throw notFound();
  });
}

/** Whether the index has a post with this slug, current or former. */
async function isPost(site: Site, manifest: Manifest, slug: string): Promise<boolean> {
  return (await site.facets(manifest, "posts")).alias(slug) !== null || site.lists(manifest, "posts", slug);
}

function fileOfPost(slug: string): string {
  return fileOfPath(`/posts/${slug}`);
}

/** Index names of the kinds that have a document for each slug. */
const NAMED: Readonly<Partial<Record<RouteName | OwnRouteName, string>>> = {
  ...Object.fromEntries(PLAIN_LIST_KINDS.map((kind) => [LISTS[kind].one, kind])),
  service: "services",
  "post-series": "series",
};

async function answerNamed(site: Site, kind: string, { path, match }: RouteRequest): Promise<Answer> {
  const file = fileOfPath(path);
  const body = await site.document(file);
  if (body !== null) return { body };
  return site.withIndex(async (manifest) => {
    if (await site.lists(manifest, kind, match.params.slug ?? "")) return { body: await readLost(site, file) };
    throw notFound();
  });
}

/** A document that every site has. If it is missing, there is no site, or it is incomplete. */
async function answerFixed(site: Site, path: string): Promise<Answer> {
  const body = await site.document(fileOfPath(path));
  if (body === null) throw new IndexUnavailable(`there is no ${fileOfPath(path)}`);
  return { body };
}
