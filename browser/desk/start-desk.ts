/**
 * Keyboard shortcuts of the owner's desk. A key presses the button or link with that `data-key` in
 * the current item or, failing that, outside all items. Everything that a key does can also be done
 * with a form, without this script.
 */

import { askAfterReturn, askNumber } from "./ask-number.ts";
import { usePasskeys } from "./use-passkeys.ts";
import { isWaiting, waitForQuiet } from "./wait-for-quiet.ts";

/** How soon after the page appears a key still counts as meant for the previous page, in ms. */
const LOOK_MIN_MS = 250;
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };

const items = [...document.querySelectorAll<HTMLElement>("[data-item]")];
const help = document.querySelector(".keys-help");
const shownAt = performance.now();
let sent = false;
const named = items.find(({ id }) => id !== "" && `#${id}` === location.hash) ?? null;
let current = named ?? items[0] ?? null;

function mark(item: HTMLElement): void {
  current?.classList.remove("current");
  current = item;
  item.classList.add("current");
}

function moveTo(item: HTMLElement): void {
  mark(item);
  item.focus({ preventScroll: true });
  // A tall item is shown from its beginning.
  item.scrollIntoView({ block: item.offsetHeight > innerHeight / 2 ? "start" : "nearest" });
}

function step(by: number): void {
  const next = items[(current === null ? -1 : items.indexOf(current)) + by];
  if (next !== undefined) moveTo(next);
}

function find(key: string): HTMLElement | null {
  const has = (element: HTMLElement): boolean => element.dataset.key === key;
  const own = [...(current?.querySelectorAll<HTMLElement>("[data-key]") ?? [])].find(has);
  const isOfItem = (element: HTMLElement): boolean => element.closest("[data-item]") !== null;
  return own ?? [...document.querySelectorAll<HTMLElement>("[data-key]")].find((element) => has(element) && !isOfItem(element)) ?? null;
}

function press(element: HTMLElement): void {
  const details = element.localName === "summary" ? element.closest("details") : null;
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) element.focus();
  else if (details === null) element.click();
  else {
    details.open = !details.open;
    const inside = details.open ? details.querySelector<HTMLElement>("textarea, button") : element;
    inside?.focus();
    details.scrollIntoView({ block: "nearest" });
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target instanceof HTMLInputElement;
}

/** Ctrl+Enter in a text field presses the button that follows it. */
function sendText({ target }: Event): void {
  if (!(target instanceof HTMLTextAreaElement) || target.form === null) return;
  const buttons = [...target.form.querySelectorAll<HTMLButtonElement>("button")];
  buttons.find((button) => target.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING)?.click();
}

const { wait } = waitForQuiet();

addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.repeat && !event.isComposing) return sendText(event);
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
  if (isTyping(event.target)) {
    if (event.key === "Escape") current?.focus();
    return;
  }
  if (sent || isWaiting() || performance.now() - shownAt < LOOK_MIN_MS) return;
  const by = STEPS[event.key];
  const element = find(event.key);
  if (by !== undefined) step(by);
  else if (event.key === "?") help?.classList.toggle("open");
  else if (element !== null) press(element);
  else return;
  event.preventDefault();
});

// An item reached by Tab or a click becomes the current one.
addEventListener("focusin", ({ target }) => {
  const item = target instanceof Element ? target.closest<HTMLElement>("[data-item]") : null;
  if (item !== null) mark(item);
});

// A form is sent only once. A download does not leave the page, so it may be repeated.
addEventListener("submit", (event) => {
  if (event.target instanceof Element && event.target.matches("[data-download]")) return;
  if (sent) event.preventDefault();
  sent = true;
});
addEventListener("pageshow", () => {
  sent = false;
});

askAfterReturn();
askNumber(wait);
usePasskeys();
document.documentElement.classList.add("with-keys");
help?.classList.add("open");
// A newly opened page stays at the top. After a decision, the URL's fragment names the next item.
if (named !== null) moveTo(named);
else if (current !== null) mark(current);
