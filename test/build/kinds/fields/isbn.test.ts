import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkDigit10, checkDigit13, readIsbn10, readIsbn13 } from "../../../../build/kinds/fields/isbn.ts";

describe("an ISBN", () => {
  it.each([
    "978-0-306-40615-7",
    "9780306406157",
    "978 0 306 40615 7",
    "ISBN 978-0-306-40615-7",
    "978‐0‐306‐40615‐7",
  ])("may be written %s", (written) => {
    expect(readIsbn13(written)).toEqual({ ok: true, value: "9780306406157" });
  });

  it("of ten characters may end in X", () => {
    expect(readIsbn10("0-8044-2957-X")).toEqual({ ok: true, value: "080442957X" });
    expect(readIsbn10("080442957x")).toEqual({ ok: true, value: "080442957X" });
  });

  it("with a wrong check digit is reported with the correct one", () => {
    expect(readIsbn13("978-0-306-40615-8")).toEqual({
      ok: false,
      message: 'the check digit of "978-0-306-40615-8" is wrong',
      hint: "it should be 7: check the digits for a typing mistake",
    });
    expect(readIsbn10("0804429570")).toMatchObject({ hint: "it should be X: check the digits for a typing mistake" });
  });

  it.each([
    ["97803064061", "has 11 digits"],
    ["97803064061570", "has 14 digits"],
    ["1234567890128", "does not begin with 978 or 979"],
    ["978-0-306-4O615-7", "has characters other than digits and hyphens"],
    ["97803064061X7", "has 13 digits"],
  ])("%s is not an ISBN", (written, message) => {
    expect(readIsbn13(written)).toMatchObject({ ok: false, message: `"${written}" ${message}` });
  });

  it("is invalid with one wrong digit, or with two swapped neighbours in ISBN-10", () => {
    const digits = (length: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length });
    fc.assert(
      fc.property(digits(9), digits(9), fc.integer({ min: 0, max: 8 }), fc.integer({ min: 1, max: 9 }), (tail, nine, at, shift) => {
        const thirteen = `978${tail.join("")}`;
        const right = thirteen + checkDigit13(thirteen);
        expect(readIsbn13(right).ok).toBe(true);
        const position = at + 3;
        const wrong = right.slice(0, position) + ((Number(right[position]) + shift) % 10) + right.slice(position + 1);
        expect(readIsbn13(wrong).ok).toBe(false);
        const ten = nine.join("") + checkDigit10(nine.join(""));
        expect(readIsbn10(ten).ok).toBe(true);
        if (at < 8 && ten[at] !== ten[at + 1]) {
          expect(readIsbn10(`${ten.slice(0, at)}${ten[at + 1]}${ten[at]}${ten.slice(at + 2)}`).ok).toBe(false);
        }
      }),
      { seed: 7 },
    );
  });
});
