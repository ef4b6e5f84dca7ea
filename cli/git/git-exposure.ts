import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { SALTS_FILE } from "../../server/engagement/salts-file.ts";
import { ERASURES_FILE } from "../../server/privacy/erasure-file.ts";
import { BACKUPS_FILE } from "../../server/privacy/known-copies.ts";
import { SECRETS_FILE } from "../../server/secrets/secrets-file.ts";
import { runGit } from "./run-git.ts";

const IGNORE_FILE = ".gitignore";

/**
 * `outside`: in no repository. `exposed`: `git add -A` would add it. `unknown`: git is missing or
 * gives no answer.
 */
export type GitExposure = "outside" | "ignored" | "exposed" | "unknown";

/** Whether git would add a file, and the reason if the answer is `unknown`. */
export interface GitExamination {
  readonly exposure: GitExposure;
  /** null if git has answered. */
  readonly problem: { readonly message: string; readonly remedy: string } | null;
}

/** Determines whether git would add a file, which may not exist yet. */
export function findGitExposure(file: string): GitExposure {
  return examineGit(file).exposure;
}

export function examineGit(file: string): GitExamination {
  const repository = findRepository(file);
  if (repository === null) return { exposure: "outside", problem: null };
  const { status, reason } = runGit(["check-ignore", "--quiet", "--", basename(file)], { cwd: dirname(file) });
  // git answers 1 for a file that is already committed, whatever .gitignore says.
  if (status === 0 || status === 1) return { exposure: status === 0 ? "ignored" : "exposed", problem: null };
  const message = `it is unknown whether git would add the private files in ${repository}: ${reason}`;
  return { exposure: "unknown", problem: { message, remedy: toRemedy(reason, repository) } };
}

/** Run as the current user, because the setting belongs to each user. */
function toRemedy(reason: string, repository: string): string {
  return reason.includes("dubious ownership")
    ? `as the user that runs octavo: git config --global --add safe.directory ${repository}`
    : "fix the problem that git names, then try again; until then, check that .gitignore lists the private files";
}

/** Message for the owner of an exposed file. */
export function exposureText(file: string): string {
  return `${file} is in a git repository that does not ignore it: \`git add -A\` would add visitors' data, including email addresses. Add it to .gitignore; if it is already committed, remove it with \`git rm --cached\``;
}

/**
 * Writes a .gitignore into the folder itself, so that visitors' data and secrets are not committed.
 * It excludes the whole folder if nothing else is there, or else only those files. An existing
 * .gitignore stays.
 */
export function keepOutOfGit(dbFile: string): void {
  const folder = dirname(dbFile);
  const own = [basename(dbFile), SECRETS_FILE, SALTS_FILE, ERASURES_FILE, BACKUPS_FILE];
  try {
    const isOurs = readdirSync(folder).every((name) => own.some((ours) => name.startsWith(ours)));
    // Outside a repository, a folder with other contents stays unchanged.
    if (!isOurs && findRepository(dbFile) === null) return;
    const text = isOurs ? "*\n" : `# Octavo keeps visitors' data and secrets here.\n${own.map((name) => `/${name}*\n`).join("")}`;
    writeFileSync(join(folder, IGNORE_FILE), text, { flag: "wx" });
  } catch {
    // A .gitignore exists, or the folder is not writable. Checks that ask git will report it.
  }
}

/** The folder where a file's repository or work tree begins, or null. */
function findRepository(file: string): string | null {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return null;
  }
}
