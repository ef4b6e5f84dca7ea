import { createDocument } from "zod-openapi";
import { toDocumentSchemas } from "../../contract/operations/document-operations.ts";
import { type DocumentKind, schemaNamesOf } from "../../kinds/document-kind.ts";
import type { Members } from "../../kinds/members/member-data.ts";
import { cleanReferences, makePortable } from "./portable.ts";

/** JSON Schemas by name. */
export type OwnSchemas = Readonly<Record<string, { readonly [key: string]: unknown }>>;
type DescribedKind = Pick<DocumentKind, "name" | "words" | "schema" | "members" | "further" | "isDataFile">;

/**
 * Creates JSON Schemas (2020-12) for the responses of the site's own kinds, by name, with all
 * schemas to which they refer.
 */
export function toOwnSchemas(kinds: readonly DescribedKind[]): OwnSchemas {
  const schemas = kinds.flatMap((kind) => {
    const { one, many } = kind.words;
    const names = schemaNamesOf(kind);
    const { item, document, list } = toDocumentSchemas({ ...kind, further: kind.isDataFile ? withoutBody(kind.further) : kind.further });
    const described = item.meta({ id: names.item, description: `${one}, as lists show it` });
    return [
      described,
      document.meta({ id: names.document, description: one }),
      list(described).meta({ id: names.list, description: `A page of ${many}` }),
    ];
  });
  const content = Object.fromEntries(schemas.map((schema, at) => [`application/${at}`, { schema }]));
  const { components = {} } = createDocument(
    { openapi: "3.1.1", info: { title: "", version: "" }, paths: { "/": { get: { responses: { "200": { description: "", content } } } } } },
    { override: ({ jsonSchema, io }) => makePortable(jsonSchema, io) },
  );
  cleanReferences(components);
  return (components.schemas ?? {}) as OwnSchemas;
}

/** Makes the members of the body optional, because entries of data files have no body. */
function withoutBody(further: Members): Members {
  return Object.fromEntries(
    Object.entries(further).map(([name, member]) => [
      name,
      ["html", "plainText"].includes(member.type)
        ? { ...member, isOptional: true, answer: `${member.answer}; null for an entry of a data file` }
        : member,
    ]),
  );
}
