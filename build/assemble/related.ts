import { RELATED_POSTS_MAX } from "../../contract/limits.ts";

/** What relatedness looks at. `published` is publishedAt in milliseconds, or null. */
export interface RelatedCandidate {
  readonly slug: string;
  readonly tags: readonly string[];
  readonly series: string | null;
  readonly published: number | null;
}

/** Neighbours taken from each tag's list on either side: bounds the work for a tag that thousands of posts share. */
const NEIGHBOURS_PER_TAG = 16;
const SHARED_TAG_SCORE = 1_000;
const SAME_SERIES_SCORE = 500;
/** Two posts of the same day get this much; half a year apart, half of it. Less than a shared tag, so dates only break ties. */
const CLOSENESS_SCORE = 400;
const CLOSENESS_HALF_DAYS = 182;
const MS_PER_DAY = 86_400_000;

/**
 * Up to three related posts for each, best first. The score of a pair depends on that pair alone (shared tags, same
 * series, closeness in time), in whole numbers; ties go to the one that stands nearer to the newest.
 * @param posts newest first
 * @returns indexes into `posts`, for each post
 */
export function findRelated(posts: readonly RelatedCandidate[]): number[][] {
  const groups = groupByTag(posts);
  return posts.map((post, index) => {
    const scored = new Map<number, number>();
    for (const key of keysOf(post)) {
      const members = groups.get(key) ?? [];
      const at = lowerBound(members, index);
      for (const member of members.slice(Math.max(0, at - NEIGHBOURS_PER_TAG), at + NEIGHBOURS_PER_TAG + 1)) {
        const other = posts[member];
        if (member !== index && other !== undefined && !scored.has(member)) scored.set(member, scorePair(post, other));
      }
    }
    const best = [...scored].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    return best.slice(0, RELATED_POSTS_MAX).map(([member]) => member);
  });
}

function keysOf(post: RelatedCandidate): string[] {
  const keys = post.tags.map((tag) => `tag:${tag}`);
  return post.series === null ? keys : [...keys, `series:${post.series}`];
}

function groupByTag(posts: readonly RelatedCandidate[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [index, post] of posts.entries())
    for (const key of keysOf(post)) {
      const members = groups.get(key);
      if (members === undefined) groups.set(key, [index]);
      else members.push(index);
    }
  return groups;
}

function scorePair(a: RelatedCandidate, b: RelatedCandidate): number {
  const shared = a.tags.filter((tag) => b.tags.includes(tag)).length * SHARED_TAG_SCORE;
  const series = a.series !== null && a.series === b.series ? SAME_SERIES_SCORE : 0;
  if (a.published === null || b.published === null) return shared + series;
  const days = Math.floor(Math.abs(a.published - b.published) / MS_PER_DAY);
  return shared + series + Math.floor((CLOSENESS_SCORE * CLOSENESS_HALF_DAYS) / (CLOSENESS_HALF_DAYS + days));
}

/** First place in an ascending array whose value is not below `value`. */
function lowerBound(values: readonly number[], value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
