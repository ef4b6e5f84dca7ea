import { renderSchemaType, type TypedSchema } from "../../build/content-schema/schema-types.ts";
import { toOwnSchemas } from "../../build/openapi/own-schemas.ts";
import { OWN_FURTHER, OWN_MEMBERS } from "../../kinds/members/own-members.ts";

/**
 * Renders the members that documents of every own kind have: the type of kinds without declarations
 * and the base of declared ones.
 */
export function renderOwnTypes(): string {
  const words = { one: "A document of a kind that the site defines", many: "documents" };
  const reference = { type: "reference", kind: "posts" } as const;
  const schemas = toOwnSchemas([
    { name: "own", words, schema: null, members: OWN_MEMBERS, further: OWN_FURTHER, isDataFile: true },
    // Declarations of kinds that refer to other documents import this type.
    { name: "referring", words, schema: null, members: { reference }, further: {}, isDataFile: true },
  ]);
  return ["DocumentReference", "OwnItem", "OwnDocument"]
    .map((name) => {
      const schema: TypedSchema = schemas[name] ?? {};
      return renderSchemaType(name, name.startsWith("Own") ? { ...schema, additionalProperties: {} } : schema);
    })
    .join("\n");
}
