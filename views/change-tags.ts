/** Changes of tags in the HTML of documents. New Astro projects have the same file. */

/** A comment, an element whose content is text, or an opening tag with its attributes. */
const TAG = /<!--[\s\S]*?-->|<(script|style|textarea)\b[\s\S]*?<\/\1|<([a-z][^\s/>]*)((?:=\s*(?:"[^"]*"|'[^']*')|=(?!\s*["'])|[^=>])*)>/gi;
const ATTRIBUTE = /([^\s"'<>/=]+)(\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/g;
/** Alignment of a column, as Markdown has it. HTML has classes for it now. */
const ALIGNED = /^ align="(left|center|right)"$/;
const LINKING_TAGS = ["a", "img", "source", "video", "audio"];

/**
 * HTML in which `toLocal` has changed the addresses of links and media, and code and tables, which
 * may be wide, can be focused. Only tags change: text and other attributes may hold the same
 * characters.
 */
export function changeTags(html: string, toLocal: (url: string) => string): string {
  return html.replace(TAG, (tag: string, _: string | undefined, name: string | undefined, attributes: string | undefined) => {
    if (name === undefined || attributes === undefined) return tag;
    if (/^(?:pre|table)$/i.test(name)) return `<${name} tabindex="0"${attributes}>`;
    if (/^t[hd]$/i.test(name)) return `<${name}${attributes.replace(ALIGNED, ' class="align-$1"')}>`;
    if (!LINKING_TAGS.includes(name.toLowerCase())) return tag;
    return `<${name}${attributes.replace(ATTRIBUTE, (_whole, key: string, is: string, value: string) => key + is + changeValue(key, value, toLocal))}>`;
  });
}

function changeValue(name: string, value: string, toLocal: (url: string) => string): string {
  const [, quote = "", text = ""] = /^(["']?)(.*)\1$/s.exec(value) ?? [];
  if (/^(?:href|src|poster)$/i.test(name)) return quote + toLocal(text) + quote;
  // Candidates begin after white space; addresses have none.
  return /^srcset$/i.test(name) ? quote + text.replace(/\S+/g, toLocal) + quote : value;
}
