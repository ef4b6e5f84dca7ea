/**
 * If a page was not opened from the desk, this ignores keys and clicks until the owner has had time
 * to see it, because another site may have tricked the owner into typing or clicking just before.
 */

/** How long the page must be in the foreground without any input, ms. */
const QUIET_MS = 1_000;
const INPUTS = ["keydown", "keyup", "pointerdown", "pointerup"] as const;

export function waitForQuiet(): void {
  const { body } = document;
  let timer = 0;
  const restart = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => (document.visibilityState === "visible" && document.hasFocus() ? end() : restart()), QUIET_MS);
  };
  const end = (): void => {
    body.inert = false;
    delete body.dataset.wait;
    for (const type of INPUTS) removeEventListener(type, restart, true);
  };
  const wait = (): void => {
    body.inert = true;
    for (const type of INPUTS) addEventListener(type, restart, true);
    restart();
  };
  const [entry] = performance.getEntriesByType("navigation");
  // Another site can send its window back to the desk.
  const isBack = entry instanceof PerformanceNavigationTiming && entry.type === "back_forward";
  // Until this script runs, the style sheet blocks clicks (`data-wait`).
  if (isBack || body.dataset.wait !== undefined) wait();
  addEventListener("pageshow", ({ persisted }) => persisted && wait());
}
