import { readStoredTexts, writeStored } from "../../packages/octavo-client/elements/browser-storage.ts";

const STORED = ["localStorage", "octavo-scheme"] as const;

/**
 * Starts the button that pages have if `colorSchemeSwitch` is set. Without a script, it stays
 * hidden.
 */
export function startSchemeSwitch(): void {
  const button = document.querySelector<HTMLElement>("button.scheme");
  if (button === null) return;
  const { dataset } = document.documentElement;
  const { scheme } = readStoredTexts(...STORED);
  if (scheme !== undefined) dataset.scheme = scheme;
  button.hidden = false;
  button.onclick = () => {
    const now = dataset.scheme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    dataset.scheme = now === "dark" ? "light" : "dark";
    writeStored(...STORED, { scheme: dataset.scheme });
  };
}
