import { byKey } from "../../contract/by-key.ts";
import { operationIdsOf } from "../../kinds/document-kind.ts";
import { DOCUMENT_KIND_NAMES, DOCUMENT_KINDS, type DocumentKindName } from "../../kinds/document-kinds.ts";
import { BUILT_IN_DOCUMENTS, BUILT_IN_KINDS } from "../../kinds/list-kinds.ts";
import { isMapping } from "../sources/data-values.ts";

/**
 * Operations whose response contains the slug, and the slug of the sample response for a site
 * without such a document.
 */
const NAMED = {
  post: ["getPost", "tide-tables"],
  series: ["getPostSeries", "the-sea-in-numbers"],
  album: ["listAlbums", "harbours"],
  tag: ["listTags", "typescript"],
  category: ["listCategories", "notes"],
  author: ["listAuthors", "ines"],
  ...(Object.fromEntries(
    DOCUMENT_KIND_NAMES.map((name) => [
      BUILT_IN_KINDS[name].one,
      [operationIdsOf(DOCUMENT_KINDS[name]).get, BUILT_IN_DOCUMENTS[name].example.slug],
    ]),
  ) as unknown as Record<(typeof BUILT_IN_KINDS)[DocumentKindName]["one"], readonly [operation: string, slug: string]>),
} as const;
const NAMES = Object.keys(NAMED) as (keyof typeof NAMED)[];

/** Slugs for examples. They exist on the site, so trying an example returns a document. */
export type OwnNames = Readonly<Record<keyof typeof NAMED, string>> & {
  /** Id of an available service; null if there is none. */
  readonly serviceId: string | null;
};

/**
 * Finds slugs for examples in the site's own responses.
 * @param examples the responses by operationId
 */
export function findOwnNames(examples: Readonly<Record<string, unknown>>): OwnNames {
  const find = (operation: string, member: string): string | null => {
    const answer = examples[operation];
    const items = operation.startsWith("list") && isMapping(answer) ? answer.items : [answer];
    const found: unknown = Array.isArray(items) && isMapping(items[0]) ? items[0][member] : null;
    return typeof found === "string" ? found : null;
  };
  return { ...byKey(NAMES, (name) => find(NAMED[name][0], "slug") ?? NAMED[name][1]), serviceId: find("listServices", "id") };
}
