import { toReadableAccent } from "./accent.ts";

/**
 * Colours of a look, `#rrggbb`. The rest of the look is in its style sheet,
 * templates/look/<name>.css.
 */
interface LookColors {
  /** Backgrounds of pages. */
  readonly paper: { readonly light: string; readonly dark: string };
  /** The accent of sites that do not set one. */
  readonly accent: string;
}

/** The looks that a site's pages can have. */
export const LOOKS = {
  book: { paper: { light: "#fbfaf7", dark: "#16181b" }, accent: "#7a5a2f" },
  plain: { paper: { light: "#ffffff", dark: "#17181a" }, accent: "#1f5fae" },
  gallery: { paper: { light: "#f6f6f6", dark: "#141414" }, accent: "#55606b" },
} as const satisfies Readonly<Record<string, LookColors>>;

export type Look = keyof typeof LOOKS;
export const LOOK_NAMES = Object.keys(LOOKS) as readonly Look[];
export const DEFAULT_LOOK: Look = "book";

/**
 * The accent on the backgrounds of a look, with its lightness changed until text in it is readable
 * on each.
 */
export function toAccents(look: Look, accentColor: string | null): LookColors["paper"] {
  const { paper, accent } = LOOKS[look];
  const own = accentColor ?? accent;
  return { light: toReadableAccent(own, paper.light), dark: toReadableAccent(own, paper.dark) };
}
