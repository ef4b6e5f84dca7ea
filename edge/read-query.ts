import type { RouteName } from "../contract/paths.ts";
import { wrongQueryDetail } from "../contract/problems.ts";
import { type Parsed, parseParameters, type QueryPair } from "../contract/query/parse-query.ts";
import { QUERY_PARAMETERS, type Query, type QueryParameter } from "../contract/query/query-parameters.ts";
import type { Site } from "./built-site.ts";
import { ProblemError } from "./read-failure.ts";

type ReadQuery<V> = { readonly value: V; readonly effective: readonly QueryPair[] };
type Values = Extract<Parsed<Readonly<Record<string, unknown>>>, { readonly ok: true }>["value"];

/** @throws ProblemError validation-error, with all mistakes */
export async function readQuery<R extends RouteName>(site: Site, name: R, rawQuery: string): Promise<ReadQuery<Query<R>>> {
  // Each member is read by its type in the table, from which Query is derived.
  return (await readParameters(site, QUERY_PARAMETERS[name], rawQuery)) as ReadQuery<Query<R>>;
}

/** Like `readQuery`, for a path with these parameters. */
export async function readParameters(site: Site, parameters: readonly QueryParameter[], rawQuery: string): Promise<ReadQuery<Values>> {
  // Without an index the time zone is unknown; a query that needs it also needs the index, and
  // fails there.
  const { timeZone = "UTC", offsets } = (rawQuery === "" ? null : await site.manifest())?.site ?? {};
  const parsed = parseParameters(parameters, rawQuery, { timeZone, offsets });
  if (parsed.ok) return parsed;
  throw new ProblemError({ code: "validation-error", detail: wrongQueryDetail(parsed.errors), errors: parsed.errors });
}
