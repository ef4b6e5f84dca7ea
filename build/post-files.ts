import { hash } from "node:crypto";
import { fileOfPath } from "../contract/paths.ts";
import type { Post, PostSummary } from "../contract/schemas/post.ts";
import { type Body, toBody } from "./cache/rendering.ts";
import type { LateFile } from "./index/files.ts";
import { digestOfList, jsonOf, listJsonOf } from "./json-text.ts";
import type { Rendered } from "./render/types.ts";

/** The answer for a post: the same bytes as the post in JSON, but its body goes from the cache to the file without being looked at. */
export function toPostFile(post: Post, summary: PostSummary, rendered: Rendered): LateFile {
  const body = toBody(rendered);
  const known = files.get(post);
  if (known?.summary === summary && known.body === body) return known.file;
  const members = membersOf(post);
  let bodyAt = 0;
  const bytes = (): Buffer => {
    const before = [headOf(summary, post.series), ","];
    const after = tailOf(post, members);
    const target = roomFor(body.size + (lengthOf(before) + lengthOf(after)) * BYTES_MAX);
    bodyAt = writeAll(target, before, 0);
    body.copyTo(target, bodyAt);
    return target.subarray(0, writeAll(target, after, bodyAt + body.size));
  };
  const file = {
    path: fileOfPath(`/posts/${post.slug}`),
    get text() {
      return bytes().toString("utf8");
    },
    bytes,
    body: () => (body.ref === null ? null : { at: bodyAt, ref: body.ref }),
    identity: identityOf(post, summary, body, members),
  };
  files.set(post, { summary, body, file });
  return file;
}

/** Of all that the file says, without putting it together. */
function identityOf(post: Post, summary: PostSummary, body: Body, { neighbours, rest }: Members): string {
  const parts = [jsonOf(summary), seriesOf(post), body.identity, neighbours, rest, ...post.related.map(jsonOf)];
  return hash("sha1", parts.join("\0"));
}

/** Its items are those of many posts. */
function seriesOf({ series }: Post): string {
  if (series === null) return "";
  const { items, ...own } = series;
  return `${JSON.stringify(own)} ${digestOfList(items)}`;
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

/** What stands after the body, in pieces. */
function tailOf(post: Post, { neighbours, rest }: Members): string[] {
  return [`,${neighbours},"related":[`, ...post.related.flatMap((one, at) => (at === 0 ? [jsonOf(one)] : [",", jsonOf(one)])), `],${rest}`];
}

/** Members of a post as they stand in its file. */
interface Members {
  readonly neighbours: string;
  /** With the closing brace. */
  readonly rest: string;
}

function membersOf({ previousPost, nextPost, commentsOpen, canonicalUrl, author, unlisted }: Post): Members {
  return {
    neighbours: `"previousPost":${jsonOrNull(previousPost)},"nextPost":${jsonOrNull(nextPost)}`,
    rest: `"commentsOpen":${commentsOpen},"canonicalUrl":${JSON.stringify(canonicalUrl)},"author":${jsonOrNull(author)},"unlisted":${unlisted}}`,
  };
}

/** Of values that many posts share. */
function jsonOrNull(value: object | null): string {
  return value === null ? "null" : jsonOf(value);
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** @returns where they end */
function writeAll(target: Buffer, texts: readonly string[], at: number): number {
  return texts.reduce((end, text) => end + target.write(text, end), at);
}

/** The members of a summary, with the series of the post in place of its own; without the closing brace. */
function headOf(summary: PostSummary, series: Post["series"]): string {
  const text = jsonOf(summary).slice(0, -1);
  if (summary.series === null || series === null) return text;
  // Quotes inside of strings are escaped, so this is the member and nothing else.
  const own = `"series":${JSON.stringify(summary.series)}`;
  const at = text.indexOf(own);
  const { items, ...rest } = series;
  return `${text.slice(0, at)}"series":${JSON.stringify(rest).slice(0, -1)},"items":${listJsonOf(items)}}${text.slice(at + own.length)}`;
}
