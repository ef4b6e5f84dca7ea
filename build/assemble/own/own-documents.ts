import type { ReferenceValue } from "../../../contract/config/define-kind.ts";
import type { Tag, Translation } from "../../../contract/schemas/values.ts";
import { pathOfAddress } from "../../../contract/text/base-path.ts";
import type { DocumentKind } from "../../../kinds/document-kind.ts";
import type { MemberData, Members } from "../../../kinds/members/member-data.ts";
import type { OwnKind } from "../../config/resolve-kinds.ts";
import type { TagRef } from "../../kinds/entry.ts";
import type { OwnEntry } from "../../kinds/own/own-entry.ts";
import { compareByKeys, createDater, orderValueOf } from "../document-order.ts";
import type { RenderedOwn } from "../input.ts";
import type { FindTranslations } from "../translations.ts";
import { type ComputeInput, computeFields } from "./compute-fields.ts";
import { toOwnTitle } from "./own-title.ts";
import { findTreePlaces, type TreeLink } from "./tree.ts";

/** An item of a list, as the API answers it; the other members are those that its kind defines. */
export interface OwnItem {
  readonly slug: string;
  readonly title: string;
  readonly updatedAt: string | null;
  /** Not of every kind. */
  readonly url?: string | null;
  readonly path?: string | null;
  readonly tags?: readonly Tag[];
  readonly parent?: TreeLink | null;
  readonly excerpt?: string | null;
  readonly publishedAt?: string | null;
}

/** What the list of a kind shows of a document, and what its own answer has besides. */
export interface OwnDocument {
  readonly item: OwnItem;
  readonly further: { readonly translations?: readonly Translation[]; readonly bodyText?: string | null };
}

/** A document while its kind is put together. */
interface OpenDocument extends OwnDocument {
  readonly entry: OwnEntry;
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
  readonly timeZone: string;
  readonly nameTags: (tags: readonly TagRef[]) => Tag[];
  readonly findTranslations: FindTranslations;
  /** Path of the page of a document; null: it has none. */
  readonly pageOf: (entry: OwnEntry) => string | null;
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
    const documents = (rendered[kind.name] ?? []).map((document) => toOwnDocument(kind, document, context));
    finished.set(kind.name, documents);
    const itemsOf = (name: string): readonly object[] => {
      const read = kinds.find((one) => one.name === name);
      return read === undefined ? context.itemsOf(name) : finish(read).map(({ item }) => item);
    };
    const dateOf = createDater(kind, context.timeZone);
    const compare = compareByKeys<OwnItem>(kind.order, (item, member) =>
      member === kind.date ? dateOf(item) : orderValueOf(item, member),
    );
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
  return documents.map(({ item, further }, index) => ({
    item: Object.assign(item, { parent: places[index]?.ancestors.at(-1) ?? null }),
    further: Object.assign(further, places[index]),
  }));
}

interface LanguageItem {
  readonly language: string;
}

/** A kind, and the functions of it that the configuration has. */
type CodedKind = DocumentKind & Partial<Pick<OwnKind, "code">>;

function toOwnDocument({ members, further }: DocumentKind, document: RenderedOwn, context: OwnContext): OpenDocument {
  return {
    entry: document.entry,
    // The members of every kind have these.
    item: toAnswer(members, document, context) as unknown as OwnItem,
    further: toAnswer(further, document, context),
  };
}

function toAnswer(members: Members, document: RenderedOwn, context: OwnContext): object {
  const answer: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(members))
    if (member.type !== "markdown" && member.isComputed !== true) answer[name] = toValue(name, member, document, context);
  return answer;
}

function toValue(name: string, member: MemberData, { entry, body, made }: RenderedOwn, context: OwnContext): unknown {
  const value = (member.fromPicture === undefined ? entry.fields : made)[name] ?? null;
  // Entries of data files have no body.
  const isEntry = entry.file.entry !== undefined;
  switch (member.type) {
    case "slug":
      return entry.slug;
    case "pageUrl": {
      const page = context.pageOf(entry);
      return page === null ? null : context.siteUrl + page;
    }
    case "pagePath": {
      const page = context.pageOf(entry);
      return page === null ? null : pathOfAddress(context.siteUrl) + page;
    }
    case "title":
      return toOwnTitle(entry, body);
    case "excerpt":
      return value ?? (body.excerpt === "" ? null : body.excerpt);
    case "language":
      return value ?? (member.hasStandIn === true ? context.language : null);
    case "html":
      return isEntry || (body.html === "" && member.isOptional === true) ? null : body.html;
    case "plainText":
      return isEntry ? null : body.text;
    case "toc":
      return isEntry ? [] : body.toc;
    case "parent":
    case "ancestors":
    case "children":
      // Known once all documents are.
      return null;
    case "translations":
      return context.findTranslations(entry);
    case "tags":
      return context.nameTags(entry.tags);
    case "publishedAt":
      return entry.publishedAt;
    case "updatedAt":
      return entry.updatedAt ?? entry.publishedAt;
    case "extra":
      return entry.extra.document;
    case "picture":
    case "pictures":
    case "file":
      return made[name] ?? null;
    case "fieldHtml":
      return made[member.of ?? ""] ?? null;
    case "reference":
      return toReference(member, value, context);
    default:
      return value;
  }
}

function toReference({ kind = "", showsSlug = false }: MemberData, slug: unknown, { findReference }: OwnContext): unknown {
  const target = typeof slug === "string" ? findReference(kind, slug) : null;
  return showsSlug ? (target?.slug ?? null) : target;
}
