import type { Manifest } from "../../contract/index-format.ts";
import { type OwnRouteMatch, type RouteMatch, TAG_RESOURCES } from "../../contract/paths.ts";
import { listParameters } from "../../contract/query/query-parameters.ts";
import type { Answer } from "../answer.ts";
import type { Site } from "../built-site.ts";
import { notFound } from "../read-failure.ts";
import { readParameters } from "../read-query.ts";
import type { ListOfKind } from "./kind-lists.ts";
import { findList } from "./kind-lists.ts";
import { answerList, type ListQuery } from "./lists.ts";

/** A request for a path of a site's own kinds. The manifest has their parameters. */

/**
 * Checks that a path belongs to one of the site's own kinds.
 * @throws ProblemError not-found if no kind has it, IndexUnavailable if the kinds are unknown
 */
export async function requireOwnKind(site: Site, { params }: RouteMatch | OwnRouteMatch): Promise<void> {
  const { kind, resource = "" } = params;
  if (kind !== undefined) await site.withIndex(async (manifest) => findOwn(manifest, kind));
  if (resource !== "" && !isBuiltInResource(resource)) await site.withIndex(async (manifest) => findTagged(manifest, resource));
}

function isBuiltInResource(resource: string): boolean {
  return TAG_RESOURCES.some((each) => each === resource);
}

/** @throws ProblemError not-found, validation-error */
export async function answerOwnList(site: Site, kind: string, rawQuery: string, findBaseUrl: () => Promise<string>): Promise<Answer> {
  const { definition } = await site.withIndex(async (manifest) => findOwn(manifest, kind));
  const { value, effective } = await readParameters(site, listParameters(definition), rawQuery);
  // The parameters of a list have these two members.
  return answerList(site, { kind, query: value as unknown as ListQuery, effective, baseUrl: await findBaseUrl() });
}

/** @throws ProblemError not-found if the site has no such kind, or one without tags */
function findTagged(manifest: Manifest, kind: string): void {
  if (!findOwn(manifest, kind).definition.filters.some(({ column }) => column === "tags")) throw notFound();
}

/** @throws ProblemError not-found */
function findOwn(manifest: Manifest, kind: string): ListOfKind {
  const list = findList(manifest, kind);
  if (list === null || !Object.hasOwn(manifest.kinds ?? {}, kind)) throw notFound();
  return list;
}
