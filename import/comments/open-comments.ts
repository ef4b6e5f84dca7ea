import { type ExportFile, readExportStart } from "../export-text.ts";
import { ImportError } from "../import-error.ts";
import type { CommentExport } from "./comment-export.ts";

const KNOWN =
  "Disqus (XML), WordPress (XML), Isso (its database), Remark42 (backup), Commento (JSON), giscus and utterances (GitHub's JSON), or the output of octavo comments export";
const SQLITE = "SQLite format 3\0";

/**
 * Recognizes an export by its content, because file names are unreliable.
 * @throws ImportError if its format is unknown
 */
export async function openComments(file: ExportFile): Promise<CommentExport> {
  const { path, shown } = file;
  const start = await readExportStart(path, {
    mistake: (message, hint, options) => new ImportError(`${shown}: ${message}`, hint, options),
  });
  const text = start.toString("utf8").replace(/^\ufeff/, "");
  if (text.startsWith(SQLITE)) return (await import("./isso-comments.ts")).openIsso(file);
  const root = findRoot(text);
  if (root === "disqus") return (await import("./disqus-comments.ts")).openDisqus(file);
  if (root === "rss") return (await import("./wordpress-comments.ts")).openWordPressComments(file);
  if (/^\s*(?:\[|\{\s*"data"\s*:)/.test(text)) return (await import("./github-comments.ts")).openGitHub(file);
  if (/^\s*\{/.test(text)) {
    const [line = ""] = text.trimStart().split("\n", 1);
    if (/"slug"\s*:/.test(line)) return (await import("./own-comments.ts")).openOwnComments(file);
    if (/"(?:comments|commenters)"\s*:/.test(text)) return (await import("./commento-comments.ts")).openCommento(file);
    if (/"(?:users|posts|version)"\s*:/.test(line)) return (await import("./remark42-comments.ts")).openRemark42(file);
  }
  throw new ImportError(`${shown}: this is not a known export of comments`, `want one of ${KNOWN}; it may be gzipped`);
}

/** Constructs that may come before the first element, with their ends. */
const BEFORE_ROOT: readonly (readonly [start: string, end: string])[] = [
  ["<!--", "-->"],
  ["<?", "?>"],
];

/** Name of the first element; null if this is not XML. */
function findRoot(text: string): string | null {
  let rest = text.trimStart();
  for (;;) {
    // The format's reader refuses a DOCTYPE and reports its place.
    if (rest.startsWith("<!DOCTYPE")) return /<(disqus|rss)[\s>]/.exec(rest)?.[1] ?? null;
    const skipped = BEFORE_ROOT.find(([start]) => rest.startsWith(start));
    if (skipped === undefined) return /^<([A-Za-z][\w:.-]*)/.exec(rest)?.[1] ?? null;
    const [, end] = skipped;
    const at = rest.indexOf(end);
    if (at === -1) return null;
    rest = rest.slice(at + end.length).trimStart();
  }
}
