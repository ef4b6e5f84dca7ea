/**
 * `octavo/contract`: the types of the API's inputs and responses, its limits, and its problem
 * codes.
 */

export * from "../../contract/limits.ts";
export { API_PREFIX } from "../../contract/paths.ts";
export { PROBLEM_TYPES } from "../../contract/problem-types.ts";
export { PROBLEM_ITEM_CODES } from "../../contract/problems.ts";
export type * from "./contract-types.ts";
