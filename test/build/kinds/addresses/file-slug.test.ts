import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadToAscii, needsReading, slugOfName } from "../../../../build/kinds/addresses/file-slug.ts";
import { isSlug } from "../../../../contract/slug-pattern.ts";

/** Language, name, slug, dropped letters. */
const NAMES = readFileSync(join(import.meta.dirname, "names.tsv"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t") as [language: string, name: string, slug?: string, dropped?: string]);
const toAscii = await loadToAscii();

describe("the slug of a name", () => {
  it("never changes, for names in 70 languages", () => {
    expect(NAMES.length).toBeGreaterThanOrEqual(200);
    const found = NAMES.map(([language, name]) => {
      const { slug, dropped } = slugOfName(name, { toAscii, language, date: null });
      return [language, name, slug, dropped];
    });
    expect(found).toEqual(NAMES.map(([language, name, slug = "", dropped = ""]) => [language, name, slug, dropped]));
    for (const [, , slug = ""] of NAMES) expect(slug === "" || isSlug(slug)).toBe(true);
  });

  it("is the same for both Unicode forms of an accented letter", () => {
    const read = (name: string): string => slugOfName(name, { toAscii, language: "en", date: null }).slug;
    for (const [, name] of NAMES) expect(read(name.normalize("NFD"))).toBe(read(name.normalize("NFC")));
  });

  it("that is only a hash begins with the date in the file's name, and the hash is then shorter", () => {
    expect(slugOfName("東京", { toAscii, language: "ja-JP", date: "2024-01-31" })).toEqual({
      slug: "2024-01-31-1300",
      dropped: "東京",
      isHash: true,
    });
  });

  it("needs no table of letters if all letters are Latin", () => {
    expect(["hello", "Blåbær & Søl", "naïve café"].map(needsReading)).toEqual([false, false, false]);
    expect(["Привет", "東京", "mənim"].map(needsReading)).toEqual([true, true, true]);
  });
});
