import { type KindName, shownKind, toOwnKey } from "../../build/shared/kind-name.ts";
import type { ResolvedConfig } from "../../build/shared/resolved-config.ts";
import { toSlug } from "../../build/shared/slugs.ts";
import type { CollectionName } from "../../contract/config/config-names.ts";
import { BUILT_IN_KINDS } from "../../kinds/list-kinds.ts";
import { type NewFields, type NewFieldValues, toNewFields, toOwnFields } from "./new-fields.ts";

/** A kind for which `octavo new` writes documents. */
export interface NewKind {
  readonly key: KindName;
  /** As people write it: `talks`. */
  readonly name: string;
  readonly globs: readonly string[];
  /** Fields of a new document, with our names; null for a field to fill in. */
  toFields(values: NewFieldValues): NewFields;
}

/** Built-in kinds, by the word for one document. */
const KIND_OF_WORD: Readonly<Record<string, CollectionName>> = {
  ...Object.fromEntries(Object.values(BUILT_IN_KINDS).map(({ one, name }) => [one, name])),
  series: "series",
};

export const NEW_WORDS: readonly string[] = Object.keys(KIND_OF_WORD);

type Kinds = Pick<ResolvedConfig, "ownKinds" | "collections">;

/** All words that a site accepts. */
export function newWordsOf({ ownKinds }: Kinds): readonly string[] {
  return [...NEW_WORDS, ...ownKinds.map(({ name, words }) => toSlug(words.one) || name)];
}

/** The kind for a word or its plural; null if there is none. */
export function findNewKind(word: string, { ownKinds, collections }: Kinds): NewKind | null {
  const builtIn = Object.entries(KIND_OF_WORD).find(([one, kind]) => one === word || kind === word)?.[1];
  if (builtIn !== undefined)
    return { key: builtIn, name: builtIn, globs: collections[builtIn], toFields: (values) => toNewFields(builtIn, values) };
  const own = ownKinds.find(({ name }) => name === word) ?? ownKinds.find(({ words }) => toSlug(words.one) === toSlug(word));
  if (own === undefined) return null;
  const key = toOwnKey(own);
  return { key, name: shownKind(key), globs: own.files, toFields: (values) => toOwnFields(own, values) };
}
