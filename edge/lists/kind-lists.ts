import type { ListIndex, Manifest } from "../../contract/index-format.ts";
import { LIST_KINDS, LISTS } from "../../kinds/list-kinds.ts";
import type { OwnListDefinition } from "../../kinds/own-kind.ts";
import { requirePart } from "../read-file.ts";

/** The list of a built-in kind or of one of the site's own kinds. */
export interface ListOfKind {
  readonly index: ListIndex;
  readonly definition: OwnListDefinition;
}

/** Returns null if the site has no such kind, or if its build is older than this program. */
export function findList(manifest: Manifest, kind: string): ListOfKind | null {
  const builtIn = LIST_KINDS.find((name) => name === kind);
  if (builtIn !== undefined) {
    const index = manifest.lists[builtIn];
    return index === undefined ? null : { index, definition: LISTS[builtIn] };
  }
  const { kinds = {} } = manifest;
  const own = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  return own === undefined ? null : { index: own, definition: own.definition };
}

/**
 * @throws IndexUnavailable if the kind was removed during the request, or the site has not been
 * built since it was added
 */
export function listOf(manifest: Manifest, kind: string): ListOfKind {
  return requirePart(findList(manifest, kind), `a list of ${kind}: build the site again`);
}
