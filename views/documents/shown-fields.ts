/** Members that every document has. Views show them in their own places. */
const COMMON = new Set([
  ...["slug", "url", "path", "title", "excerpt", "cover", "tags", "language", "publishedAt", "updatedAt"],
  ...["bodyHtml", "bodyText", "toc", "translations"],
  // Members of pages.
  ...["order", "parent", "ancestors", "children", "extra"],
]);

/** The fields of a kind for which a document has values, in the order of the definition. */
export function fieldsOf(document: object): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(document).filter(([name, value]) => !COMMON.has(name) && !isEmpty(value));
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}
