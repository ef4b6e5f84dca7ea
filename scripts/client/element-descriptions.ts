/**
 * Describes the attributes, events and style hooks of octavo-client's elements. Their types,
 * custom-elements.json and the tables in docs/elements.md (which a test compares) all come from
 * here.
 */

export interface AttributeDescription {
  readonly name: string;
  /** The TypeScript type. */
  readonly type: string;
  readonly required?: true;
  readonly description: string;
}

export interface EventDescription {
  readonly name: string;
  /** The type of each member of `detail`. */
  readonly detail: Readonly<Record<string, string>>;
  readonly description: string;
}

export interface ElementDescription {
  readonly tag: string;
  /** The name of the exported interface. */
  readonly typeName: string;
  readonly description: string;
  readonly attributes: readonly AttributeDescription[];
  readonly event: EventDescription;
  readonly parts: readonly string[];
}

const SLUG: AttributeDescription = { name: "slug", type: "string", required: true, description: "The post's `slug` in the API" };
const FORM_PARTS = ["form", "field", "label", "input", "error", "help", "button", "submit"];

export const ELEMENT_DESCRIPTIONS: readonly ElementDescription[] = [
  {
    tag: "octavo-comments",
    typeName: "OctavoCommentsElement",
    description: "The comments of a post, and the form for new ones.",
    attributes: [
      SLUG,
      { name: "comments-open", type: '"true" | "false"', description: "The post's `commentsOpen`, if the page has it; saves a request" },
    ],
    event: { name: "octavo-comment", detail: { id: "string", status: '"pending"' }, description: "A comment was sent" },
    parts: [
      ...["comments", "header", "heading", "order", "list", "replies", "comment", "waiting", "author", "removed", "avatar", "name", "date"],
      ...["badge", "body", "notice", "action", "reply", "edit", "withdraw", "more", "answered", "away", "follow", "forget"],
      ...FORM_PARTS,
      "cancel",
    ],
  },
  {
    tag: "octavo-like",
    typeName: "OctavoLikeElement",
    description: "The number of likes of a post, and a button to like it.",
    attributes: [SLUG],
    event: {
      name: "octavo-like",
      detail: { slug: "string", liked: "boolean", likeCount: "number" },
      description: "The visitor liked the post, or withdrew the like",
    },
    parts: ["button", "like", "count"],
  },
  {
    tag: "octavo-search",
    typeName: "OctavoSearchElement",
    description: "A search field that shows results while the visitor types.",
    attributes: [
      { name: "q", type: "string", description: "Query that is searched at once" },
      {
        name: "sync",
        type: '"" | "true" | "false"',
        description: "Keeps the query in the page's address (`?q=`), and the hits under the field",
      },
    ],
    event: { name: "octavo-search", detail: { q: "string", totalItems: "number" }, description: "Results arrived" },
    parts: ["input", "popup", "found", "facet", "results", "result", "cover", "title", "snippet", "notice", "button", "more"],
  },
  {
    tag: "octavo-inquiry",
    typeName: "OctavoInquiryElement",
    description: "A form for an inquiry about one service, or about any of them.",
    attributes: [{ name: "service-id", type: "string", description: "The `id` of an offering; without it visitors choose one, or none" }],
    event: { name: "octavo-inquiry", detail: { id: "string" }, description: "An inquiry was sent" },
    parts: [...FORM_PARTS, "thanks", "notice"],
  },
];

/** Attributes that every element has. */
const COMMON_ATTRIBUTES: readonly AttributeDescription[] = [
  {
    name: "api",
    type: "string",
    description: "Base address of the API. Default: `api/v1` in the script's folder, or `baseUrl` of `defineElements`",
  },
  {
    name: "lang",
    type: "string",
    description: "The language of texts, dates and numbers. Default: the `lang` of the nearest ancestor",
  },
];

export const CSS_PROPERTIES: readonly { readonly name: string; readonly description: string }[] = [
  { name: "--octavo-accent", description: "Buttons, links and the focus ring" },
  { name: "--octavo-on-accent", description: "Text on the accent" },
  { name: "--octavo-error", description: "Errors, and a filled heart" },
  { name: "--octavo-muted", description: "Dates and notes" },
  { name: "--octavo-line", description: "Thin lines" },
  { name: "--octavo-surface", description: "Background of search results" },
  { name: "--octavo-radius", description: "Corners" },
  { name: "--octavo-font", description: "Type" },
];

/** All attributes of an element, common ones included. */
export function attributesOf({ attributes }: ElementDescription): readonly AttributeDescription[] {
  return [...attributes, ...COMMON_ATTRIBUTES];
}

/** `{ readonly id: string }` */
export function renderDetail({ detail }: EventDescription): string {
  return `{ ${Object.entries(detail)
    .map(([name, type]) => `readonly ${name}: ${type}`)
    .join("; ")} }`;
}
