import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Words of the language that end as the former name does: require, acquire, inquire, enquire. */
const FORMER_NAME = /(?<!re)(?<!ac)(?<!in)(?<!en)quire/i;
/** Says once what to delete by hand. */
const MAY_NAME_IT: ReadonlySet<string> = new Set(["CHANGELOG.md", "test/house/name.test.ts"]);

describe("the name", () => {
  it("is octavo in every file and file name: nothing keeps the former one", () => {
    const files = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" })
      .stdout.split("\0")
      .filter((file) => file !== "" && !MAY_NAME_IT.has(file));
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => FORMER_NAME.test(file) || FORMER_NAME.test(readText(file)))).toEqual([]);
  });

  it("is told from words of the language", () => {
    expect(["require", "required", "acquire", "inquire", "REQUIRED"].filter((word) => FORMER_NAME.test(word))).toEqual([]);
    expect(["quire", "Quire", ".quire/", "QUIRE_DB", "runQuire", "requireQuire"].filter((word) => !FORMER_NAME.test(word))).toEqual([]);
  });
});

function readText(file: string): string {
  try {
    return readFileSync(`${ROOT}/${file}`, "latin1");
  } catch {
    // Deleted, and not committed yet.
    return "";
  }
}
