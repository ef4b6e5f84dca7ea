import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { type Condition, containsHost, containsWord } from "../../../../server/store/sqlite/word-search.ts";

function openTexts(texts: readonly string[]): { find(condition: Condition): string[] } {
  const database = new Database(":memory:");
  onTestFinished(() => void database.close());
  database.exec("CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)");
  const insert = database.prepare("INSERT INTO note (text) VALUES (?)");
  for (const text of texts) insert.run(text);
  return {
    find: ({ sql, values }) =>
      database
        .prepare<unknown[], string>(`SELECT text FROM note WHERE ${sql} ORDER BY id`)
        .pluck()
        .all(...values),
  };
}

/** A reproducible number in [0, 1). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

function makeText(random: () => number, alphabet: readonly string[], length: number): string {
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
}

test("a search finds a word in any case, wherever it is", () => {
  const { find } = openTexts(["Best CASINO in town", "casinos", "Cas ino", "50% off", "50 off", "a_b", "ab"]);
  expect(find(containsWord("text", "Casino"))).toEqual(["Best CASINO in town", "casinos"]);
  expect(find(containsWord("text", "0%"))).toEqual(["50% off"]);
  expect(find(containsWord("text", "A_B"))).toEqual(["a_b"]);
});

test("a search finds words beyond ASCII as written, in lower and upper case and capitalized", () => {
  const texts = ["Ängelholm", "ängelholm", "ÄNGELHOLM", "Angelholm", "Ёлка"];
  const { find } = openTexts(texts);
  expect(find(containsWord("text", "ängelHolm"))).toEqual(texts.slice(0, 3));
  expect(find(containsWord("text", "ё"))).toEqual(["Ёлка"]);
  // Written with a combining mark.
  expect(find(containsWord("text", "A\u0308ngelholm"))).toEqual(texts.slice(0, 3));
});

test("a search finds the same rows as LIKE, for words of any length and any character", () => {
  const random = createRandom(11);
  const alphabet = [..."aAbB%_!' \\", "é", "É", "ß", "İ", "😀", "K"];
  const texts = Array.from({ length: 150 }, () => makeText(random, alphabet, Math.floor(random() * 160)));
  const { find } = openTexts(texts);
  let found = 0;
  for (let n = 0; n < 200; n += 1) {
    const from = texts[Math.floor(random() * texts.length)] ?? "";
    const start = Math.floor(random() * from.length);
    const cut = [...from.slice(start, start + 1 + Math.floor(random() * 90))].join("");
    const word = random() < 0.5 ? cut : makeText(random, alphabet, 2);
    const expected = find(likeAnyForm(word));
    expect(find(containsWord("text", word)), JSON.stringify(word)).toEqual(expected);
    found += expected.length;
  }
  expect(found).toBeGreaterThan(200);
});

/** The patterns of LIKE that `containsWord` replaces; a test may use more than 50 bytes. */
function likeAnyForm(word: string): Condition {
  const [first = "", ...rest] = word.toLowerCase();
  const forms = /^[ -~]*$/.test(word) ? [word] : [word, word.toLowerCase(), word.toUpperCase(), first.toUpperCase() + rest.join("")];
  const values = forms.map((form) => `%${form.normalize("NFC").replaceAll(/[!%_]/g, "!$&")}%`);
  return { sql: `(${values.map(() => "text LIKE ? ESCAPE '!'").join(" OR ")})`, values };
}

test("no LIKE pattern is longer than Durable Objects allow, so a long word is compared differently", () => {
  const { find } = openTexts([`${"LONG%".repeat(40)}é`, "long"]);
  for (let length = 1; length <= 60; length += 1) {
    for (const letter of ["a", "é", "%", "😀"]) {
      const { sql, values } = containsWord("text", letter.repeat(length));
      const longest = sql.includes("LIKE") ? Math.max(...values.map((value) => Buffer.byteLength(String(value)))) : 0;
      expect(longest).toBeLessThanOrEqual(50);
    }
  }
  expect(find(containsWord("text", `g%${"long%".repeat(30)}`))).toEqual([`${"LONG%".repeat(40)}é`]);
  expect(find(containsWord("text", `${"long%".repeat(30)}É`))).toHaveLength(1);
});

test("a search finds the links to a host, not to a longer one", () => {
  const host = `${"casino-with-a-very-long-name.".repeat(3)}example`;
  const texts = [
    `See https://${host}/x`,
    `HTTP://${host.toUpperCase()} `,
    `https://${host}.org/`,
    `https://not${host}/`,
    `http://a https://${host}`,
  ];
  const { find } = openTexts([...texts, `https://${host}.org or https://${host}/`, `https://${host}?a`]);
  expect(find(containsHost("text", host))).toEqual([texts[0], texts[1], `https://${host}.org or https://${host}/`, `https://${host}?a`]);
});

test("a search finds the same links as a GLOB pattern", () => {
  const random = createRandom(5);
  const long = `${"a-long-name-of-".repeat(3)}a.example`;
  const parts = ["http", "s", "://", "a.example", "a", ".", "-", " ", "A", "H", long, long.toUpperCase(), "/"];
  const texts = Array.from({ length: 3_000 }, () => makeText(random, parts, 1 + Math.floor(random() * 14)));
  const { find } = openTexts(texts);
  for (const host of ["a.example", "a", long]) {
    const expected = find({ sql: "lower(text) GLOB ?", values: [`*http*://${host}[^a-z0-9.-]*`] });
    expect(expected.length).toBeGreaterThan(0);
    expect(find(containsHost("text", host))).toEqual(expected);
  }
});
