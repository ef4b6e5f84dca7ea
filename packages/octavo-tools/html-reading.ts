import { fromParse5 } from "hast-util-from-parse5";
import { toText } from "hast-util-to-text";
import { parseFragment } from "parse5";

/** HTML of the API as text for a terminal: paragraphs, lists and tables keep their lines. */
export function toHtmlText(html: string): string {
  return toText(fromParse5(parseFragment(html)));
}
