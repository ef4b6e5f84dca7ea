/**
 * Reasons to call a submission spam without asking anybody: a filled trap, a fourth link, a word on the owner's list. Spam is kept and can be
 * listed and approved; the sender is told what everybody is told.
 */

/** Links that a comment may have, authorUrl not counted. */
export const LINKS_MAX = 3;

export interface Submission {
  /** As typed. */
  readonly body: string;
  /** As a reader sees it (`RenderedComment.text`): entities resolved, emphasis inside of words gone. Default: nothing more than the body. */
  readonly text?: string;
  /** `RenderedComment.linkCount`. */
  readonly linkCount: number;
  readonly authorName?: string | null;
  readonly authorUrl?: string | null;
  /** Value of the trap, of whatever type. Absent, null, false and blank are unfilled. */
  readonly honeypot?: unknown;
  /** The owner's list, see `parseWordList`. */
  readonly words?: readonly string[];
}

export interface SpamAssessment {
  readonly spam: boolean;
  /** `honeypot`, `links`, `words: casino, …`; empty where it is none. */
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
 * The owner's list as a file: one word or phrase a line; blank lines and lines that begin with `#` are left out. `casino` is found as a whole word
 * in any case and width (`CASINO`, `ｃａｓｉｎｏ`), not in `casinos`; `casino*` is found at the beginning of words. Several words are found with any white
 * space between them. In scripts that do not part words by spaces (Chinese, Japanese, Korean, Thai, …) an entry is found anywhere.
 */
export function parseWordList(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== "" && !line.startsWith("#")))];
}

/** The entries of the list that a text has, as they stand in it. */
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
    // Two code units are enough to hold the character next to it.
    const isStart = !bindsStart || !WORD_END.test(folded.slice(Math.max(0, at - 2), at));
    const isEnd = !bindsEnd || !WORD_START.test(folded.slice(end, end + 2));
    if (isStart && isEnd) return true;
  }
  return false;
}

/** One form for what reads the same: compatibility forms, case, invisible characters inside of words, white space. */
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
