import { z } from "zod";
import { PostLink } from "../../contract/schemas/post.ts";
import { siteOfApi } from "../../contract/text/base-path.ts";
import { PLAIN_LIST_KINDS } from "../../kinds/list-kinds.ts";
import { unavailable } from "../http/http-problems.ts";
import type { PublishedSource } from "../published.ts";
import type { PublishedContent } from "../published-content.ts";

/** The site's name and address for the server's own pages and feeds. */
export interface SiteIdentity {
  readonly name: string;
  readonly url: string;
}

export interface PublishedLinks {
  /**
   * null if the post's document does not exist.
   * @throws Failure 503 if the source cannot be read
   */
  post(slug: string, content: PublishedContent): Promise<PostLink | null>;
  /**
   * The title of a document other than a post, by slug or with its kind (`talks/tides`); null if
   * there is none, or if several share the slug.
   * @throws Failure 503 if the source cannot be read
   */
  otherTitle(slug: string, content: PublishedContent): Promise<string | null>;
  /** @throws Failure 503 if the source cannot be read */
  site(content: PublishedContent): Promise<SiteIdentity>;
}

/** Maximum number of documents to cache. */
const LINKS_MAX = 1_000;
const RETRY_MS = 5_000;
const Link = z.object(PostLink.shape);
const Titled = z.object({ title: z.string() });
const OTHER_KINDS = [...PLAIN_LIST_KINDS, "services"] as const;
const Site = z.object({ name: z.string(), url: z.string() });

/** Titles and addresses from the built documents, each read once per build. */
export function createPublishedLinks(published: Pick<PublishedSource, "document">): PublishedLinks {
  let buildId = "";
  const documents = new Map<string, Promise<unknown>>();

  const read = async (path: string, content: PublishedContent): Promise<unknown> => {
    if (content.buildId !== buildId) {
      documents.clear();
      ({ buildId } = content);
    }
    let document = documents.get(path);
    if (document === undefined) {
      document = published.document(path);
      documents.set(path, document);
      const [oldest] = documents.keys();
      if (documents.size > LINKS_MAX && oldest !== undefined) documents.delete(oldest);
    }
    try {
      return await document;
    } catch {
      documents.delete(path);
      throw unavailable(RETRY_MS, "The published content cannot be read. Try again after `Retry-After` seconds.");
    }
  };

  return {
    post: async (slug, content) => {
      const link = Link.safeParse(await read(`/posts/${slug}`, content));
      return link.success ? link.data : null;
    },
    otherTitle: async (slug, content) => {
      const [kind = "", ownSlug] = slug.split("/");
      if (ownSlug !== undefined) {
        const own = content.hasOwn(kind, ownSlug) ? Titled.safeParse(await read(`/${slug}`, content)) : null;
        return own?.success ? own.data.title : null;
      }
      const [found, ...more] = OTHER_KINDS.filter((kind) => content.has(kind, slug));
      if (found === undefined || more.length > 0) return null;
      const document = Titled.safeParse(await read(`/${found}/${slug}`, content));
      return document.success ? document.data.title : null;
    },
    site: async (content) => {
      const site = Site.safeParse(await read("/site-settings", content));
      if (site.success) return site.data;
      return { name: new URL(content.baseUrl).hostname, url: siteOfApi(content.baseUrl) };
    },
  };
}
