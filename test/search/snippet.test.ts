import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toTerms } from "../../search/format/search-options.ts";
import { makeSnippet } from "../../search/read/snippet.ts";

function unescapeText(html: string): string {
  return html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}

describe("makeSnippet", () => {
  it("marks the matches, in the spelling of the text", async () => {
    expect(await makeSnippet("A ferry to Ærøskøbing, at high Tide.", ["aeroskobing", "tide"])).toBe(
      "A ferry to <mark>Ærøskøbing</mark>, at high <mark>Tide</mark>.",
    );
  });

  it("marks no part of another word", async () => {
    expect(await makeSnippet("use, used and misuse", ["use"])).toBe("<mark>use</mark>, used and misuse");
  });

  it("marks the part of a compound or identifier that was found, or the whole", async () => {
    expect(await makeSnippet("better-sqlite3", ["sqlite3"])).toBe("better-<mark>sqlite3</mark>");
    expect(await makeSnippet("better-sqlite3", ["better-sqlite3", "better", "sqlite3"])).toBe("<mark>better-sqlite3</mark>");
    expect(await makeSnippet("useEffect()", ["effect"])).toBe("use<mark>Effect</mark>()");
  });

  it("joins pairs of a run that overlap, and marks a single character", async () => {
    expect(await makeSnippet("東京都の塔", ["東京", "京都"])).toBe("<mark>東京都</mark>の塔");
    expect(await makeSnippet("東京都の塔", ["京"])).toBe("東<mark>京</mark>都の塔");
    expect(await makeSnippet("ﾃﾞｰﾀ と", ["デー"])).toBe("<mark>ﾃﾞｰ</mark>ﾀ と");
  });

  it("shows a run of white space as one space", async () => {
    expect(await makeSnippet("The\n\n tide\r\n\tat\u00a0 noon\n", ["tide"])).toBe("The <mark>tide</mark> at noon");
    const spaced = await makeSnippet(`tide${" ".repeat(400)}and moon`, ["tide", "moon"], { length: 40 });
    expect(spaced).toBe("<mark>tide</mark> and <mark>moon</mark>");
  });

  it("escapes the text", async () => {
    expect(await makeSnippet(`<img src="x" onerror='y'> & tide`, ["tide"])).toBe(
      "&lt;img src=&quot;x&quot; onerror=&#39;y&#39;&gt; &amp; <mark>tide</mark>",
    );
  });

  it("starts at the beginning of the text if nothing is found", async () => {
    expect(await makeSnippet("one two three four five six seven", ["eight"], { length: 16 })).toBe("one two three…");
  });

  it("shows the place with the most different terms", async () => {
    const text = `tide ${"filler words ".repeat(20)}tide and moon ${"more words ".repeat(20)}moon`;
    const snippet = await makeSnippet(text, ["tide", "moon"], { length: 60 });
    expect(snippet).toContain("<mark>tide</mark> and <mark>moon</mark>");
    expect(snippet.startsWith("…")).toBe(true);
    expect(snippet.endsWith("…")).toBe(true);
  });

  it("stays within the length and cuts between words", async () => {
    const text = "The moon pulls the water towards itself twice a day, and the sun helps a little.";
    const snippet = await makeSnippet(text, ["water"], { length: 30 });
    const plain = snippet.replace(/<\/?mark>|…/g, "");
    expect(plain.length).toBeLessThanOrEqual(30);
    expect(` ${text} `).toContain(` ${plain} `);
    expect(snippet).toContain("<mark>water</mark>");
  });

  it("never cuts through one visible character", async () => {
    const family = "👨‍👩‍👧‍👦";
    for (let length = 1; length < 40; length += 1) {
      const plain = (await makeSnippet(`${family}${"e\u0301".repeat(5)}${family}ｶﾞ🇳🇴 한`, [], { length })).replace("…", "");
      expect(plain).toMatch(/^(?:👨‍👩‍👧‍👦|e\u0301|ｶﾞ|🇳🇴|\s|한)+$/u);
    }
  });

  const PIECES = [
    "tide",
    "Tides",
    "<b>",
    "&amp;",
    "</mark>",
    "<mark>",
    '"',
    "東京",
    "都",
    "e\u0301",
    "👨‍👩‍👧",
    " ",
    "\n",
    " ",
    "better-sqlite3",
    "useEffect",
    "…",
    "ﬁn",
    "x\u00ady",
    "\ud800",
  ];
  const text = fc
    .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ unit: "binary", maxLength: 8 })), { maxLength: 60 })
    .map((pieces) => pieces.join(""));

  it("consists only of the document's escaped text and complete marks, whatever the text", async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.array(fc.constantFrom("tide", "東京", "都", "sqlite3", "better-sqlite3", "effect", "fin", "xy"), { maxLength: 4 }),
        fc.integer({ min: 1, max: 80 }),
        async (source, terms, length) => {
          const snippet = await makeSnippet(source, terms, { length });
          expect(snippet.replace(/<mark>[^<>]+<\/mark>/g, "")).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/);
          const plain = unescapeText(snippet.replace(/<\/?mark>/g, ""));
          const inner = [plain, plain.slice(1), plain.slice(0, -1), plain.slice(1, -1)];
          expect(inner.some((candidate) => source.replace(/\s+/g, " ").includes(candidate))).toBe(true);
          for (const [, marked] of snippet.matchAll(/<mark>([^<]+)<\/mark>/g)) {
            expect(toTerms(unescapeText(marked ?? "")).length).toBeGreaterThan(0);
          }
        },
      ),
      { seed: 11, numRuns: 2_000 },
    );
  });

  it("marks something whenever the text contains a term and there is room for it", async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom("tide", "東京", "better-sqlite3", "effect"), async (source, term) => {
        fc.pre(toTerms(source).includes(term));
        expect(await makeSnippet(source, [term], { length: 120 })).toContain("<mark>");
      }),
      { seed: 12, numRuns: 1_000 },
    );
  });
});
