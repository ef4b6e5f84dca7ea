import type { oas31, ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from "zod-openapi";
import type { Operation, ProblemAnswer } from "../../contract/operations/operation.ts";
import { routeOf } from "../../contract/paths.ts";
import { createProblem, PROBLEM_TYPES } from "../../contract/problem-types.ts";
import type { ProblemCode, ProblemItem } from "../../contract/problems.ts";
import { ProblemSchema } from "../../contract/schemas/problem.ts";
import { cacheHeader, type HeaderComponent, toHeaders } from "./header-schemas.ts";

/** Returns all responses of an operation by status, without examples. */
export function toResponses(operation: Operation): ZodOpenApiResponsesObject {
  const responses: ZodOpenApiResponsesObject = {};
  const { success, conditional } = operation;
  responses[`${success.status}`] = toSuccess(operation);
  if (conditional)
    responses["304"] = {
      description: "The response that `If-None-Match` identifies is still current.",
      headers: toHeaders(successHeaders(operation)),
    };
  for (const status of [...new Set(operation.problems.map((problem) => problem.status))].sort((a, b) => a - b)) {
    responses[`${status as 400}`] = toProblemResponse(
      operation,
      status,
      operation.problems.filter((problem) => problem.status === status),
    );
  }
  return responses;
}

function toSuccess(operation: Operation): ZodOpenApiResponseObject {
  const { success, setsCookie } = operation;
  return {
    description: success.description,
    headers: toHeaders([...successHeaders(operation), ...(setsCookie ? (["Set-Cookie"] as const) : [])]),
    ...(success.schema === null
      ? {}
      : {
          content: { [success.mediaType ?? "application/json"]: { schema: success.schema } },
        }),
  };
}

function successHeaders(operation: Operation): HeaderComponent[] {
  const cache = operation.method === "GET" ? routeOf(operation.route).cache : "none";
  return [
    ...commonHeaders(operation),
    cacheHeader(cache),
    ...(operation.conditional ? (["ETag"] as const) : []),
    ...(operation.paged ? (["Link"] as const) : []),
    ...(operation.hasSnapshot ? (["X-Octavo-Snapshot"] as const) : []),
  ];
}

/**
 * Returns the headers of every response. Only listed origins may use likes, so some headers depend
 * on the request.
 */
function commonHeaders(operation: Operation): HeaderComponent[] {
  return [
    ...(operation.route === "like" ? [] : (["Access-Control-Allow-Origin"] as const)),
    "X-Content-Type-Options",
    ...(isOfServer(operation) ? (["X-Request-Id"] as const) : []),
  ];
}

function isOfServer({ route, method }: Operation): boolean {
  return routeOf(route).serverMethods.includes(method);
}

const STATUS_HEADERS: Readonly<Record<number, readonly HeaderComponent[]>> = {
  405: ["Allow"],
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  503: ["Retry-After"],
};

function toProblemResponse(operation: Operation, status: number, problems: readonly ProblemAnswer[]): ZodOpenApiResponseObject {
  const codes = problems.map(({ code }) => code);
  return {
    description: codes.map((code) => `${PROBLEM_TYPES[code].title} (\`${code}\`).`).join(" "),
    headers: toHeaders([...commonHeaders(operation), problemCache(operation, status), ...(STATUS_HEADERS[status] ?? [])]),
    content: {
      "application/problem+json": {
        schema: ProblemSchema,
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${exampleName(code, status)}` }])),
      },
    },
    "x-problem-codes": codes,
  };
}

function problemCache(operation: Operation, status: number): HeaderComponent {
  if (status !== 404) return "Cache-Control.none";
  return isOfServer(operation) ? "Cache-Control.missing-or-none" : "Cache-Control.missing";
}

function exampleName(code: ProblemCode, status: number): string {
  return PROBLEM_TYPES[code].status.length > 1 ? `${code}-${status}` : code;
}

const ITEMS: Readonly<Record<number, readonly ProblemItem[]>> = {
  400: [{ parameter: "pageSize", code: "too_big", detail: "pageSize is at most 100, not 500" }],
  422: [{ pointer: "/authorName", code: "required", detail: "this member is required" }],
};

/** Creates an example of each problem with each of its statuses, for `components/examples`. */
export function createProblemExamples(baseUrl: string): Record<string, oas31.ExampleObject> {
  const used = Object.entries(PROBLEM_TYPES).filter(([code]) => !UNUSED.has(code));
  return Object.fromEntries(
    used.flatMap(([key, { status: statuses, title }]) => {
      // The keys from Object.entries have the type string.
      const code = key as ProblemCode;
      return statuses.map((status) => {
        const errors = code === "validation-error" ? (ITEMS[status] ?? []) : [];
        return [exampleName(code, status), { summary: title, value: createProblem(baseUrl, code, { status, errors }) }];
      });
    }),
  );
}

/** Problems that occur only outside the API, when a moderator makes a decision. */
const UNUSED: ReadonlySet<string> = new Set(["revision-conflict"] satisfies ProblemCode[]);
