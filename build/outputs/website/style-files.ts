import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SITE_SCRIPT_PATH, SITE_STYLE_PATH } from "../../../views/frame/site-shell.ts";
import type { FrameFacts } from "../../../views/site-view.ts";
import type { Inputs } from "../../cache/inputs.ts";
import type { SiteDocument } from "../../kinds/site-kind.ts";
import { OutsideLinks, type OutsideLinksOptions } from "../../listing/outside-links.ts";
import type { Diagnostics } from "../../shared/diagnostics.ts";
import { showPath } from "../../shared/source-file.ts";
import type { TextFile } from "../index/text-file.ts";
import { type LookStyleOptions, readLookStyle, toAccentStyle } from "./look-style.ts";
import { toSiteScript } from "./site-script.ts";

/** The owner's own files in the content folder. They are added unchanged. */
const OWN_FILES = { theme: "theme.css", headHtml: "head.html", footerHtml: "footer.html" } as const;

/** The look of pages that the owner chose. */
export interface OwnLook extends Pick<FrameFacts, "look" | "hasSchemeSwitch" | "headHtml" | "footerHtml"> {
  /** The whole style sheet. */
  readonly style: string;
}

export interface OwnLookOptions extends OutsideLinksOptions {
  readonly cwd: string;
  readonly config: OutsideLinksOptions["config"] & { readonly markdown: LookStyleOptions };
  readonly site: Pick<SiteDocument, "look" | "colorSchemeSwitch" | "accentColor">;
  readonly inputs: Inputs;
  readonly diagnostics: Diagnostics;
}

/**
 * Reads the look that site.yaml names, with the owner's own files, or "" for missing ones. The
 * owner's theme comes last. A link out of the site's folders is an error.
 */
export function readOwnLook({ cwd, inputs, diagnostics, site, ...options }: OwnLookOptions): OwnLook {
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
  const { look, colorSchemeSwitch: hasSchemeSwitch, accentColor } = site;
  const style = readLookStyle(look, config.markdown) + toAccentStyle(look, accentColor) + read(OWN_FILES.theme);
  const own = { look, hasSchemeSwitch, style, headHtml: read(OWN_FILES.headHtml), footerHtml: read(OWN_FILES.footerHtml) };
  outside.report((name) => ({ path: showPath(cwd, join(contentDir, name)) }), diagnostics);
  return own;
}

/**
 * Creates the style sheet and the script of all pages. Their names have no hash, so a change of
 * style rewrites only one file.
 * @param scripts the site's scripts by file name; {} if it has none
 * @param language the site's language
 */
export function toStyleFiles({ style }: OwnLook, scripts: Readonly<Record<string, string>>, language: string): readonly TextFile[] {
  return [
    { path: SITE_STYLE_PATH.slice(1), text: style },
    { path: SITE_SCRIPT_PATH.slice(1), text: toSiteScript(scripts, language) },
  ];
}
