import type { $ZodType } from "zod/v4/core";
import { createSchema, type oas31 } from "zod-openapi";
import { byKey } from "../../contract/by-key.ts";
import { EXAMPLE_ID } from "../../contract/example-id.ts";
import { SLUG_MAX } from "../../contract/limits.ts";
import type { Operation, RequestHeader } from "../../contract/operations/operation.ts";
import { type RouteName, routeOf, TAG_RESOURCES } from "../../contract/paths.ts";
import { PROBLEM_TYPES } from "../../contract/problem-types.ts";
import { type ParameterText, parameterTextOf } from "../../contract/query/parameter-texts.ts";
import { QUERY_PARAMETERS, type QueryParameter, SLUGS_MAX, TYPE_MAX } from "../../contract/query/query-parameters.ts";
import { IdempotencyKey } from "../../contract/schemas/request.ts";
import { SLUG_PATTERN } from "../../contract/slug-pattern.ts";
import { DOCUMENT_KIND_NAMES } from "../../kinds/document-kinds.ts";
import { UNDATED_PERIOD } from "../../kinds/list-filter.ts";
import { BUILT_IN_KINDS } from "../../kinds/list-kinds.ts";
import { OWN_KIND_NAME } from "../../kinds/own-kind.ts";

import type { OwnNames } from "./own-names.ts";

/**
 * Returns the path, query, header and cookie parameters of an operation.
 * @param own slugs for their examples
 */
export function toParameters(operation: Operation, own: OwnNames): oas31.ParameterObject[] {
  const { path } = routeOf(operation.route);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const { route } = operation;
  const queried = operation.method === "GET" ? QUERY_PARAMETERS[route] : [];
  return [
    ...names.map((name) => toPathParameter(name, operation, own)),
    ...queried.map((parameter) => toQueryParameter(parameter, parameterTextOf(route, parameter.name), own)),
    ...operation.requestHeaders.map(({ name, required }) => toHeaderParameter(name, required)),
    ...(operation.route === "like" ? [VISITOR_COOKIE] : []),
  ];
}

const VISITOR_COOKIE: oas31.ParameterObject = {
  name: "__Host-visitor",
  in: "cookie",
  description: "Set by the first like. Its name is `visitor` if the site's address begins with http: (development).",
  required: false,
  schema: { type: "string" },
};

interface SlugParameter {
  readonly description: string;
  readonly of: Exclude<keyof OwnNames, "serviceId">;
}
const POST_SLUG: SlugParameter = { description: "Slug of the post, or a former one.", of: "post" };
const SLUGS: Readonly<Partial<Record<RouteName, SlugParameter>>> = {
  ...byKey(
    DOCUMENT_KIND_NAMES.map((name) => BUILT_IN_KINDS[name].one),
    (one) => ({ description: `Slug of the ${one}.`, of: one }),
  ),
  "post-series": { description: "Slug of the series.", of: "series" },
};

/** Describes a slug, in any script. */
const anySlug = (what: string, example: "tag" | "category" | "author" | "album") =>
  ({
    description: `Slug of the ${what}, ignoring case.`,
    schema: { type: "string", minLength: 1, maxLength: SLUG_MAX },
    example,
  }) as const;
const MEMBERS: Readonly<Partial<Record<RouteName, ReturnType<typeof anySlug>>>> = {
  tag: anySlug("tag", "tag"),
  category: anySlug("category", "category"),
  author: anySlug("author", "author"),
  album: anySlug("album", "album"),
};

type ParameterFacts = Pick<oas31.ParameterObject, "description" | "schema" | "example">;

/** Path parameters in addition to slugs. */
const PATH_PARAMETERS: Readonly<Record<string, ParameterFacts>> = {
  resource: { description: "The kind whose tags are requested.", schema: { type: "string", enum: [...TAG_RESOURCES] }, example: "posts" },
  code: { description: "`code` of a problem.", schema: { type: "string", enum: Object.keys(PROBLEM_TYPES) }, example: "not-found" },
  id: { description: "`id` of the comment.", schema: { type: "string", maxLength: 64 }, example: EXAMPLE_ID },
};

function toPathParameter(name: string, operation: Operation, own: OwnNames): oas31.ParameterObject {
  const ofMember = MEMBERS[operation.route];
  if (name === "slug" && ofMember !== undefined) return { name, in: "path", required: true, ...ofMember, example: own[ofMember.example] };
  const { description, of } = SLUGS[operation.route] ?? POST_SLUG;
  const slug = { description, schema: { type: "string", pattern: SLUG_PATTERN.source, maxLength: SLUG_MAX }, example: own[of] } as const;
  return { name, in: "path", required: true, ...(PATH_PARAMETERS[name] ?? slug) };
}

export function toQueryParameter(parameter: QueryParameter, text: ParameterText, own: OwnNames): oas31.ParameterObject {
  const { name } = parameter;
  const required = parameter.type === "path" || (parameter.type === "text" && parameter.required);
  const example = exampleOf(parameter, text.example, own);
  return { name, in: "query", description: text.description, required, schema: schemaOf(parameter), example };
}

function schemaOf(parameter: QueryParameter): oas31.SchemaObject {
  switch (parameter.type) {
    case "integer":
      return { type: "integer", minimum: parameter.minimum, maximum: parameter.maximum, default: parameter.default };
    case "enum":
      return { type: "string", enum: [...parameter.values], ...(parameter.default === null ? {} : { default: parameter.default }) };
    case "exact":
      return { type: "string", maxLength: TYPE_MAX.exact, examples: [...parameter.values] };
    case "kind":
      return { type: "string", pattern: OWN_KIND_NAME.source, maxLength: TYPE_MAX.kind };
    case "boolean":
      return { type: "boolean" };
    case "period":
      return { type: "string", maxLength: UNDATED_PERIOD.length };
    case "instant":
      // A date or a date-time. No format is given, because generators turn a choice between formats
      // into `unknown`.
      return { type: "string", maxLength: TYPE_MAX.instant };
    case "text":
      return { type: "string", ...(parameter.required ? { minLength: 1 } : {}), maxLength: parameter.maximum };
    case "path":
      return { type: "string", minLength: 1, maxLength: parameter.maximum };
    case "number":
      return { type: "number" };
    case "slugs":
      return { type: "string", maxLength: (TYPE_MAX.slugs + 1) * SLUGS_MAX - 1 };
    case "slugList":
      return { type: "string", maxLength: (SLUG_MAX + 1) * parameter.maximum - 1 };
    case "id":
    case "slug":
    case "folded":
    case "language":
      return { type: "string", maxLength: TYPE_MAX[parameter.type] };
  }
}

function exampleOf({ name, type }: QueryParameter, example: string, own: OwnNames): string | number | boolean {
  if (name === "tag" || name === "category" || name === "author" || name === "series" || name === "album") return own[name];
  if (name === "slug") return own.post;
  if (type === "integer" || type === "number") return Number(example);
  return type === "boolean" ? example === "true" : example;
}

const HEADER_TEXTS: Readonly<Record<RequestHeader, ParameterFacts>> = {
  "If-None-Match": {
    description: "One or more `ETag`s of earlier responses, or `*`.",
    schema: { type: "string" },
    example: '"3q2-7wAAAAAAAAAAAAAAAA"',
  },
  "Idempotency-Key": {
    description: "Chosen by the client and different for each submission. A request with the same key repeats the same submission.",
    schema: toSchema(IdempotencyKey),
    example: "5f0c7a52-6a37-4a7e-9d0b-8c3a2b1d4e5f",
  },
  "X-Edit-Token": {
    description: "`editToken` of the submission.",
    schema: { type: "string" },
    example: "dGhpcyBpcyBhbiBleGFtcGxlIG9mIGEgdG9rZW4",
  },
};

function toSchema(schema: $ZodType): oas31.SchemaObject {
  const { example: _, ...rest } = createSchema(schema, { io: "input" }).schema as oas31.SchemaObject;
  return rest;
}

function toHeaderParameter(name: RequestHeader, required: boolean): oas31.ParameterObject {
  return { name, in: "header", required, ...HEADER_TEXTS[name] };
}
