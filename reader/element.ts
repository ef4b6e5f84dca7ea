type Child = Node | string | null | undefined | false | readonly Child[];
type Attributes = Readonly<Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>>;

/** Makes an element. `false`, null and undefined leave an attribute or a child out; `on…` takes a listener. Text is text, never HTML. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes?: Attributes, ...children: Child[]): HTMLElementTagNameMap[K];
export function h(tag: string, attributes?: Attributes, ...children: Child[]): HTMLElement;
export function h(tag: string, attributes: Attributes = {}, ...children: Child[]): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

function append(element: HTMLElement, children: readonly Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child instanceof Node || typeof child === "string") element.append(child);
  }
}

/** An element that holds what the site's author wrote, as the API has made HTML of it. */
export function html(tag: string, attributes: Attributes, content: string): HTMLElement {
  const element = h(tag, attributes);
  element.innerHTML = content;
  return element;
}
