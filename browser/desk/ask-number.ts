import { ASK, WAIT_FIELD } from "./wait-field.ts";
import { isWaiting } from "./wait-for-quiet.ts";

const DIGITS = 3;
const WRONG_MAX = 3;

/**
 * Opens the desk for an owner who types the number on the page. Another site can keep this page
 * hidden behind its own window, and have the owner press keys there, but nobody can type a number
 * without seeing it. After a wrong number, the page shows another one and waits.
 */
export function askNumber(wait: () => void): void {
  const shown = document.querySelector("[data-number]");
  const field = document.querySelector<HTMLInputElement>("[data-typed]");
  const link = document.querySelector<HTMLAnchorElement>("[data-open]");
  if (shown === null || field === null || link === null) return;
  // A reload, or Enter in the address bar, would look like a visit by hand. A sandboxed page cannot
  // change its address.
  if (self.origin !== "null") history.replaceState(null, "", toAsking());
  field.maxLength = DIGITS;
  let wrong = 0;
  const show = (): void => {
    field.value = "";
    shown.textContent = toNumber(crypto.getRandomValues(new Uint16Array(DIGITS)));
  };
  show();
  for (const type of ["paste", "drop"]) field.addEventListener(type, (event) => event.preventDefault());
  field.addEventListener("input", () => {
    if (isWaiting()) field.value = "";
    else if (field.value === shown.textContent) link.click();
    else if (field.value.length >= DIGITS) {
      wrong += 1;
      show();
      wait();
      // Whoever does not see the number must not guess it.
      if (wrong === WRONG_MAX) field.replaceWith("Three wrong numbers: close this page, and open the desk again.");
    }
  });
}

/**
 * Asks for a number if the browser has gone back or forward to the desk from elsewhere, because
 * another site can cause that behind a window of its own. A sandboxed page cannot see from where.
 */
export function askAfterReturn(): void {
  if (self.origin === "null") return;
  const ask = (isReturn: boolean): void => {
    if (isReturn && window.navigation?.activation?.from == null) location.replace(toAsking());
  };
  const [entry] = performance.getEntriesByType("navigation");
  ask(entry instanceof PerformanceNavigationTiming && entry.type === "back_forward");
  addEventListener("pageshow", ({ persisted }) => ask(persisted));
}

/** This page's address, for which the server asks. */
function toAsking(): URL {
  const url = new URL(location.href);
  url.searchParams.set(WAIT_FIELD, ASK);
  return url;
}

function toNumber(values: Uint16Array): string {
  return Array.from(values, (value) => value % 10).join("");
}
