/** A mutable schema from `createDocument`. */
interface MadeSchema {
  minimum?: number | undefined;
  maximum?: number | undefined;
  pattern?: string | undefined;
  additionalProperties?: unknown;
}

/**
 * Makes a schema acceptable to validators and code generators of any language.
 * @param io schema of a request (`input`) or a response (`output`)
 */
export function makePortable(schema: MadeSchema, io: "input" | "output"): void {
  // Zod limits integers to the values that a double represents exactly. That limit applies to all
  // JSON numbers and only clutters the document.
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  // The source of a RegExp escapes slashes, which few engines other than JavaScript's accept.
  if (schema.pattern !== undefined) schema.pattern = schema.pattern.replaceAll("\\/", "/");
  // Members may be added to responses within a version, so generated code must not reject unknown
  // ones.
  if (io === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
}

/**
 * Leaves only the description beside each `$ref`. Zod also adds `additionalProperties: false`,
 * which the referenced schema already has.
 */
export function cleanReferences(part: unknown): void {
  if (typeof part !== "object" || part === null) return;
  if ("$ref" in part) Reflect.deleteProperty(part, "additionalProperties");
  for (const inner of Object.values(part)) cleanReferences(inner);
}

/** One of the alternative forms of a response. */
interface OpenObject {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

/**
 * Moves members that are defined alike in all alternatives of a response from `oneOf` to the schema
 * itself. Generated types become a third as long, and documentation shows these members only once.
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
