import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { SHIPPED } from "../../scripts/lines.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/**
 * Views, styles, names in the API, and two files of the look `book`, which has nothing to do with
 * the kind.
 */
const FILES_MAX = 30;

describe("a kind is one definition", () => {
  it(`books are named in at most ${FILES_MAX} handwritten shipped files`, () => {
    const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...SHIPPED], {
      cwd: ROOT,
      encoding: "utf8",
    });
    const files = new Set(listed.split("\n").filter((file) => file !== "" && !file.includes("/generated/") && !file.endsWith(".md")));
    const naming = [...files].filter((file) => /\bbooks?\b/i.test(readFileSync(resolve(ROOT, file), "utf8")));
    expect(naming).toContain("kinds/books.ts");
    expect(naming.length, naming.join("\n")).toBeLessThanOrEqual(FILES_MAX);
  });
});
