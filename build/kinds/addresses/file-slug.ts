import { hash } from "node:crypto";
import { toSlug } from "../../shared/slugs.ts";

/** Slugs from names in any script. */

/** Converts letters to ASCII, one by one. */
export type ToAscii = (text: string) => string;

export interface NameSlug {
  /** "" if the name has neither letters nor digits. */
  readonly slug: string;
  /** Letters of the name that are missing from the slug. */
  readonly dropped: string;
  /** Whether the slug is a hash, which identifies the name but does not resemble it. */
  readonly isHash: boolean;
  /** The text from which the slug is derived, if it is not the name. `{slug:hugo}` uses it. */
  readonly text?: string;
}

/**
 * Scripts that omit vowels or are not read letter by letter, so that a transliteration would be
 * wrong. This also applies to Han in Japanese.
 */
const MISREAD = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Arabic}\p{Script=Hebrew}]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/u;
/** Letters, digits, and marks, because some scripts write vowels as marks. */
const LETTER = /[\p{L}\p{N}\p{M}]/u;
/**
 * Hexadecimal digits of a hash that is used as a slug. With 10,000 names, one site in a hundred has
 * a collision.
 */
const HASH_LENGTH = 8;
/** Hexadecimal digits after a date, which few names share. */
const HASH_LENGTH_DATED = 4;

export interface NameSlugOptions {
  /** null if not loaded, because no name is known to need it. */
  readonly toAscii: ToAscii | null;
  /** BCP 47. Decides whether Han is read as Japanese or Chinese. */
  readonly language: string;
  /** `2024-01-31` from the file's name. */
  readonly date: string | null;
}

/**
 * Makes the slug of a name. Latin letters lose their accents, and other letters are transliterated.
 * Names in Japanese, Thai, Arabic and Hebrew get a hash, because their letters do not give their
 * pronunciation; Latin parts of such names stay.
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
    // Some letters become punctuation: a hard sign becomes an apostrophe.
    const letters = read.replace(/[^A-Za-z0-9 ]/g, "");
    // Chinese has no spaces, so each syllable counts as a word.
    return HAN.test(letter) ? ` ${letters} ` : letters;
  });
  const slug = toSlug(latin.join(""));
  if (dropped.length === 0 || /[a-z]/.test(slug)) return { slug, dropped: dropped.join(""), isHash: false };
  const digest = hash("sha256", name);
  const parts = date === null ? [slug, digest.slice(0, HASH_LENGTH)] : [date, slug, digest.slice(0, HASH_LENGTH_DATED)];
  return { slug: parts.filter((part) => part !== "").join("-"), dropped: dropped.join(""), isHash: true };
}

/** Whether `toSlug` can handle a character. Separate accents belong to the letter before them. */
function isPlain(letter: string): boolean {
  return letter <= "\u007f" || !LETTER.test(letter) || /\p{Script=Inherited}/u.test(letter) || toSlug(letter) !== "";
}

/** Whether a name has letters that need transliteration. */
export function needsReading(name: string): boolean {
  return ![...name.normalize("NFC")].every(isPlain);
}

/** Loads the table of letters, which is large and needed by few sites. */
export async function loadToAscii(): Promise<ToAscii> {
  const { default: toAscii } = await import("any-ascii");
  return toAscii;
}
