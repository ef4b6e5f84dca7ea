import { describe, expect, it } from "vitest";
import { JsonBytes } from "../../../build/cache/json-bytes.ts";

/** The same numbers each time. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const jsonOf = (text: string): string => new JsonBytes().addString(text).bytes.toString("utf8");

describe("a JSON string put together in bytes", () => {
  it("is that of JSON.stringify for each code unit, at each place in a word and at the end", () => {
    for (let code = 0; code < 0x1_0000; code += code < 0x180 ? 1 : 37) {
      const unit = String.fromCharCode(code);
      for (const before of ["", "a", "ab", "abc", "abcd"]) {
        expect(jsonOf(before + unit)).toBe(JSON.stringify(before + unit));
        expect(jsonOf(`${before}${unit}${unit}xyz`)).toBe(JSON.stringify(`${before}${unit}${unit}xyz`));
      }
    }
  });

  it("is that of JSON.stringify for texts of all sorts of signs, in one buffer for all", () => {
    const random = createRandom(7);
    const signs = [
      '"',
      "\\",
      "\n",
      "\t",
      "\0",
      "\x1f",
      " ",
      "!",
      "[",
      "]",
      "#",
      "\x7f",
      "\x80",
      "ä",
      "\u2028",
      "数",
      "𝄞",
      "plain text",
      "<p>",
    ];
    const json = new JsonBytes();
    for (let round = 0; round < 3_000; round += 1) {
      const text = Array.from({ length: random(40) }, () => signs[random(signs.length)]).join("");
      expect(json.clear().add("[").addString(text).add(",").addString("x").add("]").bytes.toString("utf8")).toBe(
        JSON.stringify([text, "x"]),
      );
    }
  });

  it("writes half a surrogate pair by its number", () => {
    for (const text of ["\ud834", "a\udd1eb", "\udd1e\ud834"]) expect(jsonOf(text)).toBe(JSON.stringify(text));
  });

  it("grows with what is added, and keeps what it held", () => {
    const long = `"${"ä\n\0".repeat(60_000)}`;
    const json = new JsonBytes().add("[").addString("first").add(",").addString(long).add("]");
    expect(JSON.parse(json.bytes.toString("utf8"))).toEqual(["first", long]);
    expect(json.clear().bytes).toHaveLength(0);
  });
});
