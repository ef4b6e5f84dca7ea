import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SiteSettings } from "../../../contract/schemas/site.ts";
import { toReadableAccent } from "../../../views/accent.ts";
import { SITE_SCRIPT_PATH, SITE_STYLE_PATH } from "../../../views/head.ts";
import type { Inputs } from "../../cache/inputs.ts";
import { OutsideLinks, type OutsideLinksOptions } from "../../listing/outside-links.ts";
import type { Diagnostics } from "../../shared/diagnostics.ts";
import { PACKAGE_ROOT } from "../../shared/package-root.ts";
import type { ResolvedConfig } from "../../shared/resolved-config.ts";
import { showPath } from "../../shared/source-file.ts";
import type { TextFile } from "../index/text-file.ts";

/** The one source of the style sheet; new Astro projects get a copy. */
const STYLE_SOURCE = join(PACKAGE_ROOT, "templates/astro/src/styles/site.css");
/** Colours of code, and its marked and numbered lines. */
const CODE_STYLE_SOURCE = join(PACKAGE_ROOT, "templates/astro/src/styles/code.css");
/** Cards, formulas and diagrams. */
const WRITING_STYLE_SOURCE = join(PACKAGE_ROOT, "templates/look/writing.css");
/** Backgrounds of pages there. */
const PAPER = { light: "#fbfaf7", dark: "#16181b" } as const;

/** The owner's own files beside the content: they are added as they are. */
const OWN_FILES = { theme: "theme.css", headHtml: "head.html", footerHtml: "footer.html" } as const;
export type OwnFiles = Readonly<Record<keyof typeof OWN_FILES, string>>;

interface OwnFilesOptions extends OutsideLinksOptions {
  readonly cwd: string;
  readonly config: OutsideLinksOptions["config"] & Pick<ResolvedConfig, "markdown">;
  readonly inputs: Inputs;
  readonly diagnostics: Diagnostics;
}

/**
 * Texts of the owner's own files; "" for each that is not there. Colours of code come before the
 * owner's theme, which may change them. A link out of the site's folders is an error.
 */
export function readOwnFiles({ cwd, inputs, diagnostics, ...options }: OwnFilesOptions): OwnFiles {
  const { config, contentDir } = options;
  const outside = new OutsideLinks(options, (name) => [name]);
  const read = (name: string): string => {
    const file = join(contentDir, name);
    inputs.note(file);
    if (!outside.mayRead(name)) return "";
    try {
      return readFileSync(file, "utf8");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
      throw error;
    }
  };
  const codeStyle = (config.markdown.highlight ? readFileSync(CODE_STYLE_SOURCE, "utf8") : "") + readWritingStyle(config.markdown);
  const own = { theme: codeStyle + read(OWN_FILES.theme), headHtml: read(OWN_FILES.headHtml), footerHtml: read(OWN_FILES.footerHtml) };
  outside.report((name) => ({ path: showPath(cwd, join(contentDir, name)) }), diagnostics);
  return own;
}

/** Styles of what the author may switch on. */
function readWritingStyle({ embeds, math, diagrams }: OwnFilesOptions["config"]["markdown"]): string {
  return embeds || math || diagrams ? readFileSync(WRITING_STYLE_SOURCE, "utf8") : "";
}

/**
 * The style sheet and the script of all pages. Their names have no hash, so a change of style rewrites one file.
 * @param scripts of the site, by name of file; {}: it has none
 */
export function toStyleFiles(
  { accentColor }: Pick<SiteSettings, "accentColor">,
  { theme }: OwnFiles,
  scripts: Readonly<Record<string, string>>,
): readonly TextFile[] {
  const style = readFileSync(STYLE_SOURCE, "utf8") + toAccentStyle(accentColor) + theme;
  // Each is a program of its own and asks for its own script element.
  const script = [scripts["octavo-elements.js"], scripts["octavo-engagement.js"], scripts["octavo-embeds.js"]]
    .filter((text) => text !== undefined)
    .join("\n");
  return [
    { path: SITE_STYLE_PATH.slice(1), text: style },
    { path: SITE_SCRIPT_PATH.slice(1), text: script },
  ];
}

/** The accent, moved in lightness until text in it can be read on both papers. */
function toAccentStyle(accentColor: string | null): string {
  if (accentColor === null) return "";
  const [light, dark] = [toReadableAccent(accentColor, PAPER.light), toReadableAccent(accentColor, PAPER.dark)];
  return `\n:root {\n  --mark: ${light};\n}\n\n@media (prefers-color-scheme: dark) {\n  :root {\n    --mark: ${dark};\n  }\n}\n`;
}
