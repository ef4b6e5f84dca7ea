import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** English words that end like the former name: require, acquire, inquire, enquire. */
const FORMER_NAME = /(?<!re)(?<!ac)(?<!in)(?<!en)quire/i;
/** CHANGELOG.md names the files that owners must delete by hand. */
const MAY_NAME_IT: ReadonlySet<string> = new Set(["CHANGELOG.md", "test/house/name.test.ts"]);

describe("the name", () => {
  it("is octavo in every file and file name; the former name is gone", () => {
    const files = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" })
      .stdout.split("\0")
      .filter((file) => file !== "" && !MAY_NAME_IT.has(file));
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => FORMER_NAME.test(file) || FORMER_NAME.test(readText(file)))).toEqual([]);
  });

  it("is distinguished from English words", () => {
    expect(["require", "required", "acquire", "inquire", "REQUIRED"].filter((word) => FORMER_NAME.test(word))).toEqual([]);
    expect(["quire", "Quire", ".quire/", "QUIRE_DB", "runQuire", "usesQuire"].filter((word) => !FORMER_NAME.test(word))).toEqual([]);
  });
});

/** Commands that fetch a package of Octavo's from npm, and imports that would need it. */
const FETCHED =
  /\b(?:npx(?! --no )|bunx|(?:npm|pnpm|yarn|bun) (?:i|install|add|create|init|exec|dlx)\b)[^\n]*?[\s"'`](?:create-octavo|octavo-client|octavo)(?![\w./-])|from "(?:octavo|octavo-client)"/;

describe("installation commands in the documentation", () => {
  it("fetch no package of Octavo's while none is on npm", () => {
    const files = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.md", "cli", "hosts"], {
      cwd: ROOT,
      encoding: "utf8",
    }).stdout.split("\0");
    expect(files).toContain("README.md");
    const lines = files.flatMap((file) =>
      file === ""
        ? []
        : readText(file)
            .split("\n")
            .map((line) => `${file}: ${line}`),
    );
    // Readers of the client's own README, or of pages after the installation, already have the
    // package.
    const own =
      /^(?:(?:packages\/octavo-client\/README|docs\/(?:front-ends|kinds))\.md: import .* from "octavo-client";|docs\/kinds\.md: import .* from "octavo";)$/;
    // A tarball that exists.
    const tarball = /--package \.\/create-octavo-/;
    expect(lines.filter((line) => FETCHED.test(line) && !own.test(line) && !tarball.test(line))).toEqual([]);
  });

  it("are distinguished from commands for installed packages and for other people's packages", () => {
    const wrong = [
      "npm install octavo",
      "npm i -D octavo",
      "npx octavo build",
      "npm create octavo-client",
      'import { a } from "octavo-client";',
    ];
    expect(wrong.filter((line) => !FETCHED.test(line))).toEqual([]);
    const right = ["npm run octavo -- build", "npx wrangler deploy --config dist/_hosts/x", "npm ci --prefix ../octavo", "octavo build"];
    expect(right.filter((line) => FETCHED.test(line))).toEqual([]);
  });
});

function readText(file: string): string {
  try {
    return readFileSync(`${ROOT}/${file}`, "latin1");
  } catch {
    // Deleted, but not committed yet.
    return "";
  }
}
