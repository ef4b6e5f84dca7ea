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
    ["nested quotes", ">", LINE_CONTAINERS_MAX],
    ["nested lists", "- ", LINE_CONTAINERS_MAX],
    ["lists in quotes, with tabs in between", ">\t1.\t", LINE_CONTAINERS_MAX / 2],
    ["list items", "- a\n", LIST_ITEMS_MAX],
    ["empty list items", "*\n", LIST_ITEMS_MAX],
    ["numbered list items", " 12) a\n", LIST_ITEMS_MAX],
    ["quote marks", ">> a\n", QUOTE_MARKS_MAX / 2],
    ["runs of emphasis", "** a", EMPHASIS_RUNS_MAX],
    ["brackets", "[", BRACKETS_MAX],
    ["code spans after backslashes", "\\` ", ESCAPED_BACKTICKS_MAX],
    ["lines", "a\n", LINES_MAX - 1],
    ["consecutive punctuation", "?", TRAIL_MAX],
  ])("refuses only more %s than allowed", (_, unit, max) => {
    expect(isTooIntricate(unit.repeat(max))).toBe(false);
    expect(isTooIntricate(unit.repeat(max + 1))).toBe(true);
  });

  test("does not treat rules, arrows, dates and numbers as containers", () => {
    expect(isTooIntricate(`${"-".repeat(400)}\n${"=".repeat(400)}\n${"->".repeat(100)}\n1.5 -2 *a*\n${"2026. ".repeat(10)}`)).toBe(false);
  });
});
