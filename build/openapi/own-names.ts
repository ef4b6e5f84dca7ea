import { operationIdsOf } from "../../kinds/document-kind.ts";
import { BUILT_IN_DOCUMENTS, DOCUMENT_KIND_NAMES, DOCUMENT_KINDS, type DocumentOne } from "../../kinds/document-kinds.ts";
import { LISTS } from "../../kinds/list-kinds.ts";
import { byKey } from "../shared/by-key.ts";
import { isMapping } from "../sources/data-values.ts";

/** Whose answer has the slug of one, and the slug in the answer that is made up where the site has none. */
const NAMED = {
  post: ["getPost", "tide-tables"],
  series: ["getPostSeries", "the-sea-in-numbers"],
  photo: ["getPhoto", "low-water"],
  album: ["listAlbums", "harbours"],
  offering: ["getService", "weaving-course"],
  tag: ["listTags", "typescript"],
  category: ["listCategories", "notes"],
  author: ["listAuthors", "ines"],
  ...(Object.fromEntries(
    DOCUMENT_KIND_NAMES.map((name) => [LISTS[name].one, [operationIdsOf(DOCUMENT_KINDS[name]).get, BUILT_IN_DOCUMENTS[name].example.slug]]),
  ) as unknown as Record<DocumentOne, readonly [operation: string, slug: string]>),
} as const;
const NAMES = Object.keys(NAMED) as (keyof typeof NAMED)[];

/** Slugs that examples name. They are slugs of the site's documents, so that somebody who tries an example gets an answer. */
export type OwnNames = Readonly<Record<keyof typeof NAMED, string>> & {
  /** Id of a service that is offered; null: there is none. */
  readonly service: string | null;
};

/** @param examples the site's own answers by operationId */
export function findOwnNames(examples: Readonly<Record<string, unknown>>): OwnNames {
  const find = (operation: string, member: string): string | null => {
    const answer = examples[operation];
    const items = operation.startsWith("list") && isMapping(answer) ? answer.items : [answer];
    const found: unknown = Array.isArray(items) && isMapping(items[0]) ? items[0][member] : null;
    return typeof found === "string" ? found : null;
  };
  return { ...byKey(NAMES, (name) => find(NAMED[name][0], "slug") ?? NAMED[name][1]), service: find("listServices", "id") };
}
