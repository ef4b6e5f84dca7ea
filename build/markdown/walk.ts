import type { Element, Nodes, Parents, RootContent } from "hast";

/*
 * Simple tree walks. unist-util-visit names a closure for every node that it visits, for stack
 * traces, which took half of the rendering time.
 */

/** Whether the tree has a wanted node. */
export function hasNode(node: Nodes, isWanted: (node: Nodes) => boolean): boolean {
  if (isWanted(node)) return true;
  return "children" in node && node.children.some((child) => hasNode(child, isWanted));
}

/**
 * Replaces nodes with the results of `replace`. If it returns null, the node stays and its children
 * are visited.
 */
export function replaceNodes(parent: Parents, replace: (node: RootContent, parent: Parents) => readonly RootContent[] | null): void {
  for (let index = 0; index < parent.children.length; index += 1) {
    const child = parent.children[index];
    if (child === undefined) continue;
    const replacements = replace(child, parent);
    if (replacements !== null) {
      (parent.children as RootContent[]).splice(index, 1, ...replacements);
      index += replacements.length - 1;
    } else if ("children" in child) {
      replaceNodes(child, replace);
    }
  }
}

/** Elements that cannot contain a paragraph with only a picture or an address. */
const WITHOUT_PARAGRAPHS = new Set("h1 h2 h3 h4 h5 h6 p pre table".split(" "));

/** Calls `visit` for each paragraph that may have only a picture or an address. */
export function visitParagraphs(parent: Parents, visit: (paragraph: Element) => void): void {
  for (const child of parent.children) {
    if (child.type !== "element") continue;
    if (child.tagName === "p") visit(child);
    else if (!WITHOUT_PARAGRAPHS.has(child.tagName)) visitParagraphs(child, visit);
  }
}

/**
 * Headings, and elements that refer to other files. Other elements matter only if they have an id.
 */
const OF_NOTE = new Set("a area audio embed h1 h2 h3 h4 h5 h6 iframe img source track video".split(" "));

export function survey(root: Nodes): Survey {
  const seen = new Survey();
  seen.see(root, false);
  return seen;
}

/** Facts about a tree, collected in one walk. */
export class Survey {
  /** Whether it has raw HTML. */
  hasRaw = false;
  /** Whether it has comments: `<!-- more -->`, or ones made by a plugin. */
  hasComments = false;
  /** Relevant elements in order, and whether each is in a quotation or a footnote. */
  readonly ofNote: { readonly element: Element; readonly isAside: boolean }[] = [];
  readonly pres: Element[] = [];

  see(node: Nodes, isAside: boolean): void {
    if (node.type === "text") return;
    if (node.type === "element") this.#seeElement(node, isAside);
    else if (node.type === "raw") this.hasRaw = true;
    else if (node.type === "comment") this.hasComments = true;
    else if (node.type === "root") for (const child of node.children) this.see(child, isAside);
  }

  #seeElement(element: Element, isAside: boolean): void {
    const { tagName, properties, children } = element;
    let isOfNote = OF_NOTE.has(tagName);
    let within = isAside || tagName === "blockquote";
    // Most elements have no properties.
    for (const name in properties) {
      const value = properties[name];
      if (name === "id" && value !== undefined && value !== null) isOfNote = true;
      else if (name === "dataFootnotes" && value !== undefined) within = true;
    }
    if (isOfNote) this.ofNote.push({ element, isAside });
    if (tagName === "pre") this.pres.push(element);
    for (const child of children) this.see(child, within);
  }
}
