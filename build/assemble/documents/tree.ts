import type { ReferenceValue } from "../../../contract/config/define-kind.ts";
import { findPlaceAbove } from "../../kinds/addresses/page-tree.ts";

/** A document above or below another one in the tree of its kind. */
export type TreeLink = Omit<ReferenceValue, "kind">;

/** The documents above and below a document. */
export interface TreePlace {
  /** From the top. */
  readonly ancestors: readonly TreeLink[];
  readonly children: readonly TreeLink[];
}

interface PlacedDocument {
  readonly item: TreeLink & { readonly language: string };
  /** Path of its file without extension, which is the same for all translations. */
  readonly place: string;
}

/**
 * Finds the parents of documents from their folders. The parent is the document of the nearest
 * folder that has one in the same language, otherwise in any language.
 * @param listed documents in the order of their list
 * @returns their places, in the same order
 */
export function findTreePlaces(listed: readonly PlacedDocument[]): readonly TreePlace[] {
  const links = listed.map(({ item: { slug, title, url, path } }): TreeLink => ({ slug, title, url, path }));
  const keyOf = (place: string, language: string): string => `${language} ${place}`;
  const anyLanguage = "";
  const indexes = new Map(
    listed.toReversed().flatMap(({ item: { language }, place }, reversed) => {
      const index = listed.length - 1 - reversed;
      return [language, anyLanguage].map((one) => [keyOf(place, one), index] as const);
    }),
  );
  const findParent = (place: string, language: string): number | null => {
    const above = findPlaceAbove(place, (one) => indexes.has(keyOf(one, language)));
    return above === null ? null : (indexes.get(keyOf(above, language)) ?? null);
  };
  const parents = listed.map(({ item, place }) => findParent(place, item.language) ?? findParent(place, anyLanguage));
  const children = Map.groupBy(links.keys(), (index) => parents[index] ?? null);
  const toLinks = (found: readonly number[]): readonly TreeLink[] => found.flatMap((index) => links[index] ?? []);
  const ancestorsOf = (index: number): readonly number[] => {
    const parent = parents[index] ?? null;
    return parent === null ? [] : [...ancestorsOf(parent), parent];
  };
  return listed.map((_, index) => ({ ancestors: toLinks(ancestorsOf(index)), children: toLinks(children.get(index) ?? []) }));
}
