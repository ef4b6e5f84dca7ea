import { PROBLEM_TYPES } from "../../contract/problem-types.ts";

const TYPES = `/** A problem of the API with its code and its status. */
export interface ProblemOf<Code extends ProblemCode, Status extends number> extends Problem {
  code: Code;
  status: Status;
}
`;

/** The problems of the API as a union that \`code\` distinguishes. */
export function renderProblemTypes(): string {
  const members = Object.entries(PROBLEM_TYPES).map(
    ([code, { status }]) => `  | ProblemOf<${JSON.stringify(code)}, ${status.join(" | ")}>`,
  );
  return `${TYPES}\n/** Every problem that the API answers: \`code\` tells which. Others may be added within v1. */\nexport type ApiProblem =\n${members.join("\n")};\n`;
}
