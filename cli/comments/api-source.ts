import { z } from "zod";
import { COMMENTS_PAGE_SIZE_MAX } from "../../contract/limits.ts";
import { Comment, CommentThreads, RecentCommentList } from "../../contract/schemas/comment.ts";
import { isSlug } from "../../contract/slug-pattern.ts";
import { toApiBase } from "../../contract/text/base-path.ts";
import { type PublishedContent, unlistedKeyOf } from "../../server/published-content.ts";
import { renderComment } from "../../server/text/comment-markdown.ts";
import type { SnapshotComment } from "../../threads/snapshot-format.ts";
import type { NamedSnapshotSource } from "../../threads/snapshot-pages.ts";
import { CliError, type Io, pause } from "../io.ts";

/** Comments from a public API, for a snapshot where there is no database. */

const ANSWER_MAX_MS = 30_000;
/** Maximum number of attempts at a request that the server refuses temporarily. */
const TRIES_MAX = 5;
/** The longest wait that a refusal may request, in seconds. */
const WAIT_MAX_SECONDS = 60;
/** Number of attempts at a post whose comments keep changing while they are read. */
const ATTEMPTS_MAX = 3;

export interface ApiSourceOptions {
  /** Address of the site: `https://ines.example`. */
  readonly site: string;
  readonly io: Pick<Io, "setTimer">;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** Checks only parts of the answers. Members unknown to this version are left out. */
const Counts = z.object({ posts: z.record(z.string(), z.object({ commentCount: z.int() })) });
/** The complete public answer. */
const PublicCounts = z.object({
  posts: z.record(z.string(), z.object({ likeCount: z.int(), commentCount: z.int(), viewCount: z.int().nullable().default(null) })),
});
type Threads = z.infer<typeof CommentThreads>;

export interface CommentApi {
  /** `/site-settings`; null if the API has none. */
  settings(): Promise<unknown>;
  /** Listed posts with comments. */
  commented(): Promise<readonly string[]>;
  source(content: PublishedContent, slugs: readonly string[]): NamedSnapshotSource;
}

/** @throws CliError if the server does not answer, or if something else answers instead */
export function openCommentApi(options: ApiSourceOptions): CommentApi {
  const api = new ApiReader(options);
  return {
    settings: () => api.get("/site-settings"),
    async commented() {
      const { posts } = await api.read(Counts, "/counts");
      return Object.entries(posts).flatMap(([slug, { commentCount }]) => (commentCount > 0 && isSlug(slug) ? [slug] : []));
    },
    source: (content, slugs) => ({
      async counts() {
        const { posts } = await api.read(PublicCounts, "/counts");
        const listed = Object.entries(posts).filter(([slug]) => content.findPost(slug)?.slug === slug);
        return { posts: Object.fromEntries(listed) };
      },
      async *posts() {
        const posts = slugs.map((slug) => ({ slug, key: unlistedKeyOf(slug) })).sort((a, b) => (a.key < b.key ? -1 : 1));
        for (const { slug, key } of posts) {
          const comments = await readPost(api, slug);
          if (comments.length > 0) yield { slug, key, comments };
        }
      },
      async recent() {
        const { items } = await api.read(RecentCommentList, "/comments", (value) => withPaths(stripped(value)));
        return items
          .filter(({ post }) => content.findPost(post.slug)?.listed === true)
          .map((item) => ({ ...item, bodyHtml: renderComment(item.body).html }));
      },
    }),
  };
}

const WRONG_ADDRESS = { hint: "name the address of the API with --from" };

class ApiReader {
  readonly #base: string;
  readonly #io: ApiSourceOptions["io"];
  readonly #fetch: NonNullable<ApiSourceOptions["fetch"]>;

  constructor({ site, io, fetch: given }: ApiSourceOptions) {
    this.#base = toApiBase(site);
    this.#io = io;
    this.#fetch = given ?? fetch;
  }

  /** null for 404. */
  async get(path: string): Promise<unknown> {
    const url = this.#base + path;
    const response = await this.#request(url);
    if (response.headers.has("X-Octavo-Snapshot")) {
      throw new CliError(`${url} itself answers from a snapshot, taken at ${response.headers.get("X-Octavo-Snapshot")}`, {
        hint: "its server is unavailable: try again when it answers, or name another address with --from",
      });
    }
    if (response.status === 404) return null;
    if (response.status !== 200) throw new CliError(`${url} answers ${response.status}`, WRONG_ADDRESS);
    return response.json().catch((cause: unknown) => {
      throw new CliError(`${url} does not answer with JSON`, { ...WRONG_ADDRESS, cause });
    });
  }

  async read<T>(schema: z.ZodType<T>, path: string, prepare: (value: unknown) => unknown = (value) => value): Promise<T> {
    const parsed = schema.safeParse(prepare(await this.get(path)));
    if (parsed.success) return parsed.data;
    throw new CliError(`${this.#base}${path} answers with something other than comments`, WRONG_ADDRESS);
  }

  /** Waits and tries again while the server refuses temporarily. */
  async #request(url: string): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      const init = { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(ANSWER_MAX_MS) };
      const send = this.#fetch;
      const response = await send(url, init).catch((cause: unknown) => {
        throw new CliError(`${url} does not answer: ${reasonOf(cause)}`, {
          hint: "check that the server is running, and try again",
          cause,
        });
      });
      if (![429, 503].includes(response.status) || tries === TRIES_MAX) return response;
      await response.body?.cancel();
      await pause(this.#io, Math.min(WAIT_MAX_SECONDS, Number(response.headers.get("Retry-After")) || 1) * 1_000);
    }
  }
}

/** All pages of a list; null if it has changed in the meantime. */
async function readPages(api: ApiReader, path: string, query: string): Promise<Threads["items"] | null> {
  const items: Threads["items"] = [];
  const readPage = (page: number): Promise<Threads> =>
    api.read(CommentThreads, `${path}?${query}commentsPage=${page}&commentsPageSize=${COMMENTS_PAGE_SIZE_MAX}`, stripped);
  const first = await readPage(1);
  items.push(...first.items);
  for (let page = 2; page <= first.pagination.totalPages; page += 1) {
    const next = await readPage(page);
    if (next.totalComments !== first.totalComments || next.pagination.totalItems !== first.pagination.totalItems) return null;
    items.push(...next.items);
  }
  return new Set(items.map(({ id }) => id)).size === first.pagination.totalItems ? items : null;
}

async function readPost(api: ApiReader, slug: string): Promise<SnapshotComment[]> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const comments = await tryPost(api, slug);
    if (comments !== null) return comments;
  }
  throw new CliError(`the comments of ${slug} keep changing while they are read`, { hint: "try again" });
}

/** Returns null if the comments changed in the meantime. */
async function tryPost(api: ApiReader, slug: string): Promise<SnapshotComment[] | null> {
  const path = `/posts/${slug}/comments`;
  const threads = await readPages(api, path, "");
  if (threads === null) return null;
  const comments: SnapshotComment[] = [];
  for (const thread of threads) {
    const nested = flatten(thread.replies);
    // Only the flat list preserves the order of replies with the same time.
    const isPlain = !thread.repliesTruncated && new Set(nested.map(({ createdAt }) => createdAt)).size === nested.length;
    const replies = isPlain ? nested : await readPages(api, path, `parentId=${thread.id}&`);
    if (replies === null) return null;
    const sorted = isPlain ? replies.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt)) : replies;
    comments.push(...[thread, ...sorted].map(toSnapshotComment));
  }
  return comments.sort((a, b) => a.createdAt - b.createdAt);
}

function flatten(comments: readonly z.infer<typeof Comment>[]): z.infer<typeof Comment>[] {
  return comments.flatMap((comment) => [comment, ...flatten(comment.replies)]);
}

/** Renders the text here, so that no HTML from another machine gets into a page. */
function toSnapshotComment(comment: z.infer<typeof Comment>): SnapshotComment {
  const { id, parentId, authorName, authorUrl, isAuthor, body, createdAt, editedAt } = comment;
  return {
    ...{ id, parentId, authorName, authorUrl, isAuthor, body },
    bodyHtml: body === null ? null : renderComment(body).html,
    createdAt: Date.parse(createdAt),
    editedAt: editedAt === null ? null : Date.parse(editedAt),
  };
}

const KNOWN: ReadonlySet<string> = new Set([
  ...Comment.options.flatMap(({ shape }) => Object.keys(shape)),
  ...Object.keys(CommentThreads.shape),
  ...["page", "pageSize", "totalItems", "totalPages", "hasNextPage", "hasPreviousPage", "post", "slug", "title", "url", "path"],
]);

/** Removes members that a newer version has added. */
function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripped);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([name, member]) => (KNOWN.has(name) ? [[name, stripped(member)]] : [])));
}

/** Adds the paths of posts, which servers of older versions omit. */
function withPaths(value: unknown): unknown {
  const list = z.object({ items: z.array(z.object({ post: z.object({ url: z.url() }).loose() }).loose()) }).safeParse(value);
  if (!list.success) return value;
  return { items: list.data.items.map((item) => ({ ...item, post: { path: new URL(item.post.url).pathname, ...item.post } })) };
}

function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : { cause: undefined };
  if (cause instanceof Error && cause.message !== "") return cause.message;
  return error instanceof Error ? error.message : String(error);
}
