/** As CommonMark has it (2.3): NUL becomes U+FFFD, and so does half a surrogate pair, which no UTF-8 file can hold. */
export function normalize(markdown: string): string {
  return markdown.replaceAll("\r\n", "\n").replaceAll("\0", "\ufffd").toWellFormed();
}
