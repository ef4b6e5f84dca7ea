/** Members that every document has. Views show each of them separately. */
const COMMON = [
  ...["slug", "url", "path", "title", "excerpt", "cover", "tags", "language", "publishedAt", "updatedAt"],
  ...["bodyHtml", "bodyText", "toc", "translations"],
];
/** Further members of pages. A kind of the site may have fields with these names. */
const OF_PAGES = ["order", "parent", "ancestors", "children", "extra"];

/** The fields of a kind for which a document has values, in the order of the definition. */
export function fieldsOf(kind: string, document: object): readonly (readonly [name: string, value: unknown])[] {
  const shownElsewhere = kind === "pages" ? [...COMMON, ...OF_PAGES] : COMMON;
  return Object.entries(document).filter(([name, value]) => !shownElsewhere.includes(name) && !isEmpty(value));
}

function isEmpty(value: unknown): boolean {
  return (value ?? "") === "" || (Array.isArray(value) && value.length === 0);
}
