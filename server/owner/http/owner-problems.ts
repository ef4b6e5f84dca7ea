import { CACHE_CONTROL } from "../../../contract/paths.ts";
import { PROBLEM_CONTENT_TYPE } from "../../../contract/problems.ts";
import type { RouteAnswer } from "../../http/respond.ts";
import { OWNER_PREFIX } from "./owner-prefix.ts";

/** Problems that only the owner's channel has. They are not part of the public API's document. */
export const OWNER_PROBLEMS = {
  "key-invalid": { status: 401, title: "This needs a valid key" },
  "scope-missing": { status: 403, title: "The key does not allow this" },
  "operation-unknown": { status: 404, title: "The server has no such operation" },
  "not-possible": { status: 409, title: "The operation cannot be carried out" },
} as const;
export type OwnerProblemCode = keyof typeof OWNER_PROBLEMS;

/** Thrown to answer a request with one of these problems. */
export class OwnerProblem extends Error {
  override readonly name = "OwnerProblem";
  readonly code: OwnerProblemCode;
  readonly headers: Readonly<Record<string, string>>;

  /** @param detail may have a second line with a remedy */
  constructor(code: OwnerProblemCode, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.code = code;
    this.headers = headers;
  }
}

/** RFC 9457. `type` points to the channel's OpenAPI document. */
export function answerProblem({ code, message, headers }: OwnerProblem, path: string): RouteAnswer {
  const { status, title } = OWNER_PROBLEMS[code];
  const type = `${OWNER_PREFIX}openapi.json#${code}`;
  return {
    status,
    body: JSON.stringify({ type, title, status, detail: message, code, errors: [], instance: path }),
    headers: { "Content-Type": PROBLEM_CONTENT_TYPE, "Cache-Control": CACHE_CONTROL.none, ...headers },
  };
}
