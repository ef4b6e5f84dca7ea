/**
 * The types of the schemas. In the package, plain interfaces replace these inferred types
 * (scripts/pack/contract-types.ts).
 */
export type * from "../../contract/schemas/comment.ts";
export type * from "../../contract/schemas/list.ts";
export type * from "../../contract/schemas/photo.ts";
export type * from "../../contract/schemas/post.ts";
export type * from "../../contract/schemas/problem.ts";
export type * from "../../contract/schemas/request.ts";
export type * from "../../contract/schemas/request-engagement.ts";
export type * from "../../contract/schemas/service.ts";
export type * from "../../contract/schemas/site.ts";
export type * from "../../contract/schemas/values.ts";
