import { describe, expect, it } from "vitest";
import { foldWord, mapText, normalizeText } from "../../search/format/fold.ts";

describe("a word is compared", () => {
  it("in lower case and without accents", () => {
    expect(["Café", "ØRE", "Straße", "Ἀθῆναι", "ΣΊΣΥΦΟΣ"].map((word) => foldWord(normalizeText(word)))).toEqual([
      "cafe",
      "ore",
      "strasse",
      "αθηναι",
      "σισυφοσ",
    ]);
  });

  it("unchanged if it consists of ideographs, kana and Hangul syllables, which the general rules would not change either", () => {
    const ranges = [
      [0x3400, 0x4dbf],
      [0x4e00, 0x9fff],
      [0x3041, 0x3096],
      [0x30a1, 0x30fa],
      [0x30fc, 0x30fc],
      [0xac00, 0xd7a3],
    ] as const;
    const accented = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{M}]/u;
    for (const [first, last] of ranges) {
      const all = String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
      expect([all.toLowerCase(), all.normalize("NFC"), accented.test(all)]).toEqual([all, all, false]);
      expect(foldWord(all)).toBe(all);
    }
  });

  it("including its marks if these make another letter", () => {
    expect(foldWord("\u304b\u3099")).toBe("\u304c");
    expect(foldWord("か")).not.toBe(foldWord("が"));
  });
});

describe("a text with a mapping to the original", () => {
  it("has a cut at each cluster, and maps each character of the normalized text to its cluster", () => {
    const clusters = [
      "a",
      "e\u0301",
      "b",
      "\r\n",
      "ﬁ",
      "東",
      "か\u3099",
      "京",
      "👨‍👩‍👧",
      "x\u00ad",
      "y",
      "한",
      "\u1112\u1161\u11ab",
      "z",
      "1\u20e3",
    ];
    const original = clusters.join("");
    const { text, cuts, startOf, endOf } = mapText(original);
    const starts = clusters.map((_, at) => clusters.slice(0, at).join("").length);
    expect(cuts).toEqual([...starts, original.length]);
    expect(text).toBe(clusters.map(normalizeText).join(""));
    let at = 0;
    for (const [place, cluster] of clusters.entries()) {
      for (const end = at + normalizeText(cluster).length; at < end; at += 1) {
        expect(original.slice(startOf(at), endOf(at))).toBe(clusters[place]);
      }
    }
  });
});
