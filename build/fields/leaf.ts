import { z } from "zod";
import { didYouMean } from "../shared/suggest.ts";
import { isMapping, Numeral } from "../sources/data-values.ts";
import { describe, KEY_SEPARATOR } from "./wording.ts";

/** The bricks of the content schemas: each reads one value as written and says what is wrong in words of its own. */

export interface LeafMistake {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/** Hands a problem to the schema that is being read; `params` travel through zod to `toFindings`. */
export interface LeafContext {
  fail(problem: LeafMistake, path?: readonly (string | number)[]): never;
}

/** What JSON Schema says of a value; editors know it (content-schema/). */
export type JsonShape = Readonly<Record<string, unknown>>;

/** A text; a number is one too, as it was written. */
const TEXT_SHAPE: JsonShape = { type: ["string", "number"] };

/** As `readBoolean` reads it. */
const BOOLEAN_SHAPE: JsonShape = {
  anyOf: [
    { type: "boolean" },
    { type: "string", pattern: "^\\s*(?:[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[Yy][Ee][Ss]|[Nn][Oo]|[Oo][Nn]|[Oo][Ff][Ff])\\s*$" },
  ],
};

const GIVE_UP = Symbol("give up");

/**
 * A schema of one value. `read` returns it or calls `fail`. Absent and null are "missing".
 *
 * @param want what would be right, for messages: `want 320`
 * @param shape what it reads, for editors
 */
export function leaf<T>(want: string, read: (value: unknown, reading: LeafContext) => T, shape: JsonShape = TEXT_SHAPE): z.ZodType<T> {
  const schema = z.unknown().transform((value, ctx): T => {
    const reading: LeafContext = {
      fail({ code, message, hint }, path = []) {
        ctx.issues.push({ code: "custom", input: value, message, path: [...path], params: { code, hint } });
        throw GIVE_UP;
      },
    };
    try {
      if (value === undefined || value === null) reading.fail({ code: "missing-key", message: "missing", hint: want });
      return read(value, reading);
    } catch (error) {
      if (error === GIVE_UP) return z.NEVER;
      throw error;
    }
  });
  return schema.meta({ want, shape });
}

/** The same schema, which also reads values of another shape: a text where a list is meant. */
export function alsoReads<T>(schema: z.ZodType<T>, shape: JsonShape): z.ZodType<T> {
  return schema.meta({ ...schema.meta(), alsoReads: shape });
}

/** Absent, null and blank text: null. */
export function optional<T>(schema: z.ZodType<T>): z.ZodType<T | null> {
  return z
    .unknown()
    .transform((value) => (typeof value === "string" && value.trim() === "" ? null : value))
    .pipe(schema.nullish())
    .transform((value) => value ?? null)
    .optional()
    .transform((value) => value ?? null);
}

export function withDefault<T>(schema: z.ZodType<T>, value: T): z.ZodType<T> {
  return optional(schema).transform((found) => found ?? value);
}

/** A list; absent: empty. */
export function list<T>(item: z.ZodType<T>, want: string): z.ZodType<T[]> {
  const items = z.unknown().transform((value, ctx) => {
    if (Array.isArray(value)) return value;
    ctx.issues.push({
      code: "custom",
      input: value,
      message: `${describe(value)} is not a list`,
      params: { code: "wrong-type", hint: want },
    });
    return z.NEVER;
  });
  return optional(items.pipe(z.array(item)) as z.ZodType<T[]>)
    .transform((found) => found ?? [])
    .meta({ want });
}

/** A mapping with exactly these keys. */
export function mapping<Shape extends Record<string, z.ZodType>>(shape: Shape, want: string) {
  const known = Object.keys(shape).join(KEY_SEPARATOR);
  const strict = z.strictObject(shape, { error: (issue) => (issue.code === "unrecognized_keys" ? known : undefined) });
  const check = z.unknown().transform((value, ctx) => {
    if (isMapping(value)) return value;
    const missing = value === undefined || value === null;
    const problem = missing
      ? { code: "missing-key", message: "missing" }
      : { code: "wrong-type", message: `${describe(value)} is not a mapping` };
    ctx.issues.push({ code: "custom", input: value, message: problem.message, params: { code: problem.code, hint: want } });
    return z.NEVER;
  });
  return check.pipe(strict).meta({ want });
}

/** A text of at least one character, trimmed; a number is taken as it was written (`title: 1984`). */
export function text(want = "want text"): z.ZodType<string> {
  return leaf(want, (value, reading) => {
    const written = readText(value, reading, want);
    return written === "" ? reading.fail({ code: "empty", message: "is empty", hint: want }) : written;
  });
}

export function readText(value: unknown, reading: LeafContext, want: string): string {
  if (typeof value === "string") return value.trim();
  if (value instanceof Numeral) return value.source;
  const hint = typeof value === "boolean" ? `${want}; put it in quotes` : want;
  return reading.fail({ code: "wrong-type", message: `${describe(value)} is not text`, hint });
}

/** YAML 1.1, Jekyll and Hexo have `yes` and `on` for true; quotes that a tool has added change nothing. null: neither true nor false. */
export function readBoolean(value: unknown): boolean | null {
  if (typeof value === "boolean") return value;
  const word = typeof value === "string" ? value.trim().toLowerCase() : "";
  if (word === "true" || word === "yes" || word === "on") return true;
  return word === "false" || word === "no" || word === "off" ? false : null;
}

export const boolean = leaf(
  "want true or false",
  (value, reading) => {
    const found = readBoolean(value);
    return found ?? reading.fail({ code: "wrong-type", message: `${describe(value)} is not true or false`, hint: "want true or false" });
  },
  BOOLEAN_SHAPE,
);

export interface NumberRange {
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
}

export function number({ min = -Infinity, max = Infinity, whole = false }: NumberRange, want: string): z.ZodType<number> {
  return leaf(
    want,
    (value, reading) => {
      const kind = whole ? "a whole number" : "a number";
      if (!(value instanceof Numeral)) {
        const quoted = typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value.trim());
        return reading.fail({
          code: "wrong-type",
          message: `${describe(value)} is not ${kind}`,
          hint: quoted ? `${want}, without quotes` : want,
        });
      }
      const found = value.value;
      if (!Number.isFinite(found) || (whole && !Number.isSafeInteger(found))) {
        return reading.fail({ code: "wrong-type", message: `${value.source} is not ${kind}`, hint: want });
      }
      if (found < min) return reading.fail({ code: "bad-value", message: `${value.source} is too small`, hint: want });
      return found > max ? reading.fail({ code: "bad-value", message: `${value.source} is too large`, hint: want }) : found;
    },
    {
      type: whole ? "integer" : "number",
      ...(Number.isFinite(min) ? { minimum: min } : {}),
      ...(Number.isFinite(max) ? { maximum: max } : {}),
    },
  );
}

/** @param meant other words for a value, which are suggested where they are written */
export function oneOf<const T extends string>(values: readonly T[], meant: Readonly<Record<string, T>> = {}): z.ZodType<T> {
  const want = `want ${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
  return leaf(
    want,
    (value, reading) => {
      const written = readText(value, reading, want);
      const found = values.find((candidate) => candidate === written);
      if (found !== undefined) return found;
      const word = meant[written.toLowerCase()];
      const hint = [word === undefined ? didYouMean(written, values) : `did you mean "${word}"?`, want]
        .filter((part) => part !== null)
        .join(" ");
      return reading.fail({ code: "bad-value", message: `${describe(value)} is not one of its values`, hint });
    },
    { enum: values },
  );
}
