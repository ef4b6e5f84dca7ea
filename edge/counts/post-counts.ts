import type { Counts } from "../../contract/schemas/list.ts";
import { isRecord } from "../manifest.ts";

/** likeCount and commentCount, inserted into posts whose files have null. */
export interface PostCounts {
  get(slug: string): Pick<Counts["posts"][string], "likeCount" | "commentCount"> | undefined;
}

/**
 * @throws Error if the value is not a Counts document, so that invalid data never reaches a
 * response
 */
export function toPostCounts(value: unknown): PostCounts {
  if (!isRecord(value) || !isRecord(value.posts)) throw new Error("a counts document must have posts");
  return new Map(
    Object.entries(value.posts).map(([slug, counts]) => {
      if (!isRecord(counts) || !isCount(counts.likeCount) || !isCount(counts.commentCount)) {
        throw new Error(`the counts of ${slug} are not whole numbers`);
      }
      return [slug, { likeCount: counts.likeCount, commentCount: counts.commentCount }];
    }),
  );
}

/** @throws Error if the text is not a Counts document */
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
 * Replaces null with counts in the JSON text of posts. A post without an entry gets 0.
 *
 * It works on the text: quotes inside a JSON string are escaped, so no search string below can
 * occur in one. `slug` is the first member of a post summary; tags, categories, authors and series
 * also begin with it, but come before the counts. Between the counts and the next summary of a
 * list, only `extra` may contain such a string, because it contains anything its author wrote. It
 * is skipped.
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

/**
 * End of the `extra` of the post whose counts precede a position. Without `extra`, the position
 * itself.
 */
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
