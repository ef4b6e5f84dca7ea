import type { Post, PostSummary } from "../../contract/schemas/post.ts";
import type { Rendered } from "../render/types.ts";
import type { RenderedPost } from "./input.ts";
import { toPost } from "./post.ts";
import { type PostsInput, toPerson, toSummary } from "./posts.ts";

/** A post that is published, but stands in no list: nothing else of the site is made of it. */
export interface UnlistedPost {
  readonly post: Post;
  readonly summary: PostSummary;
  readonly body: Rendered;
  readonly aliases: readonly string[];
}

/** It has no series, no neighbours and no related posts: those would have it in turn. */
export function toUnlistedPost(rendered: RenderedPost, input: PostsInput): UnlistedPost {
  const { entry, body } = rendered;
  const summary = toSummary(rendered, input, new Map());
  const post = toPost({
    summary,
    body,
    series: null,
    older: undefined,
    newer: undefined,
    related: [],
    own: entry,
    unlisted: true,
    site: { commentsEnabled: input.site.document.commentsEnabled, author: toPerson(input.site), addresses: input.site.addresses },
  });
  return { post, summary, body, aliases: entry.aliases };
}
