/** All that XML 1.0 (2.2, Char) does not allow, by reference or otherwise. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Text without characters that no XML document can hold; lone surrogates become U+FFFD. */
export function toXmlText(text: string): string {
  return text.toWellFormed().replace(NOT_XML, "");
}
