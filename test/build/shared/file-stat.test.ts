import { expect, it } from "vitest";
import { isSameStat, isTrustworthy, toKeptStat } from "../../../build/shared/file-stat.ts";

const SECOND = 1_767_225_600_000;

it("a stat is trusted once the clock of a file system with fractions of a second has ticked", () => {
  expect(isTrustworthy(SECOND + 500, SECOND + 500, SECOND + 520)).toBe(false);
  expect(isTrustworthy(SECOND + 500, SECOND + 500, SECOND + 521)).toBe(true);
});

it("a time of a whole second is trusted two seconds later, because the file system may have no finer resolution", () => {
  expect(isTrustworthy(SECOND, SECOND, SECOND + 2_000)).toBe(false);
  expect(isTrustworthy(SECOND, SECOND, SECOND + 2_001)).toBe(true);
});

it("the later of the two times counts", () => {
  expect(isTrustworthy(SECOND - 9_000, SECOND + 500, SECOND + 520)).toBe(false);
  expect(isTrustworthy(SECOND + 500, SECOND - 9_000, SECOND + 520)).toBe(false);
});

it("a stat that is not trusted equals no later one, not even an identical one", () => {
  const stat = { size: 3, mtimeMs: SECOND, ctimeMs: SECOND, ino: 7 };
  expect(isSameStat(toKeptStat(stat, SECOND + 9_000), stat)).toBe(true);
  expect(isSameStat(toKeptStat(stat, SECOND + 1_000), stat)).toBe(false);
  expect(isSameStat(null, null)).toBe(true);
});
