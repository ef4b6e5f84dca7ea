import { renderSchemaType, type TypedSchema } from "../../build/content-schema/schema-types.ts";
import { toOwnSchemas } from "../../build/openapi/own-schemas.ts";

/** What every document of a kind has that a site defines: the types of kinds of which there are no declarations, and what declarations refer to. */
export function renderOwnTypes(): string {
  const { OwnList, ...schemas } = toOwnSchemas({
    name: "own",
    words: { one: "A document of a kind that the site defines", many: "documents" },
    fields: {},
  });
  return Object.entries(schemas)
    .map(([name, schema]: [string, TypedSchema]) =>
      renderSchemaType(name, name.startsWith("Own") ? { ...schema, additionalProperties: {} } : schema),
    )
    .join("\n");
}
