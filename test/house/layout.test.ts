import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ROOMS } from "../../scripts/import-rules.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Folders that ship, and the one that packs them. */
const FOLDERS = [...Object.keys(ROOMS), "scripts"];
const FILES_MAX = 15;
const LINES_MAX = 250;
/** Files directly in build/: the entry points, and the code that they share. */
const LOOSE_MAX = 8;

const files = execFileSync("git", ["ls-files", "--", ...FOLDERS.map((folder) => `${folder}/**`)], { cwd: ROOT, encoding: "utf8" })
  .split("\n")
  // Generated interfaces have the names of their schemas.
  .filter((file) => file.endsWith(".ts") && !file.includes("/generated/"));

function group(key: (file: string) => string): ReadonlyMap<string, readonly string[]> {
  return Map.groupBy(files, key);
}

describe("the house", () => {
  it("has at least the rooms of a build, a reader and a server", () => {
    expect(files.length).toBeGreaterThan(300);
  });

  it(`has no folder with more than ${FILES_MAX} files`, () => {
    const full = [...group(dirname)].filter(([, { length }]) => length > FILES_MAX).map(([folder]) => folder);
    expect(full).toEqual([]);
  });

  it(`has no file with more than ${LINES_MAX} lines`, () => {
    const long = files.flatMap((file) => {
      const { length } = readFileSync(join(ROOT, file), "utf8").trimEnd().split("\n");
      return length > LINES_MAX ? [`${file} has ${length}`] : [];
    });
    expect(long).toEqual([]);
  });

  it(`has at most ${LOOSE_MAX} files next to the folders of build/`, () => {
    expect(group(dirname).get("build")?.length).toBeLessThanOrEqual(LOOSE_MAX);
  });

  it("has no two files of the same name, except the hosts' programs", () => {
    const same = [...group((file) => basename(file)).values()].filter(({ length }) => length > 1);
    expect(same).toEqual([["hosts/bun/server.ts", "hosts/deno/server.ts", "hosts/node/server.ts"]]);
  });

  it("uses each exported name for one thing; a schema and its type in one file count as one", () => {
    const names = files.flatMap((file) => [...new Set(exportedNames(file))].map((name) => ({ name, file })));
    expect(names.length).toBeGreaterThan(1_000);
    const same = [...Map.groupBy(names, ({ name }) => name)].filter(([, { length }]) => length > 1);
    // In the package, the second file replaces the first.
    const expected = [
      ["loadReferenceFile", "cli/pages/load-reference-file.ts", "scripts/pack/load-packed-reference.ts"],
      ["loadProgram", "hosts/bundle/load-program.ts", "scripts/pack/load-packed-program.ts"],
    ];
    expect(same.map(([name, found]) => [name, ...found.map(({ file }) => file)])).toEqual(expected);
  });
});

function exportedNames(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return [...text.matchAll(/^export (?:async )?(?:abstract )?(?:function\*?|const|class|interface|type|let|enum) (\w+)/gm)].map(
    ([, name = ""]) => name,
  );
}
