import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../build/shared/diagnostics.ts";
import type { ParsedBlock } from "../../../build/sources/data-document.ts";
import { Numeral } from "../../../build/sources/data-values.ts";
import { SourceText } from "../../../build/sources/source-text.ts";
import { parseYaml } from "../../../build/sources/yaml.ts";

function parse(text: string): ParsedBlock & { found: string[] } {
  const diagnostics = new Diagnostics();
  const parsed = parseYaml({ source: new SourceText("a.yaml", text), text, base: 0 }, diagnostics);
  const found = diagnostics.all().map(({ line, column, message, hint }) => `${line}:${column} ${message} (${hint ?? ""})`);
  return { ...parsed, found };
}
const readValue = (text: string): unknown => {
  const { value, found } = parse(text);
  expect(found).toEqual([]);
  return value;
};

describe("YAML", () => {
  it("is read by the rules of 1.2: no timestamps, no yes and no, no base 60", () => {
    expect(readValue("a: 2024-01-31\nb: yes\nc: 1:30\nd: true\ne: ~\nf: off")).toEqual({
      a: "2024-01-31",
      b: "yes",
      c: "1:30",
      d: true,
      e: null,
      f: "off",
    });
  });

  it("keeps numbers as they were written beside their value", () => {
    expect(readValue("a: 0306406152\nb: 1.10\nc: 9780306406157")).toEqual({
      a: new Numeral(306406152, "0306406152"),
      b: new Numeral(1.1, "1.10"),
      c: new Numeral(9780306406157, "9780306406157"),
    });
  });

  it("expands aliases, and keeps their places", () => {
    expect(parse("a: &x { b: 1 }\nc: *x").places.value(["c"])).toEqual({ file: "a.yaml", line: 2, column: 4, endColumn: 6 });
    expect(readValue("a: &x [q]\nc: *x")).toEqual({ a: ["q"], c: ["q"] });
  });

  it("reports the spaces before an indented first key, and accepts an indented mapping", () => {
    const found =
      "1:1 not valid YAML: title is indented, and the keys below it are not (remove the spaces before title: all keys of a mapping begin in the same column)";
    expect(parse("  title: A\ndate: 2026-01-31").found).toEqual([found]);
    expect(parse("  title: A\n  slug: a\ndate: 2026-01-31").found).toEqual([found]);
    expect(parse("  title: A\n  date: 2026-01-31").found).toEqual([]);
    expect(parse("links:\n  - a\n b: 1").found).not.toEqual([expect.stringContaining("is indented")]);
  });

  it("treats __proto__ like any other key", () => {
    const value = readValue("__proto__: { polluted: true }");
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("refuses a document that aliases make too large", () => {
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
    for (let level = 1; level < 9; level += 1) lines.push(`a${level}: &a${level} [${`*a${level - 1},`.repeat(9)}]`);
    expect(parse(lines.join("\n")).found).toEqual([expect.stringContaining("with its aliases expanded, this has more than 20,000 values")]);
    expect(parse("a: &a [*a]").found).toEqual([expect.stringContaining("an alias contains itself")]);
  });

  it("refuses lists and mappings that are nested too deeply, whatever the parser's stack allows", () => {
    for (const levels of [101, 2_000, 20_000]) {
      expect(parse(`a: ${"[".repeat(levels)}${"]".repeat(levels)}`).found).toEqual([
        expect.stringContaining("lists or mappings are nested more than 100 levels deep here"),
      ]);
    }
  });

  it.each([
    ["title: Looms: a history", "1:8 ", "put a text with a colon in quotes"],
    ["a: 1\n\tb: 2", "2:1 ", "indent with spaces"],
    ["a: 1\nb: 2\na: 3", "3:1 ", "keep one of the two"],
    ["a: @ines", "1:4 ", "put a text that begins with @ in quotes"],
    ["a: %x", "1:4 ", "put a text that begins with % in quotes"],
    ['a: "x', "1:6 ", "close the quotes"],
    ["a: [1, 2\nb: 3", "2:1 ", "close the bracket"],
    ["a: 'it's'", "1:8 ", "put the whole text in double quotes"],
    ["a: *x", "1:4 ", 'put a text that begins with * in quotes: "*x"'],
    ["a: !important", "1:4 ", "put a text that begins with ! in quotes"],
    ["? [a]\n: 1", "1:3 ", "put it in quotes"],
    ["a: 1\n---\nb: 2", "2:1 ", "keep one document"],
  ])("that is broken, as in %j, is reported with its place and a remedy", (text, place, remedy) => {
    const [first] = parse(text).found;
    expect(first).toMatch(new RegExp(`^${place}`));
    expect(first).toContain(remedy);
  });
});

describe("a second document", () => {
  it("is reported where it begins, in words for authors", () => {
    expect(parse("a: 1\n---\nb: 2\n").found).toEqual(["2:1 not valid YAML: a second document begins here (keep one document in the file)"]);
  });
});
