import { findOwnNames } from "../../build/openapi/own-names.ts";
import { toParameters } from "../../build/openapi/parameters.ts";
import { OPERATIONS } from "../../contract/operations/operations.ts";
import { TOOL_ROUTES } from "../../contract/operations/tool-routes.ts";
import { routeOf } from "../../contract/paths.ts";

const TYPES = `/** A read of the API, as its OpenAPI document describes it. */
export interface ToolOperation {
  /** The client's name for it: \`posts.list\`. */
  readonly name: string;
  /** Relative to the API's base address, with \`{name}\` for a parameter. */
  readonly path: string;
  readonly tag: string;
  /** One line. */
  readonly summary: string;
  /** CommonMark. */
  readonly description: string;
  /** Path parameters come first. */
  readonly parameters: readonly OperationParameter[];
}

export interface OperationParameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description: string;
  /** JSON Schema. */
  readonly schema: {
    readonly type: "string" | "integer" | "boolean";
    readonly enum?: readonly string[];
    readonly default?: string | number;
    readonly minimum?: number;
    readonly maximum?: number;
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly pattern?: string;
  };
}
`;

/** Renders octavo-tools' table of reads, in the order of TOOL_ROUTES. */
export function renderToolOperations(): string {
  const own = findOwnNames({});
  const rows = Object.keys(TOOL_ROUTES).map((wanted) => {
    const operation = OPERATIONS.find(({ name }) => name === wanted);
    if (operation === undefined) throw new Error(`there is no operation ${wanted}`);
    const { name, route, tag, summary, description } = operation;
    const parameters = toParameters(operation, own)
      .filter((parameter) => parameter.in === "path" || parameter.in === "query")
      .map((parameter) => ({
        name: parameter.name,
        in: parameter.in,
        required: parameter.required ?? false,
        description: parameter.description,
        schema: parameter.schema,
      }));
    return `  ${JSON.stringify({ name, path: routeOf(route).path, tag, summary, description, parameters })},\n`;
  });
  return `${TYPES}\nexport const TOOL_OPERATIONS: readonly ToolOperation[] = [\n${rows.join("")}];\n`;
}
