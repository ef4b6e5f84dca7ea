/**
 * Ignores keys and clicks on a page until the owner has had time to see it, because another site
 * may have tricked the owner into typing or clicking just before it appeared.
 */

/** How long the page must be in the foreground without any input, in ms. */
const QUIET_MS = 1_000;
const INPUTS = ["keydown", "keyup", "pointerdown", "pointerup", "click"] as const;
const WAITING = "The desk ignores keys and clicks until there have been none for one second.";
const READY = "The desk accepts keys and clicks.";

/**
 * Waits on a page that the owner did not reach from the desk (it arrives with the class `waits`),
 * and after each return to a page by the Back button or by bringing its window or tab to the front.
 * Another site can cover the desk with its own window, and close that window between two clicks.
 * @returns begins another wait
 */
export function waitForQuiet(): { wait(): void } {
  let timer = 0;
  // Another window may have covered the page while it loaded.
  let isAway = document.visibilityState === "hidden" || !document.hasFocus();
  let isPressed = false;
  const hold = createHold();
  /**
   * Some browsers focus a page only on the first click, such as next to developer tools or in an
   * app.
   */
  const isInFront = (): boolean => document.visibilityState === "visible" && (document.hasFocus() || isPressed);
  const restart = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => (isInFront() ? hold.end() : restart()), QUIET_MS);
  };
  const wait = (): void => {
    hold.begin();
    restart();
  };
  const leave = (): void => {
    isAway = true;
    isPressed = false;
  };
  const comeBack = (event: Event): void => {
    if (event.type === "pointerdown" || event.type === "keydown") isPressed = true;
    const isInput = INPUTS.some((type) => type === event.type);
    if (isAway || (isWaiting() && isInput)) wait();
    isAway = false;
    if (!isWaiting() || !isInput || isOfText(event)) return;
    // The focus leaves a button only when the page is drawn next. Until then, it still receives keys.
    event.stopImmediatePropagation();
    const presses = !(event instanceof KeyboardEvent) || event.key === "Enter" || event.key === " ";
    if (presses) event.preventDefault();
  };
  if (isWaiting()) wait();
  addEventListener("pageshow", ({ persisted }) => persisted && wait());
  addEventListener("blur", leave);
  document.addEventListener("visibilitychange", (event) => (document.visibilityState === "hidden" ? leave() : comeBack(event)));
  // The click that brings the window to the front may arrive before `focus`.
  for (const type of ["focus", ...INPUTS]) addEventListener(type, comeBack, type !== "focus");
  return { wait };
}

/**
 * The state of a page that waits, and a screen reader's message about it. A text that the owner was
 * writing can be continued at once, because ordinary keys do not send it.
 */
function createHold(): { begin(): void; end(): void } {
  const page = document.querySelector(".page");
  const status = document.querySelector(".waiting");
  let focused: Element | null = null;
  const say = (text: string): void => {
    // Screen readers read each change aloud.
    if (status !== null && status.textContent !== text) status.textContent = text;
  };
  return {
    begin: () => {
      say(WAITING);
      if (isWaiting()) return;
      const active = document.activeElement;
      // An inert page would take the focus from the text.
      const isWriting = active instanceof HTMLTextAreaElement;
      focused = isWriting ? null : active;
      page?.toggleAttribute("inert", !isWriting);
      document.body.classList.add("waits");
    },
    end: () => {
      document.body.classList.remove("waits");
      page?.removeAttribute("inert");
      say(READY);
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    },
  };
}

/**
 * Whether the page ignores keys and clicks. In browsers without `inert`, the style sheet blocks
 * clicks.
 */
export function isWaiting(): boolean {
  return document.body.classList.contains("waits");
}

/** Whether a key only writes in a text field and cannot press a button. */
function isOfText(event: Event): boolean {
  if (!(event instanceof KeyboardEvent && event.target instanceof HTMLTextAreaElement)) return false;
  return event.key !== "Enter" || !(event.ctrlKey || event.metaKey);
}
