import type { ReferenceValue } from "../../../contract/config/define-kind.ts";
import type { Tag, Translation } from "../../../contract/schemas/values.ts";
import type { DocumentKind } from "../../../kinds/document-kind.ts";
import type { MemberData, Members } from "../../../kinds/members/member-data.ts";
import type { DocumentEntry } from "../../kinds/document/document-entry.ts";
import type { TagRef } from "../../kinds/document/entry.ts";
import { toPageAddress } from "../../shared/site-addresses.ts";
import type { AssembledDocument, DocumentItem } from "./assembled-document.ts";
import type { ComputeInput } from "./compute-fields.ts";
import { toDocumentTitle } from "./document-title.ts";
import { idOf } from "./identity.ts";
import type { RenderedDocument } from "./input.ts";
import type { FindTranslations } from "./translations.ts";
import type { TreePlace } from "./tree.ts";

export interface AnswerContext extends ComputeInput {
  readonly siteUrl: string;
  /** The language of the site. */
  readonly language: string;
  readonly timeZone: string;
  readonly nameTags: (tags: readonly TagRef[]) => Tag[];
  readonly findTranslations: FindTranslations;
  /** Path of a document's page; null if it has none. */
  readonly pageOf: (entry: DocumentEntry) => string | null;
  /** Finds a public, listed document. Returns null if no such document has that slug. */
  readonly findReference: (kind: string, slug: string) => ReferenceValue | null;
}

/** Creates the parts of a kind's responses. */
export interface DocumentAnswers {
  readonly kind: DocumentKind;
  item(document: RenderedDocument): DocumentItem;
  further(document: RenderedDocument): object;
  /** The members of `further` that do not need the body. */
  quick(document: RenderedDocument): object;
  translations(document: RenderedDocument): readonly Translation[];
}

/** Types of members that come from the body. */
const BODY_TYPES: readonly MemberData["type"][] = ["html", "plainText", "toc"];

export function createAnswers(kind: DocumentKind, context: AnswerContext): DocumentAnswers {
  const { members, further } = kind;
  const quick = Object.fromEntries(Object.entries(further).filter(([, { type }]) => !BODY_TYPES.includes(type)));
  return {
    kind,
    // Documents of every kind have the members of DocumentItem.
    item: (document) => toAnswer(members, document, context) as unknown as DocumentItem,
    further: (document) => toAnswer(further, document, context),
    quick: (document) => toAnswer(quick, document, context),
    translations: ({ entry }) => (further.translations === undefined ? [] : context.findTranslations(entry)),
  };
}

/** A document while its kind is being assembled. */
export class OpenDocument implements AssembledDocument {
  readonly item: DocumentItem;
  readonly #document: RenderedDocument;
  readonly #answers: DocumentAnswers;
  readonly #place: TreePlace | null;
  #itemId: string | null = null;
  #id: string | null = null;

  constructor(document: RenderedDocument, answers: DocumentAnswers, item = answers.item(document), place: TreePlace | null = null) {
    this.item = item;
    this.#document = document;
    this.#answers = answers;
    this.#place = place;
  }

  get entry(): DocumentEntry {
    return this.#document.entry;
  }

  get facets(): DocumentItem {
    return this.item;
  }

  get sortable(): DocumentItem {
    return this.item;
  }

  get further(): object {
    return { ...this.#answers.further(this.#document), ...this.#place };
  }

  get translations(): readonly Translation[] {
    return this.#answers.translations(this.#document);
  }

  get itemId(): string {
    this.#itemId ??= idOf(JSON.stringify(this.item));
    return this.#itemId;
  }

  get id(): string {
    this.#id ??= this.#toId(this.#document);
    return this.#id;
  }

  #toId({ body, entry }: RenderedDocument): string {
    const quick = { ...this.#answers.quick(this.#document), ...this.#place };
    return idOf([this.itemId, body.digest, entry.file.entry !== undefined, JSON.stringify(quick)].join(" "));
  }

  bytes(): Buffer {
    return Buffer.from(JSON.stringify({ ...this.item, ...this.further }));
  }

  withItem(item: DocumentItem): OpenDocument {
    return new OpenDocument(this.#document, this.#answers, item, this.#place);
  }

  withPlace(place: TreePlace | null): OpenDocument {
    const item = { ...this.item, parent: place?.ancestors.at(-1) ?? null };
    return new OpenDocument(this.#document, this.#answers, item, place);
  }
}

function toAnswer(members: Members, document: RenderedDocument, context: AnswerContext): object {
  const answer: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(members))
    if (member.type !== "markdown" && member.isComputed !== true) answer[name] = toValue(name, member, document, context);
  return answer;
}

function toValue(name: string, member: MemberData, { entry, body, made }: RenderedDocument, context: AnswerContext): unknown {
  const value = (member.fromPicture === undefined ? entry.fields : made)[name] ?? null;
  // Entries of data files have no body.
  const { file } = entry;
  switch (member.type) {
    case "slug":
      return entry.slug;
    case "pageUrl":
      return toPageAddress(context.siteUrl, context.pageOf(entry)).url;
    case "pagePath":
      return toPageAddress(context.siteUrl, context.pageOf(entry)).path;
    case "title":
      return toDocumentTitle(entry, body);
    case "excerpt":
      return value ?? (body.excerpt === "" ? null : body.excerpt);
    case "language":
      return value ?? (member.hasStandIn === true ? context.language : null);
    case "html":
      return file.entry !== undefined || (body.html === "" && member.isOptional === true) ? null : body.html;
    case "plainText":
      return file.entry === undefined ? body.text : null;
    case "toc":
      return file.entry === undefined ? body.toc : [];
    case "parent":
    case "ancestors":
    case "children":
      // Not known before all documents are assembled.
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

function toReference({ kind = "", showsSlug = false }: MemberData, slug: unknown, { findReference }: AnswerContext): unknown {
  const target = typeof slug === "string" ? findReference(kind, slug) : null;
  return showsSlug ? (target?.slug ?? null) : target;
}
