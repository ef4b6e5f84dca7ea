import { z } from "zod";
import { type BuiltInDocuments, type DocumentKind, operationIdsOf, schemaNamesOf } from "../../kinds/document-kind.ts";
import { DOCUMENT_KIND_NAMES, DOCUMENT_KINDS } from "../../kinds/document-kinds.ts";
import { BUILT_IN_DOCUMENTS, BUILT_IN_KINDS } from "../../kinds/list-kinds.ts";
import { Pagination } from "../schemas/list.ts";
import { toMembersSchema } from "../schemas/member-schema.ts";
import type { Operation } from "./operation.ts";
import { fromFiles, toolRead } from "./read-operation.ts";

/** Schemas of the API's responses for a kind. */
export function toDocumentSchemas({
  members,
  further,
  words,
  schema,
  isPaged = true,
}: Pick<DocumentKind, "members" | "further" | "words" | "schema"> & Partial<Pick<DocumentKind, "isPaged">>) {
  const item = toMembersSchema(members);
  // Reuses the schemas of members, because each name in the OpenAPI document can have only one
  // schema.
  const document = item.extend(toMembersSchema(further).shape);
  const list = (items: z.ZodType) =>
    z.strictObject({
      items: z
        .array(items)
        .meta({ description: isPaged ? `${schema === null ? "Items" : words.many} of this page` : "In the author's order" }),
      ...(isPaged ? { pagination: Pagination.meta({ description: "Position of the page" }) } : {}),
    });
  return { item, document, list };
}

/** Operations of the built-in kinds that are defined by their members. */
export const DOCUMENT_OPERATIONS: readonly Operation[] = DOCUMENT_KIND_NAMES.flatMap((name): readonly Operation[] => {
  const kind = DOCUMENT_KINDS[name];
  const { one } = BUILT_IN_KINDS[name];
  const { about, schema, section: tag = "Portfolio" }: BuiltInDocuments = BUILT_IN_DOCUMENTS[name];
  const schemas = toDocumentSchemas(kind);
  const names = schemaNamesOf(kind);
  const document = schemas.document.meta({ id: names.document, description: schema.description });
  const item =
    names.item === names.document
      ? document
      : schemas.item.meta({ id: names.item, description: `${schema.description}, as lists show it` });
  const list = schemas.list(item).meta({ id: names.list, description: kind.isPaged ? `A page of ${name}` : `All ${name}` });
  const ids = operationIdsOf(kind);
  return [
    fromFiles({ id: ids.list, ...toolRead(`${name}.list`), tag, summary: kind.words.many, description: about, schema: list }),
    fromFiles({
      ...{ id: ids.get, ...toolRead(`${name}.get`), tag, summary: `One ${one}` },
      ...{
        description:
          item === document
            ? "As in the list."
            : kind.further.bodyHtml === undefined
              ? "As in the list, with its translations."
              : "The members of the list item, and the body.",
        schema: document,
        named: true,
      },
    }),
  ];
});
