/**
 * If the owner may not have seen a page yet, this ignores keys and clicks until there was time to see
 * it, because another site may have tricked the owner into typing or clicking just before.
 */

/** How long the page must be in the foreground without any input, ms. */
const QUIET_MS = 1_000;
const INPUTS = ["keydown", "keyup", "pointerdown", "pointerup"] as const;

/**
 * Waits on a page that the desk did not lead to (it arrives `inert`), and after each return to a
 * page: by the Back button, or because its window or tab is in front again. Another site can cover
 * the desk with its own window and close that between two clicks.
 */
export function waitForQuiet(): void {
  const { body } = document;
  let timer = 0;
  let isAway = document.visibilityState === "hidden";
  let focused: Element | null = null;
  const restart = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => (document.visibilityState === "visible" && document.hasFocus() ? end() : restart()), QUIET_MS);
  };
  const end = (): void => {
    body.inert = false;
    // A text that the owner was writing.
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  };
  const wait = (): void => {
    if (!body.inert) focused = document.activeElement;
    body.inert = true;
    restart();
  };
  const leave = (): void => {
    isAway = true;
  };
  const comeBack = (): void => {
    if (isAway || body.inert) wait();
    isAway = false;
  };
  const [entry] = performance.getEntriesByType("navigation");
  // Another site can send its window back to the desk.
  const isBack = entry instanceof PerformanceNavigationTiming && entry.type === "back_forward";
  if (isBack || body.inert) wait();
  addEventListener("pageshow", ({ persisted }) => persisted && wait());
  addEventListener("blur", leave);
  document.addEventListener("visibilitychange", () => (document.visibilityState === "hidden" ? leave() : comeBack()));
  // The click that brings the window to the front may arrive before `focus`.
  for (const type of ["focus", ...INPUTS]) addEventListener(type, comeBack, type !== "focus");
}
