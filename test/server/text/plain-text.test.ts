import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { removeBidiOverrides, STACKED_MARKS_MAX, toShownBody, toShownName } from "../../../server/text/plain-text.ts";

const RLO = "\u202e";

describe("toShownName", () => {
  test("removes characters that would reverse the surrounding line", () => {
    expect(toShownName(`Ada${RLO} koorb`)).toBe("Ada koorb");
    expect(toShownName("\u202aAda\u202c \u2067x")).toBe("Ada x");
  });

  test.each(["\u200b", "\u2060", "\u180e", "\ufeff", "\ufff9", "\ufffa", "\ufffb"])("removes %j, which has no width", (character) => {
    expect(toShownName(`A${character}da${character} ${character}Lovelace`)).toBe("Ada Lovelace");
    // Separated parts compose, and a row of marks becomes a single row.
    expect(toShownName(`Zoe${character}\u0308`)).toBe("Zoë");
    expect(toShownName(`a${`\u0336${character}`.repeat(70)}b`)).toBe(`a${"\u0336".repeat(STACKED_MARKS_MAX)}b`);
  });

  test("keeps right-to-left names and the marks they need", () => {
    expect(toShownName("עדה \u200fלאבלייס")).toBe("עדה \u200fלאבלייס");
    expect(toShownName("آدا\u200cلاولیس")).toBe("آدا\u200cلاولیس");
  });

  test("cuts stacks of marks, and keeps the marks that languages use", () => {
    expect(toShownName(`a${"\u0336".repeat(70)}b`)).toBe(`a${"\u0336".repeat(STACKED_MARKS_MAX)}b`);
    expect(toShownName("བརྒྱད་ שָׁ ế")).toBe("བརྒྱད་ שָׁ ế");
  });

  test("turns white space of any kind into single spaces", () => {
    expect(toShownName("\u00a0Ada\t\n \u3000Lovelace\u2028")).toBe("Ada Lovelace");
  });

  test("keeps emoji and composes letters", () => {
    expect(toShownName("Zoe\u0308 👩‍💻")).toBe("Zoë 👩‍💻");
  });

  test.each([
    "",
    " ",
    "\u200b",
    "\u2060\u200d",
    "\u3164",
    "\u2800\u2800",
    "\u115f\u1160",
    RLO,
    "\ufeff",
    "\u0301",
  ])("returns null for %j, which is invisible", (name) => {
    expect(toShownName(name)).toBeNull();
  });

  test("turns any text into a name without direction controls, and is idempotent", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme-composite" }),
        fc.string({ unit: fc.constantFrom("a", RLO, "\u2066", "\u0301", " ", "\n", "ə", "\u1100", "\u1161", "\u200b", "\ufffa") }),
        (a, b) => {
          const shown = toShownName(`${a}${b}`);
          if (shown === null) return;
          expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\ufffa\n\t]|\p{M}{9}/u);
          expect(toShownName(shown)).toBe(shown);
        },
      ),
    );
  });
});

describe("toShownBody", () => {
  test("removes direction overrides, and keeps isolates, lines and Markdown", () => {
    expect(toShownBody(` a${RLO}b\u202d\n\n- \u2067ש\u2069 *c*\t`)).toBe("ab\n\n- \u2067ש\u2069 *c*");
  });

  test("returns null for an invisible body", () => {
    expect(toShownBody("\u200b\n\u3164")).toBeNull();
  });
});

test("removeBidiOverrides keeps everything else", () => {
  expect(removeBidiOverrides(`a\u202d${RLO}\u202c\u2066`)).toBe("a\u202c\u2066");
});
