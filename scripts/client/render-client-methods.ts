import type { Operation } from "../../contract/operations/operation.ts";
import { OPERATIONS } from "../../contract/operations/operations.ts";
import { TAG_RESOURCES } from "../../contract/paths.ts";
import { pageParameterOf, pathParametersOf, queryOf, queryTypeNameOf, takesHeader, typeNameOf } from "./operation-parts.ts";

/** Types of path parameters. Parameters not listed here are strings. */
const PATH_PARAMETER_TYPES: Readonly<Record<string, string>> = {
  resource: `TagResource<Resource, ${TAG_RESOURCES.map((resource) => JSON.stringify(resource)).join(" | ")}>`,
  code: "ProblemCode",
};

/**
 * Renders the client's interface: a method for each operation, plus `all` for each paginated one.
 */
export function renderClientMethods(operations: readonly Operation[] = OPERATIONS): string {
  const groups = Map.groupBy(operations, ({ name }) => name.split(".")[0] ?? "");
  const members = [...groups].map(([group, members]) => `  readonly ${group}: {\n${members.map(renderMethods).join("")}  };\n`).join("");
  const body = `/** A method for each operation of the API. */\nexport interface ClientMethods extends OwnKindMethods {\n${members}}\n`;
  const options = namesIn(body, /\b(?:RequestOptions|SubmitOptions|EditOptions)\b/g);
  const types = namesIn(
    body.replace(/\/\*\*.*\*\//g, "").replace(/"[^"]*"/g, ""),
    /\b(?!Promise\b|AsyncGenerator\b|ClientMethods\b|OwnKindMethods\b|TagResource\b|Resource\b|RequestOptions\b|SubmitOptions\b|EditOptions\b)[A-Z]\w*/g,
  );
  return `import type { OwnKindMethods, TagResource } from "../own-kinds.ts";\nimport type { ${options} } from "../request-options.ts";\nimport type {\n${types.replaceAll(/(\w+)(?:, )?/g, "  $1,\n")}} from "./api-types.ts";\n\n${body}`;
}

function namesIn(text: string, pattern: RegExp): string {
  return [...new Set(text.match(pattern))].sort().join(", ");
}

function renderMethods(operation: Operation): string {
  const { name, success } = operation;
  const [, method = ""] = name.split(".");
  const answer = success.schema === null ? "void" : success.mediaType === undefined ? typeNameOf(success.schema) : "string";
  const comment = `    /** ${[`${operation.summary}.`, operation.description].join(" ").replaceAll("*/", "*\\/").replaceAll("\n", " ")} */\n`;
  // A literal name must be one of the site's names; any other string is accepted.
  const generic = pathParametersOf(operation).includes("resource") ? "<const Resource extends string>" : "";
  const own = `${comment}    ${method}${generic}(${renderParameters(operation)}): Promise<${answer}>;\n`;
  if (pageParameterOf(operation) === null) return own;
  const each = `    /** All items from the requested page on. Each page is read when its first item is needed. */\n`;
  return `${own}${each}    all(${renderParameters(operation)}): AsyncGenerator<${answer}["items"][number], void, undefined>;\n`;
}

function renderParameters(operation: Operation): string {
  const path = pathParametersOf(operation).map((name) => `${name}: ${PATH_PARAMETER_TYPES[name] ?? "string"}`);
  const body = operation.body === null ? [] : [`body: ${typeNameOf(operation.body.schema)}`];
  return [...path, ...body, ...renderQuery(operation), renderOptions(operation)].join(", ");
}

function renderQuery(operation: Operation): string[] {
  const query = queryOf(operation);
  if (query.length === 0) return [];
  const required = query.some((parameter) => parameter.type === "text" && parameter.required);
  return [`query${required ? "" : "?"}: ${queryTypeNameOf(operation)}`];
}

function renderOptions(operation: Operation): string {
  if (takesHeader(operation, "X-Edit-Token")) return "options: EditOptions";
  return `options?: ${takesHeader(operation, "Idempotency-Key") ? "SubmitOptions" : "RequestOptions"}`;
}
