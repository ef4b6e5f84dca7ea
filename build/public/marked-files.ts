import { existsSync } from "node:fs";
import { readFile, realpath, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PREVIEW_RULE, RULES_FILE } from "../../contract/config/site-rules.ts";
import { findMarkedPart, MARKED_FILES, MisplacedMarkError, replaceBlock } from "../../contract/text/marked-block.ts";
import type { OutputFile } from "../emit/output-file.ts";
import { readOwnedFiles } from "../emit/owned-files.ts";
import { type Diagnostics, startOf } from "../shared/diagnostics.ts";
import type { ResolvedConfig } from "../shared/resolved-config.ts";
import { showPath } from "../shared/source-file.ts";

/** Merges Octavo's part into the owner's `_headers` and `_redirects`. */

/** An owner's file in the out folder that contains Octavo's part. It remains the owner's file. */
export interface ForeignFile {
  /** Absolute path. */
  readonly file: string;
  /** The text with Octavo's part. */
  readonly text: string;
}

export interface MarkedFilesInput {
  /** The files that this build makes. */
  readonly made: readonly OutputFile[];
  readonly inPublic: readonly OutputFile[];
  /** Absolute path, like `publicDir`. */
  readonly outDir: string;
  readonly publicDir: string;
  readonly cwd: string;
  readonly diagnostics: Diagnostics;
}

export interface MergedFiles extends Pick<MarkedFilesInput, "made" | "inPublic"> {
  readonly foreign: readonly ForeignFile[];
}

/**
 * Merges Octavo's parts with the owner's texts. A text in `public` becomes part of the build's
 * file; a text in the out folder stays there. Nothing is written.
 */
export async function mergeMarkedFiles({ made, inPublic, outDir, publicDir, cwd, diagnostics }: MarkedFilesInput): Promise<MergedFiles> {
  const texts = new Map<string, OutputFile>();
  const foreign: ForeignFile[] = [];
  const left = new Set<string>();
  const isForHost = made.some((file) => file.path === "_headers");
  const isForCloudflare = made.some((file) => file.path === "_routes.json");
  const merge = async (path: string, file: string, block: string | null): Promise<string | null> => {
    const text = await readFile(file, "utf8").catch(nullIfMissing);
    try {
      if (text === null) return null;
      const merged = replaceBlock(text, block);
      if (isForHost) {
        const { reportOwnerRules } = await import("./owner-rules.ts");
        reportOwnerRules({ path, shown: showPath(cwd, file), text: blank(text), isForCloudflare }, diagnostics);
      }
      return merged;
    } catch (error) {
      if (!(error instanceof MisplacedMarkError)) throw error;
      const hint = "keep both lines once, or remove both: the build adds them";
      diagnostics.error({ ...startOf(showPath(cwd, file)), line: error.line }, { code: "marked-file", message: error.message, hint });
      return null;
    }
  };
  for (const path of MARKED_FILES) {
    const ours = made.find((file) => file.path === path);
    const block = ours === undefined ? null : findMarkedPart(textOf(ours));
    if (inPublic.some((file) => file.path === path)) {
      const text = await merge(path, join(publicDir, path), block);
      if (text !== null && block !== null) texts.set(path, { path, content: { text } });
    } else if (existsSync(join(outDir, path)) && !(await readOwnedFiles(outDir)).paths.has(path)) {
      const text = await merge(path, join(outDir, path), block);
      if (text === null) continue;
      left.add(path);
      foreign.push({ file: join(outDir, path), text });
    }
  }
  return {
    made: made.filter(({ path }) => !left.has(path)).map((file) => texts.get(file.path) ?? file),
    inPublic: inPublic.filter(({ path }) => !texts.has(path)),
    foreign,
  };
}

/** Blanks Octavo's part of a text. Line numbers stay the same. */
function blank(text: string): string {
  return text.replace(findMarkedPart(text) ?? "", (part) => part.replaceAll(/[^\n]+/g, ""));
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

function textOf({ content }: OutputFile): string {
  if ("text" in content) return content.text;
  return "bytes" in content ? Buffer.from(content.bytes()).toString("utf8") : "";
}

export async function writeForeignFiles(files: readonly ForeignFile[]): Promise<void> {
  for (const { file, text } of files) {
    if ((await readFile(file, "utf8")) === text) continue;
    // A symbolic link stays, and its target is written.
    const target = await realpath(file);
    await writeFile(`${target}.octavo`, text);
    await rename(`${target}.octavo`, target);
  }
}

/**
 * Returns a file with `headers` and `redirects` of the configuration, for hosts and programs, and
 * with the headers of drafts shared by link. Every site with pages has the latter, because their
 * absence would reveal that there is no draft.
 */
export function toRulesFile({ rules: own, website }: Pick<ResolvedConfig, "rules" | "website">): readonly OutputFile[] {
  // The first rule that sets a header wins.
  const rules = website === null ? own : { ...own, headers: [PREVIEW_RULE, ...own.headers] };
  const isEmpty = rules.headers.length === 0 && rules.redirects.length === 0;
  return isEmpty ? [] : [{ path: RULES_FILE, content: { text: `${JSON.stringify(rules)}\n` } }];
}
