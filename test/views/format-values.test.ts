import { describe, expect, it } from "vitest";
import { formatAmount, formatDay } from "../../views/format-values.ts";
import { ALL_WORDS, findPageWords } from "../../views/words/find-words.ts";

const inLanguage = (language: string) => ({ words: findPageWords(language), isTranslated: true, offsets: undefined });

describe("a date", () => {
  it.each(ALL_WORDS.map(({ language }) => language))("is written in %s as Intl writes it", (language) => {
    for (let month = 1; month <= 12; month += 1) {
      const day = `2025-${String(month).padStart(2, "0")}-0${(month % 9) + 1}`;
      const options = { timeZone: "UTC" } as const;
      const date = new Date(day);
      expect(formatDay(day, inLanguage(language))).toBe(new Intl.DateTimeFormat(language, { ...options, dateStyle: "long" }).format(date));
      expect(formatDay(day.slice(0, 7), inLanguage(language))).toBe(
        new Intl.DateTimeFormat(language, { ...options, month: "long", year: "numeric" }).format(date),
      );
    }
  });

  it("is a day in the site's time zone", () => {
    const offsets = { changes: [[0, 3_600]], end: 4_102_444_800 } as const;
    expect(formatDay("2025-04-30T23:30:00.000Z", { ...inLanguage("en"), offsets })).toBe("May 1, 2025");
    expect(formatDay("2025-04-30T23:30:00", { ...inLanguage("en"), offsets })).toBe("April 30, 2025");
  });

  it("is a year if no more is known, and in ISO 8601 if the language has no words here", () => {
    expect(formatDay("2025", inLanguage("en"))).toBe("2025");
    expect(formatDay("2025-04-30T23:30:00.000Z", { ...inLanguage("en"), isTranslated: false })).toBe("2025-04-30");
  });
});

describe("a number", () => {
  it("has at most one decimal, and the separators of its language", () => {
    expect(formatAmount(1234567.89, findPageWords("en"))).toBe("1,234,567.9");
    expect(formatAmount(4.5, findPageWords("de"))).toBe("4,5");
    expect(formatAmount(12, findPageWords("fr"))).toBe("12");
  });
});
