import { z } from "zod";
import { byValue, leaf, mapping, optional, textLeaf } from "../../kinds/fields/leaf.ts";
import { isMapping } from "../../sources/data-values.ts";
import { describe } from "../../sources/wording.ts";

/** A mapping with some of these keys. */
export function byNames<K extends string, T>(
  keys: readonly K[],
  value: z.ZodType<T>,
  want: string,
): z.ZodType<Partial<Record<K, T | null>> | null> {
  const shape: Record<string, z.ZodType> = {};
  for (const key of keys) shape[key] = optional(value);
  return optional(mapping(shape, want)) as z.ZodType<Partial<Record<K, T | null>> | null>;
}

/** A mapping with the author's own keys. */
export function ownMapping(want: string): z.ZodType<Record<string, unknown> | null> {
  return optional(leaf(want, (value, fail) => (isMapping(value) ? value : fail("wrong-type", `${describe(value)} is not an object`))));
}

/** A text that `problemOf` accepts. */
export function textWhere(want: string, problemOf: (written: string) => string | null): z.ZodType<string> {
  return textLeaf(want, (written, fail) => {
    const problem = problemOf(written);
    return problem === null ? written : fail("bad-value", `${describe(written)} ${problem}`);
  });
}

/** A setting that `false` turns off. */
export function orFalse<T>(schema: z.ZodType<T>): z.ZodType<T | false | null> {
  return optional(byValue<T | false>((value) => (value === false ? z.literal(false) : schema)));
}
