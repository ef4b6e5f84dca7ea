import { hash } from "node:crypto";
import { toSlug } from "../../shared/slugs.ts";

/** Slugs of names in any script. */

/** Turns letters into ASCII, one by one. */
export type ToAscii = (text: string) => string;

export interface NameSlug {
  /** "": the name has neither letters nor digits. */
  readonly slug: string;
  /** Letters of the name that left nothing in the slug. */
  readonly dropped: string;
  /** It says nothing of the name, but that it is this one. */
  readonly isHash: boolean;
  /** The text that the slug is made of, where it is another: `{slug:hugo}` takes it. */
  readonly text?: string;
}

/** Written without vowels, or in an order of its own: letter by letter they are misread. Han as well, in Japanese. */
const MISREAD = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Arabic}\p{Script=Hebrew}]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/u;
/** Letters, digits, and the vowel signs of scripts that write those as marks. */
const LETTER = /[\p{L}\p{N}\p{M}]/u;
/** Hexadecimal digits of a slug that is a hash: of 10,000 names, two are alike once in a hundred sites. */
const HASH_LENGTH = 8;
/** The same behind a date, which few names have in common. */
const HASH_LENGTH_DATED = 4;

export interface NameSlugOptions {
  /** null: not known to be needed. */
  readonly toAscii: ToAscii | null;
  /** BCP 47: Han is read as Japanese or as Chinese. */
  readonly language: string;
  /** `2024-01-31` of the file's name. */
  readonly date: string | null;
}

/**
 * The slug of a name: Latin letters without their accents, other letters as they are read. Names in Japanese, Thai, Arabic and Hebrew get a hash, since
 * their letters do not say how they are read; what is Latin in them stays.
 */
export function slugOfName(written: string, { toAscii, language, date }: NameSlugOptions): NameSlug {
  const name = written.normalize("NFC");
  const isJapanese = KANA.test(name) || /^ja\b/i.test(language);
  const dropped: string[] = [];
  const latin = [...name].map((letter) => {
    if (isPlain(letter)) return letter;
    const isMisread = !/\p{Nd}/u.test(letter) && (MISREAD.test(letter) || (isJapanese && HAN.test(letter)));
    const read = isMisread || toAscii === null ? "" : toAscii(letter);
    if (read === "" && (isMisread || /\p{L}/u.test(letter))) {
      dropped.push(letter);
      return " ";
    }
    // A hard sign, say, is read as an apostrophe.
    const letters = read.replace(/[^A-Za-z0-9 ]/g, "");
    // Chinese has no spaces: its syllables are the words.
    return HAN.test(letter) ? ` ${letters} ` : letters;
  });
  const slug = toSlug(latin.join(""));
  if (dropped.length === 0 || /[a-z]/.test(slug)) return { slug, dropped: dropped.join(""), isHash: false };
  const digest = hash("sha256", name);
  const parts = date === null ? [slug, digest.slice(0, HASH_LENGTH)] : [date, slug, digest.slice(0, HASH_LENGTH_DATED)];
  return { slug: parts.filter((part) => part !== "").join("-"), dropped: dropped.join(""), isHash: true };
}

/** Whether `toSlug` knows a character; accents that stand by themselves belong to the letter before. */
function isPlain(letter: string): boolean {
  return letter <= "\u007f" || !LETTER.test(letter) || /\p{Script=Inherited}/u.test(letter) || toSlug(letter) !== "";
}

/** Whether a name holds letters that need to be read. */
export function needsReading(name: string): boolean {
  return ![...name.normalize("NFC")].every(isPlain);
}

/** The table of letters is large, and few sites need it. */
export async function loadToAscii(): Promise<ToAscii> {
  const { default: toAscii } = await import("any-ascii");
  return toAscii;
}
