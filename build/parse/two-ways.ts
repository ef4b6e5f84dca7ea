import { describe } from "../sources/wording.ts";

/**
 * Describes a name with two spellings.
 * @param first the other spelling, and the first file that has it
 */
export function describeTwoWays(name: string, first: { readonly name: string; readonly file: string }, file: string): string {
  if (first.file === file) return `this file writes both ${describe(first.name)} and ${describe(name)}: they count as one`;
  return `${describe(name)} is written ${describe(first.name)} in ${first.file}`;
}
