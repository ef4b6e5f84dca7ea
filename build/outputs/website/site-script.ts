import { SITE_SCRIPT_PART } from "../../../contract/static-files.ts";
import { primaryOf } from "../../../views/list-languages.ts";

/** Scripts by name of file; {}: the site has none. */
type Scripts = Readonly<Record<string, string>>;

/** Programs in /site.js. Each asks for its own script element, so that they can also be files. */
const PARTS = [SITE_SCRIPT_PART, "octavo-engagement.js", "octavo-embeds.js"];

/** The script of all pages: the elements' words in the site's language, then its parts. */
export function toSiteScript(scripts: Scripts, language: string): string {
  const parts = PARTS.flatMap((name) => scripts[name] ?? []);
  return parts.length === 0 ? "" : [toTexts(scripts, language), ...parts].join("\n");
}

function toTexts(scripts: Scripts, language: string): string {
  const read = (name: string): string | undefined => scripts[`octavo-elements.${name}.json`];
  const primary = primaryOf(language);
  const own = read(primary) === undefined ? "en" : primary;
  const texts: unknown = { ...JSON.parse(read("en") ?? "{}"), ...JSON.parse(read(own) ?? "{}") };
  // Names without quotes are shorter. Inside a text, quotes have a backslash.
  return `const OCTAVO_TEXTS=${JSON.stringify({ language: own, texts }).replaceAll(/"(\w+)":/g, "$1:")};`;
}
