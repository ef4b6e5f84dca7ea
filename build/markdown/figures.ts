import type { Element, ElementContent, Parents } from "hast";
import { visitParagraphs } from "./walk.ts";

/**
 * Turns each paragraph that has only a picture, or only a link around one, into a `<figure>`. The
 * picture's title becomes the caption.
 */
export function markFigures(parent: Parents): void {
  visitParagraphs(parent, makeFigure);
}

function makeFigure(paragraph: Element): void {
  const only = onlyElement(paragraph.children);
  const picture = only?.tagName === "a" ? onlyElement(only.children) : only;
  if (only === null || picture?.tagName !== "img") return;
  const { title, ...others } = picture.properties;
  paragraph.tagName = "figure";
  if (typeof title !== "string" || title.trim() === "") return;
  picture.properties = others;
  paragraph.children.push({ type: "element", tagName: "figcaption", properties: {}, children: [{ type: "text", value: title }] });
}

/** The only element among nodes that are otherwise white space. */
export function onlyElement(children: readonly ElementContent[]): Element | null {
  const visible = children.filter((child) => child.type !== "text" || child.value.trim() !== "");
  const [first] = visible;
  return visible.length === 1 && first?.type === "element" ? first : null;
}
