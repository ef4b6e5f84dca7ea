import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { Counts } from "../../contract/schemas/list.ts";
import type { Diagnostics } from "../shared/diagnostics.ts";

/** Reads the document of `--counts`; what is wrong with it is reported, and null returned. */
export async function readCounts(file: string, cwd: string, diagnostics: Diagnostics): Promise<Counts | null> {
  const at = { file: relative(cwd, file), line: 1, column: 1 };
  const hint = 'want {"posts": {"<slug>": {"likeCount": 3, "commentCount": 1}}}, as /api/v1/counts answers';
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    diagnostics.error(at, { code: "counts", message: `the counts cannot be read (${error.code ?? error.message})`, hint });
    return null;
  });
  if (text === null) return null;
  const value = parseJson(text);
  const parsed = Counts.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues)
    diagnostics.error(at, { code: "counts", message: `the counts do not fit: ${issue.message}`, field: issue.path.map(String), hint });
  return null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
