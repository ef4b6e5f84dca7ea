import matter from "gray-matter";
import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../build/shared/diagnostics.ts";
import { Numeral } from "../../../../build/sources/data-values.ts";
import { splitFrontMatter } from "../../../../build/sources/files/front-matter.ts";
import { SourceText } from "../../../../build/sources/source-text.ts";

function split(text: string) {
  const diagnostics = new Diagnostics();
  const { data, body, bodyLine } = splitFrontMatter(new SourceText("a.md", text), diagnostics);
  const found = diagnostics.all().map(({ line, column, message }) => `${line}:${column} ${message}`);
  return { data, body, bodyLine, found };
}

describe("front matter", () => {
  it("is YAML between ---", () => {
    expect(split("---\ntitle: Hi\n---\n\nRain.\n")).toEqual({ data: { title: "Hi" }, body: "\nRain.\n", bodyLine: 4, found: [] });
  });

  it("is TOML between +++, or if the opening line says so", () => {
    expect(split('+++\ntitle = "Hi"\n+++\nRain.\n')).toEqual({ data: { title: "Hi" }, body: "Rain.\n", bodyLine: 4, found: [] });
    expect(split('---toml\ntitle = "Hi"\n---\nRain.\n').data).toEqual({ title: "Hi" });
  });

  it("may be JSON if the opening line says so", () => {
    expect(split('---json\n{ "title": "Hi", "order": 1 }\n---\n').data).toEqual({ title: "Hi", order: new Numeral(1, "1") });
  });

  it("may be omitted, or contain only comments", () => {
    expect(split("Rain.\n")).toEqual({ data: {}, body: "Rain.\n", bodyLine: 1, found: [] });
    expect(split("---\n# nothing\n---\nRain.\n")).toEqual({ data: {}, body: "Rain.\n", bodyLine: 4, found: [] });
    expect(split("---\n---\nRain.\n")).toEqual({ data: {}, body: "Rain.\n", bodyLine: 3, found: [] });
    expect(split("")).toEqual({ data: {}, body: "", bodyLine: 1, found: [] });
  });

  it("does not begin with a line of more than three hyphens", () => {
    expect(split("----\nRain.\n")).toMatchObject({ data: {}, body: "----\nRain.\n" });
  });

  it("ends only at the first ---, so a rule in the text stays", () => {
    expect(split("---\na: 1\n---\nOne.\n\n---\n\nTwo.\n").body).toBe("One.\n\n---\n\nTwo.\n");
  });

  it("in an unknown language is refused, even if JavaScript finds a member of that name", () => {
    for (const name of ["constructor", "__proto__", "toString"])
      expect(split(`---${name}\ntitle: Hi\n---\n`)).toMatchObject({ data: null, found: [expect.stringContaining("is not supported")] });
  });

  it("is not kept in gray-matter's cache", () => {
    split("---\ntitle: Hi\n---\nRain.\n");
    expect(Reflect.get(matter, "cache")).toEqual({});
  });

  it("in code is never run", () => {
    const state = globalThis as { octavoRan?: boolean };
    expect(split("---js\n{ a: (globalThis.octavoRan = true) }\n---\n").found).toEqual([
      "1:1 front matter in js is code, which is never run",
    ]);
    expect(split("---javascript\n{ a: (globalThis.octavoRan = true) }\n---\n").data).toBeNull();
    expect(state.octavoRan).toBeUndefined();
  });

  it.each([
    ["---\ntitle: Hi\n", "1:1 the front matter that begins here is not closed"],
    ["---\ntitle: Hi\n---- \nRain.", "3:1 this line begins with --- but does not end the front matter"],
    ["---cson\na: 1\n---\n", "1:1 front matter in cson is code, which is never run"],
    ["--- hello\na: 1\n---\n", '1:1 front matter in "hello" is not supported'],
    ["---\n- a\n---\n", "2:1 a list where keys and values should be"],
    // The space after the delimiter does not count as a column.
    ["--- \ntitle:Hi\n---\n", "2:1 text where keys and values should be"],
    ["--- yaml \ntitle:Hi\n---\n", "2:1 text where keys and values should be"],
    ["---\ntitle:Hi\n---\n", "2:1 text where keys and values should be"],
  ])("that is broken, as in %j, is reported", (text, message) => {
    expect(split(text)).toMatchObject({ data: null, found: [message] });
  });
});
