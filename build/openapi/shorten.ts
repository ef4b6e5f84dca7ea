/** Number of array items that an example keeps. */
const ITEMS_MAX = 3;
/** Length of long texts in an example, in UTF-16 code units. */
const TEXT_MAX = 400;
const LONG_TEXT = /(?:Html|Text|^excerpt|^description)$/;

/**
 * Shortens a response for an example: arrays to a few items, and long texts to their beginnings.
 * The result still matches the schema.
 */
export function shortenExample(value: unknown, name = ""): unknown {
  if (typeof value === "string") return LONG_TEXT.test(name) ? shortenText(value, name.endsWith("Html")) : value;
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((item: unknown) => shortenExample(item, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shortenExample(member, key)]));
}

/** Shortens a text. HTML is reduced to its first paragraph, if it has one. */
function shortenText(text: string, isHtml: boolean): string {
  if (text.length <= TEXT_MAX) return text;
  const paragraph = isHtml ? text.indexOf("</p>") : -1;
  if (paragraph >= 0) return text.slice(0, paragraph + "</p>".length);
  const end = text.lastIndexOf(" ", TEXT_MAX);
  return `${text.slice(0, end > 0 ? end : TEXT_MAX).toWellFormed()}…`;
}
