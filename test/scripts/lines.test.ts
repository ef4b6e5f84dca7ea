import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { countLines, countRooms } from "../../scripts/lines.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

describe("the line count", () => {
  it("leaves out comments, blank lines and imports, types included", () => {
    const text = `/** A file. */
import { readFileSync } from "node:fs";
import type {
  One,
  Two,
} from "./one.ts";

// Its only line.
export const text = readFileSync("…", "utf8"); // and a note
`;
    expect(countLines("file.ts", text)).toBe(1);
  });

  it("counts text that looks like a comment or an import, but is neither", () => {
    const text = 'const lines = `\n// a\nimport "b";\n`;\nexport const pattern = /\\/\\*/;\nexport { lines };\n';
    expect(countLines("file.ts", text)).toBe(6);
  });

  it("counts a line that a comment or an import shares with code", () => {
    expect(countLines("file.ts", '/* é */ const a = 1;\nimport "b"; const c = 2;\nexport { a, c };\n')).toBe(3);
  });

  it("reports a file that cannot be parsed", () => {
    expect(() => countLines("broken.ts", "const = ;")).toThrow("broken.ts cannot be parsed");
  });

  it("finds lines in every published room", () => {
    const counts = countRooms(ROOT);
    expect([...counts].filter(([, count]) => count === 0)).toEqual([]);
  });
});
