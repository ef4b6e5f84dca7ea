import { RELATED_POSTS_MAX } from "../../contract/limits.ts";
import type { Memos } from "../cache/memos.ts";

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
 * @param memos most edits change nothing here
 * @returns indexes into `posts`, for each post
 */
export async function findRelated(posts: readonly RelatedCandidate[], memos: Memos): Promise<readonly (readonly number[])[]> {
  const { related } = await memos.remember("related", JSON.stringify(posts), () => ({ related: JSON.stringify(computeRelated(posts)) }));
  return JSON.parse(related) as readonly (readonly number[])[];
}

function computeRelated(posts: readonly RelatedCandidate[]): number[][] {
  const { keys, groups, seriesKeys } = groupByKey(posts);
  const days = posts.map(({ published }) => published);
  // Where in its groups the post at hand stands: posts come in the order in which groups list them.
  const places = new Int32Array(groups.length);
  /** Which post last had a key, and for which post one was last scored: so that one that shares several tags is scored once. */
  const hasKey = new Int32Array(groups.length).fill(-1);
  const scoredFor = new Int32Array(posts.length).fill(-1);
  const score = (index: number, member: number): number => {
    let shared = 0;
    for (const key of keys[member] ?? []) if (hasKey[key] === index) shared += seriesKeys.has(key) ? SAME_SERIES_SCORE : SHARED_TAG_SCORE;
    const [a, b] = [days[index] ?? null, days[member] ?? null];
    if (a === null || b === null) return shared;
    return shared + Math.floor((CLOSENESS_SCORE * CLOSENESS_HALF_DAYS) / (CLOSENESS_HALF_DAYS + Math.floor(Math.abs(a - b) / MS_PER_DAY)));
  };
  return posts.map((_, index) => {
    const own = keys[index] ?? [];
    for (const key of own) hasKey[key] = index;
    const best = new Best();
    for (const key of own) {
      const members = groups[key] ?? [];
      const at = places[key] ?? 0;
      places[key] = at + 1;
      const end = Math.min(members.length, at + NEIGHBOURS_PER_TAG + 1);
      for (let place = Math.max(0, at - NEIGHBOURS_PER_TAG); place < end; place += 1) {
        const member = members[place] ?? index;
        if (member === index || scoredFor[member] === index) continue;
        scoredFor[member] = index;
        best.offer(member, score(index, member));
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
    let at = this.members.length;
    if (at === RELATED_POSTS_MAX && !this.#isBefore(at - 1, member, score)) return;
    while (at > 0 && this.#isBefore(at - 1, member, score)) at -= 1;
    this.members.splice(at, 0, member);
    this.#scores.splice(at, 0, score);
    if (this.members.length > RELATED_POSTS_MAX) {
      this.members.pop();
      this.#scores.pop();
    }
  }

  #isBefore(at: number, member: number, score: number): boolean {
    const other = this.#scores[at] ?? 0;
    return score > other || (score === other && member < (this.members[at] ?? 0));
  }
}

interface Groups {
  /** Of each post, the numbers of its tags and of its series. */
  readonly keys: readonly (readonly number[])[];
  /** By key: indexes of posts, ascending. */
  readonly groups: readonly (readonly number[])[];
  /** The keys that stand for series. */
  readonly seriesKeys: ReadonlySet<number>;
}

/** Tags and series get numbers: those compare faster than names. */
function groupByKey(posts: readonly RelatedCandidate[]): Groups {
  const numbers = { tags: new Map<string, number>(), series: new Map<string, number>() };
  const groups: number[][] = [];
  const seriesKeys = new Set<number>();
  const join = (kind: "tags" | "series", name: string, index: number): number => {
    const number = numbers[kind].get(name) ?? groups.length;
    numbers[kind].set(name, number);
    if (kind === "series") seriesKeys.add(number);
    const group = groups[number] ?? [];
    groups[number] = group;
    group.push(index);
    return number;
  };
  const keys = posts.map(({ tags, series }, index) => {
    const own = tags.map((tag) => join("tags", tag, index));
    return series === null ? own : [...own, join("series", series, index)];
  });
  return { keys, groups, seriesKeys };
}
