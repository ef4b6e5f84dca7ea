import { describe, expect, it } from "vitest";
import { createMisspellings, createSuggester, didYouMean, isMisspelt, reorderDate, suggest } from "../../../build/shared/suggest.ts";

describe("a suggestion", () => {
  const keys = ["publishedAt", "updatedAt", "tags", "cover"];

  it("is the nearest candidate", () => {
    expect(suggest("pubishedAt", keys)).toBe("publishedAt");
    expect(suggest("tag", keys)).toBe("tags");
  });

  it("ignores case, hyphens and underscores", () => {
    expect(suggest("published_at", keys)).toBe("publishedAt");
    expect(suggest("UPDATED-AT", keys)).toBe("updatedAt");
  });

  it("counts two letters in the wrong order as one mistake", () => {
    expect(suggest("nmae", ["name"])).toBe("name");
    expect(suggest("atl", ["src", "alt"])).toBe("alt");
    expect(suggest("tla", ["src", "alt"])).toBeNull();
  });

  it("may begin with the text as written", () => {
    expect(suggest("pub", keys)).toBe("publishedAt");
    expect(suggest("pu", keys)).toBeNull();
  });

  it("is not made if nothing is near", () => {
    expect(suggest("layout", keys)).toBeNull();
    expect(suggest("x", keys)).toBeNull();
    expect(didYouMean("layout", keys)).toBeNull();
  });
});

describe("suggestions from a long list", () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `post-${String(index).padStart(5, "0")}-of-the-year`);

  it("compare few names, once for each mistake, and the list is not read before the first mistake", () => {
    const compared: number[] = [];
    let listed = 0;
    const suggester = createSuggester(
      () => {
        listed += 1;
        return names;
      },
      (written, candidates) => {
        compared.push(candidates.length);
        return suggest(written, candidates);
      },
    );
    expect(listed).toBe(0);
    for (const written of ["pst-04711-of-the-year", "post-04711-of-the-yaer", "pst-04711-of-the-year"])
      expect(suggester(written)).toBe("post-04711-of-the-year");
    expect(suggester("something else")).toBeNull();
    expect(suggester("something else")).toBeNull();
    expect(listed).toBe(1);
    expect(compared).toHaveLength(3);
    expect(Math.max(...compared)).toBeLessThanOrEqual(200);
  });

  it("do not depend on the order of the list", () => {
    const [one, other] = [createSuggester(() => names), createSuggester(() => names.toReversed())];
    for (const written of ["post-0471-of-the-year", "post-99999-of-a-year", "04711-of-the-year"]) expect(one(written)).toBe(other(written));
  });
});

describe("misspellings of a name", () => {
  it("are the same as in a comparison with every name, wherever the wrong letter is", () => {
    const name = "/posts/The_heron-s-return";
    const letters = [...name];
    const without = letters.map((_, at) => letters.toSpliced(at, 1).join(""));
    const longer = letters.map((_, at) => letters.toSpliced(at, 0, "q").join(""));
    const other = letters.map((_, at) => letters.with(at, "q").join(""));
    const swapped = letters.map((letter, at) => letters.toSpliced(at, 2, letters[at + 1] ?? "", letter).join(""));
    const far = letters.map((_, at) => letters.toSpliced(at, 2, "q", "x").join(""));
    const written = new Set([...without, ...longer, ...other, ...swapped, ...far, name, "", "a"]);
    const expected = [...written].filter((text) => isMisspelt(text, name));
    expect(expected.length).toBeGreaterThan(80);
    expect(createMisspellings(written)(name).toSorted()).toEqual(expected.toSorted());
    expect(createMisspellings(["a", "b", "ba"])("ab")).toEqual(["a", "b", "ba"]);
    expect(createMisspellings([])(name)).toEqual([]);
  });
});

describe("a date whose numbers are in another order", () => {
  it.each([
    ["31.01.2026", "2026-01-31"],
    ["1.2.2026", "2026-02-01"],
    ["31.01.2026 18:30", "2026-01-31"],
    ["01/31/2026", "2026-01-31"],
    ["31/01/2026", "2026-01-31"],
    ["31-01-2026", "2026-01-31"],
    ["02/02/2026", "2026-02-02"],
    ["2026-01-31T9:5", null],
    ["2026.01.31", "2026-01-31"],
    ["01/02/2026", null],
    ["01-02-2026", null],
    ["31.01.26", null],
    ["31.01.20261", null],
    ["soon", null],
  ])("%s is %s", (text, day) => {
    expect(reorderDate(text)).toBe(day);
  });
});
