import { describe, expect, it } from "vitest";
import { findInOrder, findPartners, NO_PARTNER } from "../../search/write/document-partners.ts";

const partnersOf = (former: string, present: string): (string | null)[] =>
  Array.from(findPartners([...former], [...present]), (partner) => (partner === NO_PARTNER ? null : (former[partner] ?? null)));

describe("findPartners", () => {
  it("finds each document again, wherever others were added or deleted", () => {
    expect(partnersOf("abcd", "abcd")).toEqual(["a", "b", "c", "d"]);
    expect(partnersOf("abcd", "xabycdz")).toEqual([null, "a", "b", null, "c", "d", null]);
    expect(partnersOf("abcd", "bd")).toEqual(["b", "d"]);
    expect(partnersOf("", "ab")).toEqual([null, null]);
    expect(partnersOf("ab", "")).toEqual([]);
  });

  it("pairs a document with the one whose place it took", () => {
    expect(partnersOf("abcd", "aXcd")).toEqual(["a", "b", "c", "d"]);
    expect(partnersOf("abcd", "aXYd")).toEqual(["a", "b", "c", "d"]);
    expect(partnersOf("abcd", "XbcdY")).toEqual(["a", "b", "c", "d", null]);
    expect(partnersOf("ab", "XYZ")).toEqual(["a", "b", null]);
  });

  it("keeps the order of those that it finds, whatever was moved", () => {
    expect(partnersOf("abcd", "dabc")).toEqual([null, "a", "b", "c"]);
    expect(partnersOf("abcdefg", "abfcdeg")).toEqual(["a", "b", null, "c", "d", "e", "g"]);
  });

  it("gives a partner to only one of two with the same id", () => {
    expect(partnersOf("ab", "aab")).toEqual(["a", null, "b"]);
    expect(partnersOf("aab", "ab")).toEqual(["a", "b"]);
  });
});

const inOrder = (numbers: readonly number[]): number[] => findInOrder(numbers, (number) => number);

describe("findInOrder", () => {
  it("keeps all ascending numbers, and returns nothing for an empty list", () => {
    expect(inOrder([0, 2, 5])).toEqual([0, 2, 5]);
    expect(inOrder([])).toEqual([]);
  });

  it("leaves out the few that moved, wherever they went", () => {
    expect(inOrder([9, 0, 1, 2, 3])).toEqual([0, 1, 2, 3]);
    expect(inOrder([1, 2, 3, 0, 4, 5])).toEqual([1, 2, 3, 4, 5]);
    expect(inOrder([3, 2, 1])).toHaveLength(1);
  });
});
