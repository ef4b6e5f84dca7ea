import { z } from "zod";
import { isForAllowedOrigins } from "../../contract/cors-headers.ts";
import type { Operation, RequestHeader } from "../../contract/operations/operation.ts";
import { routeOf } from "../../contract/paths.ts";
import { QUERY_PARAMETERS, type QueryParameter } from "../../contract/query/query-parameters.ts";

/** Parts of an operation that generated sources refer to. */

export function queryOf({ route, method }: Operation): readonly QueryParameter[] {
  return method === "GET" ? QUERY_PARAMETERS[route] : [];
}

/** Returns the name of the page parameter; null if the response has no pages. */
export function pageParameterOf(operation: Operation): string | null {
  if (!operation.paged) return null;
  const page = queryOf(operation).find(({ name }) => /^(?:page|commentsPage)$/.test(name));
  if (page === undefined) throw new Error(`${operation.name} has pages, but no parameter selects one`);
  return page.name;
}

/** Returns the names of the path parameters, in order. */
export function pathParametersOf({ route }: Operation): readonly string[] {
  return Array.from(routeOf(route).path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
}

export function takesHeader({ requestHeaders }: Operation, header: RequestHeader): boolean {
  return requestHeaders.some(({ name }) => name === header);
}

/** Whether it acts for the visitor identified by a cookie. */
export function needsCookies({ route }: Operation): boolean {
  return isForAllowedOrigins(routeOf(route));
}

/** The name of a schema's interface. */
export function typeNameOf(schema: z.ZodType): string {
  const id = z.globalRegistry.get(schema)?.id;
  if (id === undefined) throw new Error("a schema of an operation has no id");
  return id;
}

/** `posts.list` → `PostsListQuery`. */
export function queryTypeNameOf({ name }: Operation): string {
  return `${name.split(".").map(capitalize).join("")}Query`;
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
