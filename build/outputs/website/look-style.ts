import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LOOKS, type Look, toAccents } from "../../../views/looks.ts";
import { PACKAGE_ROOT } from "../../shared/package-root.ts";
import type { ResolvedConfig } from "../../shared/resolved-config.ts";

/** The one source of the style sheets, of new Astro projects as well. */
const FOLDER = join(PACKAGE_ROOT, "templates/look");

/** Parts of every look, in their order. The look itself comes after them. */
const PARTS = ["base", "menu", "headings", "lists", "document", "prose", "forms"] as const;
/** Parts that only some looks need. */
const FURTHER_PARTS: Readonly<Partial<Record<Look, readonly string[]>>> = { gallery: ["ratio"] };

/** Parts of Markdown that authors may switch on. */
export type LookStyleOptions = Pick<ResolvedConfig["markdown"], "highlight" | "embeds" | "math" | "diagrams">;

/** The style sheet of a look, without an accent of the site's own. */
export function readLookStyle(look: Look, { highlight, embeds, math, diagrams }: LookStyleOptions): string {
  const { paper, accent } = LOOKS[look];
  const colors = `:root {\n  --paper: ${lightDark(paper)};\n  --accent: ${accent};\n}\n`;
  const switched = [...(highlight ? ["code"] : []), ...(embeds || math || diagrams ? ["writing"] : [])];
  const parts = [...PARTS, ...switched, look, ...(FURTHER_PARTS[look] ?? []), "print"];
  return shorten([colors, ...parts.map((name) => readFileSync(join(FOLDER, `${name}.css`), "utf8"))].join("\n"));
}

/** Without comments, indentation and spaces that CSS does not need: 1.5 KB of a first visit, compressed. */
function shorten(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s*\n\s*/g, "\n")
    .replace(/^([\w-]+): /gm, "$1:")
    .replace(/ \{/g, "{")
    .replace(/;\n\}/g, "}")
    .replace(/([{;}])\n/g, "$1");
}

/** The accent, moved in lightness until text in it can be read on both papers. */
export function toAccentStyle(look: Look, accentColor: string | null): string {
  return `\n:root {\n  --mark: ${lightDark(toAccents(look, accentColor))};\n}\n`;
}

function lightDark({ light, dark }: { readonly light: string; readonly dark: string }): string {
  return `light-dark(${light}, ${dark})`;
}
