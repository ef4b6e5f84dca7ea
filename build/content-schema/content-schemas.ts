import type { z } from "zod";
import { byKey } from "../../contract/by-key.ts";
import { COLLECTION_NAMES } from "../../contract/config/config-names.ts";
import { createAboutFields } from "../kinds/about-kind.ts";
import { createDocumentReader } from "../kinds/document/document-entry.ts";
import { GROUP_NAMES } from "../kinds/document/entry.ts";
import type { Kind } from "../kinds/document/kind.ts";
import type { FieldNames } from "../kinds/fields/front-matter-names.ts";
import { mapping } from "../kinds/fields/leaf.ts";
import { KINDS } from "../kinds/kinds.ts";
import { createServicesPageSchema } from "../kinds/services-page-kind.ts";
import { createSiteFields } from "../kinds/site-kind.ts";
import { AUTHOR_FIELD_NAMES, listedAuthor } from "../parse/author-names.ts";
import { LISTED_GROUPS } from "../parse/group-files.ts";
import type { OwnKind } from "../shared/resolved-config.ts";
import { isMapping } from "../sources/data-values.ts";
import { type JsonSchema, toJsonSchema } from "./to-json-schema.ts";

const DRAFT = "http://json-schema.org/draft-07/schema#";
const WANT = "want keys and values";

/**
 * Creates JSON Schemas for everything that an author writes, by name. The schema of a collection is
 * for its front matter. The same kinds always give the same schemas.
 * @param ownKinds the site's own kinds
 */
export function createContentSchemas(ownKinds: readonly OwnKind[] = []): Readonly<Record<string, JsonSchema>> {
  const collections = [
    ...COLLECTION_NAMES.map((name) => [name, ofCollection(name, KINDS[name])] as const),
    ...ownKinds.map((own) => {
      const schema = ofCollection(own.name, createDocumentReader(own));
      return [own.name, own.isDataFile ? ofDataFile(own.name, schema) : schema] as const;
    }),
  ];
  return {
    ...Object.fromEntries(collections),
    about: open(titled("about.md: front matter of the about page", mapping(createAboutFields("UTC"), WANT))),
    site: titled("site.yaml: the site", mapping(createSiteFields("UTC"), WANT)),
    "services-page": titled("services-page.yaml: the page around the services", createServicesPageSchema("UTC")),
    authors: bySlug("authors", ofAuthor()),
    ...byKey(GROUP_NAMES, (name) => bySlug(name, toJsonSchema(LISTED_GROUPS[name]))),
  };
}

function bySlug(name: string, entry: JsonSchema): JsonSchema {
  return { $schema: DRAFT, title: `${name}.yaml: ${name}, by their slugs`, type: ["object", "null"], additionalProperties: entry };
}

/**
 * The schema of a collection's front matter. Other names of fields are also allowed, and the
 * configuration may add more. `octavo check` reports unknown ones.
 */
function ofCollection(name: string, kind: Kind): JsonSchema {
  const names = allNamesOf(kind);
  const described = titled(`Front matter of ${name}`, kind.schema());
  const properties = isMapping(described.properties) ? described.properties : {};
  const others = Object.entries(names).flatMap(([field, all]) =>
    all
      .filter((other) => !other.includes(".") && !(other in properties))
      .map((other) => [other, { description: `Another name for ${field}` }] as const),
  );
  const required = Array.isArray(described.required) ? described.required.map(String) : [];
  const ways = required
    .filter((field) => field in names)
    .map((field) => ({ anyOf: [field, ...(names[field] ?? [])].map((name) => ({ required: [name] })) }));
  return open({
    ...described,
    properties: { ...properties, ...Object.fromEntries(others) },
    required: required.filter((field) => !(field in names)),
    ...(ways.length === 0 ? {} : { allOf: ways }),
  });
}

/**
 * Other names of fields: those of other generators, and those in the definition of one of the
 * site's own kinds.
 */
function allNamesOf({ names, own }: Kind): FieldNames {
  const all = new Map(Object.entries(names));
  for (const [name, field] of Object.entries(own?.names ?? {})) if (field !== "") all.set(field, [name, ...(all.get(field) ?? [])]);
  return Object.fromEntries(all);
}

/** The schema of a data file: a list of entries, or a mapping by slug. */
function ofDataFile(name: string, { $schema, title: _, ...entry }: JsonSchema): JsonSchema {
  return {
    ...($schema === undefined ? {} : { $schema }),
    title: `The data file of ${name}`,
    anyOf: [{ type: "array", items: entry }, { type: "object", additionalProperties: entry }, { type: "null" }],
  };
}

/**
 * The schema of an author: a name, or a person's details under Octavo's names or those of other
 * generators.
 */
function ofAuthor(): JsonSchema {
  const schema = toJsonSchema(listedAuthor);
  const addNames = (one: unknown): unknown => {
    if (!isMapping(one) || !isMapping(one.properties)) return one;
    const others = Object.entries(AUTHOR_FIELD_NAMES).flatMap(([field, names]) =>
      names.map((name) => [name, { description: `Another name for ${field}` }] as const),
    );
    return { ...one, properties: { ...one.properties, ...Object.fromEntries(others) } };
  };
  return Array.isArray(schema.anyOf) ? { ...schema, anyOf: schema.anyOf.map(addNames) } : (addNames(schema) as JsonSchema);
}

function open(schema: JsonSchema): JsonSchema {
  return { ...schema, additionalProperties: true };
}

function titled(title: string, schema: z.ZodType): JsonSchema {
  return { $schema: DRAFT, title, ...toJsonSchema(schema) };
}
