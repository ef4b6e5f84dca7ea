import type { z } from "zod";
import type { ProblemItem, ProblemItemCode } from "../problems.ts";

const CODES: Readonly<Partial<Record<z.core.$ZodIssue["code"], ProblemItemCode>>> = {
  invalid_type: "invalid_type",
  invalid_format: "invalid_format",
  too_small: "too_small",
  too_big: "too_big",
};

/**
 * All that a schema found wrong in a body, as `errors` of a problem.
 * @param body as parsed from JSON: tells a member that is missing from one of a wrong type
 */
export function toProblemItems(error: z.ZodError, body: unknown): ProblemItem[] {
  return error.issues.flatMap((issue): ProblemItem[] => {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({ pointer: toPointer([...path, key]), code: "unrecognized", detail: "there is no such member" }));
    }
    const missing = path.length > 0 && valueAt(body, path) === undefined;
    if (missing) return [{ pointer: toPointer(path), code: "required", detail: "this member is required" }];
    return [{ pointer: toPointer(path), code: CODES[issue.code] ?? "invalid_value", detail: issue.message }];
  });
}

/** RFC 6901; the whole body is "". */
function toPointer(path: readonly string[]): string {
  return path.map((segment) => `/${segment.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function valueAt(body: unknown, path: readonly string[]): unknown {
  let value = body;
  for (const segment of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<string, unknown>)[segment];
  }
  return value;
}
