import { toHtmlMember } from "../own-kind.ts";
import type { FieldData } from "./field-data.ts";
import type { MemberData, Members } from "./member-data.ts";

/** The document's translations. */
export const TRANSLATIONS: MemberData = { type: "translations", answer: "The other listed translations, by language" };

/**
 * Members of every list item of an own kind, in the order of the response. The kind's fields
 * follow.
 */
export const OWN_MEMBERS: Members = {
  slug: { type: "slug", answer: "Slug of the document in API paths" },
  url: { type: "pageUrl", isOptional: true, answer: "Its page; null if its kind has none" },
  path: { type: "pagePath", isOptional: true, answer: "The path of that page" },
  title: { type: "title", hasStandIn: true, description: "Title, as text", answer: "Plain text" },
  excerpt: { type: "excerpt", isOptional: true, description: "Summary, in a sentence or two", answer: "Plain text; null if none" },
  cover: {
    ...{ type: "picture", isOptional: true, description: "Picture: a path relative to the file, or { src, alt }" },
    answer: "Picture of the document; null if none",
  },
  tags: { type: "tags", answer: "In the author's order" },
  language: { type: "language", hasStandIn: true, description: "BCP 47 tag. Default: the site's", answer: "BCP 47" },
  publishedAt: { type: "publishedAt", answer: "Null if undated" },
  updatedAt: { type: "updatedAt", answer: "Date of the last change; null if undated" },
};
/** Additional members of its documents. */
export const OWN_FURTHER: Members = {
  bodyHtml: { type: "html", answer: "The body as HTML" },
  bodyText: { type: "plainText", answer: "The body as plain text" },
  toc: { type: "toc", answer: "Headings of the body, in order" },
  translations: TRANSLATIONS,
};

/** Markdown fields as documents show them. */
export function toHtmlMembers(fields: Readonly<Record<string, FieldData>>): Members {
  const texts = Object.entries(fields).filter(([, { type }]) => type === "markdown");
  return Object.fromEntries(texts.map(([name, { isOptional }]) => [toHtmlMember(name), { type: "fieldHtml", of: name, isOptional }]));
}
