import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT_DIR } from "../helpers/sample-site.ts";

/**
 * One operation is changed in contract/, in a copy of the tree, and the sources are generated
 * again: everything made from the table changes with it.
 */

const ROOMS = ["contract", "kinds", "search", "edge", "build", "cli", "packages", "scripts", "bin", "server", "test/tools"];
const FILES = ["package.json", "tsconfig.json"];

type Derived = Readonly<Record<"commands" | "help" | "completion" | "mcp" | "client" | "openapi", string>>;

let folder: string;
let before: Derived;
let after: Derived;

function run(file: string): string {
  return execFileSync(process.execPath, [join(folder, file)], { cwd: folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const path = join(folder, file);
  const text = await readFile(path, "utf8");
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  await writeFile(path, text.replace(from, to));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "octavo-table-"));
  for (const room of [...ROOMS, ...FILES]) await cp(join(PROJECT_DIR, room), join(folder, room), { recursive: true });
  await symlink(join(PROJECT_DIR, "node_modules"), join(folder, "node_modules"), "dir");
  before = JSON.parse(run("test/tools/print-derived.ts"));
  await edit("contract/operations/tool-routes.ts", '"posts.list": "posts"', '"posts.browse": "posts"');
  await edit("contract/operations/operations-posts.ts", 'toolRead("posts.list")', 'toolRead("posts.browse")');
  await edit("contract/operations/operations-posts.ts", '"Posts, newest first"', '"Posts in a new light"');
  await edit("kinds/posts.ts", '{ name: "hasCode", type: "boolean"', '{ name: "hasFormulas", type: "boolean"');
  await edit("contract/query/parameter-texts.ts", "hasCode: {", "hasFormulas: {");
  run("scripts/client/generate.ts");
  after = JSON.parse(run("test/tools/print-derived.ts"));
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("an operation with a new name, summary and parameter", () => {
  it.each([
    ["commands", ["posts browse  "], ["posts list  "]],
    ["commands", ["Posts in a new light"], ["Posts, newest first"]],
    ["completion", [], ["--has-code"]],
    [
      "mcp",
      ['"name":"posts_browse"', '"title":"Posts in a new light"', '"hasFormulas":{'],
      ['"posts_list"', "Posts, newest first", "hasCode"],
    ],
    [
      "client",
      ['"posts.browse": {', "    browse(query?: PostsBrowseQuery", '"hasFormulas"', "Posts in a new light"],
      ['"posts.list"', "PostsListQuery"],
    ],
    ["openapi", ['"summary":"Posts in a new light"', '"name":"hasFormulas"'], ["Posts, newest first", '"name":"hasCode"']],
  ] as const)("has them in %s: %j", (where, added, removed) => {
    for (const text of removed) expect(before[where]).toContain(text);
    for (const text of added) {
      expect(before[where]).not.toContain(text);
      expect(after[where]).toContain(text);
    }
    for (const text of removed) expect(after[where]).not.toContain(text);
  });

  it("has them in the command's help and completion, under its new name", () => {
    expect(before.help).toContain("--has-code");
    expect(after.help).toMatch(/unknown command "list"/);
    const help = execFileSync(
      process.execPath,
      ["--input-type=module", "--eval", HELP, "--", "octavo-tools", "posts", "browse", "--help"],
      {
        cwd: folder,
        encoding: "utf8",
      },
    );
    expect(help).toContain("octavo-tools posts browse: Posts in a new light");
    expect(help).toContain("--has-formulas");
    const found = execFileSync(
      process.execPath,
      ["--input-type=module", "--eval", HELP, "--", "octavo-tools", "__complete", "posts", "browse", "--has"],
      {
        cwd: folder,
        encoding: "utf8",
      },
    );
    expect(found).toBe("--has-formulas\n");
  });
});

const HELP = 'const { start } = await import("./packages/octavo-tools/start-tools.ts"); await start(null);';
