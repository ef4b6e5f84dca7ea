/** `octavo-client`: a client of a site's API for browsers, Node, Deno, Bun and Workers. */
export { createClient } from "./create-client.ts";
export type * from "./generated/api-types.ts";
export type { ClientMethods } from "./generated/client-methods.ts";
export {
  type ClientProblem,
  type FailureOf,
  type NetworkFailure,
  OctavoError,
  type TimeoutFailure,
  type UnexpectedAnswer,
} from "./octavo-error.ts";
export type { KindMethods, OwnKindMethods, OwnKindName, OwnKindQuery, OwnKindTypes, TagResource, UntypedKind } from "./own-kinds.ts";
export type { ClientFetch, ClientOptions, ClientRuntime, EditOptions, RequestOptions, SubmitOptions } from "./request-options.ts";
