const KEY = "octavo-scheme";

/** The button that pages have with `colorSchemeSwitch`. Without a script it stays hidden. */
export function startSchemeSwitch(): void {
  const button = document.querySelector<HTMLElement>("button.scheme");
  if (button === null) return;
  const { dataset } = document.documentElement;
  const chosen = readChoice();
  if (chosen !== null) dataset.scheme = chosen;
  button.hidden = false;
  button.addEventListener("click", () => {
    const now = dataset.scheme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    dataset.scheme = now === "dark" ? "light" : "dark";
    saveChoice(dataset.scheme);
  });
}

/** A browser that stores nothing forgets the choice with the page. */
function readChoice(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function saveChoice(scheme: string): void {
  try {
    localStorage.setItem(KEY, scheme);
  } catch {}
}
