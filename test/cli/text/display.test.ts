import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutTo, renderTable, widthOf, wrap } from "../../../cli/text/display.ts";

describe("a table", () => {
  const columns = [{ title: "NAME" }, { title: "N", align: "right" as const }, { title: "TEXT", flexible: true }];

  it("aligns wide characters, combining marks and numbers", () => {
    const table = renderTable(
      columns,
      [
        ["氷", "1", "x"],
        ["Ame\u0301lie", "10", "y"],
        ["👩‍👧", "2", "z"],
      ],
      null,
    );
    expect(table).toBe("NAME     N  TEXT\n氷       1  x\nAme\u0301lie  10  y\n👩‍👧       2  z\n");
  });

  it("cuts its flexible column to the width, never within a wide character", () => {
    const table = renderTable(columns, [["Ada", "1", "氷が張った朝の小川の話"]], 25);
    expect(table.split("\n")).toEqual(["NAME  N  TEXT", "Ada   1  氷が張った朝の…", ""]);
    for (const line of table.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(25);
    expect(cutTo("氷氷", 4)).toBe("氷氷");
    expect(cutTo("氷氷氷", 4)).toBe("氷…");
  });
});

describe("a table on a narrow terminal", () => {
  const columns = [
    { title: "ID" },
    { title: "POST", shrinks: true },
    { title: "AUTHOR", shrinks: true },
    { title: "TEXT", flexible: true },
  ];

  it("has the text on a line of its own if too little of it would fit beside the rest", () => {
    const row = ["a1b2c3d4e5f6a1b2c3d4e5f6", "first-ice", "Ada", "The creek froze over in the night, and the mill stood still"];
    expect(renderTable(columns, [row], 80).split("\n")).toEqual([
      "ID                        POST       AUTHOR  TEXT",
      "a1b2c3d4e5f6a1b2c3d4e5f6  first-ice  Ada     The creek froze over in the night,…",
      "",
    ]);
    expect(renderTable(columns, [row], 70).split("\n")).toEqual([
      "ID                        POST       AUTHOR",
      "    TEXT",
      "a1b2c3d4e5f6a1b2c3d4e5f6  first-ice  Ada",
      "    The creek froze over in the night, and the mill stood still",
      "",
    ]);
  });

  it("cuts only the widest of the columns that may be cut", () => {
    const row = ["a1b2c3d4e5f6", "a-slug-that-goes-on-and-on", "Ada", "x"];
    expect(renderTable(columns, [row], 40).split("\n")).toEqual([
      "ID            POST                AUTHOR",
      "    TEXT",
      "a1b2c3d4e5f6  a-slug-that-goes-…  Ada",
      "    x",
      "",
    ]);
  });

  it("never has a line wider than the terminal, or a truncated comment id", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "b ", "氷", "\n", "e\u0301"), maxLength: 60 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 60, max: 160 }),
        (rows, width) => {
          const id = "a1b2c3d4e5f6a1b2c3d4e5f6";
          const table = renderTable(
            columns,
            rows.map((row) => [id, ...row]),
            width,
          );
          for (const line of table.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(width);
          expect(table.split(id)).toHaveLength(rows.length + 1);
        },
      ),
    );
  });
});

describe("wrapped text", () => {
  it("is broken between words, and within words that are too long", () => {
    expect(wrap("the creek froze\n\nhttps://marsh.example/long", 10)).toEqual([
      "the creek",
      "froze",
      "",
      "https://ma",
      "rsh.exampl",
      "e/long",
    ]);
    expect(wrap("氷が張った", 4)).toEqual(["氷が", "張っ", "た"]);
    expect(wrap("", 10)).toEqual([""]);
  });

  it("loses only spaces, and fits the width", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "bc", " ", "氷", "e\u0301") }), fc.integer({ min: 2, max: 12 }), (text, width) => {
        const lines = wrap(text, width);
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
      }),
    );
  });
});
