import { hash } from "node:crypto";
import { fileOfPath } from "../contract/paths.ts";
import type { Post, PostSummary } from "../contract/schemas/post.ts";
import { toBody } from "./cache/rendering.ts";
import type { LateFile } from "./index/files.ts";
import { jsonOf } from "./json-text.ts";
import type { Rendered } from "./render/types.ts";

/** The answer for a post: the same bytes as the post in JSON, but its body goes from the cache to the file without being looked at. */
export function toPostFile(post: Post, summary: PostSummary, rendered: Rendered): LateFile {
  const body = toBody(rendered);
  const { previousPost, nextPost, related, commentsOpen, canonicalUrl, author } = post;
  const before = `${headOf(summary, post.series)},`;
  const after = `,${JSON.stringify({ previousPost, nextPost, related, commentsOpen, canonicalUrl, author }).slice(1)}`;
  const bytes = (): Buffer => Buffer.concat([Buffer.from(before), body.members(), Buffer.from(after)]);
  return {
    path: fileOfPath(`/posts/${post.slug}`),
    get text() {
      return bytes().toString("utf8");
    },
    bytes,
    identity: hash("sha1", `${before}\0${body.identity}\0${after}`),
  };
}

/** The members of a summary, with the series of the post in place of its own; without the closing brace. */
function headOf(summary: PostSummary, series: Post["series"]): string {
  const text = jsonOf(summary).slice(0, -1);
  if (summary.series === null || series === null) return text;
  // Quotes inside of strings are escaped, so this is the member and nothing else.
  const own = `"series":${JSON.stringify(summary.series)}`;
  const at = text.indexOf(own);
  const { items, ...rest } = series;
  return `${text.slice(0, at)}"series":${JSON.stringify(rest).slice(0, -1)},"items":${jsonOf(items)}}${text.slice(at + own.length)}`;
}
