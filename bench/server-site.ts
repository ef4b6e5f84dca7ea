import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CommentStore } from "../server/store/comment-types.ts";
import type { NewComment } from "../server/store/request-types.ts";
import { openStore } from "../server/store/sqlite/sqlite-store.ts";
import { SANITIZER_VERSION } from "../server/text/sanitizer-version.ts";
import { writeCorpus } from "./corpus/write.ts";

const POSTS = 50;
/** Number of comments on the first post, and on each other post. */
const COMMENTS_MANY = 10_000;
const COMMENTS_USUAL = 40;
/** Number of comments submitted and approved in parallel. */
const PARALLEL = 1_000;
/** One comment in this many starts a thread; the others are replies. */
const THREAD_EVERY = 4;
const BODY = "The table says when, not *how high*: for that you ask at the harbour, or look at [the gauge](https://tides.example/gauge).";
const BODY_HTML = `<p>The table says when, not <em>how high</em>: for that you ask at the harbour, or look at <a href="https://tides.example/gauge" rel="nofollow ugc noopener">the gauge</a>.</p>`;

export interface BenchSite {
  /** A folder that a build wrote. */
  readonly distDir: string;
  readonly slugs: readonly string[];
  /** Words of its texts, most frequent first. */
  readonly words: readonly string[];
}

/** Builds a site of generated posts in the folder. */
export async function buildSite(folder: string, count = POSTS): Promise<BenchSite> {
  const { posts, words } = await writeCorpus({ posts: count, folder });
  await new Promise<void>((resolve, reject) => {
    const script = fileURLToPath(new URL("build-child.ts", import.meta.url));
    execFile(process.execPath, [script, folder, "build", "--json"], { maxBuffer: 64 * 1024 * 1024 }, (error, _stdout, stderr) => {
      if (error === null) resolve();
      else reject(new Error(`the build crashed: ${stderr}`, { cause: error }));
    });
  });
  return { distDir: join(folder, "dist"), slugs: posts.map(({ slug }) => slug), words };
}

/**
 * Creates a data folder whose database has `many` public comments on the first post and 40 on each
 * of the others. Returns the database's path.
 */
export async function seedComments(folder: string, slugs: readonly string[], many = COMMENTS_MANY): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, "octavo.db");
  const store = openStore({ file, clock: Date.now, random: (bytes) => randomBytes(bytes) });
  for (const [index, slug] of slugs.entries()) await seedPost(store.comments, slug, index === 0 ? many : COMMENTS_USUAL);
  await store.close();
  return file;
}

/** The threads first, then their replies. */
async function seedPost(comments: CommentStore, slug: string, count: number): Promise<void> {
  const threads = Math.ceil(count / THREAD_EVERY);
  const tops = await addComments(comments, slug, threads, () => null);
  await addComments(comments, slug, count - threads, (number) => tops[(number * 7) % tops.length] ?? null);
}

async function addComments(
  comments: CommentStore,
  slug: string,
  count: number,
  parentOf: (number: number) => string | null,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let from = 0; from < count; from += PARALLEL) {
    const numbers = Array.from({ length: Math.min(PARALLEL, count - from) }, (_, index) => from + index);
    ids.push(...(await Promise.all(numbers.map((number) => addComment(comments, slug, parentOf(number), number)))));
  }
  return ids;
}

/** A top-level comment without an email address. */
export function newComment(given: Pick<NewComment, "slug" | "authorName" | "body" | "bodyHtml">): NewComment {
  return {
    parentId: null,
    authorEmail: null,
    authorUrl: null,
    sanitizerVersion: SANITIZER_VERSION,
    verdict: { state: "pending" },
    origin: null,
    banKeys: [],
    duplicateKey: randomBytes(16),
    idempotency: null,
    quotas: [],
    ...given,
  };
}

async function addComment(comments: CommentStore, slug: string, parentId: string | null, number: number): Promise<string> {
  const comment = newComment({ slug, authorName: `Reader ${number}`, body: BODY, bodyHtml: BODY_HTML });
  const result = await comments.submit({ ...comment, parentId });
  if (result.kind !== "accepted") throw new Error(`a comment was not accepted: ${result.kind}`);
  await comments.decide({ id: result.id, revision: 1, decision: "approve" });
  return result.id;
}
