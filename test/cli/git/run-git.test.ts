import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { findGitExposure } from "../../../cli/git/git-exposure.ts";
import { runGit } from "../../../cli/git/run-git.ts";

const PROJECT = join(import.meta.dirname, "../../..");
let root: string;
/** This file exists once one of the repository's commands has run. */
let mark: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "octavo-git-")));
  mark = join(root, "ran");
  onTestFinished(() => rmSync(root, { recursive: true }));
});

function git(cwd: string, ...args: string[]): void {
  execFileSync("git", args, { cwd, stdio: "ignore" });
}

/** An attacker's program that leaves a mark. */
function program(): string {
  const file = join(root, "evil.sh");
  writeFileSync(file, `#!/bin/sh\necho "$0" >> "${mark}"\nexit 1\n`);
  chmodSync(file, 0o755);
  return file;
}

/** A repository whose own configuration runs commands, as in a downloaded archive. */
function makeHostileRepository(): string {
  const site = join(root, "site");
  mkdirSync(join(site, "data"), { recursive: true });
  writeFileSync(join(site, ".gitignore"), "/data/\n");
  writeFileSync(join(site, ".gitattributes"), "* filter=evil diff=evil\n");
  git(site, "init", "--quiet");
  git(site, "add", ".gitignore");
  const evil = program();
  const settings = [
    "core.fsmonitor",
    "core.pager",
    "core.sshCommand",
    "core.askPass",
    "core.editor",
    "core.gitProxy",
    "core.alternateRefsCommand",
    "diff.external",
    "diff.evil.textconv",
    "diff.evil.command",
    "filter.evil.clean",
    "filter.evil.smudge",
    "filter.evil.process",
    "credential.helper",
    "gpg.program",
    "alias.check-ignore",
  ];
  for (const name of settings) git(site, "config", name, name.startsWith("alias.") ? `!${evil}` : evil);
  git(site, "config", "core.hooksPath", join(root, "hooks"));
  mkdirSync(join(root, "hooks"));
  for (const hook of ["post-index-change", "pre-commit", "post-checkout", "reference-transaction"])
    writeFileSync(join(root, "hooks", hook), `#!/bin/sh\necho ${hook} >> "${mark}"\n`, { mode: 0o755 });
  return site;
}

describe("in a hostile repository", () => {
  it("plain git starts the repository's program, but octavo's query does not", () => {
    const site = makeHostileRepository();
    git(site, "check-ignore", "data/octavo.db");
    expect(existsSync(mark)).toBe(true);
    rmSync(mark);
    expect(findGitExposure(join(site, "data/octavo.db"))).toBe("ignored");
    expect(findGitExposure(join(site, "octavo.db"))).toBe("exposed");
    expect(existsSync(mark)).toBe(false);
  });

  it("starts no program for other queries about the index either", () => {
    const site = makeHostileRepository();
    expect(runGit(["ls-files"], { cwd: site }).status).toBe(0);
    expect(existsSync(mark)).toBe(false);
  });

  it("does not fetch objects that a partial clone lacks", () => {
    const site = makeHostileRepository();
    git(site, "config", "core.fsmonitor", "false");
    git(site, "config", "remote.origin.url", `ext::${join(root, "evil.sh")}`);
    git(site, "config", "remote.origin.promisor", "true");
    git(site, "config", "extensions.partialClone", "origin");
    git(site, "config", "core.repositoryFormatVersion", "1");
    git(site, "config", "protocol.ext.allow", "always");
    const missing = "1234567890123456789012345678901234567890";
    expect(() => git(site, "cat-file", "-e", missing)).toThrow();
    expect(existsSync(mark)).toBe(true);
    rmSync(mark);
    expect(runGit(["cat-file", "-e", missing], { cwd: site }).status).not.toBe(0);
    expect(existsSync(mark)).toBe(false);
  });
});

describe("the environment", () => {
  it("of a hook that runs octavo does not select another repository", () => {
    const site = join(root, "site");
    const other = join(root, "other");
    for (const folder of [site, other]) {
      mkdirSync(folder);
      git(folder, "init", "--quiet");
    }
    writeFileSync(join(site, ".gitignore"), "octavo.db\n");
    const env = { ...process.env, GIT_DIR: join(other, ".git"), GIT_WORK_TREE: other };
    expect(runGit(["check-ignore", "--quiet", "octavo.db"], { cwd: site, env }).status).toBe(0);
  });

  it("without git gives a reason instead of an answer", () => {
    expect(runGit(["--version"], { cwd: root, env: { PATH: root } })).toMatchObject({
      status: null,
      reason: expect.stringContaining("git is not installed"),
    });
  });
});

/** scripts/ runs only in the checkout of the project, whose repository its developer trusts. */
it("run-git.ts is the only shipped code that runs git", () => {
  const rooms = ["build", "cli", "contract", "edge", "hosts", "import", "packages", "reader", "search", "server", "threads", "bin"];
  const files = rooms.flatMap((room) => globSync(`${room}/**/*.{ts,mjs}`, { cwd: PROJECT, exclude: ["**/node_modules/**"] }));
  expect(files.length).toBeGreaterThan(300);
  const callers = files.filter((file) => /(?:spawn|exec)\w*\)?\(\s*["'`]git\b/.test(readFileSync(join(PROJECT, file), "utf8")));
  expect(callers).toEqual(["cli/git/run-git.ts"]);
});

it("runGit ends a hanging git, and reports this", () => {
  const folder = join(root, "bin");
  mkdirSync(folder);
  // It ends only when it is killed.
  writeFileSync(join(folder, "git"), "#!/bin/sh\ntrap '' TERM\nwhile :; do :; done\n");
  chmodSync(join(folder, "git"), 0o755);
  const answer = runGit(["status"], { cwd: root, env: { PATH: `${folder}:/usr/bin:/bin` }, maxMs: 300 });
  expect(answer).toEqual({ status: null, reason: "git has not answered for 0.3 s", output: "" });
});
