import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { examineGit, findGitExposure, keepOutOfGit } from "../../../cli/git/git-exposure.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "octavo-git-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
});

const at = (name: string): string => join(root, name);
const git = (...args: string[]): string => execFileSync("git", args, { cwd: root, encoding: "utf8" });
/** Lines about files that `git add -A` would add. */
const taken = (): string[] => git("add", "-A", "--dry-run").split("\n").slice(0, -1);

function write(...names: string[]): void {
  for (const name of names) {
    mkdirSync(join(at(name), ".."), { recursive: true });
    writeFileSync(at(name), "text");
  }
}

const OWN = [
  "data/octavo.db",
  "data/octavo.db-wal",
  "data/octavo.db.rescued-1",
  "data/octavo.db.before-restore",
  "data/secrets.json",
  "data/salts.json",
];

describe("a folder of data", () => {
  it("is ignored as a whole, including later backups, if nothing else is in it", () => {
    git("init", "--quiet");
    write(...OWN);
    expect(taken()).toHaveLength(OWN.length);
    keepOutOfGit(at("data/octavo.db"));
    write("data/backups/monday.db");
    expect(taken()).toEqual([]);
  });

  it("that also contains the author's files keeps those in git", () => {
    git("init", "--quiet");
    write(...OWN, "data/birds.yaml");
    keepOutOfGit(at("data/octavo.db"));
    expect(taken()).toEqual(["add 'data/.gitignore'", "add 'data/birds.yaml'"]);
  });

  it("is not changed if it has its own .gitignore, or is outside a repository and contains other files", () => {
    write("var/octavo.db", "var/other", "data/octavo.db");
    keepOutOfGit(at("var/octavo.db"));
    expect(() => readFileSync(at("var/.gitignore"))).toThrow("ENOENT");
    writeFileSync(at("data/.gitignore"), "mine\n");
    keepOutOfGit(at("data/octavo.db"));
    expect(readFileSync(at("data/.gitignore"), "utf8")).toBe("mine\n");
    // If there is no such folder, nothing is wrong.
    keepOutOfGit(at("none/octavo.db"));
  });
});

describe("whether git would add a file", () => {
  it("is determined by git itself", () => {
    write("data/octavo.db", "kept/octavo.db");
    expect(findGitExposure(at("data/octavo.db"))).toBe("outside");
    git("init", "--quiet");
    writeFileSync(at(".gitignore"), "/data/\n");
    expect(findGitExposure(at("data/octavo.db"))).toBe("ignored");
    expect(findGitExposure(at("kept/octavo.db"))).toBe("exposed");
    expect(findGitExposure(at("kept/not-there-yet.db"))).toBe("exposed");
    git("add", "--force", "data/octavo.db");
    expect(findGitExposure(at("data/octavo.db"))).toBe("exposed");
  });

  it("is unknown if git does not answer", () => {
    write("data/octavo.db", ".git");
    expect(findGitExposure(at("data/octavo.db"))).toBe("unknown");
    expect(examineGit(at("data/octavo.db")).problem?.message).toMatch(/^it is unknown whether git would add .*invalid gitfile format/);
  });

  // Only root can change the owner of a folder.
  it.runIf(process.getuid?.() === 0)("is unknown in another user's repository, and the remedy is git's own", () => {
    git("init", "--quiet");
    write("data/octavo.db");
    for (const path of [root, at(".git")]) chownSync(path, 65_534, 65_534);
    expect(examineGit(at("data/octavo.db"))).toEqual({
      exposure: "unknown",
      problem: {
        message: expect.stringContaining("dubious ownership"),
        remedy: `as the user that runs octavo: git config --global --add safe.directory ${root}`,
      },
    });
  });
});
