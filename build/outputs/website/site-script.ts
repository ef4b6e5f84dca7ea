import { SITE_SCRIPT_PART } from "../../../contract/static-files.ts";
import { primaryOf } from "../../../views/list-languages.ts";

/** Scripts by file name; {} if the site has none. */
type Scripts = Readonly<Record<string, string>>;

/**
 * Scripts that are joined in /site.js. Each looks for its own script element, so that they can also
 * be separate files.
 */
const PARTS = [SITE_SCRIPT_PART, "octavo-engagement.js", "octavo-embeds.js"];

/** The script of all pages: the elements' texts in the site's language, then its parts. */
export function toSiteScript(scripts: Scripts, language: string): string {
  const parts = PARTS.flatMap((name) => scripts[name] ?? []);
  return parts.length === 0 ? "" : [toTexts(scripts, language), ...parts].join("\n");
}

function toTexts(scripts: Scripts, language: string): string {
  const read = (name: string): string | undefined => scripts[`octavo-elements.${name}.json`];
  const primary = primaryOf(language);
  const own = read(primary) === undefined ? "en" : primary;
  const texts: unknown = { ...JSON.parse(read("en") ?? "{}"), ...JSON.parse(read(own) ?? "{}") };
  // Names without quotes are shorter. Quotes inside a text have a backslash, so they do not match.
  return `const OCTAVO_TEXTS=${JSON.stringify({ language: own, texts }).replaceAll(/"(\w+)":/g, "$1:")};`;
}
