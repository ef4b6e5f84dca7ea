import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDocument, type Scalar, stringify, visit } from "yaml";
import { Diagnostics } from "../../../build/shared/diagnostics.ts";
import { Numeral } from "../../../build/sources/data-values.ts";
import { SourceText } from "../../../build/sources/source-text.ts";
import { parseYaml } from "../../../build/sources/yaml.ts";

/**
 * The value that the `yaml` package reads by the rules of 1.2 core, with numbers as written; null
 * if it refuses the text.
 */
function readReference(text: string): { readonly value: unknown } | null {
  const document = parseDocument(text, { version: "1.2", schema: "core" });
  let isRefused = document.errors.length + document.warnings.length > 0;
  visit(document, {
    Alias: (_, alias) => {
      isRefused ||= alias.resolve(document) === undefined;
    },
    Scalar: (at, node: Scalar) => {
      if (at === "key") node.value = typeof node.value === "number" ? node.source : String(node.value);
      else if (typeof node.value === "number") node.value = new Numeral(node.value, node.source ?? "");
    },
  });
  return isRefused ? null : { value: document.toJS() };
}

function read(text: string): { readonly value: unknown } | null {
  const diagnostics = new Diagnostics();
  const { value } = parseYaml({ source: new SourceText("a.yaml", text), text, base: 0 }, diagnostics);
  return diagnostics.errorCount > 0 ? null : { value: withPrototypes(value) };
}

function withPrototypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPrototypes);
  if (typeof value !== "object" || value === null || value instanceof Numeral) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withPrototypes(member)]));
}

/**
 * Without `-`, `?`, `:` and `!` on their own, because the two parsers disagree on their meaning
 * outside indicators.
 */
const WORDS = fc.constantFrom(
  ..."Rain a heron's it's --- -5 3 007 0x1F 0o17 1.10 .5 1e3 .inf .nan ~ null Null yes No on true TRUE False 2024-01-31 2024-01-31T09:30:00Z 09:30 1:30 é 日本語 😀 … a:b http://a.example/?b=c#d C# #tag & * % @ ` | > [x] {y} \\ \" ' = << , ; 12,5".split(
    " ",
  ),
);
const line = fc.array(WORDS, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
const inFlow = line.map((text) => text.replace(/[,[\]{}]/g, "").trim() || "x");
/** Values as people write them: plain, whatever their content, or in quotes. */
const scalar = fc.oneof(
  line,
  line.map((text) => JSON.stringify(text)),
  line.map((text) => `'${text.replaceAll("'", "''")}'`),
  fc.constant(""),
);
const flow = fc.oneof(
  fc.array(inFlow, { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
  fc.array(inFlow, { minLength: 1, maxLength: 3 }).map((items) => `{ ${items.map((item, at) => `k${at}: ${item}`).join(", ")} }`),
);
const indent = fc.constantFrom("", "  ", "    ");
const value = fc.oneof(
  { weight: 5, arbitrary: scalar.map((text) => ` ${text}`) },
  { weight: 2, arbitrary: flow.map((text) => ` ${text}`) },
  fc.tuple(indent, fc.array(scalar, { minLength: 1, maxLength: 3 })).map(([by, items]) => items.map((item) => `\n${by}- ${item}`).join("")),
  fc.array(scalar, { minLength: 1, maxLength: 3 }).map((items) => items.map((item, at) => `\n  k${at}: ${item}`).join("")),
  fc
    .tuple(fc.constantFrom("|", ">", "|-", ">-", "|+"), fc.array(fc.oneof(line, fc.constant("")), { minLength: 1, maxLength: 3 }))
    .map(([mark, lines]) => ` ${mark}${lines.map((text) => (text === "" ? "\n" : `\n  ${text}`)).join("")}`),
  line.map((text) => ` ${text}\n  and more`),
  fc.constantFrom(" &a [x, y]", " *a", " !!str 5", " 5 # five", " # nothing", " x # y"),
);
const key = fc.constantFrom(
  "title",
  "date",
  "tags",
  "a b",
  "2024",
  "true",
  '"q: k"',
  "'s'",
  "ünï",
  "x-y_z",
  "__proto__",
  "constructor",
  "a.b",
);
const frontMatter = fc
  .array(fc.tuple(key, value), { maxLength: 5 })
  .map((pairs) => pairs.map(([name, text]) => `${name}:${text}\n`).join(""));

test("whatever people write as front matter is read or refused exactly as by the yaml package", () => {
  let good = 0;
  fc.assert(
    fc.property(frontMatter, (text) => {
      const reference = readReference(text);
      if (reference !== null) good += 1;
      expect(read(text)).toEqual(reference);
    }),
    { seed: 12, numRuns: 3_000 },
  );
  expect(good).toBeGreaterThan(1_500);
});

test("whatever the yaml package writes is read as it was meant", () => {
  const plain = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("value"), { maxLength: 3 }),
      tie("mapping"),
    ),
    mapping: fc.dictionary(
      fc.string({ minLength: 1 }).filter((name) => name !== "<<"),
      tie("value"),
      { maxKeys: 4, noNullPrototype: true },
    ),
  })).mapping;
  fc.assert(
    fc.property(plain, (data) => {
      expect(read(stringify(data))).toEqual({ value: data });
    }),
    { seed: 13, numRuns: 1_000 },
  );
});
