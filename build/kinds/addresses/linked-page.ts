import { encodeSegment } from "./page-path.ts";
import { fillPattern } from "./page-pattern.ts";

/** In the place of a category that a draft has not got yet. */
const NO_CATEGORY = "uncategorized";

const CATEGORY = /\{categor(?:y|ies)\}/;

/** Values in a page's pattern that depend on all files together. */
export interface LinkedValues {
  readonly slug: string;
  readonly categories: readonly string[];
}

/** Whether a pattern asks for a category, and there is none. */
export function lacksCategory(pattern: string, { categories }: Pick<LinkedValues, "categories">): boolean {
  return categories.length === 0 && CATEGORY.test(pattern);
}

/** The path of a page, of a pattern that holds what the document's own file says. */
export function toPagePath(pattern: string, { slug, categories }: LinkedValues): string {
  if (!pattern.includes("{")) return pattern;
  // Most have no other placeholder left.
  if (!pattern.includes("{categor")) return pattern.split("{slug}").join(slug);
  const named = (categories.length === 0 ? [NO_CATEGORY] : categories).map(encodeSegment);
  const asked = categories.length === 0 ? pattern.replace("/{categories?}", "") : pattern;
  return fillPattern(asked, (name) => {
    if (name === "slug") return slug;
    if (name === "category") return named[0] ?? null;
    return name === "categories" || name === "categories?" ? named.join("/") : null;
  });
}
