import leven from "leven";
import { findBound } from "../../contract/lists/find-bound.ts";
import { compareText } from "./diagnostics.ts";

/** The minimum length at which a text may be the beginning of a candidate. */
const PREFIX_MIN = 3;
/**
 * The number of names to compare for one suggestion from a list that grows with the site. Comparing
 * 200 names takes about 0.1 ms, so a site with mistakes in 10,000 files needs one second for
 * suggestions.
 */
const COMPARED_MAX = 200;

/**
 * Returns the candidate that the author probably meant, or null. Case, `-` and `_` are ignored, and
 * `warn` may mean `warning`.
 */
export function suggest(written: string, candidates: readonly string[]): string | null {
  const plain = simplify(written);
  if (plain === "") return null;
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(plain.length / 3)) + 1;
  for (const candidate of candidates) {
    const other = simplify(candidate);
    const distance = areSwapped(plain, other) ? 1 : leven(plain, other, { maxDistance: bestDistance });
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  if (best !== null || plain.length < PREFIX_MIN) return best;
  return [...candidates].find((candidate) => simplify(candidate).startsWith(plain)) ?? null;
}

/**
 * Whether two names differ by one additional, missing, wrong or swapped letter. Case, `-` and `_`
 * are ignored.
 */
export function isMisspelt(written: string, name: string): boolean {
  const [plain, other] = [simplify(written), simplify(name)];
  return plain !== other && (areSwapped(plain, other) || leven(plain, other, { maxDistance: 2 }) === 1);
}

/**
 * Finds the texts that are misspellings of a name (isMisspelt). A misspelling has the beginning or
 * the ending of the name, so only a few texts are compared letter by letter.
 * @param written distinct texts
 */
export function createMisspellings(written: Iterable<string>): (name: string) => readonly string[] {
  const byLength = new Map<number, { readonly text: string; readonly beginning: string; readonly ending: string }[]>();
  for (const text of written) {
    const plain = simplify(text);
    const middle = Math.max(0, (plain.length >> 1) - 1);
    const parts = { text, beginning: plain.slice(0, middle), ending: plain.slice(middle + 1) };
    for (const length of [plain.length - 1, plain.length, plain.length + 1]) {
      const alike = byLength.get(length);
      if (alike === undefined) byLength.set(length, [parts]);
      else alike.push(parts);
    }
  }
  return (name) => {
    const plain = simplify(name);
    const near = byLength.get(plain.length) ?? [];
    const similar = near.filter(({ beginning, ending }) => plain.startsWith(beginning) || plain.endsWith(ending));
    return similar.filter(({ text }) => isMisspelt(text, name)).map(({ text }) => text);
  };
}

/** Returns `did you mean "excerpt"?`, or null. */
export function didYouMean(written: string, candidates: readonly string[]): string | null {
  const found = suggest(written, candidates);
  return found === null || found === written ? null : `did you mean "${found}"?`;
}

/**
 * Suggests names from a list that grows with the site (slugs, the files of a folder). Results are
 * cached by name, and each name is compared with at most COMPARED_MAX others, those with the most
 * similar beginnings and endings. Nothing is done before the first call.
 *
 * @param choose picks the intended name among a few, or null
 */
export function createSuggester(names: () => Iterable<string>, choose = suggest): (written: string) => string | null {
  const found = new Map<string, string | null>();
  let candidates: ((written: string) => readonly string[]) | null = null;
  return (written) => {
    const cached = found.get(written);
    if (cached !== undefined) return cached;
    candidates ??= createCandidates([...new Set(names())].sort(compareText));
    const chosen = choose(written, candidates(written));
    found.set(written, chosen);
    return chosen;
  };
}

/** Returns a function that selects at most COMPARED_MAX of `names`, in the order of `names`. */
function createCandidates(names: readonly string[]): (written: string) => readonly string[] {
  if (names.length <= COMPARED_MAX) return () => names;
  const byBeginning = sortByKey(names, (name) => name.toLowerCase());
  const byEnd = sortByKey(names, (name) => reverse(name.toLowerCase()));
  return (written) => {
    const plain = written.toLowerCase();
    const chosen = new Set([...neighbours(byBeginning, plain), ...neighbours(byEnd, reverse(plain))]);
    return [...chosen].sort(compareText);
  };
}

type Keyed = readonly (readonly [key: string, name: string])[];

function sortByKey(names: readonly string[], toKey: (name: string) => string): Keyed {
  return names.map((name) => [toKey(name), name] as const).sort((a, b) => compareText(a[0], b[0]));
}

/** Returns the names around the position of `key` in the sorted list. */
function neighbours(keyed: Keyed, key: string): readonly string[] {
  const at = findBound(keyed.length, (place) => (keyed[place]?.[0] ?? "") < key);
  const half = COMPARED_MAX / 4;
  return keyed.slice(Math.max(0, at - half), at + half).map(([, name]) => name);
}

const reverse = (text: string): string => [...text].reverse().join("");

/**
 * Whether two texts differ by two swapped adjacent letters (`nmae`), which would otherwise count as
 * two changes.
 */
function areSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const at = [...a].findIndex((character, index) => character !== b[index]);
  return at !== -1 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

function simplify(text: string): string {
  return text.toLowerCase().replace(/[-_\s]/g, "");
}

/**
 * Match dates with the year at the end (`31.01.2026`, `01/31/2026`) or, with dots, at the
 * beginning. A time may follow.
 */
const YEAR_LAST = /^(?<first>\d{1,2})(?<between>[-./])(?<second>\d{1,2})\k<between>(?<year>\d{4})(?:\D.*)?$/;
const YEAR_FIRST = /^(?<year>\d{4})\.(?<second>\d{1,2})\.(?<first>\d{1,2})(?:\D.*)?$/;

/**
 * Rewrites a date with its numbers in another order or with other separators as `2026-01-31`.
 * Returns null if it is not a date, or is ambiguous. With dots, the day always comes before the
 * month; with slashes and hyphens, only a number above 12 decides. Whether the day exists is not
 * checked.
 */
export function reorderDate(text: string): string | null {
  const yearFirst = YEAR_FIRST.exec(text)?.groups;
  const { first = "", between, second = "", year = "" } = yearFirst ?? YEAR_LAST.exec(text)?.groups ?? {};
  const toText = (month: string, day: string): string => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (year === "") return null;
  if (yearFirst !== undefined || between === "." || Number(first) > 12 || Number(first) === Number(second)) return toText(second, first);
  return Number(second) > 12 ? toText(first, second) : null;
}
