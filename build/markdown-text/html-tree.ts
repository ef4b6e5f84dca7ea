import type { Element, Root } from "hast";
import { fromParse5 } from "hast-util-from-parse5";
import { parseFragment } from "parse5";

/**
 * Maximum nesting of elements. Real texts have about ten levels; deeper nesting than this could
 * overflow the stack.
 */
const DEPTH_MAX = 150;
/** Maximum characters of a body. */
const LENGTH_MAX = 2_000_000;

const VOID: ReadonlySet<string> = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
/**
 * Elements with end tags that are often omitted, because the next element of the same kind ends
 * them.
 */
const ENDED_BY_OTHERS: ReadonlySet<string> = new Set(["p", "li", "dt", "dd", "td", "th", "tr", "option"]);

/** The tree of a body; null if it is too long or too deeply nested. */
export function readHtmlTree(html: string): Root | null {
  if (html.length > LENGTH_MAX || isTooDeep(html)) return null;
  return fromParse5(parseFragment(html)) as Root;
}

/** Counts levels in the text, because a parser would build the tree first. */
function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const [, end, name = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    const tag = name.toLowerCase();
    if (VOID.has(tag) || ENDED_BY_OTHERS.has(tag)) continue;
    depth = end === "/" ? Math.max(0, depth - 1) : depth + 1;
    if (depth > DEPTH_MAX) return true;
  }
  return false;
}

/**
 * Calls `visit` for all elements, parents first. If `visit` returns false, the element's children
 * are skipped.
 */
export function visitElements(parent: Root | Element, visit: (element: Element, parent: Root | Element) => boolean): void {
  for (const child of [...parent.children]) if (child.type === "element" && visit(child, parent)) visitElements(child, visit);
}
