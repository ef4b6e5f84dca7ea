import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const SOURCES = ["*.ts", "*.mjs", "*.js", "*.css"];
/** A comment that begins with one of these words describes its subject instead of naming it. */
const OPENINGS = ["What", "Who", "That", "Those", "Of"];
/** Quotation marks, a colon and letters before `//` exclude strings and URLs. */
const OPENING = new RegExp(`(?:/\\*\\*?(?:[ \\t]*\\n[ \\t]*\\*)?|(?<![\\w:"'\`])//)[ \\t]*(?:${OPENINGS.join("|")})\\b`, "g");

export interface CommentReport {
  /** Number of files read; 0 means that nothing was checked. */
  readonly files: number;
  /** File, line and text of each comment, sorted. */
  readonly found: readonly string[];
}

/**
 * Finds comments that begin without their subject in files under `root` that Git tracks or would
 * add.
 */
export async function checkComments(root: string): Promise<CommentReport> {
  const { status, stdout, stderr } = spawnSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", ...SOURCES],
    { cwd: root, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`git lists no files in ${root}: ${stderr.trim()}`);
  const files = stdout.split("\0").filter((file) => file !== "");
  if (files.length === 0) throw new Error(`no sources were found in ${root}`);
  const found = await Promise.all(files.map(async (file) => findOpenings(file, await readIfPresent(join(root, file)))));
  return { files: files.length, found: found.flat().sort() };
}

function findOpenings(file: string, text: string): string[] {
  return [...text.matchAll(OPENING)].map(({ 0: opening, index }) => {
    const line = text.slice(0, index + opening.length).split("\n").length;
    return `${file}:${line}: ${(text.split("\n")[line - 1] ?? "").trim()}`;
  });
}

/** Returns "" for a deleted file that Git still lists. */
function readIfPresent(path: string): Promise<string> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
}
