import { hash } from "node:crypto";
import type { FileDates } from "../../build/shared/source-file.ts";
import { CliError, type Io } from "../io.ts";
import { type GitOptions, runGit } from "./run-git.ts";

/** Time limit, in ms. A log of 100,000 commits with renames takes about 20 s. */
const LOG_MAX_MS = 120_000;
const SETTING = 'dates: "git" under frontMatter of octavo.config.ts';
/** Overrides of the owner's settings that would change the output, or start a program. */
const LOG_SETTINGS = ["log.showRoot=true", "log.showSignature=false", "log.follow=false", "diff.renameLimit=0"];

/**
 * The days on which files were added to git, in their authors' time zones. Renames are followed. If
 * several commits added a file, the oldest one counts. The same history gives the same days on
 * every machine.
 * @param contentDir absolute
 * @throws CliError if there is no git, no repository, no commit, or only part of the history
 */
export function readGitDates(contentDir: string, env: Io["env"] = process.env): FileDates {
  const options = { cwd: contentDir, env };
  const [isShallow = "", prefix = ""] = ask(["rev-parse", "--is-shallow-repository", "--show-prefix"], options).split("\n");
  if (isShallow === "true")
    throw new CliError(`${SETTING}: this clone is shallow, so most files would get the date of its oldest commit`, {
      hint: "fetch the whole history with git fetch --unshallow, or with fetch-depth: 0 for actions/checkout",
    });
  const log = ask(
    [
      ...LOG_SETTINGS.flatMap((setting) => ["-c", setting]),
      ...["log", "-z", "--topo-order", "--no-ext-diff", "--no-textconv", "--find-renames=50%", "--diff-filter=AR", "--name-status"],
      ...["--date=short", "--format=%x01%ad", "HEAD"],
    ],
    { ...options, maxMs: LOG_MAX_MS },
  );
  const days = readLog(log);
  const sorted = [...days].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    digest: hash("sha1", JSON.stringify(sorted), "base64url"),
    of: (relative) => days.get(prefix + relative) ?? null,
  };
}

function ask(args: readonly string[], options: GitOptions): string {
  const { status, reason, output } = runGit(args, options);
  if (status === 0) return output;
  throw new CliError(`${SETTING}: git gives no dates: ${reason}`, {
    hint: "build in a clone of the repository, with at least one commit; or remove the setting, and write publishedAt: into the files",
  });
}

/**
 * Reads a log from the newest commit to the oldest.
 * @returns days by current path, relative to the repository's root
 */
export function readLog(log: string): ReadonlyMap<string, string> {
  const days = new Map<string, string>();
  /** Current paths by the path at the commit being read. A missing path is unchanged. */
  const present = new Map<string, readonly string[]>();
  const presentOf = (path: string): readonly string[] => present.get(path) ?? [path];
  let day = "";
  const parts = log.split("\0");
  for (let at = 0; at < parts.length; at += 1) {
    const part = (parts[at] ?? "").trimStart();
    if (part.startsWith("\u0001")) day = part.slice(1);
    else if (part === "A") {
      at += 1;
      for (const path of presentOf(parts[at] ?? "")) days.set(path, day);
    } else if (/^R\d+$/.test(part)) {
      const [from = "", to = ""] = [parts[at + 1], parts[at + 2]];
      at += 2;
      const moved = presentOf(to);
      // Older commits that name `to` are about another file.
      present.set(to, []);
      present.set(from, [...(present.get(from) ?? []), ...moved]);
    }
  }
  return days;
}
