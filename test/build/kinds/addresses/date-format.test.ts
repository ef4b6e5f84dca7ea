import { describe, expect, it } from "vitest";
import { formatDate, problemOfDateFormat } from "../../../../build/kinds/addresses/date-format.ts";

describe("the format of a date in an address", () => {
  it.each([
    ["%Y/%b/%d", "2024/Feb/03"],
    ["%y-%m-%-d", "24-02-3"],
    ["%B.%e", "February.3"],
    ["%A-%a-%j", "Saturday-Sat-034"],
    ["%B/%w:hugo", "february/6"],
    ["%H-%M-%S", "04-05-06"],
  ])("%s gives %s", (format, text) => {
    expect(problemOfDateFormat(format)).toBeNull();
    expect(formatDate(format, "2024-02-03T04:05:06")).toBe(text);
  });

  it("gives midnight for a date without a time", () => {
    expect(formatDate("%d-%H%M", "2024-02-03")).toBe("03-0000");
  });

  it.each([
    ["%Q", "has {date:%Q}: %Q is not supported, only Y, y, m, d, e, H, M, S, B, b, A, a, w, j"],
    ["%B:pug", "has {date:%B:pug}: want a format such as {date:%b} or {date:%Y-%m-%d}"],
    ["day", "has {date:day}: want a format such as {date:%b} or {date:%Y-%m-%d}"],
    ["%Y {x", "has {date:%Y {x}: want a format such as {date:%b} or {date:%Y-%m-%d}"],
  ])("%s is invalid", (format, problem) => {
    expect(problemOfDateFormat(format)).toBe(problem);
  });
});
