import { describe, expect, it } from "vitest";
import { createCollectionSchemas } from "../../../build/content-schema/collections.ts";
import { readPlainPost } from "../../../build/content-schema/plain-post.ts";
import { Numeral } from "../../../build/data-node.ts";

const ZONE = "Europe/Oslo";
const { posts } = createCollectionSchemas(ZONE);
const numeral = (value: number): Numeral => new Numeral(value, String(value));

/** Values of each field: plain ones, others that are right, and wrong ones. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  title: ["Tides", "  Tides ", "", " ", null, undefined, true, numeral(1984), ["Tides"]],
  slug: [undefined, null, "", "tides", " tides ", "Tides", "a--b", numeral(7)],
  draft: [undefined, null, true, false, "", "yes", numeral(1)],
  type: [undefined, null, "", "TEXT", "VIDEO", "IMAGE", "text", " TEXT "],
  excerpt: [undefined, null, "", "  ", " Short. ", numeral(5), true, {}],
  publishedAt: [undefined, null, "", "2024-01-31", "2024-01-31T09:30:00Z", " 2024-07-31T09:30 ", "2024-13-01", "0000-01-01", numeral(2024)],
  updatedAt: [undefined, "2024-02-01T00:00:00+02:00", "yesterday"],
  tags: [undefined, null, "", "a, b", [], ["sea"], [" sea ", "Sol"], ["sea", ""], ["sea", null], [numeral(3)], {}],
  series: [
    undefined,
    null,
    "",
    "harbours",
    " harbours ",
    "Har bours",
    numeral(7),
    { slug: "harbours" },
    { slug: "harbours", position: numeral(2) },
    { slug: "harbours", position: null },
    { slug: "harbours", position: "" },
    { slug: "harbours", position: "2" },
    { slug: "harbours", position: numeral(0) },
    { slug: "harbours", position: numeral(1.5) },
    { slug: "harbours", position: numeral(100_001) },
    { slug: "", position: numeral(1) },
    { position: numeral(1) },
    { slug: "harbours", place: numeral(1) },
    ["harbours"],
  ],
  featured: [undefined, true, "true"],
  commentsOpen: [undefined, null, false, "no"],
  language: [undefined, "nb"],
  aliases: [undefined, ["old"]],
  mood: [undefined, "calm"],
};
const PLAIN: Readonly<Record<string, unknown>> = {
  title: "Tides",
  publishedAt: "2024-01-31",
  tags: ["sea", "Sol"],
  series: { slug: "harbours", position: numeral(2) },
};

describe("a plain post", () => {
  it("is read by hand to what the schema gives, whatever one or two of its fields say", () => {
    const cases = Object.entries(VALUES).flatMap(([name, values]) => values.map((value) => [name, value] as const));
    let read = 0;
    for (const [name, value] of cases) {
      for (const [other, otherValue] of cases) {
        const fields = Object.fromEntries(
          Object.entries({ ...PLAIN, [name]: value, [other]: otherValue }).filter(([, each]) => each !== undefined),
        );
        const plain = readPlainPost(fields, ZONE);
        if (plain === null) continue;
        read += 1;
        const result = posts.safeParse(fields);
        expect(result.success ? result.data : result.error.issues, JSON.stringify(fields)).toEqual(plain);
      }
    }
    expect(read).toBeGreaterThan(500);
  });

  it("is one with a title, dates, tags and a series", () => {
    expect(readPlainPost(PLAIN, ZONE)).toMatchObject({
      title: "Tides",
      publishedAt: "2024-01-30T23:00:00.000Z",
      tags: ["sea", "Sol"],
      series: { slug: "harbours", position: 2 },
    });
  });

  it.each([
    ["a field that only the schema knows", { ...PLAIN, language: "nb" }],
    ["a field that nobody knows", { ...PLAIN, mood: "calm" }],
    ["no title", { ...PLAIN, title: null }],
    ["a date that is none", { ...PLAIN, publishedAt: "2024-13-01" }],
    ["a title that is a number", { ...PLAIN, title: numeral(1984) }],
    ["no mapping", "Tides"],
  ])("is none with %s", (_what, fields) => {
    expect(readPlainPost(fields, ZONE)).toBeNull();
  });
});
