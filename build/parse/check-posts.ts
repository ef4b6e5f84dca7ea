import type { Scheduled } from "../assemble/schedule.ts";
import type { PostEntry } from "../kinds/post-kind.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import { firstFew } from "../shared/diagnostics.ts";

/** From this many posts on, a mistake is systematic. */
const SEVERAL = 3;
/** Empty feeds are reported from this many posts on. A single post gets its own warning. */
const NONE_IN_FEEDS = 2;
/** Maximum number of paths in a warning. */
const SHOWN_MAX = 3;

export interface CheckPostsOptions {
  /** The origin of pages. */
  readonly siteUrl: string;
  /** The build's clock: an instant in UTC with three decimals. */
  readonly now: string;
  isPublished(post: PostEntry): boolean;
}

/** Warns about mistakes that show only across a whole blog, because each single post is valid. */
export function checkPosts(all: readonly PostEntry[], options: CheckPostsOptions, diagnostics: Diagnostics): void {
  const posts = all.filter(({ draft }) => !draft);
  warnOfNothingListed(all, options, diagnostics);
  warnOfMissingDates(posts, options, diagnostics);
  warnOfOtherAddresses(posts, options.siteUrl, diagnostics);
}

/** Warns if no post is listed, which empties lists and feeds. */
function warnOfNothingListed(all: readonly PostEntry[], { now, isPublished }: CheckPostsOptions, diagnostics: Diagnostics): void {
  const [first] = all;
  if (first === undefined || all.length < NONE_IN_FEEDS || all.some((post) => isPublished(post) && !post.unlisted)) return;
  const reasonOf = (post: PostEntry): string => {
    if (isPublished(post)) return "unlisted";
    if (post.draft) return "drafts";
    return post.publishedAt !== null && post.publishedAt > now ? "dated in the future" : "expired";
  };
  const reasons = [...new Set(all.map(reasonOf))];
  const message = `all ${all.length} posts are ${reasons.join(" or ")}: lists and feeds are empty`;
  const [field, hint] = REMEDIES[reasonOf(first)] ?? ["publishedAt", ""];
  diagnostics.warning(first.locate([field]), { code: "nothing-listed", message, hint });
}

const TAKE_OUT = "remove draft: or unlisted: from the posts that are meant for readers";
/** Field and hint by reason. */
const REMEDIES: Readonly<Record<string, readonly [field: string, hint: string]>> = {
  unlisted: ["unlisted", TAKE_OUT],
  drafts: ["draft", TAKE_OUT],
  "dated in the future": ["publishedAt", "check the years and this machine's clock; --future shows these posts in dev and build"],
  expired: ["expiresAt", "check expiresAt, after which a post is no longer public"],
};

/** Posts with errors are not counted, because they may have dates once they are corrected. */
function warnOfMissingDates(all: readonly PostEntry[], { isPublished }: CheckPostsOptions, diagnostics: Diagnostics): void {
  const wrong = diagnostics.filesWithErrors();
  const posts = all.filter(({ file }) => !wrong.has(file.path));
  const undated = posts.filter(({ publishedAt }) => publishedAt === null);
  const [first] = undated;
  const isNoneInFeeds =
    posts.length >= NONE_IN_FEEDS &&
    posts.length === all.length &&
    posts.every((post) => post.publishedAt === null || post.unlisted || !isPublished(post));
  if (first === undefined || (undated.length < SEVERAL && !isNoneInFeeds)) return;
  const place = isNoneInFeeds ? "feeds are empty" : "no feed has them";
  const newest = findNewestNames(posts, undated);
  const message =
    undated.length * 2 >= posts.length || isNoneInFeeds
      ? `${undated.length} of ${posts.length} posts ${undated.length === 1 ? "has" : "have"} no date: ${place}, and ${undated.length === 1 ? "it is" : "they are"} last in lists`
      : `the ${newest.length} newest posts by their file names have no date: ${place}, and they are last in lists`;
  if (undated.length * 2 < posts.length && !isNoneInFeeds && newest.length < SEVERAL) return;
  const hint = "write publishedAt (or date) in the front matter, or name the files 2024-01-31-a-heron.md";
  diagnostics.warning(first.locate(["publishedAt"]), { code: "no-dates", message, hint });
}

/**
 * Finds posts without a date in folders or files with numbers (`2024/`, `087-heron.md`) that are
 * not lower than those of any dated post.
 */
function findNewestNames(posts: readonly PostEntry[], undated: readonly PostEntry[]): readonly PostEntry[] {
  const numberOf = ({ file }: PostEntry): number => Number(/(?:^|\/)(\d{1,8})(?=[-_./])/.exec(file.relative)?.[1] ?? Number.NaN);
  const dated = posts.filter(({ publishedAt }) => publishedAt !== null).map(numberOf);
  const highest = dated.reduce((max, number) => (number > max ? number : max), Number.NEGATIVE_INFINITY);
  return Number.isFinite(highest) ? undated.filter((post) => numberOf(post) >= highest) : [];
}

/** Warns about posts with a canonical address on this site that is not the post's page. */
function warnOfOtherAddresses(posts: readonly PostEntry[], siteUrl: string, diagnostics: Diagnostics): void {
  const differing = posts.flatMap((post) => {
    const stated = post.canonicalUrl === null ? null : URL.parse(post.canonicalUrl);
    if (stated === null || stated.origin !== new URL(siteUrl).origin) return [];
    const isSame = stated.pathname.replace(/\/$/, "") === post.page.replace(/\/$/, "");
    return isSame ? [] : [{ post, text: `${stated.pathname} (page: ${post.page})` }];
  });
  const [first] = differing;
  if (first === undefined || differing.length < SEVERAL) return;
  const texts = differing.map(({ text }) => text);
  const message = `${differing.length} posts state addresses of this site that are not their pages: ${firstFew(texts, SHOWN_MAX)}`;
  const hint = "set urls.posts to the pattern of these addresses, such as /{year}/{month}/{slug}/";
  diagnostics.warning(first.post.locate(["canonicalUrl"]), { code: "other-addresses", message, hint });
}

interface CheckPreviewsOptions {
  /** Whether the site has pages. */
  readonly hasPages: boolean;
  isPreviewed(post: Scheduled): boolean;
  readonly diagnostics: Diagnostics;
  readonly notices: string[];
}

/** Reports drafts with a preview word that have no preview page. */
export function checkPreviews(all: readonly PostEntry[], { hasPages, isPreviewed, diagnostics, notices }: CheckPreviewsOptions): void {
  const posts = all.filter(({ preview }) => preview !== null);
  if (!hasPages) {
    const message = "the site has no pages, so this draft has none either";
    const hint = "write website: true in octavo.config.ts, or remove preview";
    for (const post of posts)
      diagnostics.warning(post.locate(["preview"]), { code: "preview", message, hint, field: post.written(["preview"]) });
    return;
  }
  // This is not a warning, because a scheduled post becomes public automatically, and that must not
  // stop a build with --strict.
  const ended = posts.filter((post) => !isPreviewed(post)).map(({ file }) => file.path);
  if (ended.length === 0) return;
  const [subject, verb] = ended.length === 1 ? ["is public or expired", "it"] : ["are public or expired", "them"];
  notices.push(`${firstFew(ended, SHOWN_MAX)} ${subject}: there is no longer a preview of ${verb}, and preview: can be removed`);
}
