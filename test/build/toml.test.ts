import fc from "fast-check";
import { parse as parseReference, stringify, TomlDate } from "smol-toml";
import { describe, expect, it } from "vitest";
import { type DataNode, Numeral, toValue } from "../../build/data-node.ts";
import { Diagnostics } from "../../build/diagnostics.ts";
import { SourceText } from "../../build/source-text.ts";
import { parseToml } from "../../build/toml.ts";

function parse(text: string): { node: DataNode | null; found: string[]; places: Record<string, string> } {
  const diagnostics = new Diagnostics();
  const before = "+++\n";
  const source = new SourceText("a.md", before + text);
  const node = parseToml(source, before.length, source.text.length, diagnostics);
  const places: Record<string, string> = {};
  if (node !== null) collect(node, "", source.text, places);
  return {
    node,
    places,
    found: diagnostics.all().map(({ line, column, message, hint }) => `${line}:${column} ${message} (${hint ?? ""})`),
  };
}

/** The text that each value's place covers, by path. */
function collect(node: DataNode, path: string, text: string, places: Record<string, string>): void {
  if (path !== "") places[path] = text.slice(node.start, node.end);
  if (node.kind === "list") for (const [index, item] of node.items.entries()) collect(item, `${path}/${index}`, text, places);
  if (node.kind !== "map") return;
  for (const [key, entry] of node.entries) {
    places[`${path}/${key}#`] = text.slice(entry.keyStart, entry.keyEnd);
    collect(entry.node, `${path}/${key}`, text, places);
  }
}

describe("TOML", () => {
  it("keeps dates as they were written, those too that the parser would shift", () => {
    const { node } = parse("a = 2024-02-30\nb = 2024-01-31T09:30:00+02:00 # said Ines\nc = 2024-01-31 09:30:00");
    expect(node === null ? null : toValue(node)).toEqual({ a: "2024-02-30", b: "2024-01-31T09:30:00+02:00", c: "2024-01-31 09:30:00" });
  });

  it("keeps numbers as they were written beside their value", () => {
    const { node } = parse("a = 1_000\nb = 0x1F\nc = 9780306406157");
    expect(node === null ? null : toValue(node)).toEqual({
      a: new Numeral(1000, "1_000"),
      b: new Numeral(31, "0x1F"),
      c: new Numeral(9780306406157, "9780306406157"),
    });
  });

  it("knows where every value and key stands", () => {
    const { places } = parse(`title = "A # in \\"text\\"" # comment
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
        const { node, found, places } = parse(text);
        expect(found).toEqual([]);
        if (node === null) throw new Error("nothing parsed");
        check(node, parseReference(text), "", places);
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it("that is broken is reported with its place and a remedy", () => {
    expect(parse("title = Hi").found).toEqual([
      '2:9 not valid TOML: invalid value (texts stand in quotes, keys stand before "="; see toml.io)',
    ]);
    expect(parse("a = 1\na = 2").found).toEqual([expect.stringMatching(/^3:\d+ not valid TOML: /)]);
    expect(parse("x = 1\ndate = 2024-13-01").found).toEqual(['3:8 "2024-13-01" is not a date (want 2024-01-31 or 2024-01-31T09:30:00Z)']);
  });
});

/** Compares leaves: the text of each one's place, parsed alone, is its value. */
function check(node: DataNode, value: unknown, path: string, places: Record<string, string>): void {
  if (node.kind === "map") {
    for (const [key, entry] of node.entries) check(entry.node, (value as Record<string, unknown>)[key], `${path}/${key}`, places);
  } else if (node.kind === "list") {
    for (const [index, item] of node.items.entries()) check(item, (value as unknown[])[index], `${path}/${index}`, places);
  } else {
    expect(parseReference(`x = ${places[path]}`)).toEqual({ x: value });
  }
}
