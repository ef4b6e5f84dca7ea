/**
 * Texts that precede a control: the name of its parameter, or the label that Swagger UI shows above
 * it without linking the two.
 */
const CAPTION =
  ".parameter__name, .examples__section-header, .examples-select__section-label, .response-controls, .opblock-title, h4, h5, label, small";

/** Heading levels without the gaps that Swagger UI leaves. */
const HEADINGS = [
  [".information-container h2", "1"],
  [".opblock-tag, section.models > h4", "2"],
  [".opblock h4", "3"],
  [".opblock h5", "4"],
] as const;

/**
 * Adds what Swagger UI lacks for screen readers and the keyboard: control names, heading levels,
 * and scrollable boxes that can be focused.
 */
export function nameControls(root: HTMLElement): void {
  const observer = new MutationObserver(() => repair(root));
  observer.observe(root, { childList: true, subtree: true });
  repair(root);
}

function repair(root: HTMLElement): void {
  for (const [selector, level] of HEADINGS) setMissing(root.querySelectorAll(selector), "aria-level", () => level);
  // Apart from these, everything is in the `main` of Swagger UI.
  setMissing(root.querySelectorAll(".information-container"), "role", () => "region");
  setMissing(root.querySelectorAll(".information-container"), "aria-label", () => "About this API");
  setMissing(root.querySelectorAll(".filter-container"), "role", () => "search");
  setMissing(root.querySelectorAll(".operation-filter-input"), "aria-label", (input) => input.getAttribute("placeholder") ?? "Filter");
  setMissing(root.querySelectorAll("textarea.body-param__text"), "aria-label", () => "Request body");
  setMissing(root.querySelectorAll(".responses-table[role=region]"), "aria-label", responsesOf);
  const controls = root.querySelectorAll("select, textarea, input:not([type=hidden])");
  setMissing(
    [...controls].filter((control) => !hasLabel(control)),
    "aria-label",
    (control) => captionOf(control, root),
  );
  setMissing([...root.querySelectorAll("pre")].filter(scrolls), "tabindex", () => "0");
}

function setMissing(elements: Iterable<Element>, name: string, toValue: (element: Element) => string): void {
  for (const element of elements) if (!element.hasAttribute(name)) element.setAttribute(name, toValue(element));
}

function hasLabel(control: Element): boolean {
  return control.hasAttribute("aria-labelledby") || (control as HTMLInputElement).labels?.length !== 0;
}

function responsesOf(table: Element): string {
  const operation = table.closest(".opblock");
  const [method, path] = [".opblock-summary-method", ".opblock-summary-path"].map(
    (css) => operation?.querySelector(css)?.textContent ?? "",
  );
  return `${table.classList.contains("live-responses-table") ? "Response to" : "Responses of"} ${method} ${path}`;
}

/** The nearest caption before the control, within the smallest box that has one. */
function captionOf(control: Element, root: HTMLElement): string {
  for (let box = control.parentElement; box !== null && box !== root; box = box.parentElement) {
    const captions = [...box.querySelectorAll(CAPTION)].filter((caption) => isBefore(caption, control));
    const text = captions.at(-1)?.textContent?.replace("*", "").trim();
    if (text) return text;
  }
  return "Value";
}

function isBefore(one: Node, other: Node): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function scrolls(box: Element): boolean {
  return box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
}
