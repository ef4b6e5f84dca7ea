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

/** Calls `see` for each element, in order. */
export function eachElement(node: Nodes, see: (element: Element) => void): void {
  if (node.type === "element") see(node);
  if ("children" in node) for (const child of node.children) eachElement(child, see);
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

/** What a tree holds besides elements and text. */
export interface Survey {
  /** The author's HTML. */
  readonly hasRaw: boolean;
  /** Comments: `<!-- more -->`, or what a plugin made. */
  readonly hasComments: boolean;
}

export function survey(root: Nodes): Survey {
  const found = { hasRaw: false, hasComments: false };
  const walk = (node: Nodes): void => {
    if (node.type === "raw") found.hasRaw = true;
    else if (node.type === "comment") found.hasComments = true;
    else if ("children" in node) for (const child of node.children) walk(child);
  };
  walk(root);
  return found;
}
