import { relative } from "node:path";
import { Counts } from "../../contract/schemas/list.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";
import { NotAFileError, readRegularFile } from "../shared/file-io.ts";

/** Reads the document of `--counts`. Returns null if it has mistakes (reported). */
export function readCounts(file: string, cwd: string, diagnostics: Diagnostics): Counts | null {
  const at = { file: relative(cwd, file), line: 1, column: 1 };
  const hint = 'want {"posts": {"<slug>": {"likeCount": 3, "commentCount": 1}}}, the form of /api/v1/counts';
  let value: unknown;
  try {
    value = parseJson(readRegularFile(file).toString("utf8"));
  } catch (error) {
    const reason = error instanceof NotAFileError ? "not a regular file" : ((error as NodeJS.ErrnoException).code ?? String(error));
    diagnostics.error(at, { code: "counts", message: `the counts cannot be read (${reason})`, hint });
    return null;
  }
  const parsed = Counts.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues)
    diagnostics.error(at, { code: "counts", message: `the counts are invalid: ${issue.message}`, field: issue.path.map(String), hint });
  return null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
