/**
 * Automatic reasons to mark a submission as spam: a filled honeypot, a fourth link, a word on the
 * owner's list. Spam is stored, and can be listed and approved. Its sender gets the same answer as
 * everybody else.
 */

/** Links allowed in a comment, not counting authorUrl. */
export const LINKS_MAX = 3;

export interface Submission {
  /** As typed. */
  readonly body: string;
  /**
   * As a reader sees it (`RenderedComment.text`): entities resolved, emphasis inside words removed.
   * Default: only the body.
   */
  readonly text?: string;
  /** `RenderedComment.linkCount`. */
  readonly linkCount: number;
  readonly authorName?: string | null;
  readonly authorUrl?: string | null;
  /** The honeypot's value, of any type. Absent, null, false and blank mean unfilled. */
  readonly honeypot?: unknown;
  /** The owner's list, see `parseWordList`. */
  readonly words?: readonly string[];
}

export interface SpamAssessment {
  readonly spam: boolean;
  /** `honeypot`, `links`, `words: casino, …`; empty if it is not spam. */
  readonly reasons: readonly string[];
}

export function assessSpam(submission: Submission): SpamAssessment {
  const { honeypot, linkCount, words = [] } = submission;
  const texts = [submission.body, submission.text, submission.authorName, submission.authorUrl];
  const found = findWords(texts.filter((text) => typeof text === "string").join("\n"), words);
  const reasons = [
    ...(isFilled(honeypot) ? ["honeypot"] : []),
    ...(linkCount > LINKS_MAX ? ["links"] : []),
    ...(found.length > 0 ? [`words: ${found.join(", ")}`] : []),
  ];
  return { spam: reasons.length > 0, reasons };
}

/**
 * Parses the owner's list: one word or phrase per line; blank lines and lines beginning with `#`
 * are ignored. `casino` matches the whole word, whatever its case and width (`CASINO`, `ｃａｓｉｎｏ`),
 * but not `casinos`; `casino*` matches the beginning of words. Any white space may separate the
 * words of a phrase. In scripts that do not separate words by spaces (Chinese, Japanese, Korean,
 * Thai, …), an entry matches anywhere.
 */
export function parseWordList(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== "" && !line.startsWith("#")))];
}

/** The list's entries that occur in a text. */
export function findWords(text: string, words: readonly string[]): string[] {
  if (words.length === 0) return [];
  const folded = fold(text);
  return words.filter((word) => hasEntry(folded, word));
}

/** Characters of a word. */
const WORD = "\\p{L}\\p{N}\\p{M}_";
const WORD_START = new RegExp(`^[${WORD}]`, "u");
const WORD_END = new RegExp(`[${WORD}]$`, "u");
const UNSPACED =
  "[\\p{Script=Han}\\p{Script=Hira}\\p{Script=Kana}\\p{Script=Hang}\\p{Script=Thai}\\p{Script=Laoo}\\p{Script=Khmr}\\p{Script=Mymr}]";
const UNSPACED_START = new RegExp(`^${UNSPACED}`, "u");
const UNSPACED_END = new RegExp(`${UNSPACED}\\p{M}*$`, "u");

function hasEntry(folded: string, word: string): boolean {
  const isPrefix = word.endsWith("*");
  const entry = fold(isPrefix ? word.slice(0, -1) : word).trim();
  if (entry === "") return false;
  const bindsStart = WORD_START.test(entry) && !UNSPACED_START.test(entry);
  const bindsEnd = !isPrefix && WORD_END.test(entry) && !UNSPACED_END.test(entry);
  for (let at = folded.indexOf(entry); at >= 0; at = folded.indexOf(entry, at + 1)) {
    const end = at + entry.length;
    // Two code units are enough to include the adjacent character.
    const isStart = !bindsStart || !WORD_END.test(folded.slice(Math.max(0, at - 2), at));
    const isEnd = !bindsEnd || !WORD_START.test(folded.slice(end, end + 2));
    if (isStart && isEnd) return true;
  }
  return false;
}

/**
 * Gives texts that read the same one form: compatibility forms, case, invisible characters inside
 * words, white space.
 */
function fold(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/\s+/gu, " ");
}

function isFilled(honeypot: unknown): boolean {
  if (typeof honeypot === "string") return honeypot.trim() !== "";
  return honeypot !== undefined && honeypot !== null && honeypot !== false;
}
