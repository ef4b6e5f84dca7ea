import type { z } from "zod";
import type { ResolvedConfig } from "../config.ts";
import { translateIssues } from "../content-schema/issues.ts";
import { type DataDocument, isMapping, toValue } from "../data-node.ts";
import type { Diagnostics, FieldPath } from "../diagnostics.ts";
import type { TallySink } from "./tally.ts";

export interface ValidateOptions {
  readonly diagnostics: Diagnostics;
  readonly unknownKeys: ResolvedConfig["frontMatter"]["unknownKeys"];
  readonly tally: Pick<TallySink, "unknownKey">;
  /** Other names that fields may have, as suggestions. */
  readonly otherNames?: readonly string[];
}

/**
 * Reads a document's values with a schema; reports everything that is wrong. Unknown keys do not keep a document from being
 * read: what refers to it would be reported too.
 *
 * @returns null where a value is wrong
 */
export function validate<T>(document: DataDocument, schema: z.ZodType<T>, options: ValidateOptions): T | null {
  const value = toValue(document.root);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { unknownKeys, others } = translateIssues(result.error.issues, document, options.otherNames);
  for (const { at, finding } of others) options.diagnostics.error(at, finding);
  for (const { path, at, finding } of unknownKeys) {
    if (options.unknownKeys === "error") options.diagnostics.error(at, finding);
    else if (options.unknownKeys === "collect") options.tally.unknownKey((finding.field ?? path).join("."));
    remove(value, path);
  }
  if (others.length > 0) return null;
  const second = schema.safeParse(value);
  return second.success ? second.data : null;
}

function remove(value: unknown, path: FieldPath): void {
  let parent = value;
  for (const segment of path.slice(0, -1)) {
    if (Array.isArray(parent)) parent = parent[Number(segment)];
    else if (isMapping(parent)) parent = parent[String(segment)];
  }
  if (isMapping(parent)) delete parent[String(path.at(-1))];
}
