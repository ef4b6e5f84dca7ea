/**
 * Terms within one edit of another. What two such words have in common stands at their beginnings and at their ends, and is all of the
 * longer one but a unit: half of that at one side at least. So they begin alike or they end alike, and in a list of all terms sorted by
 * beginning, and in one sorted by end, the candidates are a stretch of a file or two. (By first letter, or by last letter and length, they would be
 * several times as many.) Short terms, whose halves are a letter or two, stand apart in both lists.
 */

/** UTF-16 code units up to which a term is short. */
const SHORT_MAX = 4;

type Direction = "b" | "e";

function toKey(direction: Direction, short: boolean, text: string): string {
  return `${direction}${short ? 0 : 1}${text}`;
}

/** By UTF-16 code unit; halves of surrogate pairs included, as edits are counted in units. */
function reverse(text: string): string {
  const units: number[] = [];
  for (let at = text.length - 1; at >= 0; at -= 1) units.push(text.charCodeAt(at));
  return String.fromCharCode(...units);
}

/**
 * The keys under which terms are found, by their beginnings and by their ends, sorted.
 * @param terms sorted
 * @param sort by UTF-16 code unit
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

/** Returns prefixes such that each term within one edit has a key with one of them. Term: 3 units at least. */
export function fuzzyBeginnings(term: string): string[] {
  const half = Math.ceil((term.length - 1) / 2);
  const sizes = [...(term.length - 1 <= SHORT_MAX ? [true] : []), ...(term.length + 1 > SHORT_MAX ? [false] : [])];
  const beginning = term.slice(0, half);
  const end = reverse(term).slice(0, half);
  return sizes.flatMap((short) => [toKey("b", short, beginning), toKey("e", short, end)]);
}

/** Whether one insertion, deletion or replacement of a UTF-16 code unit, or none, makes one of the other. */
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
