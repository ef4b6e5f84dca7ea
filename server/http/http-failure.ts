import { type ProblemCode, type ProblemItem, wrongQueryDetail } from "../../contract/problems.ts";

export interface FailureOptions {
  /** Needed if a code has two statuses (validation-error). Default: the first. */
  readonly status?: number;
  readonly detail?: string;
  readonly errors?: readonly ProblemItem[];
  /** In addition to the headers of every answer on the path. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Thrown by any code that answers a request, to answer with a problem. http-problems.ts turns it
 * into an answer.
 */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly code: ProblemCode;
  readonly options: FailureOptions;

  constructor(code: ProblemCode, options: FailureOptions = {}) {
    super(options.detail ?? code);
    this.code = code;
    this.options = options;
  }
}

/** Lists every error in a body. */
export function invalidBody(errors: readonly ProblemItem[]): Failure {
  return new Failure("validation-error", { status: 422, detail: countWrong(errors, "body"), errors });
}

/** Lists every error in the query or the headers. */
export function invalidRequest(errors: readonly ProblemItem[]): Failure {
  const isQuery = errors.some((item) => item.parameter !== undefined);
  return new Failure("validation-error", {
    status: 400,
    detail: isQuery ? wrongQueryDetail(errors) : countWrong(errors, "headers"),
    errors,
  });
}

function countWrong({ length }: readonly ProblemItem[], place: string): string {
  return `${length === 1 ? "One value" : `${length} values`} of the ${place} ${length === 1 ? "is" : "are"} wrong; \`errors\` says what is expected.`;
}
