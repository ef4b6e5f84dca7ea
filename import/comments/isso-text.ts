import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { findExcess } from "../../build/markdown/excess.ts";
import type { CommentBody } from "./comment-export.ts";

/**
 * Elements that Isso shows or replaces with their content. Any other word in angle brackets is
 * probably text: `List<String>`.
 */
const TAG =
  /<\/?(?:a|b|blockquote|br|cite|code|del|div|em|h[1-6]|hr|i|img|ins|li|ol|p|pre|q|s|span|strike|strong|su[bp]|table|t[dhr]|tbody|thead|u|ul)(?:\s[^<>]*)?\/?>/i;

const toHtml = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeStringify, { allowDangerousHtml: true })
  .freeze();

/**
 * Isso's Markdown may contain HTML, and comments imported from Disqus or WordPress are only HTML.
 * Our comments do not support it.
 */
export function toIssoBody(text: string): CommentBody {
  if (!TAG.test(text) || findExcess(text) !== null) return { markdown: text };
  return { html: String(toHtml.processSync(text)), hasBareLines: false };
}
