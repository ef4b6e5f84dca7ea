import { COLLECTION_NAMES, type CollectionName } from "../../../contract/config/define-config.ts";

/** How rows and messages name a kind that the configuration defines: a name of its own could be that of a later built-in. */
export type OwnKindKey = `own:${string}`;
/** A kind of documents: a built-in collection, or one of the site's own. */
export type KindName = CollectionName | OwnKindKey;

export function toOwnKey({ name }: { readonly name: string }): OwnKindKey {
  return `own:${name}`;
}

/** All kinds of a site, the built-in ones first. */
export function kindNamesOf({ ownKinds }: { readonly ownKinds: readonly { readonly name: string }[] }): readonly KindName[] {
  return [...COLLECTION_NAMES, ...ownKinds.map(toOwnKey)];
}

/** The kind that people mean by `talks` or `posts`. */
export function toKindName(shown: string): KindName {
  return COLLECTION_NAMES.find((name) => name === shown) ?? toOwnKey({ name: shown });
}

/** Where the documents of a kind are that does not say. */
export function defaultGlobOf(name: string): string {
  return `${name}/**/*.{md,mdx}`;
}

export function isOwnKey(kind: string): kind is OwnKindKey {
  return kind.startsWith("own:");
}

/** As people write it: `talks`. */
export function shownKind(kind: string): string {
  return isOwnKey(kind) ? kind.slice("own:".length) : kind;
}
