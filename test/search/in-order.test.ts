import { describe, expect, it } from "vitest";
import { findInOrder } from "../../search/write/index-documents.ts";

const inOrder = (numbers: readonly number[]): number[] => findInOrder(numbers, (number) => number);

describe("findInOrder", () => {
  it("keeps all of what ascends, and nothing of nothing", () => {
    expect(inOrder([0, 2, 5])).toEqual([0, 2, 5]);
    expect(inOrder([])).toEqual([]);
  });

  it("leaves out the few that moved, wherever they went", () => {
    expect(inOrder([9, 0, 1, 2, 3])).toEqual([0, 1, 2, 3]);
    expect(inOrder([1, 2, 3, 0, 4, 5])).toEqual([1, 2, 3, 4, 5]);
    expect(inOrder([3, 2, 1])).toHaveLength(1);
  });
});
