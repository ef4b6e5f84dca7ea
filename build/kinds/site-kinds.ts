import type { ListKind } from "../../kinds/list-kinds.ts";
import { isOwnKey, type KindName, kindNamesOf, toOwnKey } from "../shared/kind-name.ts";
import type { ResolvedConfig } from "../shared/resolved-config.ts";
import type { PagePatterns } from "./addresses/own-addresses.ts";
import { createDocumentReader } from "./document/document-entry.ts";
import type { Kind } from "./document/kind.ts";
import { KINDS } from "./kinds.ts";

/** All kinds of a site: built-in ones and the site's own. */
export interface SiteKinds {
  /** Built-in kinds first. */
  readonly names: readonly KindName[];
  of(kind: KindName): Kind;
  /** Patterns of a kind's pages; null if its documents have no pages. */
  pagesOf(kind: KindName): PagePatterns | null;
}

export function createSiteKinds({ ownKinds, urls, formerUrls }: Pick<ResolvedConfig, "ownKinds" | "urls" | "formerUrls">): SiteKinds {
  const own = new Map(ownKinds.map((own) => [toOwnKey(own), { own, kind: createDocumentReader(own) }]));
  const find = (key: `own:${string}`) => {
    const found = own.get(key);
    if (found === undefined) throw new TypeError(`the site has no kind ${key}`);
    return found;
  };
  return {
    names: kindNamesOf({ ownKinds }),
    of: (kind) => (isOwnKey(kind) ? find(kind).kind : KINDS[kind]),
    pagesOf(kind) {
      if (isOwnKey(kind)) {
        const { page, formerPatterns } = find(kind).own;
        return page === null ? null : { pattern: page, formerPatterns };
      }
      return kind in urls ? { pattern: urls[kind as ListKind], formerPatterns: formerUrls[kind as ListKind] } : null;
    },
  };
}
