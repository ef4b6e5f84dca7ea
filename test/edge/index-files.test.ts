import { describe, expect, it } from "vitest";
import { parseChunk } from "../../edge/index-files.ts";
import { IndexUnavailable } from "../../edge/read-file.ts";

const chunk = (text: string) => parseChunk(new TextEncoder().encode(text));

describe("parseChunk", () => {
  it("finds any document, in any order, and none past the last", () => {
    for (const end of ["\n]\n", "\n]"]) {
      const { document } = chunk(`[\n{"a":"é, 東"},\n{"b":1},\n{"c":[]}${end}`);
      expect([2, 0, 1, 0, 3, 9].map((place) => document(place))).toEqual([
        '{"c":[]}',
        '{"a":"é, 東"}',
        '{"b":1}',
        '{"a":"é, 東"}',
        undefined,
        undefined,
      ]);
    }
  });

  it("is empty for an empty file", () => {
    expect(chunk("[\n]\n").document(0)).toBeUndefined();
  });

  it.each(["", "[", "]", "[]", "\n", '[\n{"a":1}', '[\n{"a":1},\n', "<!doctype html>\n", '{"a":1}\n'])("refuses %j", (text) => {
    expect(() => chunk(text)).toThrow("not a chunk");
  });

  it("refuses only the document that is not UTF-8", () => {
    const { document } = parseChunk(Uint8Array.from([...Buffer.from("[\n"), 0xff, ...Buffer.from(",\n1\n]\n")]));
    expect(document(1)).toBe("1");
    expect(() => document(0)).toThrow(IndexUnavailable);
  });
});
