import { putBelow } from "../contract/text/base-path.ts";
import { createNode } from "../packages/octavo-client/elements/create-node.ts";
import { readBase } from "./reader-facts.ts";

type Child = Node | string | null | undefined | false | readonly Child[];
type Attributes = Readonly<Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>>;

/** Makes an element. `false`, null and undefined leave an attribute or a child out; `on…` takes a listener. Text is text, never HTML. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes?: Attributes, ...children: Child[]): HTMLElementTagNameMap[K];
export function h(tag: string, attributes?: Attributes, ...children: Child[]): HTMLElement;
export function h(tag: string, attributes: Attributes = {}, ...children: Child[]): HTMLElement {
  const props = Object.entries(attributes).map(([name, value]) => {
    if (name === "href" && typeof value === "string" && /^\/(?!\/)/.test(value)) return [name, putBelow(readBase(), value)];
    return [typeof value === "function" ? name.slice(2) : name, value ?? null];
  });
  return createNode(tag, Object.fromEntries(props), ...flatten(children));
}

function flatten(children: readonly Child[]): (Node | string)[] {
  return children.flatMap((child) =>
    Array.isArray(child) ? flatten(child) : child instanceof Node || typeof child === "string" ? [child] : [],
  );
}

/** A block for HTML from the API, made from the author's text. */
export function prose(content: string, attributes: Attributes = {}): HTMLElement {
  const element = h("div", { class: "prose", ...attributes });
  element.innerHTML = content;
  return element;
}
