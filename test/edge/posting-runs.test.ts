import fc from "fast-check";
import { expect, it } from "vitest";
import { selectPosting } from "../../edge/lists/selections.ts";

/**
 * The format of contract/index-format.ts: the count, the greatest number, then differences, in base
 * 36.
 */
function toPosting(descending: readonly number[]): string {
  const differences = descending.map((number, at) => (at === 0 ? number : (descending[at - 1] ?? 0) - number));
  return [descending.length, ...differences].map((number) => number.toString(36)).join(" ");
}

const NUMBERS = fc.uniqueArray(fc.nat(60), { maxLength: 60 }).map((numbers) => numbers.sort((a, b) => b - a));

it("selectPosting reads any range of a posting, with runs of neighbours", () => {
  expect(toPosting([40, 3, 2, 1, 0])).toBe("5 14 11 1 1 1");
  fc.assert(
    fc.property(NUMBERS, fc.nat(65), fc.nat(65), (numbers, start, length) => {
      const selection = selectPosting(toPosting(numbers));
      expect(selection.total).toBe(numbers.length);
      expect(selection.slice(start, start + length)).toEqual(numbers.slice(start, start + length));
    }),
    { seed: 1, numRuns: 500 },
  );
});
