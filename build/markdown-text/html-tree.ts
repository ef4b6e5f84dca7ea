import type { Element, Root } from "hast";
import { fromParse5 } from "hast-util-from-parse5";
import { parseFragment } from "parse5";

/** Elements in each other: what people write has ten. More would not fit onto the stack. */
const DEPTH_MAX = 150;
/** Characters of one body. */
const LENGTH_MAX = 2_000_000;

const VOID: ReadonlySet<string> = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
/** Ended by the next one of their kind, so that people leave the ends away. */
const ENDED_BY_OTHERS: ReadonlySet<string> = new Set(["p", "li", "dt", "dd", "td", "th", "tr", "option"]);

/** The tree of a body; null where it is too long, or lies in itself too deep. */
export function readHtmlTree(html: string): Root | null {
  if (html.length > LENGTH_MAX || isTooDeep(html)) return null;
  return fromParse5(parseFragment(html)) as Root;
}

/** Counted on the text: a parser would first make what must not be made. */
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

/** Calls `visit` for all elements, parents first. Whoever returns false has no children looked at. */
export function visitElements(parent: Root | Element, visit: (element: Element, parent: Root | Element) => boolean): void {
  for (const child of [...parent.children]) if (child.type === "element" && visit(child, parent)) visitElements(child, visit);
}
