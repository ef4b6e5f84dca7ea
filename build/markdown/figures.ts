import type { Element, ElementContent, Parents } from "hast";

/** Elements that cannot contain a paragraph with a picture. */
const WITHOUT_PARAGRAPHS = new Set("h1 h2 h3 h4 h5 h6 p pre table".split(" "));

/**
 * Turns each paragraph that has only a picture, or only a link around one, into a `<figure>`. The
 * picture's title becomes the caption.
 */
export function markFigures(parent: Parents): void {
  for (const child of parent.children) {
    if (child.type !== "element") continue;
    if (child.tagName === "p") makeFigure(child);
    else if (!WITHOUT_PARAGRAPHS.has(child.tagName)) markFigures(child);
  }
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
