/**
 * Finds terms within one edit of another. Two such words share everything except one unit, so they
 * share the first or the last half of the longer one. In a list of all terms sorted by beginning,
 * and one sorted by end, the candidates are therefore in a range of one or two files. (Keys by
 * first letter, or by last letter and length, would give several times as many.) Short terms, whose
 * halves are only a letter or two, are kept separate in both lists.
 */

/** Length up to which a term is short, in UTF-16 code units. */
const SHORT_MAX = 4;

type Direction = "b" | "e";

function toKey(direction: Direction, short: boolean, text: string): string {
  return `${direction}${short ? 0 : 1}${text}`;
}

/** By UTF-16 code unit, which may split surrogate pairs, because edits are counted in units. */
function reverse(text: string): string {
  const units: number[] = [];
  for (let at = text.length - 1; at >= 0; at -= 1) units.push(text.charCodeAt(at));
  return String.fromCharCode(...units);
}

/**
 * The keys of terms, by their beginnings and by their ends, sorted.
 * @param terms sorted
 * @param sort sorts by UTF-16 code unit
 */
export function fuzzyKeys(terms: readonly string[], sort: (texts: readonly string[]) => readonly string[]): string[] {
  const keysOf = (direction: Direction, texts: readonly string[]): string[] =>
    [true, false].flatMap((short) =>
      texts.filter(({ length }) => length <= SHORT_MAX === short).map((text) => toKey(direction, short, text)),
    );
  return [...keysOf("b", terms), ...keysOf("e", sort(terms.map(reverse)))];
}

/** The term of a key. */
export function termOfKey(key: string): string {
  const text = key.slice(2);
  return key.startsWith("e") ? reverse(text) : text;
}

/**
 * Returns prefixes such that each term within one edit has a key with one of them. The term must
 * have at least 3 units.
 */
export function fuzzyBeginnings(term: string): string[] {
  const half = Math.ceil((term.length - 1) / 2);
  const sizes = [...(term.length - 1 <= SHORT_MAX ? [true] : []), ...(term.length + 1 > SHORT_MAX ? [false] : [])];
  const beginning = term.slice(0, half);
  const end = reverse(term).slice(0, half);
  return sizes.flatMap((short) => [toKey("b", short, beginning), toKey("e", short, end)]);
}

/**
 * Whether the two are equal, or differ by one insertion, deletion or replacement of a UTF-16 code
 * unit.
 */
export function isWithinOneEdit(a: string, b: string): boolean {
  const longer = Math.max(a.length, b.length);
  const shorter = Math.min(a.length, b.length);
  if (longer - shorter > 1) return false;
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end += 1;
  return start + end >= longer - 1;
}
