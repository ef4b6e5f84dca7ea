/** `octavo/contract`: the types of all that the API takes and answers, its limits, and the codes of its problems. */

export * from "../../contract/limits.ts";
export { API_PREFIX } from "../../contract/paths.ts";
export { PROBLEM_TYPES } from "../../contract/problem-types.ts";
export { PROBLEM_ITEM_CODES } from "../../contract/problems.ts";
export type * from "./contract-types.ts";
