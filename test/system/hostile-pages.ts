import { mkdir, writeFile } from "node:fs/promises";
import type { Page } from "playwright-core";

/** Policies that a site may send with its own pages: each may be one of the desk's. */
const OPENER_POLICIES = ["unsafe-none", "same-origin", "same-origin-allow-popups", "noopener-allow-popups"] as const;

export interface HostilePage {
  readonly path: string;
  /** A page with the same policies that it must be able to read, or the test proves nothing. */
  readonly control: string;
  readonly opener: (typeof OPENER_POLICIES)[number];
  readonly isIsolated: boolean;
}

export const HOSTILE_PAGES: readonly HostilePage[] = OPENER_POLICIES.flatMap((opener) =>
  [false, true].map((isIsolated) => {
    const folder = `/hostile/${opener}${isIsolated ? "-isolated" : ""}`;
    return { path: `${folder}/page.html`, control: `${folder}/control.html`, opener, isIsolated };
  }),
);

export const CONTROL_TEXT = "A page without protection";

/** nginx's lines for these pages. */
export function hostileLocations(): string {
  return HOSTILE_PAGES.map(({ path, opener, isIsolated }) => {
    const embedder = isIsolated ? "add_header Cross-Origin-Embedder-Policy require-corp;" : "";
    return `location ${path.slice(0, path.lastIndexOf("/") + 1)} { add_header Cross-Origin-Opener-Policy ${opener}; ${embedder} }`;
  }).join("\n");
}

/** @param dist folder of the site */
export async function writeHostilePages(dist: string): Promise<void> {
  for (const { path, control } of HOSTILE_PAGES) {
    await mkdir(`${dist}${path.slice(0, path.lastIndexOf("/"))}`, { recursive: true });
    await writeFile(dist + path, "<!doctype html><title>Hostile</title>");
    await writeFile(dist + control, `<!doctype html><title>Control</title><p>${CONTROL_TEXT}`);
  }
}

/**
 * How a page gets hold of a window with an address. Each runs in the page, and keeps the window as
 * `held`.
 */
export const WAYS = {
  "opens it": (address: string) => {
    Object.assign(window, { held: window.open(address) });
  },
  "opens a blank window first": (address: string) => {
    const held = window.open("");
    if (held !== null) held.location.href = address;
    Object.assign(window, { held });
  },
  "writes into a blank window first": (address: string) => {
    const held = window.open("");
    held?.document.write("<p>Mine");
    held?.document.close();
    if (held !== null) held.location.href = address;
    Object.assign(window, { held });
  },
  "writes into it, then shows a page of its own first": async (address: string) => {
    const held = window.open("");
    held?.document.write("<p>Mine");
    held?.document.close();
    if (held === null) throw new Error("no window");
    held.location.href = window.location.href;
    while (held.document.title !== "Hostile") await new Promise((resolve) => setTimeout(resolve, 10));
    held.location.href = address;
    Object.assign(window, { held });
  },
  "sends it to a window by name": (address: string) => {
    const held = window.open("", "mine");
    window.open(address, "mine");
    Object.assign(window, { held });
  },
  "has a link to a window by name": (address: string) => {
    const held = window.open("", "mine");
    const link = Object.assign(document.createElement("a"), { href: address, target: "mine", rel: "opener" });
    document.body.append(link);
    link.click();
    Object.assign(window, { held });
  },
  "has a form for a window by name": (address: string) => {
    const held = window.open("", "mine");
    const form = Object.assign(document.createElement("form"), { action: address, target: "mine" });
    document.body.append(form);
    form.submit();
    Object.assign(window, { held });
  },
} as const;
export type Way = keyof typeof WAYS;

/** Reads the window that a page holds, as far as the browser allows. */
export function readHeld(page: Page): Promise<{ readonly closed: boolean; readonly text: string; readonly address: string }> {
  return page.evaluate(() => {
    const { held } = window as unknown as { held: Window };
    try {
      return { closed: held.closed, text: held.document.body.textContent ?? "", address: held.location.href };
    } catch (error) {
      return { closed: held.closed, text: String(error), address: "" };
    }
  });
}
