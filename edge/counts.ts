import type { Counts } from "../contract/schemas/list.ts";
import { isRecord } from "./manifest.ts";

/** likeCount and commentCount, laid over posts whose files leave them null. */
export interface PostCounts {
  get(slug: string): Counts["posts"][string] | undefined;
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

/**
 * The JSON text of posts with counts in the place of null; a post that is not named has none, which is 0.
 *
 * Works on the text: a quote inside a JSON string is escaped, so neither mark below can stand in one. `slug` is the first member of a post
 * summary, tags and series (which begin so too) come before the counts, and nothing between the counts and the next summary of a
 * list does: the first start after the last counts is that of the next post.
 */
export function overlayCounts(text: string, counts: PostCounts): string {
  let result = "";
  let done = 0;
  for (;;) {
    const start = text.indexOf(POST_START, done);
    const mark = start < 0 ? -1 : text.indexOf(NO_COUNTS, start);
    if (mark < 0) return result + text.slice(done);
    const slugAt = start + POST_START.length;
    const { likeCount, commentCount } = counts.get(text.slice(slugAt, text.indexOf('"', slugAt))) ?? { likeCount: 0, commentCount: 0 };
    result += `${text.slice(done, mark)}"likeCount":${likeCount},"commentCount":${commentCount}`;
    done = mark + NO_COUNTS.length;
  }
}
