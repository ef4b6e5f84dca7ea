import { fileOfPath } from "../../contract/paths.ts";
import { PROBLEM_TYPES } from "../../contract/problem-types.ts";
import type { ProblemCode } from "../../contract/problems.ts";
import type { ProblemType } from "../../contract/schemas/problem.ts";

/**
 * Creates the responses of `/problems/{code}`, by path relative to the out folder:
 * `api/v1/problems/not-found.json` and so on.
 * @param baseUrl the API's public base with `/api/v1`, without a trailing slash
 */
export function createProblemDocuments(baseUrl: string): Record<string, ProblemType> {
  // The type of Object.keys is string[].
  const codes = Object.keys(PROBLEM_TYPES) as ProblemCode[];
  return Object.fromEntries(codes.map((code) => [fileOfPath(`/problems/${code}`), createProblemType(baseUrl, code)]));
}

export function createProblemType(baseUrl: string, code: ProblemCode): ProblemType {
  const { title, status, description } = PROBLEM_TYPES[code];
  return { type: `${baseUrl}/problems/${code}`, code, title, statuses: [...status], description };
}
