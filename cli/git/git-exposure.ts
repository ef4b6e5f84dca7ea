import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { SALTS_FILE } from "../../server/engagement/visitor-key.ts";
import { ERASURES_FILE } from "../../server/privacy/erasure-record.ts";
import { BACKUPS_FILE } from "../../server/privacy/known-copies.ts";
import { SECRETS_FILE } from "../../server/secrets.ts";
import { runGit } from "./run-git.ts";

const IGNORE_FILE = ".gitignore";

/** `outside`: no repository's. `exposed`: `git add -A` takes it. `unknown`: git is not here, or does not say. */
export type GitExposure = "outside" | "ignored" | "exposed" | "unknown";

/** Whether git would take a file, and the reason if that is `unknown`. */
export interface GitExamination {
  readonly exposure: GitExposure;
  /** null: git has answered. */
  readonly problem: { readonly message: string; readonly remedy: string } | null;
}

/** Whether git would take a file along; it need not exist. */
export function findGitExposure(file: string): GitExposure {
  return examineGit(file).exposure;
}

export function examineGit(file: string): GitExamination {
  const repository = findRepository(file);
  if (repository === null) return { exposure: "outside", problem: null };
  const { status, reason } = runGit(["check-ignore", "--quiet", "--", basename(file)], { cwd: dirname(file) });
  // git answers 1 for a file that is committed already, whatever .gitignore says.
  if (status === 0 || status === 1) return { exposure: status === 0 ? "ignored" : "exposed", problem: null };
  const message = `nobody knows whether git takes the private files in ${repository}: ${reason}`;
  return { exposure: "unknown", problem: { message, remedy: toRemedy(reason, repository) } };
}

/** As the user who asked: git's setting is each user's own. */
function toRemedy(reason: string, repository: string): string {
  return reason.includes("dubious ownership")
    ? `as the user that runs octavo: git config --global --add safe.directory ${repository}`
    : "put right what git names, then ask again; until then see yourself that .gitignore names the private files";
}

/** For the owner of a file that is exposed. */
export function exposureText(file: string): string {
  return `${file} is in a git repository that does not ignore it: \`git add -A\` takes what visitors wrote, their e-mail addresses too. Add it to .gitignore; if it is committed already, take it out with \`git rm --cached\``;
}

/**
 * Says to git, in the folder itself, that what visitors write and the secrets are not to be committed: of a folder that holds nothing else all, of others those
 * files alone. What is said there already stays.
 */
export function keepOutOfGit(dbFile: string): void {
  const folder = dirname(dbFile);
  const own = [basename(dbFile), SECRETS_FILE, SALTS_FILE, ERASURES_FILE, BACKUPS_FILE];
  try {
    const isOurs = readdirSync(folder).every((name) => own.some((ours) => name.startsWith(ours)));
    // Outside of a repository, a folder with other things in it is left as it is.
    if (!isOurs && findRepository(dbFile) === null) return;
    const text = isOurs
      ? "*\n"
      : `# What visitors wrote, and secrets: octavo keeps them here.\n${own.map((name) => `/${name}*\n`).join("")}`;
    writeFileSync(join(folder, IGNORE_FILE), text, { flag: "wx" });
  } catch {
    // Something is said there, or nothing may be written: whoever asks git finds out.
  }
}

/** The folder in which the repository of a file, or a work tree of one, begins; null: it is in none. */
function findRepository(file: string): string | null {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return null;
  }
}
