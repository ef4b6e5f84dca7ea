import { z } from "zod";
import { didYouMean } from "../../shared/suggest.ts";
import { isMapping, type Mapping, Numeral, readBoolean } from "../../sources/data-values.ts";
import { describe, KEY_SEPARATOR } from "../../sources/wording.ts";

/**
 * Building blocks of the content schemas. Each reads one value as written, and has its own
 * messages.
 */

/**
 * Stops reading a value because of a problem, which zod passes on to `translateIssues`.
 * @param hint default: the leaf's `want`
 * @param path path within the value
 */
export type Fail = (code: string, message: string, hint?: string, path?: readonly (string | number)[]) => never;

/** JSON Schema of a value, for editors (content-schema/). */
export type JsonShape = Readonly<Record<string, unknown>>;

/** A text, or a number, which is used as written. */
const TEXT_SHAPE: JsonShape = { type: ["string", "number"] };

/** The values that `readBoolean` accepts. */
const BOOLEAN_SHAPE: JsonShape = {
  anyOf: [
    { type: "boolean" },
    { type: "string", pattern: "^\\s*(?:[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[Yy][Ee][Ss]|[Nn][Oo]|[Oo][Nn]|[Oo][Ff][Ff])\\s*$" },
  ],
};

const GIVE_UP = Symbol("give up");

/**
 * A schema of one value. `read` returns the value or calls `fail`. Absent and null are reported as
 * missing.
 *
 * @param want the expected value, for messages: `want 320`
 * @param shape the accepted values, for editors
 */
export function leaf<T>(want: string, read: (value: unknown, fail: Fail) => T, shape: JsonShape = TEXT_SHAPE): z.ZodType<T> {
  const schema = z.unknown().transform((value, ctx): T => {
    const fail: Fail = (code, message, hint = want, path = []) => {
      // `"nein" is not true or false` needs no "want true or false".
      const isSaid = message.endsWith(hint.replace(/^want/, " is not"));
      ctx.issues.push({ code: "custom", input: value, message, path: [...path], params: isSaid ? { code } : { code, hint } });
      throw GIVE_UP;
    };
    try {
      return value === undefined || value === null ? fail("missing-key", "missing") : read(value, fail);
    } catch (error) {
      if (error === GIVE_UP) return z.NEVER;
      throw error;
    }
  });
  return schema.meta({ want, shape });
}

/**
 * A schema of one text, trimmed. A number is used as written. The last argument of `read` is the
 * original value, for messages.
 */
export function textLeaf<T>(
  want: string,
  read: (written: string, fail: Fail, value: unknown) => T,
  shape: JsonShape = TEXT_SHAPE,
): z.ZodType<T> {
  const readText = (value: unknown, fail: Fail): string => {
    if (typeof value === "string") return value.trim();
    if (value instanceof Numeral) return value.source;
    return fail("wrong-type", `${describe(value)} is not text`, typeof value === "boolean" ? `${want}; put it in quotes` : want);
  };
  return leaf(want, (value, fail) => read(readText(value, fail), fail, value), shape);
}

/**
 * Notes, for editors, that a schema also accepts another shape, such as a text instead of a list.
 */
export function alsoReads<T>(schema: z.ZodType<T>, shape: JsonShape): z.ZodType<T> {
  return schema.meta({ alsoReads: shape });
}

/**
 * A schema that the value itself determines. Unlike in a union, the messages are only those of the
 * chosen schema.
 */
export function byValue<T>(choose: (value: unknown) => z.ZodType<T>): z.ZodType<T> {
  return z.unknown().transform((value, ctx): T => {
    const result = choose(value).safeParse(value);
    if (result.success) return result.data;
    ctx.issues.push(...(result.error.issues as unknown as typeof ctx.issues));
    return z.NEVER;
  });
}

/** Turns absent, null and blank text into null. */
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

/** A list. An absent list is empty. */
export function list<T>(item: z.ZodType<T>, want: string): z.ZodType<T[]> {
  const items = leaf(want, (value, fail) =>
    Array.isArray(value) ? value : fail("wrong-type", `${describe(value)} is not a list`, wantBrackets(value, want)),
  );
  return optional(items.pipe(z.array(item)) as z.ZodType<T[]>)
    .transform((found) => found ?? [])
    .meta({ want });
}

/**
 * Suggests brackets around a plain text. Other lists need their own form, which `want` describes.
 */
function wantBrackets(value: unknown, want: string): string {
  return typeof value === "string" && /^[\w./-][\w ,./-]*$/.test(value) && !/[[{,]/.test(want) ? `want [${value}]` : want;
}

/** Wraps a single text in a list. */
export function toList(value: unknown): unknown {
  return typeof value === "string" ? [value] : value;
}

/** A mapping with exactly these keys. */
export function mapping<Shape extends Record<string, z.ZodType>>(shape: Shape, want: string) {
  const keys = Object.keys(shape).join(KEY_SEPARATOR);
  const strict = z.strictObject(shape, { error: (issue) => (issue.code === "unrecognized_keys" ? keys : undefined) });
  return anyMapping(want).pipe(strict).meta({ want });
}

/** A mapping with any keys. */
export function anyMapping(want: string): z.ZodType<Mapping> {
  return leaf(want, (value, fail) => (isMapping(value) ? value : fail("wrong-type", `${describe(value)} is not a mapping`)));
}

/** A text of at least one character. */
export function text(want = "want text"): z.ZodType<string> {
  return textLeaf(want, (written, fail) => (written === "" ? fail("empty", "is empty") : written));
}

export const boolean = leaf(
  "want true or false",
  (value, fail) => readBoolean(value) ?? fail("wrong-type", `${describe(value)} is not true or false`),
  BOOLEAN_SHAPE,
);

export interface NumberRange {
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
  /** Values must be multiples of it. */
  readonly step?: number;
}

export function number({ min = -Infinity, max = Infinity, whole = false, step }: NumberRange, want: string): z.ZodType<number> {
  const kind = whole ? "a whole number" : "a number";
  return leaf(
    want,
    (value, fail) => {
      if (!(value instanceof Numeral)) {
        const isQuoted = typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value.trim());
        return fail("wrong-type", `${describe(value)} is not ${kind}`, isQuoted ? `${want}, without quotes` : want);
      }
      const { value: found, source } = value;
      if (!Number.isFinite(found) || (whole && !Number.isSafeInteger(found))) return fail("wrong-type", `${source} is not ${kind}`);
      if (found < min) return fail("bad-value", `${source} is too small`);
      if (found > max) return fail("bad-value", `${source} is too large`);
      return step === undefined || Number.isInteger(found / step) ? found : fail("bad-value", `${source} is not a multiple of ${step}`);
    },
    {
      type: whole ? "integer" : "number",
      ...(Number.isFinite(min) ? { minimum: min } : {}),
      ...(Number.isFinite(max) ? { maximum: max } : {}),
      ...(step === undefined ? {} : { multipleOf: step }),
    },
  );
}

/** @param meant other words for the values, for which messages suggest the right one */
export function oneOf<const T extends string>(values: readonly T[], meant: Readonly<Record<string, T>> = {}): z.ZodType<T> {
  const want = values.length === 1 ? `want ${values[0]}` : `want ${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
  return textLeaf(
    want,
    (written, fail, value) => {
      const found = values.find((candidate) => candidate === written);
      if (found !== undefined) return found;
      const word = meant[written.toLowerCase()];
      const suggestion = word === undefined ? didYouMean(written, values) : `did you mean "${word}"?`;
      return fail("bad-value", `${describe(value)} is not one of its values`, suggestion === null ? want : `${suggestion} ${want}`);
    },
    { enum: values },
  );
}
