/** Pixels that the visitor had scrolled at an entry of the history; null: a new entry. */
export function rememberedTop(): number | null {
  const top: unknown = history.state?.top;
  return typeof top === "number" ? top : null;
}

/** Keeps the scroll position in the entry of the history, since views come after the browser would restore it. */
export function rememberScrolling(): void {
  history.scrollRestoration = "manual";
  const save = (): void => history.replaceState({ ...history.state, top: scrollY }, "");
  addEventListener("scrollend", save);
  addEventListener("pagehide", save);
}

/** Longest wait for what the view loads by itself: results of a search, comments, ms. */
const GROWTH_MAX_MS = 3_000;

/** Scrolls to a position as soon as the page is long enough, unless the visitor scrolls first. */
export function returnTo(top: number, main: HTMLElement, signal: AbortSignal): void {
  const stop = new AbortController();
  const isThere = (): boolean => {
    scrollTo({ top, behavior: "instant" });
    return Math.abs(scrollY - top) < 2;
  };
  if (isThere()) return;
  const growth = new ResizeObserver(() => isThere() && stop.abort());
  const timer = setTimeout(() => stop.abort(), GROWTH_MAX_MS);
  stop.signal.addEventListener("abort", () => {
    growth.disconnect();
    clearTimeout(timer);
  });
  for (const name of ["wheel", "pointerdown", "keydown", "touchstart"])
    addEventListener(name, () => stop.abort(), { signal: stop.signal, passive: true });
  signal.addEventListener("abort", () => stop.abort(), { signal: stop.signal });
  growth.observe(main);
}
