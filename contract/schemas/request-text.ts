import { z } from "zod";

/** How text from visitors is cleaned, and which text is rejected. */

export interface TextOptions {
  /**
   * Minimum number of code points, after cleaning. With 0, the default, an empty text counts as
   * absent.
   */
  readonly min?: number;
  /** Maximum number of code points, after cleaning. */
  readonly max: number;
  /** Truncates a longer text to `max` instead of rejecting it. */
  readonly cuts?: boolean;
  /** Turns line ends and tabs into single spaces. */
  readonly singleLine?: boolean;
  readonly format?: TextFormat;
  readonly description?: string;
  readonly example?: string;
}

/** A format that a text must have unless it is empty. */
export interface TextFormat {
  readonly test: (text: string) => boolean;
  /** Describes a valid text: "want …". */
  readonly want: string;
  /** Keywords for the OpenAPI document, with the same restriction or a weaker one. */
  readonly schema: { readonly format?: string; readonly pattern?: string };
}

/** Control characters except newline and tab. */
const CONTROL = /[^\P{Cc}\n\t]/u;
const SPACES = /[\n\t ]+/g;

/** CRLF → LF, NFC, trimmed. */
function cleanText(text: string): string {
  return text.replaceAll("\r\n", "\n").normalize("NFC").trim();
}

/**
 * A string that is cleaned, then checked for its length in code points and its format. Control
 * characters and lone surrogates are rejected.
 */
export function textField(options: TextOptions): z.ZodString {
  const { min = 0, max, cuts = false, singleLine = false, format, description, example } = options;
  return z
    .string()
    .overwrite((text) => {
      const cleaned = singleLine ? cleanText(text).replace(SPACES, " ") : cleanText(text);
      return cuts && cleaned.length > max ? [...cleaned].slice(0, max).join("") : cleaned;
    })
    .check((context) => {
      const text = context.value;
      const length = [...text].length;
      const issue = { input: text, continue: true } as const;
      if (!text.isWellFormed() || CONTROL.test(text)) {
        const message = "want no control characters except newline and tab, and no half of a surrogate pair";
        context.issues.push({ ...issue, code: "invalid_format", format: "text", message });
      } else if (length < min) {
        const message = `want at least ${min} character${min === 1 ? "" : "s"}, not blank`;
        context.issues.push({ ...issue, code: "too_small", origin: "string", minimum: min, inclusive: true, message });
      } else if (length > max) {
        const message = `want at most ${max} characters, not ${length}`;
        context.issues.push({ ...issue, code: "too_big", origin: "string", maximum: max, inclusive: true, message });
      } else if (text !== "" && format !== undefined && !format.test(text)) {
        context.issues.push({ ...issue, code: "invalid_format", format: format.schema.format ?? "text", message: `want ${format.want}` });
      }
    })
    .meta({
      ...(description === undefined ? {} : { description }),
      ...(example === undefined ? {} : { example }),
      // zod-openapi cannot read our checks.
      override: { ...(min > 0 ? { minLength: min } : {}), ...(cuts ? {} : { maxLength: max }), ...format?.schema },
    });
}

/** Null means absent. */
export function orAbsent<T extends z.ZodType<string>>(field: T) {
  return field.nullish().transform((text) => text ?? undefined);
}

/** Absent, null and empty all become null. */
export function orNull<T extends z.ZodType<string>>(field: T) {
  return field
    .nullable()
    .optional()
    .transform((text) => (text === undefined || text === "" ? null : text));
}

/** The complete address of a person or a page, without credentials or another scheme. */
export const HTTP_URL: TextFormat = {
  test: (text) => {
    if (!/^https?:\/\//i.test(text) || /\s/.test(text) || !URL.canParse(text)) return false;
    const { username, password, hostname } = new URL(text);
    // The URL standard allows quotes in host names and does not encode them. No host name in use
    // has one.
    return username === "" && password === "" && hostname !== "" && !/["'`]/.test(hostname);
  },
  want: "an absolute address that begins with http:// or https://",
  schema: { pattern: "^(?:[Hh][Tt][Tt][Pp][Ss]?://.+)?$" },
};

const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]{0,61}[\\p{L}\\p{N}\\p{M}])?";
/**
 * Addresses that mail programs accept in practice, with letters of any script. Only sending an
 * email shows whether an address exists.
 */
const EMAIL_PATTERN = new RegExp(`^[^\\s@"<>()\\[\\]\\\\,;:]{1,64}@(?:${LABEL}\\.)+${LABEL}$`, "u");
export const EMAIL: TextFormat = {
  test: (text) => EMAIL_PATTERN.test(text),
  want: "an email address such as ada@ines.example",
  schema: { pattern: "^(?:[^\\s@]+@[^\\s@]+)?$" },
};
