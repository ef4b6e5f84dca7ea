import { RELATED_POSTS_MAX } from "../../../contract/limits.ts";

/**
 * Facts about a post that decide which posts are related. `published` is publishedAt in
 * milliseconds, or null.
 */
export interface RelatedCandidate {
  readonly slug: string;
  readonly tags: readonly string[];
  readonly series: string | null;
  readonly published: number | null;
  readonly language: string;
}

/**
 * Neighbours considered on either side in each tag's list. This bounds the work for a tag that
 * thousands of posts share.
 */
const NEIGHBOURS_PER_TAG = 16;
const SHARED_TAG_SCORE = 1_000;
const SAME_SERIES_SCORE = 500;
/**
 * Score for two posts from the same day; half of it if they are half a year apart. It is lower than
 * the score for a shared tag, so dates only break ties.
 */
const CLOSENESS_SCORE = 400;
const CLOSENESS_HALF_DAYS = 182;
/**
 * Score for the same language. It exceeds the score of all tags that two posts can share, so that
 * posts in the reader's language come first.
 */
const SAME_LANGUAGE_SCORE = 1_000_000;
const MS_PER_DAY = 86_400_000;

/**
 * Finds up to three related posts for each post, best first. A pair's score depends only on that
 * pair (same language, shared tags, same series, closeness in time), in whole numbers; the newer
 * post wins ties.
 * @param posts newest first
 * @returns indexes into `posts`, for each post
 */
export function findRelated(posts: readonly RelatedCandidate[]): readonly (readonly number[])[] {
  const { keys, starts, groups, weights } = groupByKey(posts);
  const published = Float64Array.from(posts, (post) => post.published ?? Number.NaN);
  // The next position in the list of each group. Posts are visited in the order of these lists.
  const places = new Int32Array(groups.length);
  /**
   * For each key, the last post that had it; for each post, the last post for which it was scored.
   * So a post that shares several tags is scored only once.
   */
  const hasKey = new Int32Array(groups.length).fill(-1);
  const scoredFor = new Int32Array(posts.length).fill(-1);
  const best = new Best();
  const numbers = new Map([...new Set(posts.map(({ language }) => language))].map((language, number) => [language, number]));
  const languages = Int32Array.from(posts, ({ language }) => numbers.get(language) ?? 0);
  return posts.map((_, index) => {
    const [from = 0, to = 0] = [starts[index], starts[index + 1]];
    best.clear();
    for (let at = from; at < to; at += 1) hasKey[keys[at] ?? 0] = index;
    for (let at = from; at < to; at += 1) {
      const key = keys[at] ?? 0;
      const members = groups[key] ?? [];
      const place = places[key] ?? 0;
      places[key] = place + 1;
      const end = Math.min(members.length, place + NEIGHBOURS_PER_TAG + 1);
      for (let near = Math.max(0, place - NEIGHBOURS_PER_TAG); near < end; near += 1) {
        const member = members[near] ?? index;
        if (member === index || scoredFor[member] === index) continue;
        scoredFor[member] = index;
        let score = languages[member] === languages[index] ? SAME_LANGUAGE_SCORE : 0;
        for (let own = starts[member] ?? 0, last = starts[member + 1] ?? 0; own < last; own += 1) {
          const shared = keys[own] ?? 0;
          if (hasKey[shared] === index) score += weights[shared] ?? 0;
        }
        // A post that cannot win even with the full score for closeness needs no comparison of
        // dates.
        if (best.takes(member, score + CLOSENESS_SCORE)) best.offer(member, score + closeness(published[index], published[member]));
      }
    }
    return best.members();
  });
}

/** Score for the closeness of two instants, in whole numbers; NaN if no date. */
function closeness(a = Number.NaN, b = Number.NaN): number {
  const days = Math.floor(Math.abs(a - b) / MS_PER_DAY);
  return Number.isNaN(days) ? 0 : Math.floor((CLOSENESS_SCORE * CLOSENESS_HALF_DAYS) / (CLOSENESS_HALF_DAYS + days));
}

/** The few posts with the highest scores. Between equal scores, the first in the list wins. */
class Best {
  readonly #members = new Int32Array(RELATED_POSTS_MAX);
  readonly #scores = new Int32Array(RELATED_POSTS_MAX);
  #length = 0;

  clear(): void {
    this.#length = 0;
  }

  members(): number[] {
    return [...this.#members.subarray(0, this.#length)];
  }

  /** Whether a post with this score would be included. */
  takes(member: number, score: number): boolean {
    return this.#length < RELATED_POSTS_MAX || this.#isBefore(RELATED_POSTS_MAX - 1, member, score);
  }

  offer(member: number, score: number): void {
    if (!this.takes(member, score)) return;
    let at = Math.min(this.#length, RELATED_POSTS_MAX - 1);
    this.#length = at + 1;
    for (; at > 0 && this.#isBefore(at - 1, member, score); at -= 1) {
      this.#members[at] = this.#members[at - 1] ?? 0;
      this.#scores[at] = this.#scores[at - 1] ?? 0;
    }
    this.#members[at] = member;
    this.#scores[at] = score;
  }

  #isBefore(at: number, member: number, score: number): boolean {
    const other = this.#scores[at] ?? 0;
    return score > other || (score === other && member < (this.#members[at] ?? 0));
  }
}

interface Groups {
  /** Numbers of the tags and series of all posts, post after post. */
  readonly keys: Int32Array;
  /** Index in `keys` at which the keys of each post begin, plus one index for the end. */
  readonly starts: Int32Array;
  /** Indexes of posts by key, ascending. */
  readonly groups: readonly (readonly number[])[];
  /** Score for sharing a key, by key. */
  readonly weights: readonly number[];
}

/** Numbers tags and series, because numbers compare faster than names. */
function groupByKey(posts: readonly RelatedCandidate[]): Groups {
  const tags = new Map<string, number>();
  const series = new Map<string, number>();
  const groups: number[][] = [];
  const weights: number[] = [];
  const keys: number[] = [];
  const join = (numbers: Map<string, number>, name: string, weight: number, index: number): void => {
    let number = numbers.get(name);
    if (number === undefined) {
      number = groups.length;
      numbers.set(name, number);
      groups.push([]);
      weights.push(weight);
    }
    groups[number]?.push(index);
    keys.push(number);
  };
  const starts = posts.map((post, index) => {
    const start = keys.length;
    for (const tag of post.tags) join(tags, tag, SHARED_TAG_SCORE, index);
    if (post.series !== null) join(series, post.series, SAME_SERIES_SCORE, index);
    return start;
  });
  return { keys: Int32Array.from(keys), starts: Int32Array.from([...starts, keys.length]), groups, weights };
}
