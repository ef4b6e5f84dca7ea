import type { ReferenceValue } from "../../../contract/config/define-kind.ts";
import type { Tag, Translation } from "../../../contract/schemas/values.ts";
import type { DocumentKind } from "../../../kinds/document-kind.ts";
import type { OwnKind } from "../../config/resolve-kinds.ts";
import type { TagRef } from "../../kinds/entry.ts";
import { compareByKeys } from "../document-order.ts";
import type { RenderedOwn } from "../input.ts";
import type { FindTranslations } from "../translations.ts";
import { type ComputeInput, computeFields } from "./compute-fields.ts";
import { createAnswers, OpenDocument } from "./own-answers.ts";
import { findTreePlaces, type TreeLink } from "./tree.ts";

/** An item of a list, as the API answers it; the other members are those that its kind defines. */
export interface OwnItem {
  readonly slug: string;
  readonly url: string | null;
  readonly title: string;
  readonly tags: readonly Tag[];
  readonly updatedAt: string | null;
  /** Not of every kind. */
  readonly path?: string | null;
  readonly parent?: TreeLink | null;
  readonly excerpt?: string | null;
  readonly publishedAt?: string | null;
}

/** What the list of a kind shows of a document, and what its own answer has besides. */
export interface OwnDocument {
  readonly item: OwnItem;
  /** Put together when it is looked at: most of it is the document's text. */
  readonly further: { readonly translations?: readonly Translation[]; readonly bodyText?: string | null };
  readonly translations: readonly Translation[];
  /** Of the item: the same id, the same item. */
  readonly itemId: string;
  /** Of the item and what is further. */
  readonly id: string;
}

/** The documents of one kind, in the order of its list. */
export interface OwnDocuments {
  readonly kind: DocumentKind;
  readonly documents: readonly OwnDocument[];
}

export interface OwnContext extends ComputeInput {
  readonly siteUrl: string;
  /** The site's. */
  readonly language: string;
  readonly nameTags: (tags: readonly TagRef[]) => Tag[];
  readonly findTranslations: FindTranslations;
  /** A public, listed document; null: there is none of that slug. */
  readonly findReference: (kind: string, slug: string) => ReferenceValue | null;
}

/** Puts the documents of kinds together: each is computed after those that it reads. */
export function assembleOwn(
  kinds: readonly CodedKind[],
  rendered: Readonly<Record<string, readonly RenderedOwn[]>>,
  context: OwnContext,
): readonly OwnDocuments[] {
  const finished = new Map<string, readonly OpenDocument[]>();
  const finish = (kind: CodedKind): readonly OpenDocument[] => {
    const known = finished.get(kind.name);
    if (known !== undefined) return known;
    const toAnswers = createAnswers(kind, context);
    const documents = (rendered[kind.name] ?? []).map((document) => new OpenDocument(document, toAnswers));
    finished.set(kind.name, documents);
    const itemsOf = (name: string): readonly object[] => {
      const read = kinds.find((one) => one.name === name);
      return read === undefined ? context.itemsOf(name) : finish(read).map(({ item }) => item);
    };
    const compare = compareByKeys<OwnItem>(kind.order);
    const computed = computeFields(kind, documents, { ...context, itemsOf }).toSorted((a, b) => compare(a.item, b.item));
    finished.set(kind.name, computed);
    return computed;
  };
  return kinds.map((kind) => ({ kind, documents: kind.isTree ? linkTree(finish(kind)) : finish(kind) }));
}

/** Adds what is above and below each document. */
function linkTree(documents: readonly OpenDocument[]): readonly OwnDocument[] {
  const places = findTreePlaces(
    documents.map(({ item, entry: { place = "" } }) => ({
      // The members of such a kind have these.
      item: item as unknown as TreeLink & LanguageItem,
      place,
    })),
  );
  return documents.map((document, index) => document.withPlace(places[index] ?? null));
}

interface LanguageItem {
  readonly language: string;
}

/** A kind, and the functions of it that the configuration has. */
type CodedKind = DocumentKind & Partial<Pick<OwnKind, "code">>;
