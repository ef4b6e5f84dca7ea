import { renderCommentsAtom } from "../../contract/feeds/comments-atom.ts";
import { RECENT_COMMENTS_MAX } from "../../contract/limits.ts";
import { ATOM_TYPE } from "../../contract/paths.ts";
import type { RecentCommentList } from "../../contract/schemas/comment.ts";
import { homeOfApi } from "../../contract/text/base-path.ts";
import { toRecentComment } from "../../threads/comment-answers.ts";
import { createPageCache } from "../http/page-cache.ts";
import { conditionalAnswer, type Representation, toRepresentation, toTextRepresentation } from "../http/respond.ts";
import type { PublishedContent } from "../published-content.ts";
import type { ApiContext, RouteHandler } from "../route-context.ts";
import type { Store } from "../store/store.ts";
import { requireContent, requirePost } from "./post-routes.ts";
import { createPublishedLinks, type PublishedLinks } from "./published-links.ts";

type Recent = RecentCommentList["items"];

/**
 * Number of comments to read at once: more than are shown, because some belong to unlisted posts.
 */
const CHUNK = 2 * RECENT_COMMENTS_MAX;
/** Maximum total bytes of cached answers. */
const CACHE_MAX_BYTES = 4 * 1024 * 1024;

export interface RecentCommentHandlers {
  /** GET /comments */
  readonly list: RouteHandler;
  /** GET /comments.atom */
  readonly feed: RouteHandler;
  /** GET /posts/{slug}/comments.atom */
  readonly postFeed: RouteHandler;
}

/** The newest comments on all listed posts, and on one post. */
export function createRecentComments(context: ApiContext): RecentCommentHandlers {
  const { store, published } = context;
  const links = createPublishedLinks(published);
  const cache = createPageCache(CACHE_MAX_BYTES);
  /**
   * The version is read before the content, so that cached content is never older than its version.
   */
  const answer =
    (name: string, versionOf: () => Promise<number>, make: (content: PublishedContent) => Promise<Representation>): RouteHandler =>
    async (visit) => {
      const content = requireContent(visit);
      const key = JSON.stringify([name, visit.baseUrl, content.buildId]);
      const version = await versionOf();
      let page = cache.get(key, version);
      if (page === null) {
        page = await make(content);
        cache.set(key, version, page);
      }
      return conditionalAnswer(visit.request, page);
    };
  const siteVersion = (): Promise<number> => store.comments.siteVersion();

  return {
    list: answer("list", siteVersion, async (content) =>
      toRepresentation({ items: await listRecentComments(context, links, content) } satisfies RecentCommentList, "live"),
    ),
    feed: (visit) =>
      answer("feed", siteVersion, async (content) => {
        const comments = await listRecentComments(context, links, content);
        const { name, url } = await links.site(content);
        const atom = renderCommentsAtom({ title: name, selfUrl: `${visit.baseUrl}/comments.atom`, pageUrl: `${url}/`, comments });
        return toTextRepresentation(atom, ATOM_TYPE, "live");
      })(visit),
    postFeed: async (visit) => {
      const { slug } = await requirePost(context, visit);
      const make = async (content: PublishedContent): Promise<Representation> => {
        const found = await store.comments.recent({ slug, limit: RECENT_COMMENTS_MAX });
        const post = (await links.post(slug, content)) ?? { slug, title: slug, ...homeOfApi(visit.baseUrl) };
        const comments = found.map(({ comment }) => toRecentComment(comment, post));
        const selfUrl = `${visit.baseUrl}/posts/${slug}/comments.atom`;
        return toTextRepresentation(renderCommentsAtom({ title: post.title, selfUrl, pageUrl: post.url, comments }), ATOM_TYPE, "live");
      };
      return answer(`post ${slug}`, () => store.comments.version(slug), make)(visit);
    },
  };
}

/** Only comments on listed posts whose documents exist, because a build may be in progress. */
export async function listRecentComments(
  { store }: { readonly store: Pick<Store, "comments"> },
  links: PublishedLinks,
  content: PublishedContent,
): Promise<Recent> {
  const items: Recent = [];
  for (let after: string | undefined; ; ) {
    const found = await store.comments.recent({ limit: CHUNK, ...(after === undefined ? {} : { after }) });
    for (const { slug, comment } of found) {
      const post = content.findPost(slug);
      if (post === null || post.slug !== slug || !post.listed) continue;
      const link = await links.post(slug, content);
      if (link !== null) items.push(toRecentComment(comment, link));
      if (items.length === RECENT_COMMENTS_MAX) return items;
    }
    after = found.at(-1)?.comment.id;
    if (found.length < CHUNK) return items;
  }
}
