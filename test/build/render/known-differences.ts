/**
 * Differences between Sätteri 0.10 and remark-parse that are accepted: in texts that nobody writes,
 * or where Sätteri follows CommonMark and the reference does not. White space between the tags of
 * raw HTML is not compared, since browsers show none of it.
 */
export interface KnownDifference {
  readonly why: string;
  readonly markdown: string;
  /** Texts that the fuzz test skips: the example and as little else as possible. */
  readonly pattern: RegExp;
}

export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    why: "a list that ends in a blank line of its quotation is loose for the reference, but tight by CommonMark",
    markdown: "> - a\n>\n> 2. b",
    pattern: /^[ \t>]*>.*(?:[-+*]|\d[.)]).*\n[ >]*>[ \t]*$/m,
  },
  {
    why: "a bare address ends at a different place if marks or brackets are in it or after it",
    markdown: "www.x.y、__> \n",
    pattern: /(?:https?:\/\/|www\.)\S*(?:[@\]~_]|:\/\/|www)|:\/\/\./,
  },
  {
    why: "a fence without an end in a list loses its blank lines",
    markdown: "1. ~~~~\n\n\n  + \n",
    pattern: /^[ \t>]*(?:(?:[-+*]|\d+[.)])[ \t]+)*(?:~~~|```)/m,
  },
  {
    why: "indented code below a row without a | is also split into two blocks",
    markdown: "- a\n\na|b\n-|-\n1|2\n3\n    c\n    d",
    pattern: /^[ \t>]*\|?-.*\n[^\n]*\n(?:[^\n|]+\n)+(?: {4}|\t)/m,
  },
  {
    why: "a footnote whose text begins like an item",
    markdown: "a\n[^1]: *\nb",
    pattern: /\[\^1\]: (?:[-+*\d]|.*\n[ \t]{4})/,
  },
  {
    why: "a line break also counts as a task's box",
    markdown: "- [\n] a\n",
    pattern: /\[\n/,
  },
  {
    why: "a task that is the head of a table loses its box",
    markdown: "- [ ] a\n  ---|\n",
    pattern: /\[[ xX]\].*\n[ \t>]+[-|:]/,
  },
];
