import { describeFilter, parameterTextOf } from "../../contract/query/parameter-texts.ts";
import { listParameters, type QueryParameter } from "../../contract/query/query-parameters.ts";
import { operationIdsOf, schemaNamesOf } from "../../kinds/document-kind.ts";
import type { OwnKind } from "../shared/resolved-config.ts";
import type { OwnNames } from "./own-names.ts";
import { toOwnSchemas } from "./own-schemas.ts";
import { toQueryParameter } from "./parameters.ts";
import { shortenExample } from "./shorten.ts";

/** The parts of an operation's description that differ between kinds. */
interface DescribedOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: { readonly name: string; readonly in: string; schema: object; description: string; example: unknown }[];
  readonly responses: Record<string, { readonly content?: Record<string, object> }>;
}

type Paths = Record<string, Record<string, unknown>>;

/** Name of the section with the operations of the site's own kinds. */
export const OWN_TAG = "Kinds of this site";
/** Parameters with the same meaning in every list. */
const COMMON_PARAMETERS = ["tag", "language", "period", "page", "pageSize"] as const;

interface OwnPathsInput {
  readonly kinds: readonly OwnKind[];
  readonly own: OwnNames;
  /** The site's own responses by operationId. */
  readonly examples: Readonly<Record<string, unknown>>;
}

/**
 * Adds the paths and schemas of the site's own kinds. The operations of projects are the template,
 * because all lists and all documents have the same responses, except for the content.
 */
export function addOwnPaths(paths: Paths, schemas: Record<string, unknown>, { kinds, own, examples }: OwnPathsInput): void {
  if (kinds.length > 0) Object.assign(schemas, { ...toOwnSchemas(kinds), ...schemas });
  for (const kind of kinds) {
    const { name, words } = kind;
    const ids = operationIdsOf(kind);
    const described = schemaNamesOf(kind);
    const list = copyOperation(paths, "/projects", {
      operationId: ids.list,
      summary: words.many,
      description: `In the order of ${kind.order.join(", ")}.`,
      schema: described.list,
      example: shortenExample(examples[ids.list]),
    });
    const headers = list.parameters.filter((parameter) => parameter.in === "header");
    // As in the template, the parameter table defines the parameters.
    const queried = listParameters(kind).map((parameter) => toQueryParameter(parameter, describeOwnParameter(kind, parameter), own));
    list.parameters = [...queried, ...headers] as DescribedOperation["parameters"];
    const get = copyOperation(paths, "/projects/{slug}", {
      operationId: ids.get,
      summary: words.one,
      description: "The members of the list item, and the body.",
      schema: described.document,
      example: shortenExample(examples[ids.get]),
    });
    for (const parameter of get.parameters) if (parameter.name === "slug") parameter.description = "Slug of the document.";
    paths[`/${name}`] = { get: list };
    paths[`/${name}/{slug}`] = { get };
    if (kind.hasTags) addResource(paths, name);
  }
}

interface OwnOperation extends Pick<DescribedOperation, "operationId" | "summary" | "description"> {
  /** Name of the schema for the status 200. */
  readonly schema: string;
  readonly example: unknown;
}

function copyOperation(paths: Paths, model: string, { schema, example, ...own }: OwnOperation): DescribedOperation {
  const operation = { ...(structuredClone(paths[model]?.get) as DescribedOperation), ...own, tags: [OWN_TAG] };
  const { content = {} } = operation.responses["200"] ?? {};
  for (const type of Object.keys(content))
    content[type] = { ...(example === undefined ? {} : { example }), schema: { $ref: `#/components/schemas/${schema}` } };
  return operation;
}

/** Describes a query parameter of a kind's list. */
export function describeOwnParameter(
  { fields }: OwnKind,
  parameter: QueryParameter,
): { readonly description: string; readonly example: string } {
  const { name } = parameter;
  const common = COMMON_PARAMETERS.find((one) => one === name);
  if (common !== undefined) return parameterTextOf("posts", common);
  if (name === "sort") return { ...parameterTextOf("posts", name), example: "values" in parameter ? (parameter.values[0] ?? "") : "" };
  return describeFilter(parameter, fields[name]?.description);
}

/** Adds a kind to `/tags/{resource}` and the paths below it. */
function addResource(paths: Paths, name: string): void {
  const described = ["/tags/{resource}", "/tags/{resource}/{slug}"].map((path) => paths[path]?.get as DescribedOperation);
  for (const parameter of described.flatMap(({ parameters }) => parameters)) {
    const { schema } = parameter;
    if (parameter.name === "resource" && "enum" in schema && Array.isArray(schema.enum))
      parameter.schema = { ...schema, enum: [...schema.enum, name] };
  }
}
