import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "rolldown/utils";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LINES_MAX = 50;

/** Functions of build/ that may be longer, by file, and the reason. At most ten. */
const LONG: Readonly<Record<string, readonly [count: number, reason: string]>> = {
  "build/emit/snapshot-folder.ts": [1, "stages, then publishes, in an order that is read as one"],
  "build/openapi/examples-content.ts": [1, "one table of made-up answers"],
  "build/openapi/examples.ts": [1, "one table of made-up answers and bodies"],
  "build/parse/parse-content.ts": [1, "reads the content folder: each file of which a site has one, in their order"],
  "build/parse/parse-file.ts": [2, "the members of one parser share the readers of all kinds"],
  "build/markdown/source-places.ts": [1, "closures over one source"],
  "build/render/render-content.ts": [1, "closures over one build's references and rows"],
  "build/render/render-site.ts": [1, "connects pictures, references and renderer"],
  "build/listing/discover.ts": [1, "gives each file to one kind, and counts the rest"],
};

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Lines of each function that has more than the most. */
function longFunctions(file: string, text: string): readonly number[] {
  const found: number[] = [];
  const check = ({ start, end }: Span): void => {
    const lines = text.slice(start, end).split("\n").length;
    if (lines > LINES_MAX) found.push(lines);
  };
  const visitor = new Visitor({ FunctionDeclaration: check, FunctionExpression: check, ArrowFunctionExpression: check });
  visitor.visit(parseSync(file, text).program);
  return found;
}

const files = execFileSync("git", ["ls-files", "--", "build/**"], { cwd: ROOT, encoding: "utf8" })
  .split("\n")
  .filter((file) => file.endsWith(".ts"));

describe("functions of build/", () => {
  it(`have at most ${LINES_MAX} lines, but for those named here with their reasons`, () => {
    const found = files.flatMap((file) => {
      const { length } = longFunctions(file, readFileSync(join(ROOT, file), "utf8"));
      return length === 0 ? [] : [[file, length] as const];
    });
    expect(files.length).toBeGreaterThan(200);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(Object.entries(LONG).map(([file, [count]]) => [file, count])));
  });

  it("have at most ten exceptions", () => {
    expect(Object.values(LONG).reduce((sum, [count]) => sum + count, 0)).toBeLessThanOrEqual(10);
  });

  it("are found wherever they stand", () => {
    const body = "a();\n".repeat(LINES_MAX);
    const text = `export const one = () => {\n${body}};\nclass Two {\n  async three() {\n${body}  }\n}\nfunction four() {\n  return 4;\n}\n`;
    expect(longFunctions("long.ts", text)).toEqual([LINES_MAX + 2, LINES_MAX + 2]);
  });
});
