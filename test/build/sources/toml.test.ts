import fc from "fast-check";
import { parse as parseReference, stringify, TomlDate } from "smol-toml";
import { describe, expect, it } from "vitest";
import { Diagnostics, type FieldPath } from "../../../build/shared/diagnostics.ts";
import { Numeral } from "../../../build/sources/data-values.ts";
import { SourceText } from "../../../build/sources/source-text.ts";
import { parseToml } from "../../../build/sources/toml.ts";
import { findTomlPlaces } from "../../../build/sources/toml-places.ts";

function parse(text: string): { value: unknown; found: string[] } {
  const diagnostics = new Diagnostics();
  const source = new SourceText("a.md", `+++\n${text}`);
  const { value } = parseToml({ source, text, base: 4 }, diagnostics);
  const found = diagnostics.all().map(({ line, column, message, hint }) => `${line}:${column} ${message} (${hint ?? ""})`);
  return { value, found };
}

/** The text at the position of each value, by path. The path of a key ends with #. */
function placesOf(text: string): Record<string, string> {
  const places: Record<string, string> = {};
  for (const [key, { keyStart, keyEnd, start, end }] of findTomlPlaces(text)) {
    const path = (JSON.parse(key) as FieldPath).map((segment) => `/${segment}`).join("");
    places[path] = text.slice(start, end);
    places[`${path}#`] = text.slice(keyStart, keyEnd);
  }
  return places;
}

describe("TOML", () => {
  it("keeps dates as they were written, even those that the parser would shift", () => {
    const { value } = parse("a = 2024-02-30\nb = 2024-01-31T09:30:00+02:00 # said Ines\nc = 2024-01-31 09:30:00");
    expect(value).toEqual({ a: "2024-02-30", b: "2024-01-31T09:30:00+02:00", c: "2024-01-31 09:30:00" });
  });

  it("keeps numbers as they were written beside their value", () => {
    const { value } = parse("a = 1_000\nb = 0x1F\nc = 9780306406157");
    expect(value).toEqual({
      a: new Numeral(1000, "1_000"),
      b: new Numeral(31, "0x1F"),
      c: new Numeral(9780306406157, "9780306406157"),
    });
  });

  it("finds the position of every value and key", () => {
    const places = placesOf(`title = "A # in \\"text\\"" # comment
"quoted key" = 'x]'
a.b = [ 1, "two", # not ] this
  { c = 3 } ]
[extra]
long = """
one "two"
"""
[[links]]
label = "first"
[[links]]
label = "second"
[links.more]
deep = true
`);
    expect(places).toMatchObject({
      "/title": '"A # in \\"text\\""',
      "/quoted key": "'x]'",
      "/quoted key#": '"quoted key"',
      "/a/b#": "a.b",
      "/a/b/1": '"two"',
      "/a/b/2/c": "3",
      "/extra#": "extra",
      "/extra/long": '"""\none "two"\n"""',
      "/links/0/label": '"first"',
      "/links/1/label": '"second"',
      "/links/1/more/deep": "true",
    });
  });

  it("finds for every value of any document the text that gives this value", () => {
    const key = fc.oneof(fc.stringMatching(/^[a-z_-]{1,6}$/), fc.string({ minLength: 1, maxLength: 6 }));
    const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(new TomlDate("2024-01-31")));
    const { table } = fc.letrec((tie) => ({
      table: fc.dictionary(
        key,
        fc.oneof(
          { depthSize: "small", withCrossShrink: true },
          scalar,
          fc.array(scalar, { maxLength: 3 }),
          tie("table"),
          fc.array(tie("table"), { minLength: 1, maxLength: 3 }),
        ),
        {
          maxKeys: 4,
          noNullPrototype: true,
        },
      ),
    }));
    fc.assert(
      fc.property(table, (value) => {
        const text = stringify(value as Record<string, unknown>);
        expect(parse(text).found).toEqual([]);
        checkLeaves(parseReference(text), "", placesOf(text));
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it("that is broken is reported with its place and a remedy", () => {
    expect(parse("title = Hi").found).toEqual([
      '2:9 not valid TOML: invalid value (put texts in quotes, and a key before each "="; see toml.io)',
    ]);
    expect(parse("a = 1\na = 2").found).toEqual([expect.stringMatching(/^3:\d+ not valid TOML: /)]);
    expect(parse("x = 1\ndate = 2024-13-01").found).toEqual(['3:8 "2024-13-01" is not a date (want 2024-01-31 or 2024-01-31T09:30:00Z)']);
  });
});

/** Checks that the text at the position of each leaf, parsed on its own, gives its value. */
function checkLeaves(value: unknown, path: string, places: Record<string, string>): void {
  if (typeof value !== "object" || value === null || value instanceof TomlDate)
    expect(parseReference(`x = ${places[path]}`)).toEqual({ x: value });
  else for (const [key, member] of Object.entries(value)) checkLeaves(member, `${path}/${key}`, places);
}
