import { encodeSegment } from "../../../contract/text/encode-segment.ts";
import { fillPattern } from "./page-pattern.ts";

/** Placeholder for the category of a draft that has none yet. */
const NO_CATEGORY = "uncategorized";

const CATEGORY = /\{categor(?:y|ies)\}/;

/** Values of a page pattern that depend on all files together. */
export interface LinkedValues {
  readonly slug: string;
  readonly categories: readonly string[];
}

/** Whether a pattern needs a category and the document has none. */
export function lacksCategory(pattern: string, { categories }: Pick<LinkedValues, "categories">): boolean {
  return categories.length === 0 && CATEGORY.test(pattern);
}

/** Completes a pattern in which the values from the document's own file are already filled in. */
export function toPagePath(pattern: string, { slug, categories }: LinkedValues): string {
  if (!pattern.includes("{")) return pattern;
  // Most patterns have no other placeholder left.
  if (!pattern.includes("{categor")) return pattern.split("{slug}").join(slug);
  const named = (categories.length === 0 ? [NO_CATEGORY] : categories).map(encodeSegment);
  const asked = categories.length === 0 ? pattern.replace("/{categories?}", "") : pattern;
  return fillPattern(asked, (name) => {
    if (name === "slug") return slug;
    if (name === "category") return named[0] ?? null;
    return name === "categories" || name === "categories?" ? named.join("/") : null;
  });
}
