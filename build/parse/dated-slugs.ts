import { SLUG_MAX } from "../../contract/limits.ts";
import { toLocalTime } from "../shared/dates.ts";
import type { ParsedSource } from "./parsed-source.ts";

/**
 * Slugs for posts that repeat another's slug. The oldest post keeps it, so that a new post renames
 * none; each later one gets its own date. Posts without a date repeat the slug: an error.
 */
export function dateRepeatedSlugs(posts: readonly ParsedSource[], timeZone: string): ReadonlyMap<ParsedSource, string> {
  const bySlug = Map.groupBy(posts, ({ parsed }) => parsed.claim);
  const dated = new Map<ParsedSource, string>();
  for (const [slug, repeated] of bySlug) {
    if (slug === null || repeated.length === 1) continue;
    const [, ...later] = repeated
      .flatMap((post) => {
        const { entry } = post.parsed;
        const publishedAt = entry !== null && "publishedAt" in entry ? entry.publishedAt : null;
        return publishedAt === null ? [] : [{ post, publishedAt }];
      })
      .sort((a, b) => Date.parse(a.publishedAt) - Date.parse(b.publishedAt) || (a.post.file.path < b.post.file.path ? -1 : 1));
    for (const { post, publishedAt } of later) {
      const day = toLocalTime(Date.parse(publishedAt), timeZone).slice(0, "2024-01-31".length);
      dated.set(post, `${slug.slice(0, SLUG_MAX - day.length - 1).replace(/-$/, "")}-${day}`);
    }
  }
  return dated;
}
