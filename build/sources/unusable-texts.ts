import type { Diagnostics, FieldPath } from "../shared/diagnostics.ts";
import type { ParsedBlock } from "./data-document.ts";
import { isMapping } from "./data-values.ts";

/**
 * Reports texts that parsers of JSON and feeds reject because they contain NUL or a lone surrogate.
 * Both come from escapes.
 */
export function reportUnusableTexts({ value, places }: ParsedBlock, diagnostics: Diagnostics): void {
  visit(value, [], (path, what) => {
    const hint = "remove the escape: \\0, \\u0000 and \\ud800 to \\udfff do not represent a character on their own";
    diagnostics.error(places.value(path), { code: "bad-text", message: `contains ${what}`, hint, field: path });
  });
}

function visit(value: unknown, path: FieldPath, report: (path: FieldPath, what: string) => void): void {
  if (typeof value === "string") {
    const what = value.includes("\0") ? "a NUL character" : value.isWellFormed() ? null : "half of a character";
    if (what !== null) report(path, what);
  } else if (Array.isArray(value)) for (const [index, member] of value.entries()) visit(member, [...path, index], report);
  else if (isMapping(value)) for (const [key, member] of Object.entries(value)) visit(member, [...path, key], report);
}
