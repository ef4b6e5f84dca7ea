import type { Element, ElementContent, Root, RootContent } from "hast";

/** Elements that may contain text beside paragraphs. */
const CONTAINERS: ReadonlySet<string> = new Set(["div", "blockquote", "section", "article", "main", "aside", "center"]);
/** Inline elements. All others end a paragraph. */
const INLINE: ReadonlySet<string> = new Set(
  "a abbr acronym b bdi bdo big br button cite code data del dfn em font i img input ins kbd label mark picture q ruby s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);

type Child = RootContent | ElementContent;

/**
 * Turns text between blank lines into paragraphs, and single line ends into breaks, as WordPress
 * does for texts from its classic editor. Code keeps its lines.
 */
export function makeParagraphs(parent: Root | Element): void {
  const children: Child[] = [];
  let run: Child[] = [];
  const endRun = (): void => {
    children.push(...toParagraphs(run));
    run = [];
  };
  for (const child of parent.children) {
    if (child.type === "text" || (child.type === "element" && INLINE.has(child.tagName))) {
      run.push(child);
      continue;
    }
    endRun();
    if (child.type === "element") {
      if (CONTAINERS.has(child.tagName)) makeParagraphs(child);
      else if (child.tagName === "p") child.children = breakLines(child.children) as ElementContent[];
    }
    children.push(child);
  }
  endRun();
  parent.children = children as typeof parent.children;
}

/** Makes paragraphs from a run of text and inline elements. */
function toParagraphs(run: readonly Child[]): Child[] {
  const paragraphs: Child[][] = [[]];
  for (const node of run) {
    if (node.type !== "text") {
      paragraphs.at(-1)?.push(node);
      continue;
    }
    const [first = "", ...others] = node.value.split(/\n[^\S\n]*\n\s*/);
    paragraphs.at(-1)?.push({ type: "text", value: first });
    for (const value of others) paragraphs.push([{ type: "text", value }]);
  }
  return paragraphs
    .filter((nodes) => nodes.some((node) => node.type !== "text" || node.value.trim() !== ""))
    .map((nodes) => ({ type: "element", tagName: "p", properties: {}, children: breakLines(trimLines(nodes)) as ElementContent[] }));
}

function trimLines(nodes: readonly Child[]): Child[] {
  return nodes.map((node, index) => {
    if (node.type !== "text") return node;
    const value = index === 0 ? node.value.trimStart() : node.value;
    return { ...node, value: index === nodes.length - 1 ? value.trimEnd() : value };
  });
}

function breakLines(nodes: readonly Child[]): Child[] {
  const broken: Child[] = [];
  for (const node of nodes) {
    if (node.type !== "text" || !node.value.includes("\n")) {
      if (node.type === "element" && INLINE.has(node.tagName) && node.tagName !== "code")
        node.children = breakLines(node.children) as ElementContent[];
      broken.push(node);
      continue;
    }
    const [first = "", ...others] = node.value.split("\n");
    const isBroken = broken.at(-1)?.type === "element" && (broken.at(-1) as Element).tagName === "br";
    broken.push({ type: "text", value: first });
    for (const [index, value] of others.entries()) {
      // `<br>` and the following line end are one break.
      if (!(index === 0 && isBroken && first.trim() === "")) broken.push({ type: "element", tagName: "br", properties: {}, children: [] });
      broken.push({ type: "text", value });
    }
  }
  return broken;
}
