const DIGITS = 3;

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
  const show = (): void => {
    field.value = "";
    shown.textContent = toNumber(crypto.getRandomValues(new Uint16Array(DIGITS)));
  };
  show();
  field.addEventListener("input", () => {
    if (field.value === shown.textContent) link.click();
    else if (field.value.length >= DIGITS) {
      show();
      wait();
    }
  });
}

function toNumber(values: Uint16Array): string {
  return Array.from(values, (value) => value % 10).join("");
}
