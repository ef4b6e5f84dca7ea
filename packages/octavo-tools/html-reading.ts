import { fromParse5 } from "hast-util-from-parse5";
import { toText } from "hast-util-to-text";
import { parseFragment } from "parse5";

/**
 * Converts the API's HTML to text for a terminal. Paragraphs, lists and tables keep their lines.
 */
export function toHtmlText(html: string): string {
  return toText(fromParse5(parseFragment(html)));
}
