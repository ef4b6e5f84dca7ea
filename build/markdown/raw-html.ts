import type { Root, Text } from "hast";
import { raw } from "hast-util-raw";
import rehypeSanitize, { defaultSchema, type Options as Schema } from "rehype-sanitize";
import { hasNode, replaceNodes } from "./walk.ts";

/**
 * Elements and attributes of sanitized HTML: GitHub's list (the default of rehype-sanitize), plus
 * elements that people use in posts. Ids keep their names, because headings and footnotes link to
 * them. `name` gets a prefix, because otherwise forms and pictures could shadow members of
 * `document`.
 */
const SCHEMA: Schema = {
  ...defaultSchema,
  tagNames: [
    ...(defaultSchema.tagNames ?? []),
    ..."abbr aside audio bdi bdo caption cite col colgroup dfn figcaption figure mark small time track u video wbr".split(" "),
  ],
  attributes: {
    ...defaultSchema.attributes,
    audio: ["controls", "loop", "muted", "preload", "src"],
    img: [...(defaultSchema.attributes?.img ?? []), "decoding", "loading", "sizes", "srcSet"],
    details: ["open", "dataCallout", ["className", /^markdown-alert(?:-|$)/]],
    div: [...(defaultSchema.attributes?.div ?? []), "dataCallout", ["className", /^markdown-alert(?:-|$)/]],
    p: [...(defaultSchema.attributes?.p ?? []), ["className", /^markdown-alert(?:-|$)/]],
    pre: [["className", /^lang(?:uage)?-./], "data*"],
    summary: [["className", /^markdown-alert(?:-|$)/]],
    source: ["media", "sizes", "src", "srcSet", "type"],
    track: ["default", "kind", "label", "src", "srcLang"],
    video: ["controls", "loop", "muted", "playsInline", "poster", "preload", "src"],
  },
  clobber: ["name"],
  protocols: { ...defaultSchema.protocols, href: [...(defaultSchema.protocols?.href ?? []), "tel"], poster: ["http", "https"] },
  // These elements are removed with their content. Other forbidden elements leave their content.
  strip: ["iframe", "math", "noembed", "noframes", "script", "style", "svg", "template", "textarea", "title", "xmp"],
  allowComments: true,
};

const sanitize = rehypeSanitize(SCHEMA);

/** Whether sanitized HTML may have a link to this address. */
export function isSafeLink(href: string): boolean {
  const scheme = /^([^/?#]*?):/.exec(href)?.[1];
  return scheme === undefined || (SCHEMA.protocols?.href ?? []).includes(scheme.toLowerCase());
}

/** Turns raw HTML into text. Between blocks, it becomes a paragraph. */
export function escapeRawHtml(root: Root): void {
  replaceNodes(root, (node, parent) => {
    if (node.type !== "raw") return null;
    const text: Text = { type: "text", value: node.value, ...(node.position === undefined ? {} : { position: node.position }) };
    const isBlock = parent.type === "root" || (parent.type === "element" && parent.tagName === "blockquote");
    return [isBlock ? { type: "element", tagName: "p", properties: {}, children: [text] } : text];
  });
}

/**
 * Parses raw HTML and keeps only the elements in SCHEMA. Comments stay for now, because `<!-- more
 * -->` is one.
 */
export function sanitizeRawHtml(root: Root): Root {
  const clean = sanitize(parseRawHtml(root));
  // If none of an element's classes is allowed, an empty list remains.
  replaceNodes(clean, (node) => {
    if (node.type === "element" && Array.isArray(node.properties.className) && node.properties.className.length === 0)
      delete node.properties.className;
    return null;
  });
  return clean;
}

export function removeComments(root: Root): void {
  replaceNodes(root, (node) => (node.type === "comment" ? [] : null));
}

/** Parses a tree's raw HTML as a browser would. Without raw HTML, the same tree is returned. */
export function parseRawHtml(root: Root): Root {
  if (!hasNode(root, (node) => node.type === "raw")) return root;
  const parsed = raw(root);
  return parsed.type === "root" ? parsed : { type: "root", children: parsed.type === "doctype" ? [] : [parsed] };
}
