/** All characters that XML 1.0 (section 2.2, Char) forbids, even as references. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Removes characters that an XML document cannot contain; lone surrogates become U+FFFD. */
export function toXmlText(text: string): string {
  return text.toWellFormed().replace(NOT_XML, "");
}
