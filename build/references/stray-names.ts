import type { Nodes } from "hast";
import { dropNamedReferences } from "../sources/named-reference.ts";

/**
 * Removes the addresses of references by name that no link or picture has resolved: in text, in
 * HTML that Markdown does not parse, and in attributes that are not addresses.
 */
export function dropStrayNames(node: Nodes): void {
  if ("value" in node) node.value = dropNamedReferences(node.value);
  if (node.type === "element")
    for (const [name, value] of Object.entries(node.properties))
      if (typeof value === "string") node.properties[name] = dropNamedReferences(value);
  if ("children" in node) for (const child of node.children) dropStrayNames(child);
}

/** Like `dropStrayNames`, but only for text. It runs before headings get their ids. */
export function dropNamesInText(node: Nodes): void {
  if (node.type === "text") node.value = dropNamedReferences(node.value);
  if ("children" in node) for (const child of node.children) dropNamesInText(child);
}
