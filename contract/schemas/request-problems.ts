import type { z } from "zod";
import type { ProblemItem, ProblemItemCode } from "../problems.ts";

const CODES: Readonly<Partial<Record<z.core.$ZodIssue["code"], ProblemItemCode>>> = {
  invalid_type: "invalid_type",
  invalid_format: "invalid_format",
  too_small: "too_small",
  too_big: "too_big",
};

/**
 * Returns all mistakes that a schema found in a body, as `errors` of a problem.
 * @param body the parsed JSON, to tell a missing member from one of the wrong type
 */
export function toProblemItems(error: z.ZodError, body: unknown): ProblemItem[] {
  return error.issues.flatMap((issue): ProblemItem[] => {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({ pointer: toPointer([...path, key]), code: "unrecognized", detail: "there is no such member" }));
    }
    const missing = path.length > 0 && valueAt(body, path) === undefined;
    if (missing) return [{ pointer: toPointer(path), code: "required", detail: "this member is required" }];
    return [{ pointer: toPointer(path), code: CODES[issue.code] ?? "invalid_value", detail: describe(issue, valueAt(body, path)) }];
  });
}

/**
 * Describes the expected value. The fields here have a text for it; zod's own texts are for
 * programmers.
 */
function describe(issue: z.core.$ZodIssue, value: unknown): string {
  switch (issue.code) {
    case "invalid_type": {
      const [want, found] = [KINDS[issue.expected] ?? issue.expected, kindOf(value)];
      return want === found || issue.expected === "int" ? `want ${want}` : `want ${want}, not ${found}`;
    }
    case "too_small":
      return isMeasured(issue.origin) ? `want at least ${amount(issue.origin, issue.minimum)}` : issue.message;
    case "too_big":
      return isMeasured(issue.origin) ? `want at most ${amount(issue.origin, issue.maximum)}` : issue.message;
    case "invalid_union":
      return "options" in issue && Array.isArray(issue.options) ? `want one of ${issue.options.map(String).join(", ")}` : issue.message;
    default:
      return issue.message;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
};

/** The type's name in JSON. */
function kindOf(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  const kind = Array.isArray(value) ? "array" : typeof value;
  return KINDS[kind] ?? kind;
}

function isMeasured(origin: string): boolean {
  return origin === "number" || origin === "int" || origin === "array";
}

function amount(origin: string, size: number | bigint): string {
  return origin === "array" ? `${size} item${Number(size) === 1 ? "" : "s"}` : `${size}`;
}

/** A JSON Pointer (RFC 6901); "" is the whole body. */
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
