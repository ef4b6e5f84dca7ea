import type { DocumentKind } from "../../../kinds/document-kind.ts";
import type { OwnKind } from "../../shared/resolved-config.ts";
import type { AssembledDocument, DocumentItem } from "./assembled-document.ts";
import { computeFields } from "./compute-fields.ts";
import { type AnswerContext, createAnswers, OpenDocument } from "./document-answers.ts";
import { compareByKeys, createDater, orderValueOf } from "./document-order.ts";
import type { RenderedDocument } from "./input.ts";
import { findTreePlaces, type TreeLink } from "./tree.ts";

/** The documents of one kind, in the order of its list. */
export interface KindDocuments {
  readonly kind: DocumentKind;
  readonly documents: readonly AssembledDocument[];
}

/**
 * Assembles the documents of all kinds. A kind's computed fields are computed after the kinds that
 * it reads.
 */
export function assembleDocuments(
  kinds: readonly CodedKind[],
  rendered: Readonly<Record<string, readonly RenderedDocument[]>>,
  context: AnswerContext,
): readonly KindDocuments[] {
  const finished = new Map<string, readonly OpenDocument[]>();
  const finish = (kind: CodedKind): readonly OpenDocument[] => {
    const cached = finished.get(kind.name);
    if (cached !== undefined) return cached;
    const toAnswers = createAnswers(kind, context);
    const documents = (rendered[kind.name] ?? []).map((document) => new OpenDocument(document, toAnswers));
    finished.set(kind.name, documents);
    const itemsOf = (name: string): readonly object[] => {
      const read = kinds.find((one) => one.name === name);
      return read === undefined ? context.itemsOf(name) : finish(read).map(({ item }) => item);
    };
    const dateOf = createDater(kind, context.timeZone);
    const compare = compareByKeys<DocumentItem>(kind.order, (item, member) =>
      member === kind.date ? dateOf(item) : orderValueOf(item, member),
    );
    const computed = computeFields(kind, documents, { ...context, itemsOf }).toSorted((a, b) => compare(a.item, b.item));
    finished.set(kind.name, computed);
    return computed;
  };
  return kinds.map((kind) => ({ kind, documents: kind.isTree ? linkTree(finish(kind)) : finish(kind) }));
}

/** Adds the parents and children of each document. */
function linkTree(documents: readonly OpenDocument[]): readonly AssembledDocument[] {
  const places = findTreePlaces(
    documents.map(({ item, entry: { place = "" } }) => ({
      // Documents of kinds with a tree have the members that the cast adds.
      item: item as unknown as TreeLink & LanguageItem,
      place,
    })),
  );
  return documents.map((document, index) => document.withPlace(places[index] ?? null));
}

interface LanguageItem {
  readonly language: string;
}

/** A kind with the functions from the configuration, if it has any. */
type CodedKind = DocumentKind & Partial<Pick<OwnKind, "code">>;
