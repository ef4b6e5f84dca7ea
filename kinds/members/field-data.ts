/**
 * What one field of a kind takes. Plain data: the schema of the front matter, JSON Schema, types and filters are all made from it, and no schema library is
 * needed where it is read.
 */
export interface FieldData {
  readonly type: FieldType;
  /** Absent in the front matter: null in the API, or `fallback`. Otherwise a document without it is an error. Lists and pictures are [] if absent. */
  readonly isOptional: boolean;
  readonly fallback?: unknown;
  /** One sentence. */
  readonly description?: string;
  /** Of `oneOf`. */
  readonly values?: readonly string[];
  /** Of `list`. */
  readonly item?: FieldData;
  /** Of `object`. */
  readonly members?: Readonly<Record<string, FieldData>>;
  /** Of `reference`: the kind that it leads to, by its name (`posts`). */
  readonly kind?: string;
  /** Made by `compute`, never in the front matter. */
  readonly isComputed?: true;
}

export const FIELD_TYPES = [
  ...(["text", "number", "boolean", "date", "instant", "url", "oneOf"] as const),
  ...(["list", "object", "markdown", "picture", "pictures", "file", "reference"] as const),
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];
