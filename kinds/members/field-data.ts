/**
 * One field of a kind. Plain data: the schema of the front matter, JSON Schema, types and filters
 * are all made from it, and its readers need no schema library.
 */
export interface FieldData {
  readonly type: FieldType;
  /** Absent in the front matter: null in the API, or `fallback`. Otherwise a document without it is an error. Lists and pictures are [] if absent. */
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
  /** For `reference`: the name of the kind that it leads to (`posts`). */
  readonly kind?: string;
  /** Made by `compute`, never in the front matter. */
  readonly isComputed?: true;
}

export const FIELD_TYPES = [
  ...(["text", "number", "boolean", "date", "instant", "url", "oneOf"] as const),
  ...(["list", "object", "markdown", "picture", "pictures", "file", "reference"] as const),
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];
