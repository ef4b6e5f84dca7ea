import { describe, expect, test } from "vitest";
import {
  BRACKETS_MAX,
  EMPHASIS_RUNS_MAX,
  ESCAPED_BACKTICKS_MAX,
  isTooIntricate,
  LINE_CONTAINERS_MAX,
  LINES_MAX,
  LIST_ITEMS_MAX,
  QUOTE_MARKS_MAX,
  TRAIL_MAX,
} from "../../../server/text/comment-limits.ts";

describe("isTooIntricate", () => {
  test.each([
    ["quotes in each other", ">", LINE_CONTAINERS_MAX],
    ["lists in each other", "- ", LINE_CONTAINERS_MAX],
    ["lists in quotes, tabs between", ">\t1.\t", LINE_CONTAINERS_MAX / 2],
    ["list items", "- a\n", LIST_ITEMS_MAX],
    ["empty list items", "*\n", LIST_ITEMS_MAX],
    ["numbered list items", " 12) a\n", LIST_ITEMS_MAX],
    ["quote marks", ">> a\n", QUOTE_MARKS_MAX / 2],
    ["runs of emphasis", "** a", EMPHASIS_RUNS_MAX],
    ["brackets", "[", BRACKETS_MAX],
    ["code spans behind backslashes", "\\` ", ESCAPED_BACKTICKS_MAX],
    ["lines", "a\n", LINES_MAX - 1],
    ["punctuation without anything between", "?", TRAIL_MAX],
  ])("refuses more %s than allowed, and no fewer", (_, unit, max) => {
    expect(isTooIntricate(unit.repeat(max))).toBe(false);
    expect(isTooIntricate(unit.repeat(max + 1))).toBe(true);
  });

  test("does not take rules, arrows, dates and numbers for containers", () => {
    expect(isTooIntricate(`${"-".repeat(400)}\n${"=".repeat(400)}\n${"->".repeat(100)}\n1.5 -2 *a*\n${"2026. ".repeat(10)}`)).toBe(false);
  });
});
