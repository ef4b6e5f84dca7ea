/** A schema as `createDocument` hands it over, to be changed. */
interface MadeSchema {
  minimum?: number | undefined;
  maximum?: number | undefined;
  pattern?: string | undefined;
  additionalProperties?: unknown;
}

/**
 * Makes a schema one that validators and code generators of any language take.
 * @param io of a request (`input`) or of an answer (`output`)
 */
export function makePortable(schema: MadeSchema, io: "input" | "output"): void {
  // Zod bounds whole numbers by what a double holds exactly: true of all JSON, and noise in a document.
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  // A RegExp's source escapes slashes, which few engines but JavaScript's let pass.
  if (schema.pattern !== undefined) schema.pattern = schema.pattern.replaceAll("\\/", "/");
  // Answers may gain members within a version; who generates code from this must not refuse them.
  if (io === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
}

/** Leaves the description alone beside each `$ref`: zod puts `additionalProperties: false` there too, which holds for the members that the schema itself has. */
export function cleanReferences(part: unknown): void {
  if (typeof part !== "object" || part === null) return;
  if ("$ref" in part) Reflect.deleteProperty(part, "additionalProperties");
  for (const inner of Object.values(part)) cleanReferences(inner);
}
