/**
 * Ignores keys and clicks on a page until the owner has had time to see it, because another site
 * may have tricked the owner into typing or clicking just before it appeared.
 */

/** How long the page must be in the foreground without any input, in ms. */
const QUIET_MS = 1_000;
const INPUTS = ["keydown", "keyup", "pointerdown", "pointerup"] as const;

/**
 * Waits on a page that the owner did not reach from the desk (it arrives `inert`), and after each
 * return to a page by the Back button or by bringing its window or tab to the front. Another site
 * can cover the desk with its own window, and close that window between two clicks.
 */
export function waitForQuiet(): void {
  let timer = 0;
  // Another window may have covered the page while it loaded.
  let isAway = document.visibilityState === "hidden" || !document.hasFocus();
  let isPressed = false;
  let focused: Element | null = null;
  /**
   * Some browsers focus a page only on the first click, such as next to developer tools or in an
   * app.
   */
  const isInFront = (): boolean => document.visibilityState === "visible" && (document.hasFocus() || isPressed);
  const restart = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => (isInFront() ? end() : restart()), QUIET_MS);
  };
  const end = (): void => {
    setWaiting(false);
    // The text field in which the owner was writing.
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  };
  const wait = (): void => {
    if (!isWaiting()) focused = document.activeElement;
    setWaiting(true);
    restart();
  };
  const leave = (): void => {
    isAway = true;
    isPressed = false;
  };
  const comeBack = (event: Event): void => {
    if (event.type === "pointerdown") isPressed = true;
    if (isAway || isWaiting()) wait();
    isAway = false;
    if (!isWaiting() || !(event instanceof KeyboardEvent)) return;
    // The focus leaves a text field only when the page is drawn next. Until then, it still receives
    // keys.
    event.stopImmediatePropagation();
    if (event.key === "Enter" || event.key === " ") event.preventDefault();
  };
  const [entry] = performance.getEntriesByType("navigation");
  // Another site can send its window back to the desk.
  const isBack = entry instanceof PerformanceNavigationTiming && entry.type === "back_forward";
  if (isBack || isWaiting()) wait();
  addEventListener("pageshow", ({ persisted }) => persisted && wait());
  addEventListener("blur", leave);
  document.addEventListener("visibilitychange", (event) => (document.visibilityState === "hidden" ? leave() : comeBack(event)));
  // The click that brings the window to the front may arrive before `focus`.
  for (const type of ["focus", ...INPUTS]) addEventListener(type, comeBack, type !== "focus");
}

/**
 * Whether the page ignores keys and clicks. In browsers without `inert`, the style sheet blocks
 * clicks.
 */
export function isWaiting(): boolean {
  return document.body.hasAttribute("inert");
}

function setWaiting(waits: boolean): void {
  document.body.toggleAttribute("inert", waits);
}
