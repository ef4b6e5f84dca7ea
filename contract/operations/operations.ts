import { type Method, ROUTES } from "../paths.ts";
import type { Operation } from "./operation.ts";
import { READ_OPERATIONS } from "./operations-read.ts";
import { WRITE_OPERATIONS } from "./operations-write.ts";

/**
 * Every operation of the API: each route and method with its inputs and all its responses. The
 * OpenAPI document is generated from them, and tests check responses against them. They are in the
 * order of ROUTES and of each route's methods.
 */
export const OPERATIONS: readonly Operation[] = ROUTES.flatMap(({ name, methods }) =>
  methods.map((method: Method) => {
    const operation = [...READ_OPERATIONS, ...WRITE_OPERATIONS].find(
      (candidate) => candidate.route === name && candidate.method === method,
    );
    if (operation === undefined) throw new Error(`${method} of the route ${name} has no operation`);
    return operation;
  }),
);
