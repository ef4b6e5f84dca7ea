/** All that XML 1.0 (2.2, Char) does not allow, by reference or otherwise. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Text without characters that no XML document can hold; lone surrogates become U+FFFD. */
export function toXmlText(text: string): string {
  return text.toWellFormed().replace(NOT_XML, "");
}

/** Plain text as HTML, in elements and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
