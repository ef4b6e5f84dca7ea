/**
 * Opens the desk for an owner who types the number on the page. Another site can keep this page
 * hidden behind its own window, and have the owner press keys there, but nobody can type a number
 * without seeing it.
 */
export function askNumber(): void {
  const field = document.querySelector<HTMLInputElement>("[data-seen]");
  const link = document.querySelector<HTMLAnchorElement>("[data-open]");
  if (field === null || link === null) return;
  const { seen = "" } = field.dataset;
  field.addEventListener("input", () => {
    if (field.value === seen) link.click();
    // The page then shows another number, and waits again.
    else if (field.value.length >= seen.length) location.reload();
  });
}
