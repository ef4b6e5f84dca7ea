import { renderParameterMember } from "../../build/content-schema/parameter-types.ts";
import { renderSchemaType, type TypedSchema } from "../../build/content-schema/schema-types.ts";
import { toOwnSchemas } from "../../build/openapi/own-schemas.ts";
import { OPERATIONS } from "../../contract/operations/operations.ts";
import { PROBLEM_TYPES } from "../../contract/problem-types.ts";
import { parameterTextOf } from "../../contract/query/parameter-texts.ts";
import type { ParameterName } from "../../contract/query/query-parameters.ts";
import { OWN_FURTHER, OWN_MEMBERS } from "../../kinds/members/own-members.ts";
import { renderContractTypes } from "../pack/render-contract-types.ts";
import { queryOf, queryTypeNameOf } from "./operation-parts.ts";

/** Renders the types of the API: its schemas, own kinds, problems and queries. */
export function renderApiTypes(): string {
  return [renderContractTypes(), renderOwnTypes(), renderProblemTypes(), renderQueryTypes()].join("\n");
}

/**
 * Renders the members that documents of every own kind have: the type of kinds without declarations
 * and the base of declared ones.
 */
function renderOwnTypes(): string {
  const words = { one: "A document of a kind that the site defines", many: "documents" };
  const reference = { type: "reference", kind: "posts" } as const;
  const schemas = toOwnSchemas([
    { name: "own", words, schema: null, members: OWN_MEMBERS, further: OWN_FURTHER, isDataFile: true },
    // Declarations of kinds that refer to other documents import this type.
    { name: "referring", words, schema: null, members: { reference }, further: {}, isDataFile: true },
  ]);
  return ["DocumentReference", "OwnItem", "OwnDocument"]
    .map((name) => {
      const schema: TypedSchema = schemas[name] ?? {};
      return renderSchemaType(name, name.startsWith("Own") ? { ...schema, additionalProperties: {} } : schema);
    })
    .join("\n");
}

const PROBLEM_OF = `/** A problem of the API with its code and its status. */
export interface ProblemOf<Code extends ProblemCode, Status extends number> extends Problem {
  code: Code;
  status: Status;
}
`;

/** The problems of the API as a union that `code` distinguishes. */
function renderProblemTypes(): string {
  const members = Object.entries(PROBLEM_TYPES).map(
    ([code, { status }]) => `  | ProblemOf<${JSON.stringify(code)}, ${status.join(" | ")}>`,
  );
  return `${PROBLEM_OF}\n/** Every problem that the API returns, identified by \`code\`. Others may be added within v1. */\nexport type ApiProblem =\n${members.join("\n")};\n`;
}

/**
 * Renders an interface for the query of each operation that has one. Null and undefined are not
 * sent.
 */
function renderQueryTypes(): string {
  return OPERATIONS.filter((operation) => queryOf(operation).length > 0)
    .map((operation) => {
      const members = queryOf(operation).map((parameter) =>
        renderParameterMember(parameter, parameterTextOf(operation.route, parameter.name as ParameterName).description),
      );
      return `/** Query of \`${operation.name}\`; null and undefined are not sent. */\nexport interface ${queryTypeNameOf(operation)} {\n${members.join("")}}\n`;
    })
    .join("\n");
}
