/** A schema of Zod, Valibot, ArkType and others: https://standardschema.dev. It must answer at once, without a promise. */
export interface StandardSchema {
  readonly "~standard": { readonly version: 1; readonly vendor: string; readonly validate: (value: unknown) => unknown };
}
