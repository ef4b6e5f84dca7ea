import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "rolldown/utils";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LINES_MAX = 50;

const ROOMS = [
  ...["browser", "build", "cli", "contract", "edge", "hosts", "import", "kinds", "packages"],
  ...["scripts", "search", "server", "threads", "views"],
];

/** Functions that may be longer, by file, and the reason. At most ten. */
const LONG: Readonly<Record<string, readonly [count: number, reason: string]>> = {
  "cli/serve/serve-live.ts": [1, "starts the parts of a live server, and stops them in the opposite order"],
  "edge/built-site.ts": [2, "closures over one site's caches and one request: fields of classes would not fit into the Worker"],
};

/**
 * Functions that would take too many bytes if they were split: the limit is 14,336 for the elements
 * and 110 KiB for the Worker, and shorter functions cost 543 and 700 more. Closures share what
 * parameters and members would repeat.
 */
const ELEMENTS = "packages/octavo-client/elements";
const LONG_FOR_BYTES = [
  ...["comment-actions", "comment-form", "comment-tree", "comment-view", "comments-element", "thread-pages"].map(
    (name) => `${ELEMENTS}/comments/${name}.ts`,
  ),
  ...["search-element", "submission-form"].map((name) => `${ELEMENTS}/${name}.ts`),
  ...["search/read/estimate.ts", "search/read/file-cache.ts"],
];

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The length of each function with more lines than `LINES_MAX`. */
function longFunctions(file: string, text: string): readonly number[] {
  const found: number[] = [];
  // A short file needs no parser.
  if (text.split("\n").length <= LINES_MAX) return found;
  const check = ({ start, end }: Span): void => {
    const lines = text.slice(start, end).split("\n").length;
    if (lines > LINES_MAX) found.push(lines);
  };
  const visitor = new Visitor({ FunctionDeclaration: check, FunctionExpression: check, ArrowFunctionExpression: check });
  visitor.visit(parseSync(file, text).program);
  return found;
}

const files = execFileSync("git", ["ls-files", "--", ...ROOMS.map((room) => `${room}/**`)], { cwd: ROOT, encoding: "utf8" })
  .split("\n")
  .filter((file) => file.endsWith(".ts"));

describe("functions", () => {
  it(`have at most ${LINES_MAX} lines, except those named here with their reasons`, () => {
    const found = files.flatMap((file) => {
      const { length } = longFunctions(file, readFileSync(join(ROOT, file), "utf8"));
      return length === 0 ? [] : [[file, length] as const];
    });
    expect(files.length).toBeGreaterThan(900);
    const allowed = [
      ...Object.entries(LONG).map(([file, [count]]) => [file, count] as const),
      ...LONG_FOR_BYTES.map((file) => [file, 1] as const),
    ];
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(allowed));
  });

  it("have at most ten exceptions", () => {
    expect(Object.values(LONG).reduce((sum, [count]) => sum + count, 0)).toBeLessThanOrEqual(10);
  });

  it("are found at any depth", () => {
    const body = "a();\n".repeat(LINES_MAX);
    const text = `export const one = () => {\n${body}};\nclass Two {\n  async three() {\n${body}  }\n}\nfunction four() {\n  return 4;\n}\n`;
    expect(longFunctions("long.ts", text)).toEqual([LINES_MAX + 2, LINES_MAX + 2]);
  });
});
