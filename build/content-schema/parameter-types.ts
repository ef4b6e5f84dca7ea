import type { QueryParameter } from "../../contract/query/query-parameters.ts";

/**
 * Renders a query parameter as a member of an interface. Optional parameters accept null and
 * undefined, which are not sent.
 */
export function renderParameterMember(parameter: QueryParameter, description: string): string {
  const usual = "default" in parameter && parameter.default !== null ? ` Default: ${parameter.default}.` : "";
  const comment = `  /** ${`${description}${usual}`.replaceAll("*/", "*\\/").replaceAll("\n", " ")} */\n`;
  const type = renderParameterType(parameter);
  if (parameter.type === "text" && parameter.required) return `${comment}  ${parameter.name}: ${type};\n`;
  return `${comment}  ${parameter.name}?: ${type} | null | undefined;\n`;
}

function renderParameterType(parameter: QueryParameter): string {
  switch (parameter.type) {
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "enum":
    case "exact":
      return parameter.values.map((value) => JSON.stringify(value)).join(" | ");
    case "kind":
      // Keeps the literal values for editors' suggestions.
      return `${parameter.values.map((value) => JSON.stringify(value)).join(" | ")} | (string & {})`;
    case "slugs":
      return "string | readonly string[]";
    case "instant":
      return "string | Date";
    default:
      return "string";
  }
}
