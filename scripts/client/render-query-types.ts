import { renderParameterMember } from "../../build/content-schema/parameter-types.ts";
import { OPERATIONS } from "../../contract/operations/operations.ts";
import { parameterTextOf } from "../../contract/query/parameter-texts.ts";
import type { ParameterName } from "../../contract/query/query-parameters.ts";
import { queryOf, queryTypeNameOf } from "./operation-parts.ts";

/**
 * Renders an interface for the query of each operation that has one. Null and undefined are not
 * sent.
 */
export function renderQueryTypes(): string {
  return OPERATIONS.filter((operation) => queryOf(operation).length > 0)
    .map((operation) => {
      const members = queryOf(operation).map((parameter) =>
        renderParameterMember(parameter, parameterTextOf(operation.route, parameter.name as ParameterName).description),
      );
      return `/** Query of \`${operation.name}\`; null and undefined are not sent. */\nexport interface ${queryTypeNameOf(operation)} {\n${members.join("")}}\n`;
    })
    .join("\n");
}
