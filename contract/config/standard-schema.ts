/**
 * A schema from Zod, Valibot, ArkType or another library (https://standardschema.dev). It must
 * validate synchronously.
 */
export interface StandardSchema {
  readonly "~standard": { readonly version: 1; readonly vendor: string; readonly validate: (value: unknown) => unknown };
}

/** A schema is an object or, in ArkType, a function. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  const isHolder = typeof value === "function" || (typeof value === "object" && value !== null);
  return isHolder && typeof (value as Partial<StandardSchema>)["~standard"]?.validate === "function";
}
