import type { Element, Nodes, Parents, RootContent } from "hast";

/*
 * Small walks of a tree. unist-util-visit names a closure for every node that it visits, for stack traces; that took half of the time of
 * rendering.
 */

/** Whether any node is as asked for. */
export function hasNode(node: Nodes, isWanted: (node: Nodes) => boolean): boolean {
  if (isWanted(node)) return true;
  return "children" in node && node.children.some((child) => hasNode(child, isWanted));
}

/** Puts what `replace` answers in place of a node; null leaves it, and goes on into its children. */
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

/** Facts about a tree, collected in one walk. */
export interface Survey {
  /** The author's HTML. */
  readonly hasRaw: boolean;
  /** Comments: `<!-- more -->`, or what a plugin made. */
  readonly hasComments: boolean;
  /** Elements of note in order, and whether each stands in a quotation or among the footnotes. */
  readonly ofNote: readonly { readonly element: Element; readonly isAside: boolean }[];
  readonly pres: readonly Element[];
}

/** Headings and what refers to other files; of the others, none but those that an id names is ever looked at. */
const OF_NOTE = new Set("a area audio embed h1 h2 h3 h4 h5 h6 iframe img source track video".split(" "));

export function survey(root: Nodes): Survey {
  const surveyor = new Surveyor();
  surveyor.see(root, false);
  return surveyor;
}

class Surveyor implements Survey {
  hasRaw = false;
  hasComments = false;
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
    // Most elements have none at all.
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
