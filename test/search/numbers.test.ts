import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CARRYING, DIGIT_OF, decodeColumn, ENDING } from "../../search/format/numbers.ts";
import { createNumberWriter, encodeColumn } from "../../search/write/encode.ts";

function spell(numbers: readonly number[]): string {
  const writer = createNumberWriter();
  for (const each of numbers) writer.write(each);
  return new TextDecoder().decode(writer.takeBytes());
}

function read(text: string): number[] {
  const numbers: number[] = [];
  let high = 0;
  for (const character of text) {
    const digit = DIGIT_OF[character.charCodeAt(0)] ?? 0;
    if (digit >= ENDING) {
      high = high * CARRYING + (digit - ENDING) + 1;
      continue;
    }
    numbers.push(high * ENDING + digit);
    high = 0;
  }
  return numbers;
}

const number = fc.oneof(fc.nat(100), fc.nat(5_000), fc.nat(2 ** 31 - 1));

describe("numbers as text", () => {
  it("can be written in a row and read back with the same values", () => {
    fc.assert(
      fc.property(fc.array(number), (numbers) => {
        expect(read(spell(numbers))).toEqual(numbers);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it("take one character up to 55 and two up to 2,071", () => {
    expect([0, 55, 56, 2_071, 2_072].map((each) => spell([each]).length)).toEqual([1, 1, 2, 2, 3]);
  });

  it("contain no spaces and nothing that JSON escapes", () => {
    const text = spell(Array.from({ length: 10_000 }, (_, at) => at * 7));
    expect(JSON.stringify(text)).toBe(`"${text}"`);
    expect(text).not.toContain(" ");
  });
});

describe("a column of numbers", () => {
  it("is read back unchanged", () => {
    fc.assert(
      fc.property(fc.array(number), (numbers) => {
        expect([...decodeColumn(encodeColumn(numbers), numbers.length)]).toEqual(numbers);
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  it("has as many texts as its largest number has digits in base 92", () => {
    expect(encodeColumn([0, 0])).toHaveLength(0);
    expect(encodeColumn([91])).toHaveLength(1);
    expect(encodeColumn([3, 92])).toHaveLength(2);
  });
});
