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

/** An alternative of an answer. */
interface OpenObject {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

/**
 * Moves the members that all alternatives of an answer have, and define alike, from `oneOf` to the schema itself: types are a third as long,
 * and documentation shows these members once.
 */
export function shareMembers(schema: object): void {
  const options: readonly unknown[] = "oneOf" in schema && Array.isArray(schema.oneOf) ? schema.oneOf : [];
  const [first] = options;
  if (!isOpenObject(first) || !options.every(isOpenObject)) return;
  const shared = Object.entries(first.properties).filter(([name, member]) =>
    options.every(({ properties }) => JSON.stringify(properties[name]) === JSON.stringify(member)),
  );
  const names = shared.map(([name]) => name);
  Object.assign(schema, {
    type: "object",
    properties: Object.fromEntries(shared),
    required: names.filter((name) => first.required.includes(name)),
    oneOf: options.map(({ properties, required }) => ({
      type: "object",
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))),
      required: required.filter((name) => !names.includes(name)),
    })),
  });
}

function isOpenObject(schema: unknown): schema is OpenObject {
  return (
    typeof schema === "object" && schema !== null && "properties" in schema && "required" in schema && !("additionalProperties" in schema)
  );
}
