import { type Method, ROUTES } from "../paths.ts";
import type { Operation } from "./operation.ts";
import { READ_OPERATIONS } from "./operations-read.ts";
import { WRITE_OPERATIONS } from "./operations-write.ts";

/**
 * Every operation of the API: each route × method with what it takes and all that it answers. The OpenAPI document
 * is made from it, and tests hold answers to it.
 * In the order of ROUTES, each route's methods in their order there.
 */
export const OPERATIONS: readonly Operation[] = ROUTES.flatMap(({ name, methods }) =>
  methods.map((method: Method) => {
    const operation = [...READ_OPERATIONS, ...WRITE_OPERATIONS].find(
      (candidate) => candidate.route === name && candidate.method === method,
    );
    if (operation === undefined) throw new Error(`${method} of the route ${name} is described in no operation`);
    return operation;
  }),
);
