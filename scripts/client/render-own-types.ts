import { renderSchemaType, type TypedSchema } from "../../build/content-schema/schema-types.ts";
import { toOwnSchemas } from "../../build/openapi/own-schemas.ts";

/** Renders the members of every document of an own kind: the type for kinds without declarations, and the base of declarations. */
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
