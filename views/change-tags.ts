/** Changes tags in the HTML of documents. New Astro projects have the same file. */

/**
 * A comment, an element whose content is text, or an opening tag with its attributes. Most tags
 * that need no change and have no other tag in an attribute are skipped, because code has thousands
 * of them.
 */
const TAG =
  /<!--[\s\S]*?-->|<(script|style|textarea)\b[\s\S]*?<\/\1|<(?!(?!a|i|pre|so|t|v)(?:"[^<>"]*"|[^<>"'])*>)([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;
const ATTRIBUTE = /([^\s"'<>/=]+\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/g;
/** Alignment of a column, as Markdown renderers write it. HTML now has classes for it. */
const ALIGNED = /^ align="(left|center|right)"$/;
/** Attributes of a task list's checkbox. */
const TASK_BOX = /^ type="checkbox"(?: checked)? disabled$/;
/** Ends the text of a list item. */
const BLOCK = /<\/?(?:blockquote|div|dl|h\d|input|li|ol|p|pre|table|ul)\b/i;
/**
 * Maximum number of characters of an item that go into its label. Screen readers announce a label
 * as a whole.
 */
const LABEL_SOURCE_MAX = 2_000;
/** A tag or an entity that was cut off. */
const CUT_END = /(?:<[^>]*|&[^;\s]*)$/;
const INLINE_TAG = /<(?:"[^"]*"|'[^']*'|[^"'>])*>/g;
const LINKING_TAG = /^(?:a|audio|img|source|video)$/i;
const ADDRESS = /^(?:href|poster|src|srcset)\s*=/i;
/** Addresses contain no white space, which separates the candidates in `srcset`. */
const URLS = /[^\s"'>]+/g;

/**
 * HTML in which `toLocal` has changed the addresses of links and media. Code and tables, which may
 * be wide, can be focused, and checkboxes of task lists are named after their items. Only tags
 * change: text and other attributes may contain the same characters.
 */
export function changeTags(html: string, toLocal: (url: string) => string): string {
  return html.replace(TAG, (tag: string, _: string | undefined, name = "", attributes: string | undefined, at: number) => {
    if (attributes === undefined) return tag;
    if (/^(?:pre|table)$/i.test(name)) return `<${name} tabindex="0"${attributes}>`;
    if (/^t[hd]$/i.test(name)) return `<${name}${attributes.replace(ALIGNED, ' class="align-$1"')}>`;
    if (TASK_BOX.test(attributes)) return `<${name}${attributes}${nameBox(html, at + tag.length)}>`;
    if (!LINKING_TAG.test(name)) return tag;
    return `<${name}${attributes.replace(ATTRIBUTE, (_, key: string, value: string) => key + (ADDRESS.test(key) ? value.replace(URLS, toLocal) : value))}>`;
  });
}

/** The label of a checkbox, from the text after it: screen readers announce both together. */
function nameBox(html: string, from: number): string {
  const source = html.slice(from, from + LABEL_SOURCE_MAX);
  const end = source.search(BLOCK);
  const inline = end >= 0 ? source.slice(0, end) : source.length < LABEL_SOURCE_MAX ? source : source.replace(CUT_END, "");
  const text = inline.replace(INLINE_TAG, "").replace(/\s+/g, " ").trim();
  return text === "" ? "" : ` aria-label="${text.replaceAll('"', "&quot;")}"`;
}
