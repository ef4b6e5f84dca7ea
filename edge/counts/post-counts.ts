import type { Counts } from "../../contract/schemas/list.ts";
import { isRecord } from "../manifest.ts";

/** likeCount and commentCount, laid over posts whose files leave them null. */
export interface PostCounts {
  get(slug: string): Pick<Counts["posts"][string], "likeCount" | "commentCount"> | undefined;
}

/** @throws Error where the value is not a Counts document: rubbish must not reach an answer */
export function toPostCounts(value: unknown): PostCounts {
  if (!isRecord(value) || !isRecord(value.posts)) throw new Error("a counts document has posts");
  return new Map(
    Object.entries(value.posts).map(([slug, counts]) => {
      if (!isRecord(counts) || !isCount(counts.likeCount) || !isCount(counts.commentCount)) {
        throw new Error(`the counts of ${slug} are not whole numbers`);
      }
      return [slug, { likeCount: counts.likeCount, commentCount: counts.commentCount }];
    }),
  );
}

/** @throws Error where the text is not that of a Counts document */
export function parseCounts(text: string): PostCounts {
  return toPostCounts(JSON.parse(text));
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

const POST_START = '{"slug":"';
const NO_COUNTS = '"likeCount":null,"commentCount":null';
const EXTRA = '"extra":{';

/**
 * The JSON text of posts with counts in the place of null; a post that is not named has none, which is 0.
 *
 * Works on the text: a quote inside a JSON string is escaped, so no mark below can stand in one. `slug` is the first member of a post
 * summary; tags, categories, authors and series (which begin so too) come before the counts. Between the counts and the next summary of a
 * list only `extra` may hold such a mark, as it holds whatever its author wrote: it is passed over.
 */
export function overlayCounts(text: string, counts: PostCounts): string {
  let result = "";
  let done = 0;
  let end = 0;
  for (;;) {
    const start = text.indexOf(POST_START, end);
    const mark = start < 0 ? -1 : text.indexOf(NO_COUNTS, start);
    if (mark < 0) return result + text.slice(done);
    const slugAt = start + POST_START.length;
    const { likeCount, commentCount } = counts.get(text.slice(slugAt, text.indexOf('"', slugAt))) ?? { likeCount: 0, commentCount: 0 };
    result += `${text.slice(done, mark)}"likeCount":${likeCount},"commentCount":${commentCount}`;
    done = mark + NO_COUNTS.length;
    end = findExtraEnd(text, done);
  }
}

/** Where the `extra` of the post ends whose counts stand before a place; the place itself where it has none. */
function findExtraEnd(text: string, from: number): number {
  const at = text.indexOf(EXTRA, from);
  if (at < 0) return from;
  const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}]/g;
  tokens.lastIndex = at + EXTRA.length;
  for (let depth = 1; depth > 0; ) {
    const token = tokens.exec(text)?.[0];
    if (token === undefined) return from;
    if (token === "{") depth += 1;
    else if (token === "}") depth -= 1;
  }
  return tokens.lastIndex;
}
