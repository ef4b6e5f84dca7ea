import { describe, expect, it } from "vitest";
import { removeWord, setWord } from "../../../cli/preview/front-matter-word.ts";

const WORD = "abcdefghijklmnop";
const set = (text: string): string | null => setWord(text, "preview", WORD);
const remove = (text: string): string | null => removeWord(text, "preview");

/** Each form without a word, and with one. */
const FORMS: readonly (readonly [string, string, string])[] = [
  ["YAML", "---\ntitle: A\n# note\n---\nBody\n", `---\ntitle: A\n# note\npreview: ${WORD}\n---\nBody\n`],
  [
    "YAML with the newlines of Windows and a byte order mark",
    "\uFEFF---\r\ntitle: A\r\n---\r\nB\r\n",
    `\uFEFF---\r\ntitle: A\r\npreview: ${WORD}\r\n---\r\nB\r\n`,
  ],
  [
    "YAML after a text of several lines",
    "---\nexcerpt: |\n  One\n\n  two\n---\n",
    `---\nexcerpt: |\n  One\n\n  two\npreview: ${WORD}\n---\n`,
  ],
  ["empty YAML", "---\n---\nBody", `---\npreview: ${WORD}\n---\nBody`],
  ["YAML without a first line", "title: A\ndate: 2024-01-01\n---\nBody\n", `title: A\ndate: 2024-01-01\npreview: ${WORD}\n---\nBody\n`],
  [
    "TOML with a table",
    '+++\ntitle = "A"\n[extra]\npreview = "x"\n+++\nBody\n',
    `+++\npreview = "${WORD}"\ntitle = "A"\n[extra]\npreview = "x"\n+++\nBody\n`,
  ],
  ["TOML by name", "---toml\ntitle = 'A'\n---\nBody\n", `---toml\npreview = "${WORD}"\ntitle = 'A'\n---\nBody\n`],
  [
    "JSON of several lines",
    '---json\n{\n  "title": "A",\n  "tags": ["b"]\n}\n---\nBody\n',
    `---json\n{\n  "title": "A",\n  "tags": ["b"],\n  "preview": "${WORD}"\n}\n---\nBody\n`,
  ],
  ["JSON of one line", '---json\n{ "title": "A" }\n---\n', `---json\n{ "title": "A", "preview": "${WORD}" }\n---\n`],
];

describe.each(FORMS)("%s", (_, without, having) => {
  it("gets the word, and nothing else changes", () => {
    expect(set(without)).toBe(having);
  });

  it("keeps its place if the word changes", () => {
    const other = having.replace(WORD, "short");
    expect(set(other)).toBe(having);
  });

  it("is unchanged once the word is removed", () => {
    expect(remove(having)).toBe(without);
  });
});

it("a text without front matter gets front matter", () => {
  expect(set("# Heron\n\nGrey.\n")).toBe(`---\npreview: ${WORD}\n---\n\n# Heron\n\nGrey.\n`);
  expect(set("\uFEFFGrey.\r\n")).toBe(`\uFEFF---\r\npreview: ${WORD}\r\n---\r\n\r\nGrey.\r\n`);
});

it("quotes and comments around another word stay or are removed with it", () => {
  expect(set('---\n"preview": "old" # mine\ntitle: A\n---\n')).toBe(`---\n"preview": ${WORD} # mine\ntitle: A\n---\n`);
  expect(set("+++\npreview = 'old' # mine\n+++\n")).toBe(`+++\npreview = "${WORD}" # mine\n+++\n`);
  expect(set("---\npreview:\ntitle: A\n---\n")).toBe(`---\npreview: ${WORD}\ntitle: A\n---\n`);
});

it("a key at another level or in the body is not the field", () => {
  expect(set("---\nextra:\n  preview: x\n---\npreview: y\n")).toBe(`---\nextra:\n  preview: x\npreview: ${WORD}\n---\npreview: y\n`);
  expect(remove("---\nextra:\n  preview: x\n---\npreview: y\n")).toBeNull();
});

it("front matter that is not closed, or is code, is left unchanged", () => {
  for (const text of ["---\ntitle: A\n", "---js\n{}\n---\n", "--- # odd\ntitle: A\n---\n"])
    expect([set(text), remove(text)]).toEqual([null, null]);
});

it("a name with pattern characters is taken literally", () => {
  expect(setWord("---\nab: 1\n---\n", "a.b", WORD)).toBe(`---\nab: 1\na.b: ${WORD}\n---\n`);
});
