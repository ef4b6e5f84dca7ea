import { expect, test } from "vitest";
import { createRandom } from "../../bench/random.ts";
import { Diagnostics } from "../../build/diagnostics.ts";
import { readPlainYaml } from "../../build/plain-yaml.ts";
import { SourceText } from "../../build/source-text.ts";
import { parseAnyYaml } from "../../build/yaml.ts";

const BASE = 3;

/** What the parser makes of it, mistakes included. */
function parse(text: string): unknown {
  const diagnostics = new Diagnostics();
  const source = new SourceText("a.md", `---${text}`);
  return { node: parseAnyYaml(source, BASE, BASE + text.length, diagnostics), found: diagnostics.all() };
}

test("ordinary front matter is read without the parser", () => {
  const text =
    "\ntitle: A post, about things\n" +
    'publishedAt: 2004-01-01T08:00:00.000Z\ntags: [Tag 1, "b, c"]\nseries: { slug: s-1, position: 3 }\ncover: "a b.jpg"\n' +
    "url: https://example.org/a?b=c\ndate: 2024-01-31\naliases:\n  - a/b/\n  - old name\ndraft: true\nnumber: 12";
  expect(readPlainYaml(text, BASE)).toEqual((parse(text) as { node: unknown }).node);
  expect(readPlainYaml(text, BASE)).not.toBeNull();
});

test.each([
  "a: 1 # one",
  "a: b: c",
  "a:  b",
  "a: b\n  c",
  "a: |\n  b",
  "a: &x b",
  "a: *x",
  "a: !!str b",
  "a: null",
  "a: True",
  "a: 010",
  "a: 1.5",
  "a: 1e3",
  'a: "b\\n"',
  "a: 'it''s'",
  "a: b\na: c",
  "a: [b, [c]]",
  "a: [b,\n c]",
  "a: { b: c, b: d }",
  "a:\n  b: c",
  "- a",
  "a",
  "a: b\t",
  "a: b ",
  "",
  "a:\n - b\n  - c",
  "a: [b, ]",
  "a: {b}",
  "? a\n: b",
  "a: b\n---\nc: d",
])("what is out of the ordinary is left to the parser: %j", (text) => {
  expect(readPlainYaml(text, BASE)).toBeNull();
});

const PIECES = [
  ..."a b constructor toString __proto__ key title tags true false null True ~ yes 1 12 0 007 1.5 -3 1e3 0x1f .5 +1 2024-01-31 2024-01-31T09:30:00Z 2024-01-31T09:30:00+02:00 é ß 日本 – “ 😀".split(
    " ",
  ),
  ...[": ", ":", "- ", "-", "  ", " ", "\n", "\n", "\n- ", "\n  - ", "\n ", ", ", ",", "[", "]", "{ ", " }", "{", "}", "[]", "{}"],
  ...[
    '"',
    "'",
    '"x, y"',
    "'z: w'",
    '"a\\n"',
    "''",
    "#",
    " # c",
    "&",
    "*",
    "!",
    "|",
    ">",
    "%",
    "@",
    "`",
    "?",
    "? ",
    "\\",
    "/",
    "(",
    ")",
    "=",
    ";",
  ],
  ...[
    "\nkey: ",
    "\ntitle: ",
    "\nx-y: [",
    "\nm: { a: ",
    "\nlist:\n",
    "\n---\n",
    "...",
    "\t",
    "<<: ",
    "__proto__: ",
    "\u00a0",
    "\u0085",
    "\u2028",
    "\ufeff",
  ],
];
const LINES = [
  "title: Some title 12",
  "n: 12",
  "tags: [Tag 1, Tag 2]",
  "list:\n- a\n- b c",
  "other:\n  - a\n  - 'b: c'",
  "series: { slug: a-b, position: 3 }",
  'quoted: "a: b # c"',
  "empty:",
  "when: 2024-01-31T09:30:00Z",
  "link: https://example.org/?a=b:c",
  "flag: false",
  "nothing: null",
  "dotted.key: x",
  "",
];

test("whatever it does read, it reads as the parser does: values, places, and nothing that is a mistake", () => {
  const random = createRandom(20_260_131);
  let plain = 0;
  for (let round = 0; round < 20_000; round += 1) {
    const lines = Array.from({ length: 1 + random.below(5) }, (_, at) => random.pick(LINES).replace(/^[a-z]+/, (key) => key + at));
    let text = random.below(3) === 0 ? "" : `${random.below(2) === 0 ? "\n" : ""}${lines.join("\n")}${random.below(2) === 0 ? "\n" : ""}`;
    for (let changes = random.below(text === "" ? 12 : 4); changes > 0; changes -= 1) {
      const at = random.below(text.length + 1);
      text = text.slice(0, at) + random.pick(PIECES) + text.slice(at + random.below(2));
    }
    const read = readPlainYaml(text, BASE);
    if (read === null) continue;
    plain += 1;
    expect({ node: read, found: [] }, JSON.stringify(text)).toEqual(parse(text));
  }
  expect(plain).toBeGreaterThan(1_500);
});
