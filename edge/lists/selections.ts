/** Document numbers, greatest first, that match a tag or a filter. */
export interface Selection {
  readonly total: number;
  /** Numbers in a range of positions. */
  slice(start: number, end: number): readonly number[];
}

const RADIX = 36;

export const NOTHING: Selection = { total: 0, slice: () => [] };

export function toSelection(numbers: readonly number[]): Selection {
  return { total: numbers.length, slice: (start, end) => numbers.slice(start, end) };
}

/** Selects all numbers from `from` to before `to`, the last first. */
export function selectRange(from: number, to: number): Selection {
  const total = Math.max(0, to - from);
  const slice = (start: number, end: number): number[] =>
    Array.from({ length: Math.max(0, Math.min(end, total) - start) }, (_, at) => to - 1 - start - at);
  return { total, slice };
}

/**
 * Reads a string in the form of Columns.tags (contract/index-format.ts) only as far as needed: the
 * newest documents are at its beginning.
 */
export function selectPosting(text: string): Selection {
  const total = Number.parseInt(text, RADIX);
  return {
    total,
    slice(start, end) {
      const numbers: number[] = [];
      const last = Math.min(end, total);
      let [number, place] = [0, 0];
      for (const part of text.slice(text.indexOf(" ") + 1).split(BEFORE_RUN, last)) {
        // parseInt stops at the first space.
        const difference = Number.parseInt(part, RADIX);
        number = place === 0 ? difference : number - difference;
        const ones = (part.length - `${part} `.indexOf(" ")) / 2;
        for (let one = Math.max(0, start - place); one <= ones && place + one < last; one += 1) numbers.push(number - one);
        number -= ones;
        place += ones + 1;
      }
      return numbers;
    },
  };
}

/**
 * Matches the space before a run: a difference and the differences of 1 that follow it. Documents
 * of one language are often next to each other, so a loop over runs has fewer steps.
 */
const BEFORE_RUN = / (?!1(?: |$))/;

/** Union of disjoint selections. */
export function uniteDisjoint(selections: readonly Selection[]): Selection {
  const [only, ...others] = selections;
  if (only === undefined) return NOTHING;
  if (others.length === 0) return only;
  const numbers = selections.flatMap((selection) => selection.slice(0, selection.total)).sort((a, b) => b - a);
  return toSelection(numbers);
}

/** Intersection of at least one selection. */
export function intersect(selections: readonly Selection[]): Selection {
  const [fewest = NOTHING, ...others] = selections.toSorted((a, b) => a.total - b.total);
  if (others.length === 0) return fewest;
  const sets = others.map((other) => new Set(other.slice(0, other.total)));
  return toSelection(fewest.slice(0, fewest.total).filter((number) => sets.every((set) => set.has(number))));
}
