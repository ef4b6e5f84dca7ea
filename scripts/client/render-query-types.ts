import type { Operation } from "../../contract/operations/operation.ts";
import { OPERATIONS } from "../../contract/operations/operations.ts";
import { parameterTextOf } from "../../contract/query/parameter-texts.ts";
import type { ParameterName, QueryParameter } from "../../contract/query/query-parameters.ts";
import { queryOf, queryTypeNameOf } from "./operation-parts.ts";

/** An interface for the query of each operation that takes one. Null and undefined are not sent. */
export function renderQueryTypes(): string {
  return OPERATIONS.filter((operation) => queryOf(operation).length > 0)
    .map((operation) => {
      const members = queryOf(operation).map((parameter) => renderParameter(operation, parameter));
      return `/** What \`${operation.name}\` may be asked; null and undefined are not sent. */\nexport interface ${queryTypeNameOf(operation)} {\n${members.join("")}}\n`;
    })
    .join("\n");
}

function renderParameter({ route }: Operation, parameter: QueryParameter): string {
  const { description } = parameterTextOf(route, parameter.name as ParameterName);
  const comment = `  /** ${description}${renderDefault(parameter)} */\n`;
  const type = renderParameterType(parameter);
  if (parameter.type === "text" && parameter.required) return `${comment}  ${parameter.name}: ${type};\n`;
  return `${comment}  ${parameter.name}?: ${type} | null | undefined;\n`;
}

function renderDefault(parameter: QueryParameter): string {
  return "default" in parameter && parameter.default !== null ? ` Default: ${parameter.default}.` : "";
}

function renderParameterType(parameter: QueryParameter): string {
  switch (parameter.type) {
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    case "enum":
      return parameter.values.map((value) => JSON.stringify(value)).join(" | ");
    case "slugs":
      return "string | readonly string[]";
    case "instant":
      return "string | Date";
    default:
      return "string";
  }
}
