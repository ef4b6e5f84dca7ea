/**
 * Bodies of answers, typed for tests. Their form is already checked against the OpenAPI document.
 */

interface ProblemBody {
  readonly type: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly instance: string;
  readonly requestId: string;
  readonly errors: readonly { readonly pointer?: string; readonly parameter?: string; readonly header?: string; readonly code: string }[];
}

export async function json(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>;
}

export async function problemOf(response: Response): Promise<ProblemBody> {
  const problem = (await response.json()) as ProblemBody;
  if (problem.status !== response.status) throw new Error(`${problem.status} in the body of ${response.status}`);
  if (problem.requestId !== response.headers.get("X-Request-Id")) throw new Error("the body and the header have different request ids");
  return problem;
}
