import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeText } from "../../search/format/fold.ts";
import { SEARCH_VERSION, toTerms } from "../../search/format/search-options.ts";
import { eachTerm, scanText, spansOf, TERM_MAX } from "../../search/format/tokenize.ts";

/**
 * The golden table of the tokenizer. If one of its lines changes, existing indexes no longer match:
 * raise SEARCH_VERSION (and the number below) in the same commit.
 */
const GOLDEN: readonly (readonly [text: string, terms: string])[] = [
  ["The Tides, of Bergen!", "the tides of bergen"],
  ["the user's and users’ notes", "the user and users notes"],
  ["don't, l’eau", "don't don t l'eau l eau"],
  ["useEffect(() => {}) fetch()", "useeffect use effect fetch"],
  ["HTMLParser parseURL utf8Decoder iPhone", "htmlparser html parser parseurl parse url utf8decoder utf8 decoder iphone phone"],
  ["import `node:http`", "import node:http node http"],
  ["C++, c# and F#.", "c++ c# and f#"],
  ["notepad++ C++17 a#b", "notepad++ notepad c++ 17 a b"],
  ["a .ts file, *.md, main.ts ...and", "a .ts ts file .md md main.ts main ts and"],
  ["better-sqlite3 std::vector __dirname snake_case", "better-sqlite3 better sqlite3 std::vector std vector dirname snake_case snake case"],
  ["React.useEffect", "react.useeffect react useeffect use effect"],
  ["https://example.com/a?b=c", "https example.com example com a b c"],
  ["Ærøskøbing Łódź straße STRASSE", "aeroskobing lodz strasse strasse"],
  ["ΟΔΟΣ οδός Ёлка й İstanbul ığdır", "οδοσ οδοσ елка и istanbul igdir"],
  ["ＦＵＬＬ ﬁne ½ co\u00adop", "full fine 1 2 coop"],
  ["שָׁלוֹם مُحَمَّد", "שלום محمد"],
  ["東京都の TypeScriptを使う 東", "東京 京都 都の の typescript type script を使 使う う 東"],
  ["ガギ ｶﾞｷﾞ か\u3099 カキ データ", "ガギ ギ ガギ ギ が カキ キ デー ータ タ"],
  ["검색은 어렵다", "검색 색은 은 어렵 렵다 다"],
  ["node.jsを使う", "node.js node js を使 使う う"],
  ["हिन्दी भाषा", "हिन्दी भाषा"],
  ["ไทย", "ไท ทย ย"],
  ["— … 🎉 (!)", ""],
];

describe("eachTerm", () => {
  it("gives the terms of the text's tokens, whatever shortcut it takes", () => {
    const unit = fc.constantFrom("a", "B", "é", "東", "京", "7", "_", "-", ".", ":", "::", "'s", "+", "#", " ", "\n", "ﾞ", "𠮷");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (source) => {
        const text = normalizeText(source);
        const terms: string[] = [];
        eachTerm(text, (term) => terms.push(term));
        expect(terms).toEqual([...scanText(text)].flatMap(spansOf).map(({ term }) => term));
      }),
      { seed: 5, numRuns: 2_000 },
    );
  });
});

describe("toTerms", () => {
  it.each(GOLDEN)("%j gives the terms of this search version", (text, terms) => {
    expect(toTerms(text).join(" ")).toBe(terms);
    expect(SEARCH_VERSION).toBe(4);
  });

  it("gives a word the same terms, however its letters are composed", () => {
    expect(toTerms("re\u0301sume\u0301 ｱﾊﾟｰﾄ")).toEqual(toTerms("résumé アパート"));
  });

  it("truncates a term that is too long, but never splits a surrogate pair", () => {
    expect(toTerms("x".repeat(500))).toEqual(["x".repeat(TERM_MAX)]);
    const [term] = toTerms(`x${"𝼀".repeat(60)}`);
    expect(term?.length).toBe(TERM_MAX - 1);
    expect(term?.isWellFormed()).toBe(true);
  });

  it("gives no term that JSON would escape, whatever the text", () => {
    const everything = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).join("");
    expect(toTerms(everything).filter((term) => JSON.stringify(term) !== `"${term}"` || term === "")).toEqual([]);
  });
});
