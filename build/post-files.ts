import { hash } from "node:crypto";
import { fileOfPath } from "../contract/paths.ts";
import type { Post, PostSummary } from "../contract/schemas/post.ts";
import { type Body, toBody } from "./cache/rendering.ts";
import type { LateFile } from "./index/files.ts";
import { jsonOf } from "./json-text.ts";
import type { Rendered } from "./render/types.ts";

/** The answer for a post: the same bytes as the post in JSON, but its body goes from the cache to the file without being looked at. */
export function toPostFile(post: Post, summary: PostSummary, rendered: Rendered): LateFile {
  const body = toBody(rendered);
  const known = files.get(post);
  if (known?.summary === summary && known.body === body) return known.file;
  let bodyAt = 0;
  const bytes = (): Buffer => {
    const { before, after } = framesOf(post, summary);
    const target = roomFor(body.size + (before.length + after.length) * BYTES_MAX);
    let length = target.write(before, 0);
    bodyAt = length;
    body.copyTo(target, length);
    length += body.size;
    length += target.write(after, length);
    return target.subarray(0, length);
  };
  const { before, after } = framesOf(post, summary);
  const file = {
    path: fileOfPath(`/posts/${post.slug}`),
    get text() {
      return bytes().toString("utf8");
    },
    bytes,
    body: () => (body.ref === null ? null : { at: bodyAt, ref: body.ref }),
    identity: hash("sha1", `${before}\0${body.identity}\0${after}`),
  };
  files.set(post, { summary, body, file });
  return file;
}

/** UTF-8 takes at most so many bytes for a UTF-16 code unit. */
const BYTES_MAX = 3;

/** For all posts, one after the other: a buffer for each costs more than what is written. */
let scratch: Buffer | null = null;

function roomFor(length: number): Buffer {
  if (scratch === null || scratch.length < length) scratch = Buffer.allocUnsafeSlow(length * 2);
  return scratch;
}

/** Of posts that are as they were in the last build of this process. */
const files = new WeakMap<Post, { readonly summary: PostSummary; readonly body: Body; readonly file: LateFile }>();

interface Frames {
  readonly post: Post;
  readonly summary: PostSummary;
  /** What stands before the body, and after it. */
  readonly before: string;
  readonly after: string;
}

/** Of the last post alone: a file is mostly written just after it was asked for its identity, and all together are large. */
let last: Frames | null = null;

function framesOf(post: Post, summary: PostSummary): Frames {
  if (last?.post === post && last.summary === summary) return last;
  const { previousPost, nextPost, related, commentsOpen, canonicalUrl, author } = post;
  const before = `${headOf(summary, post.series)},`;
  const neighbours = JSON.stringify({ previousPost, nextPost }).slice(1, -1);
  const rest = JSON.stringify({ commentsOpen, canonicalUrl, author }).slice(1);
  const after = `,${neighbours},"related":[${related.map(jsonOf).join(",")}],${rest}`;
  last = { post, summary, before, after };
  return last;
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
