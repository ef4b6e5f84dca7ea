import type { Kind } from "../octavo-client/client.ts";
import { type ToolCommand, toCommand } from "./commands.ts";
import { type OperationParameter, TOOL_OPERATIONS, type ToolOperation } from "./generated/tool-operations.ts";
import { createSiteClient, KIND_GET, KIND_LIST, type SiteClientOptions } from "./site-client.ts";

/**
 * How long help and completion wait for a site's kinds, in milliseconds. After that, they show only
 * built-in kinds.
 */
export const HELP_PATIENCE_MS = 3_000;
export const COMPLETION_PATIENCE_MS = 1_000;

/**
 * Adds the commands of a site's own kinds, if a site is given.
 * @param options with `patience`, an unreachable site adds no commands; without it, an unreachable
 * site throws an OctavoError
 */
export async function addOwnCommands(
  commands: readonly ToolCommand[],
  baseUrl: string | null,
  options: SiteClientOptions,
): Promise<readonly ToolCommand[]> {
  if (baseUrl === null || baseUrl === "") return commands;
  const reading = createSiteClient(baseUrl, options).read("kinds.list", [], {}) as Promise<{ readonly items: readonly Kind[] }>;
  const { items } = await (options.patience === undefined ? reading : reading.catch(() => ({ items: [] })));
  return [...commands, ...createOwnCommands(items)];
}

/**
 * The commands of a site's own kinds, from its `/kinds`: `talks list`, `talks get <slug>`, `talks
 * tags`, `talks search <q>`.
 */
function createOwnCommands(kinds: readonly Kind[]): readonly ToolCommand[] {
  const find = (wanted: string): ToolOperation[] => TOOL_OPERATIONS.filter(({ name }) => name === wanted);
  return kinds
    .filter(({ builtIn }) => !builtIn)
    .flatMap((kind) => [
      toCommand([kind.name, "list"], [toListOperation(kind)], { kind: kind.name }, kind),
      toCommand([kind.name, "get"], [toGetOperation(kind)], { kind: kind.name }),
      ...(kind.tags ? [toCommand([kind.name, "tags"], find("tags.list"), { resource: kind.name })] : []),
      ...(kind.search ? [toCommand([kind.name, "search"], find("search"), { kind: kind.name })] : []),
    ]);
}

/** Adds kinds with tags to the read of tags. */
export function addTagResources(operation: ToolOperation, kinds: readonly Pick<Kind, "name" | "tags">[]): ToolOperation {
  const names = kinds.filter(({ tags }) => tags).map(({ name }) => name);
  if (!operation.name.startsWith("tags.") || names.length === 0) return operation;
  const parameters = operation.parameters.map((parameter) =>
    parameter.name === "resource"
      ? { ...parameter, schema: { ...parameter.schema, enum: [...(parameter.schema.enum ?? []), ...names] } }
      : parameter,
  );
  return { ...operation, parameters };
}

const KIND: OperationParameter = { name: "kind", in: "path", required: true, description: "", schema: { type: "string" } };
const SLUG: OperationParameter = { ...KIND, name: "slug", description: "Slug of the document." };

function toListOperation({ words, order, filters, sorts }: Kind): ToolOperation {
  const sort =
    sorts.length === 0
      ? []
      : [
          toParameter(
            "sort",
            "string",
            sorts.flatMap((key) => [key, `-${key}`]),
          ),
        ];
  return {
    name: KIND_LIST,
    path: "/{kind}",
    tag: words.many,
    summary: words.many,
    description: `In the order of ${order.join(", ")}.`,
    parameters: [
      KIND,
      ...filters.map(({ name, type, values }) => COMMON.get(name) ?? toParameter(name, type === "boolean" ? "boolean" : "string", values)),
      ...sort,
      ...["page", "pageSize"].flatMap((name) => COMMON.get(name) ?? []),
    ],
  };
}

function toGetOperation({ words }: Kind): ToolOperation {
  const description = "The members of the list item, and the body.";
  return { name: KIND_GET, path: "/{kind}/{slug}", tag: words.many, summary: words.one, description, parameters: [KIND, SLUG] };
}

/**
 * Parameters that have the same meaning in all lists, by name. No kind has a filter with one of
 * these names but another meaning.
 */
const COMMON = new Map(
  TOOL_OPERATIONS.find(({ name }) => name === "posts.list")?.parameters.map((parameter) => [parameter.name, parameter] as const),
);

function toParameter(name: string, type: "boolean" | "string", values: readonly string[] | null): OperationParameter {
  const schema = { type, ...(values === null ? {} : { enum: values }) };
  const description = name === "sort" ? "Sort key; a leading `-` for descending order." : `Only items with this value of \`${name}\`.`;
  return { name, in: "query", required: false, description, schema };
}
