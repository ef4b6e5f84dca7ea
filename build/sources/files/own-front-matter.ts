import type { FrontMatterConfig } from "../../../contract/config/define-config.ts";
import { type Diagnostics, startOf } from "../../shared/diagnostics.ts";
import type { SourceFile } from "../../shared/source-file.ts";
import { DataPlaces } from "../data-document.ts";
import { isMapping, toValues } from "../data-values.ts";
import type { SourceText } from "../source-text.ts";
import type { FrontMatter } from "./front-matter.ts";

const WANT = "return { data: { title: … }, body: … }, or null for files with usual front matter";

/**
 * Reads front matter with the site's own function. All places are the beginning of the file,
 * because it is unknown where the function found a value.
 * @returns null if the function leaves the file to be read in the usual way
 */
export function readOwnFrontMatter(
  read: NonNullable<FrontMatterConfig["read"]>,
  source: SourceText,
  file: SourceFile,
  diagnostics: Diagnostics,
): FrontMatter | null {
  const places = DataPlaces.atStart(source);
  const fail = (message: string, hint: string): FrontMatter => {
    diagnostics.error(startOf(file.path), { code: "front-matter", message: `frontMatter.read of octavo.config.ts ${message}`, hint });
    return { data: null, places, body: "", bodyLine: 1 };
  };
  let found: unknown;
  try {
    found = read(source.text, file.relative);
  } catch (error) {
    return fail(`throws: ${error instanceof Error ? error.message : String(error)}`, "correct the function");
  }
  if (found === null || found === undefined) return null;
  if (found instanceof Promise) return fail("returns a promise", "make it a function that is not async");
  if (!isMapping(found) || !isMapping(found.data) || typeof found.body !== "string") return fail("does not return data and body", WANT);
  const { body } = found;
  const start = source.text.endsWith(body) ? source.text.length - body.length : 0;
  return { data: toValues(found.data), places, body, bodyLine: source.lineAt(start) };
}
