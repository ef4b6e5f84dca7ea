import { renderSchemaType, type TypedSchema } from "../../build/content-schema/schema-types.ts";
import { createOpenApiDocument } from "../../build/openapi/openapi-document.ts";

const HEAD = "/** Requests and responses of the API, generated from its schemas. A site's OpenAPI document describes the same values. */\n";

/**
 * Renders plain interfaces for everything that the contract's schemas name. Inferred types would be
 * twenty times as long and need zod.
 */
export function renderContractTypes(): string {
  const document = createOpenApiDocument({ baseUrl: "https://site.example/api/v1", siteName: "Octavo" });
  const { components }: { components?: { schemas?: Readonly<Record<string, TypedSchema>> } } = document;
  const schemas = Object.entries(components?.schemas ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return [HEAD, ...schemas.map(([name, schema]) => renderSchemaType(name, schema))].join("\n");
}
