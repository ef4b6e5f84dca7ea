import type { Post } from "../../packages/octavo-client/client.ts";
import { html } from "../html.ts";
import type { Page } from "../page.ts";
import type { SiteView } from "../site-view.ts";
import { renderPost } from "./post-page.ts";

/**
 * The page of a draft that is shared by link. It is hidden from search engines and social networks,
 * accepts no comments or likes, and is not counted.
 */
export function toPreviewPage(post: Post, site: SiteView): Page {
  return {
    path: null,
    title: post.title,
    description: post.excerpt,
    language: post.language,
    image: post.cover ?? post.video?.poster ?? post.images[0] ?? null,
    isHidden: true,
    isSecret: true,
    main: html`<article>
<p class="draft-mark">${site.words.draft}</p>
${renderPost(post, site)}
</article>`,
  };
}
