import type { z } from "zod";
import { QUERY_PARAMETERS, type QueryParameter } from "../query/query-parameters.ts";
import type { Operation, ProblemAnswer, Success } from "./operation.ts";
import { TOOL_ROUTES, type ToolName } from "./tool-routes.ts";

/** Problems of every path. */
export const ANYWHERE: readonly ProblemAnswer[] = [
  { status: 405, code: "method-not-allowed" },
  { status: 414, code: "uri-too-long" },
  { status: 500, code: "internal-error" },
];
export const NOT_FOUND: ProblemAnswer = { status: 404, code: "not-found" };
export const BAD_REQUEST: ProblemAnswer = { status: 400, code: "validation-error" };
export const REDUCED: ProblemAnswer = { status: 503, code: "temporary-reduced-capacity" };

/** Name and route of a read operation that the tools have. */
export function toolRead(name: ToolName): Pick<Operation, "name" | "route"> {
  return { name, route: TOOL_ROUTES[name] };
}

interface Given extends Pick<Operation, "id" | "name" | "route" | "tag" | "summary" | "description">, Pick<Success, "mediaType"> {
  readonly schema: z.ZodType;
  /** Whether its path names a resource, so that the response can be 404. */
  readonly named?: boolean;
}

/** Members shared by all GETs. */
export const READ = {
  method: "GET",
  body: null,
  requestHeaders: [{ name: "If-None-Match", required: false }],
  conditional: true,
  paged: false,
  setsCookie: false,
  hasSnapshot: false,
} as const;

/** A GET that files answer. Paths with parameters can get 404; paths with a query can get 400. */
export function fromFiles({ named = false, mediaType, schema, ...rest }: Given): Operation {
  const parameters: readonly QueryParameter[] = QUERY_PARAMETERS[rest.route];
  const queried = parameters.length > 0;
  return {
    ...READ,
    ...rest,
    success: { status: 200, description: "The answer.", schema, ...(mediaType === undefined ? {} : { mediaType }) },
    paged: parameters.some(({ name }) => name === "page"),
    problems: [
      ...(queried ? [BAD_REQUEST, { status: 501, code: "query-not-supported" } as const] : []),
      ...(named ? [NOT_FOUND] : []),
      ...ANYWHERE,
      { status: 503, code: "index-unavailable" },
      // The response to too many searches at once.
      ...(parameters.some(({ name }) => name === "q") ? [REDUCED] : []),
    ],
  };
}
