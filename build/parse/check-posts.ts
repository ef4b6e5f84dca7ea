import type { PostEntry } from "../kinds/post-kind.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import { firstFew } from "../shared/diagnostics.ts";

/** From this many posts on, a mistake is systematic. */
const SEVERAL = 3;
/** Number of paths in a warning. */
const SHOWN_MAX = 3;

/**
 * Warns about mistakes that only show across a whole blog, because each single post is valid.
 * @param siteUrl the origin of pages
 */
export function checkPosts(all: readonly PostEntry[], siteUrl: string, diagnostics: Diagnostics): void {
  const posts = all.filter(({ draft }) => !draft);
  warnOfNothingListed(all, diagnostics);
  warnOfMissingDates(posts, diagnostics);
  warnOfOtherAddresses(posts, siteUrl, diagnostics);
}

/** Warns if no post can ever be listed, which empties lists and feeds. */
function warnOfNothingListed(all: readonly PostEntry[], diagnostics: Diagnostics): void {
  const [first] = all;
  if (first === undefined || all.length < SEVERAL || all.some(({ draft, unlisted }) => !draft && !unlisted)) return;
  const areDrafts = all.every(({ draft }) => draft);
  const message = `all ${all.length} posts are ${areDrafts ? "drafts" : "drafts or unlisted"}: lists and feeds are empty`;
  const hint = "take draft: or unlisted: out of the posts that are meant for readers";
  diagnostics.warning(first.locate([first.draft ? "draft" : "unlisted"]), { code: "nothing-listed", message, hint });
}

function warnOfMissingDates(posts: readonly PostEntry[], diagnostics: Diagnostics): void {
  const undated = posts.filter(({ publishedAt }) => publishedAt === null);
  const [first] = undated;
  if (first === undefined || undated.length < SEVERAL || undated.length * 2 < posts.length) return;
  const isAll = undated.length === posts.length;
  const message = `${undated.length} of ${posts.length} posts have no date: ${isAll ? "feeds are empty" : "no feed has them"}, and they stand last in lists`;
  const hint = "write publishedAt (or date) into the front matter, or name the files 2024-01-31-a-heron.md";
  diagnostics.warning(first.locate(["publishedAt"]), { code: "no-dates", message, hint });
}

/**
 * Warns if authors give, as the place of publication, an address of this site that is not the
 * post's page.
 */
function warnOfOtherAddresses(posts: readonly PostEntry[], siteUrl: string, diagnostics: Diagnostics): void {
  const differing = posts.flatMap((post) => {
    const stated = post.canonicalUrl === null ? null : URL.parse(post.canonicalUrl);
    if (stated === null || stated.origin !== new URL(siteUrl).origin) return [];
    const isSame = stated.pathname.replace(/\/$/, "") === post.page.replace(/\/$/, "");
    return isSame ? [] : [{ post, text: `${stated.pathname}, here ${post.page}` }];
  });
  const [first] = differing;
  if (first === undefined || differing.length < SEVERAL) return;
  const texts = differing.map(({ text }) => text);
  const message = `${differing.length} posts state addresses of this site that are not their pages: ${firstFew(texts, SHOWN_MAX)}`;
  const hint = "set urls.posts to the pattern that they had, such as /{year}/{month}/{slug}/";
  diagnostics.warning(first.post.locate(["canonicalUrl"]), { code: "other-addresses", message, hint });
}
