import { expect, test } from "vitest";
import { dayOf, fromDayText, toDayText } from "../../../../server/days.ts";
import { isPublicId, toPublicId } from "../../../../server/store/sqlite/ids.ts";
import { seededRandom } from "../helpers.ts";

test("an id is 15 random bytes in lower-case base32 (RFC 4648)", () => {
  const asked: number[] = [];
  const given =
    (text: string) =>
    (bytes: number): Uint8Array => {
      asked.push(bytes);
      return new TextEncoder().encode(text);
    };
  // Base32 of "foobarfoobarfoo", computed with coreutils.
  expect(toPublicId(given("foobarfoobarfoo"))).toBe("mzxw6ytbojtg633cmfzgm33p");
  expect(toPublicId(() => new Uint8Array(15).fill(0xff))).toBe("7".repeat(24));
  expect(asked).toEqual([15]);
});

test("exactly the created ids are recognized", () => {
  const random = seededRandom();
  for (let n = 0; n < 200; n += 1) expect(isPublicId(toPublicId(random))).toBe(true);
  for (const text of ["", "a".repeat(23), "a".repeat(25), "A".repeat(24), `${"a".repeat(23)}1`, `${"a".repeat(24)}\n`, "../".repeat(8)]) {
    expect(isPublicId(text)).toBe(false);
  }
});

test("UTC days are converted to and from text", () => {
  expect(toDayText(dayOf(Date.UTC(2026, 1, 28, 23, 59, 59, 999)))).toBe("2026-02-28");
  expect(toDayText(dayOf(Date.UTC(2026, 2, 1)))).toBe("2026-03-01");
  expect(fromDayText("2026-03-01")).toBe(dayOf(Date.UTC(2026, 2, 1)));
  for (const text of ["2026-02-29", "2026-3-1", "today", "", "2026-03-01T00:00:00Z"]) expect(() => fromDayText(text)).toThrow(RangeError);
});
