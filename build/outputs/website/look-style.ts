import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LOOKS, type Look, toAccents } from "../../../views/looks.ts";
import { PACKAGE_ROOT } from "../../shared/package-root.ts";
import type { ResolvedConfig } from "../../shared/resolved-config.ts";

/** The only source of the style sheets, including those of new Astro projects. */
const FOLDER = join(PACKAGE_ROOT, "templates/look");

/** Parts of every look, in order. The look itself comes after them. */
const PARTS = ["base", "menu", "headings", "lists", "document", "prose", "forms"] as const;
/** Parts that only some looks need. */
const FURTHER_PARTS: Readonly<Partial<Record<Look, readonly string[]>>> = { gallery: ["ratio"] };

/** Markdown features that authors may switch on. */
export type LookStyleOptions = Pick<ResolvedConfig["markdown"], "highlight" | "embeds" | "math" | "diagrams">;

/** The style sheet of a look, without the site's own accent colour. */
export function readLookStyle(look: Look, { highlight, embeds, math, diagrams }: LookStyleOptions): string {
  const { paper, accent } = LOOKS[look];
  const colors = `:root {\n  --paper: ${lightDark(paper)};\n  --accent: ${accent};\n}\n`;
  const switched = [...(highlight ? ["code"] : []), ...(embeds || math || diagrams ? ["writing"] : [])];
  const parts = [...PARTS, ...switched, look, ...(FURTHER_PARTS[look] ?? []), "print"];
  return shorten([colors, ...parts.map((name) => readFileSync(join(FOLDER, `${name}.css`), "utf8"))].join("\n"));
}

/**
 * Removes comments, indentation and spaces that CSS does not need. This saves 1.5 KB, compressed,
 * on a first visit.
 */
function shorten(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s*\n\s*/g, "\n")
    .replace(/^([\w-]+): /gm, "$1:")
    .replace(/ \{/g, "{")
    .replace(/;\n\}/g, "}")
    .replace(/([{;}])\n/g, "$1");
}

/**
 * The style for the accent colour, with its lightness changed until text in it is readable on both
 * backgrounds.
 */
export function toAccentStyle(look: Look, accentColor: string | null): string {
  return `\n:root {\n  --mark: ${lightDark(toAccents(look, accentColor))};\n}\n`;
}

function lightDark({ light, dark }: { readonly light: string; readonly dark: string }): string {
  return `light-dark(${light}, ${dark})`;
}
