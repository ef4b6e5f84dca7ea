import { COLLECTION_NAMES, type CollectionName } from "../../contract/config/config-names.ts";
import { DOCUMENT_KIND_NAMES, type DocumentKindName } from "../../kinds/document-kinds.ts";

/**
 * The key of one of the site's own kinds, in rows and messages. The prefix prevents conflicts with
 * future built-in kinds.
 */
export type OwnKindKey = `own:${string}`;
/** A kind of document: a built-in collection, or one of the site's own kinds. */
export type KindName = CollectionName | OwnKindKey;

export function toOwnKey({ name }: { readonly name: string }): OwnKindKey {
  return `own:${name}`;
}

/** Returns all kinds of a site, the built-in ones first. */
export function kindNamesOf({ ownKinds }: { readonly ownKinds: readonly { readonly name: string }[] }): readonly KindName[] {
  return [...COLLECTION_NAMES, ...ownKinds.map(toOwnKey)];
}

/** Returns the kind for a name that people use, `talks` or `posts`. */
export function toKindName(shown: string): KindName {
  return COLLECTION_NAMES.find((name) => name === shown) ?? toOwnKey({ name: shown });
}

/** Returns the default glob of a kind's documents. */
export function defaultGlobOf(name: string, mayBeYaml = false): string {
  return `${name}/**/*.{md,mdx${mayBeYaml ? ",yaml,yml" : ""}}`;
}

export function isOwnKey(kind: string): kind is OwnKindKey {
  return kind.startsWith("own:");
}

/** A kind that is defined by its members. */
export type DocumentKey = OwnKindKey | DocumentKindName;
/** A built-in collection with code of its own. */
export type SpecialKind = Exclude<CollectionName, DocumentKindName>;
export const SPECIAL_KINDS = COLLECTION_NAMES.filter((name): name is SpecialKind => !isDocumentKey(name));

export function isDocumentKey(kind: KindName): kind is DocumentKey {
  return isOwnKey(kind) || DOCUMENT_KIND_NAMES.some((name) => name === kind);
}

/** Returns the name that people use: `talks`. */
export function shownKind(kind: string): string {
  return isOwnKey(kind) ? kind.slice("own:".length) : kind;
}
