/**
 * One field of a kind. Plain data: the front matter schema, JSON Schema, types and filters are all
 * made from it, and code that reads it needs no schema library.
 */
export interface FieldData {
  readonly type: FieldType;
  /**
   * Whether the front matter may omit it. If it does, the API gives null, `fallback`, or [] for
   * lists and pictures. A missing required field is an error.
   */
  readonly isOptional: boolean;
  readonly fallback?: unknown;
  /** One sentence. */
  readonly description?: string;
  /** For `oneOf`. */
  readonly values?: readonly string[];
  /** For `list`. */
  readonly item?: FieldData;
  /** For `object`. */
  readonly members?: Readonly<Record<string, FieldData>>;
  /** For `reference`: the name of the kind that it refers to (`posts`). */
  readonly kind?: string;
  /** Returned by `compute`, never in the front matter. */
  readonly isComputed?: true;
}

export const FIELD_TYPES = [
  ...(["text", "number", "boolean", "date", "instant", "url", "oneOf"] as const),
  ...(["list", "object", "markdown", "picture", "pictures", "file", "reference"] as const),
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];
