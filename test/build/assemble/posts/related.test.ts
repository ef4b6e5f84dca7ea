import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findRelated, type RelatedCandidate } from "../../../../build/assemble/posts/related.ts";

const DAY = 86_400_000;
const post = (slug: string, tags: string[], day: number | null = 0, series: string | null = null): RelatedCandidate => ({
  slug,
  tags,
  series,
  published: day === null ? null : day * DAY,
  language: "en",
});
const slugsOf = (posts: readonly RelatedCandidate[], of: string): (string | undefined)[] => {
  const index = posts.findIndex(({ slug }) => slug === of);
  return (findRelated(posts)[index] ?? []).map((at) => posts[at]?.slug);
};

describe("findRelated", () => {
  it("prefers more shared tags to a nearer date", () => {
    const posts = [post("near", ["a"], 100), post("me", ["a", "b"], 99), post("far", ["a", "b"], 1)];
    expect(slugsOf(posts, "me")).toEqual(["far", "near"]);
  });

  it("prefers the nearer date if equally many tags are shared", () => {
    const posts = [post("far", ["a"], 900), post("me", ["a"], 100), post("near", ["a"], 90)];
    expect(slugsOf(posts, "me")).toEqual(["near", "far"]);
  });

  it("prefers the same language to any shared tag", () => {
    const posts = [{ ...post("german", ["a", "b", "c"], 100), language: "de" }, post("me", ["a", "b", "c"], 99), post("english", ["a"], 1)];
    expect(slugsOf(posts, "me")).toEqual(["english", "german"]);
  });

  it("counts a common series less than a tag but more than nothing", () => {
    const posts = [post("series", [], 10, "s"), post("me", ["a"], 10, "s"), post("tag", ["a"], 10), post("none", ["z"], 10)];
    expect(slugsOf(posts, "me")).toEqual(["tag", "series"]);
  });

  it("returns at most three, never the post itself, and none for a post that shares nothing", () => {
    const posts = [...Array.from({ length: 6 }, (_, at) => post(`p${at}`, ["a"], at)), post("alone", [])];
    expect(slugsOf(posts, "p3")).toHaveLength(3);
    expect(slugsOf(posts, "p3")).not.toContain("p3");
    expect(slugsOf(posts, "alone")).toEqual([]);
  });

  it("returns the same posts as a comparison of all pairs if every tag has few posts", () => {
    const candidates = fc.array(
      fc.record({
        tags: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { maxLength: 3 }),
        series: fc.constantFrom(null, "s", "t"),
        language: fc.constantFrom("en", "de"),
        published: fc.option(fc.integer({ min: 0, max: 2_000 }).map((day) => day * DAY)),
      }),
      { maxLength: 14 },
    );
    fc.assert(
      fc.property(candidates, (records) => {
        const posts = records.map((record, at) => ({ ...record, slug: `p${at}` }));
        const score = (a: RelatedCandidate, b: RelatedCandidate): number => {
          const tags = a.tags.filter((tag) => b.tags.includes(tag)).length;
          const series = a.series !== null && a.series === b.series;
          if (tags === 0 && !series) return -1;
          const days = a.published === null || b.published === null ? null : Math.floor(Math.abs(a.published - b.published) / DAY);
          return (
            (a.language === b.language ? 1_000_000 : 0) +
            tags * 1_000 +
            (series ? 500 : 0) +
            (days === null ? 0 : Math.floor((400 * 182) / (182 + days)))
          );
        };
        const naive = posts.map((me) =>
          posts
            .map((other, at) => ({ at, score: other === me ? -1 : score(me, other) }))
            .filter((one) => one.score >= 0)
            .sort((a, b) => b.score - a.score || a.at - b.at)
            .slice(0, 3)
            .map(({ at }) => at),
        );
        expect(findRelated(posts)).toEqual(naive);
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});
