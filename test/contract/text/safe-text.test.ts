import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderTable, wrap } from "../../../cli/text/display.ts";
import { toSafeLine, toSafeLines } from "../../../contract/text/safe-text.ts";

describe("text from strangers", () => {
  it.each([
    ["a colour", "\u001b[31mred", "␛[31mred"],
    ["a window title and its bell", "\u001b]0;owned\u0007", "␛]0;owned␇"],
    ["C1 controls, which also begin sequences", "\u009b31m", "<U+009B>31m"],
    ["backspaces that overwrite text", "safe\b\b\b\bevil", "safe␈␈␈␈evil"],
    ["a line that replaces itself", "first\rlast", "first ⏎ last"],
    ["NUL and DEL", "a\u0000b\u007f", "a␀b␡"],
    ["text that changes its direction", "user\u202etxt.exe", "user<U+202E>txt.exe"],
    ["isolates", "\u2066x\u2069", "<U+2066>x<U+2069>"],
    ["separators of lines and paragraphs", "a\u2028b\u2029", "a<U+2028>b<U+2029>"],
    ["invisible tag characters", "a\u{e0041}", "a<U+E0041>"],
    ["newlines and tabs", "a\nb\tc", "a ⏎ b c"],
  ])("has %s made visible", (_what, text, shown) => {
    expect(toSafeLine(text)).toBe(shown);
  });

  it("keeps letters of all scripts and joined emoji", () => {
    for (const text of ["Grüße, Ångström", "氷が張った", "می‌خواهم", "שלום", "👩‍👩‍👧 👍🏽 🇫🇮"]) expect(toSafeLine(text)).toBe(text);
  });

  it("never outputs a control character", () => {
    const controls = fc.string({ unit: fc.constantFrom("\u001b", "\r", "\n", "\u0085", "\u009d", "\u202e", "[", "a", "\t", "\u0008") });
    fc.assert(
      fc.property(controls, (text) => {
        expect(toSafeLine(text)).not.toMatch(/[\p{Cc}\u202e]/u);
        for (const line of [...toSafeLines(text), ...wrap(text, 5)]) expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
        expect(renderTable([{ title: "T" }], [[text]], null).split("\n")).toHaveLength(3);
      }),
    );
  });
});
