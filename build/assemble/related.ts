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
export function findRelated(posts: readonly RelatedCandidate[]): readonly (readonly number[])[] {
  if (last !== null && last.posts.length === posts.length && last.posts.every((post, index) => isAlike(post, posts[index])))
    return last.related;
  const related = computeRelated(posts);
  last = { posts, related };
  return related;
}

/** Of the last build of this process: most edits change nothing here. */
let last: { readonly posts: readonly RelatedCandidate[]; readonly related: readonly (readonly number[])[] } | null = null;

function isAlike(a: RelatedCandidate, b: RelatedCandidate | undefined): boolean {
  if (a.slug !== b?.slug || a.series !== b.series || a.published !== b.published || a.tags.length !== b.tags.length) return false;
  return a.tags.every((tag, index) => tag === b.tags[index]);
}

function computeRelated(posts: readonly RelatedCandidate[]): number[][] {
  const { keys, groups } = groupByKey(posts);
  // Where in its groups the post at hand stands: posts come in the order in which groups list them.
  const places = new Int32Array(groups.length);
  /** For whom a post was last scored, so that one that shares several tags is scored once. */
  const scoredFor = new Int32Array(posts.length).fill(-1);
  return posts.map((_, index) => {
    const best = new Best();
    for (const key of keys[index] ?? []) {
      const members = groups[key] ?? [];
      const at = places[key] ?? 0;
      places[key] = at + 1;
      const end = Math.min(members.length, at + NEIGHBOURS_PER_TAG + 1);
      for (let place = Math.max(0, at - NEIGHBOURS_PER_TAG); place < end; place += 1) {
        const member = members[place] ?? index;
        if (member === index || scoredFor[member] === index) continue;
        scoredFor[member] = index;
        best.offer(member, scorePair(posts, keys, index, member));
      }
    }
    return best.members;
  });
}

/** The few that score highest; of the same score, those that come first in the list. */
class Best {
  readonly members: number[] = [];
  readonly #scores: number[] = [];

  offer(member: number, score: number): void {
    const isBefore = (at: number): boolean => {
      const other = this.#scores[at] ?? 0;
      return score > other || (score === other && member < (this.members[at] ?? 0));
    };
    let at = this.members.length;
    if (at === RELATED_POSTS_MAX && !isBefore(at - 1)) return;
    while (at > 0 && isBefore(at - 1)) at -= 1;
    this.members.splice(at, 0, member);
    this.#scores.splice(at, 0, score);
    if (this.members.length > RELATED_POSTS_MAX) {
      this.members.pop();
      this.#scores.pop();
    }
  }
}

interface Groups {
  /** Of each post, the numbers of its tags and of its series. */
  readonly keys: readonly (readonly number[])[];
  /** By key: indexes of posts, ascending. */
  readonly groups: readonly (readonly number[])[];
}

/** Tags and series get numbers: those compare faster than names. */
function groupByKey(posts: readonly RelatedCandidate[]): Groups {
  const numbers = new Map<string, number>();
  const groups: number[][] = [];
  const join = (name: string, index: number): number => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    const group = groups[number] ?? [];
    groups[number] = group;
    group.push(index);
    return number;
  };
  const keys = posts.map(({ tags, series }, index) => {
    const own = tags.map((tag) => join(`tag:${tag}`, index));
    return series === null ? own : [...own, join(`series:${series}`, index)];
  });
  return { keys, groups };
}

function scorePair(posts: readonly RelatedCandidate[], keys: Groups["keys"], first: number, second: number): number {
  const [a, b] = [posts[first], posts[second]];
  if (a === undefined || b === undefined) return 0;
  const isSameSeries = a.series !== null && a.series === b.series;
  const others = keys[second] ?? [];
  let common = 0;
  for (const key of keys[first] ?? []) if (others.includes(key)) common += 1;
  const shared = (isSameSeries ? common - 1 : common) * SHARED_TAG_SCORE + (isSameSeries ? SAME_SERIES_SCORE : 0);
  if (a.published === null || b.published === null) return shared;
  const days = Math.floor(Math.abs(a.published - b.published) / MS_PER_DAY);
  return shared + Math.floor((CLOSENESS_SCORE * CLOSENESS_HALF_DAYS) / (CLOSENESS_HALF_DAYS + days));
}
