type Child = Node | string | null;
type Props = Readonly<Record<string, string | number | boolean | null | ((event: Event) => void)>>;

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes, listeners (functions, by the event's name) and children. `null` and
 * `false` leave out an attribute, `true` makes it empty. Nothing is parsed as HTML.
 */
export function createNode<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props?: Props,
  ...children: Child[]
): HTMLElementTagNameMap[Tag];
export function createNode(tag: string, props?: Props, ...children: Child[]): HTMLElement;
export function createNode(tag: string, props: Props = {}, ...children: Child[]): HTMLElement {
  return fill(document.createElement(tag), props, children);
}

export function createButton(part: string, text: string, click: (event: Event) => void): HTMLButtonElement {
  return createNode("button", { type: "button", part, click }, text);
}

/** A button that loads more. It is hidden until there is more to load. */
export function createMoreButton(text: string, click: () => Promise<void>): HTMLButtonElement {
  const button = createButton("button more", text, () => void click());
  button.hidden = true;
  return button;
}

/** A line drawing, 24 units wide and high. */
export function createIcon(path: string): SVGElement {
  const line = fill(document.createElementNS(SVG, "path"), { d: path }, []);
  return fill(document.createElementNS(SVG, "svg"), { viewBox: "0 0 24 24", "aria-hidden": "true" }, [line]);
}

function fill<E extends Element>(element: E, props: Props, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}
