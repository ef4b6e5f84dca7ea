import MiniSearch from "minisearch";
import { describe, expect, it } from "vitest";
import { SEARCH_FIELDS, SEARCH_OPTIONS } from "../../search/format/search-options.ts";
import { document, openIndex, writeIndex } from "./oracle.ts";

const DOCUMENTS = [
  document({ kind: "post", number: 1, title: "Reading tide tables", body: "The tide turns; tides of Bergen." }),
  document({ kind: "post", number: 0, title: "Boats", tags: ["tide"], excerpt: "Wood and tar", body: "A boat waits for the tide" }),
  document({ kind: "book", number: 0, title: "The Sea", body: "東京 tide" }),
  document({ kind: "project", number: 0, title: "Gauge", headings: ["Tides"], body: "It counts." }),
];
function wholeOf(documents: typeof DOCUMENTS): string {
  return writeIndex(documents, { wholePostingsMax: 1_000 }).whole ?? "";
}
const WHOLE = wholeOf(DOCUMENTS);

describe("the whole index", () => {
  it("is valid input for MiniSearch.loadJSON, which only needs the names of the fields", () => {
    const index = MiniSearch.loadJSON(WHOLE, { fields: [...SEARCH_FIELDS] });
    const [best] = index.search("tables");
    expect(best).toMatchObject({
      id: "post/post-1",
      kind: "post",
      slug: "post-1",
      url: "https://fjord.example/post-1",
      title: "Reading tide tables",
    });
    expect(index.documentCount).toBe(4);
  });

  it("gives the same scores as the index in pieces, in the same order", async () => {
    const index = MiniSearch.loadJSON(WHOLE, SEARCH_OPTIONS);
    const { reader } = openIndex(writeIndex(DOCUMENTS));
    for (const word of ["tide", "tides", "the", "of", "東京"]) {
      const { hits } = await reader.search(`${word} a`);
      const expected = (await reader.search(word)).hits.map(({ kind, number, score }) => [`${kind}/${kind}-${number}`, score]);
      expect(hits.length).toBeGreaterThan(0);
      const exact = index.search(word, { prefix: [...word].length >= 3 }).map(({ id, score }) => [id, Number(score.toPrecision(6))]);
      expect(exact.sort()).toEqual(expected.sort());
    }
  });

  it("does not depend on the order of the documents or contain their texts", () => {
    expect(wholeOf(DOCUMENTS.toReversed())).toBe(WHOLE);
    expect(WHOLE).not.toContain("waits for");
  });

  it("is an empty index if there are no documents", () => {
    expect(MiniSearch.loadJSON(wholeOf([]), { fields: [...SEARCH_FIELDS] }).search("tide")).toEqual([]);
  });
});
