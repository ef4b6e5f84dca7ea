import type { StandardSchema } from "../../../contract/config/standard-schema.ts";
import type { FieldPath, Finding } from "../../shared/diagnostics.ts";
import { isMapping } from "../../sources/data-values.ts";
import { reasonOf } from "../../sources/wording.ts";

interface CheckOptions {
  /** Place in the configuration: `frontMatter.extra.posts`. */
  readonly place: string;
  readonly report: (field: FieldPath, finding: Omit<Finding, "code" | "field">) => void;
}

/**
 * Checks values with an author's own schema (https://standardschema.dev). The schema's output is
 * ignored.
 */
export function checkWithSchema(value: unknown, schema: StandardSchema, { place, report }: CheckOptions): void {
  const { message, issues } = runSchema(schema, value, "the schema of extra");
  if (message !== null) report([], { message, hint: `fix ${place}.schema in octavo.config.ts` });
  for (const issue of issues) report(issue.path, { message: issue.message, hint: `${place}.schema in octavo.config.ts requires it` });
}

interface SchemaIssue {
  readonly message: string;
  readonly path: FieldPath;
}

interface SchemaResult {
  /** Message about a mistake in the schema; null if there is none. */
  readonly message: string | null;
  readonly issues: readonly SchemaIssue[];
  /** Output of the schema. */
  readonly value?: unknown;
}

/**
 * Runs an author's schema on a copy of a value.
 * @param name name of the schema in messages
 * @param read reads the schema's output; it may also throw
 */
export function runSchema(
  schema: StandardSchema,
  value: unknown,
  name: string,
  read: (made: unknown) => unknown = (made) => made,
): SchemaResult {
  try {
    const result: unknown = schema["~standard"].validate(structuredClone(value));
    if (!isObject(result)) return { message: `${name} returned nothing`, issues: [] };
    if (result instanceof Promise || typeof result.then === "function") {
      // Nothing awaits the promise, so its rejection must be handled here.
      if (result instanceof Promise) result.catch(() => undefined);
      return { message: `${name} returns a promise, but must return synchronously`, issues: [] };
    }
    const { issues = null } = result;
    if (issues !== null && !Array.isArray(issues)) return { message: `${name} returned issues that are not a list`, issues: [] };
    return { message: null, issues: (issues ?? []).map(toIssue), value: issues === null ? read(result.value) : null };
  } catch (error) {
    return { message: `${name} failed: ${reasonOf(error)}`, issues: [] };
  }
}

function toIssue(issue: unknown): SchemaIssue {
  const { message, path } = isMapping(issue) ? issue : {};
  const segments = Array.isArray(path) ? path.map((segment: unknown) => (isMapping(segment) ? segment.key : segment)) : [];
  return {
    message: (typeof message === "string" && message.replaceAll(/\s+/g, " ").trim()) || "does not match the schema",
    path: segments.map((segment) => (typeof segment === "number" ? segment : String(segment))),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
