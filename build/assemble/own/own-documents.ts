import type { ReferenceValue } from "../../../contract/config/define-kind.ts";
import type { TocEntry } from "../../../contract/schemas/post.ts";
import type { Image, Tag, Translation } from "../../../contract/schemas/values.ts";
import type { FieldData } from "../../../kinds/field-data.ts";
import { toHtmlMember } from "../../../kinds/own-kind.ts";
import type { Body } from "../../cache/bodies.ts";
import type { OwnKind } from "../../config/resolve-kinds.ts";
import type { TagRef } from "../../kinds/entry.ts";
import type { OwnEntry } from "../../kinds/own/own-entry.ts";
import { compareByKeys } from "../document-order.ts";
import type { RenderedOwn } from "../input.ts";
import type { FindTranslations } from "../translations.ts";
import { type ComputeInput, computeFields } from "./compute-fields.ts";
import { toOwnTitle } from "./own-title.ts";

/** An item of a list of an own kind, as the API answers it; the kind's fields stand behind these members. */
export interface OwnItem {
  readonly slug: string;
  readonly url: string | null;
  readonly path: string | null;
  readonly title: string;
  readonly excerpt: string | null;
  readonly cover: Image | null;
  readonly tags: readonly Tag[];
  readonly language: string;
  readonly publishedAt: string | null;
  readonly updatedAt: string | null;
}

/** A document of an own kind: what its list shows, and what its own answer has besides. */
export interface OwnDocument {
  readonly entry: OwnEntry;
  readonly item: OwnItem;
  readonly body: {
    /** null: it is an entry of a data file. */
    readonly bodyHtml: string | null;
    readonly bodyText: string | null;
    readonly toc: readonly TocEntry[];
    readonly translations: readonly Translation[];
    /** Fields of Markdown, as `<name>Html`. */
    readonly [html: `${string}Html`]: string | null;
  };
}

/** The documents of one kind, in the order of its list. */
export interface OwnDocuments {
  readonly kind: OwnKind;
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

/** Puts the documents of all own kinds together: each is computed after those that it reads. */
export function assembleOwn(
  kinds: readonly OwnKind[],
  rendered: Readonly<Record<string, readonly RenderedOwn[]>>,
  context: OwnContext,
): readonly OwnDocuments[] {
  const finished = new Map<string, readonly OwnDocument[]>();
  const finish = (kind: OwnKind): readonly OwnDocument[] => {
    const known = finished.get(kind.name);
    if (known !== undefined) return known;
    const documents = (rendered[kind.name] ?? []).map((document) => toOwnDocument(kind, document, context));
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
  return kinds.map((kind) => ({ kind, documents: finish(kind) }));
}

function toOwnDocument({ fields }: OwnKind, { entry, body, cover, made }: RenderedOwn, context: OwnContext): OwnDocument {
  const { slug, page, publishedAt } = entry;
  const texts = Object.keys(fields).filter((name) => fields[name]?.type === "markdown");
  const others = Object.entries(fields).filter(([name, { isComputed }]) => isComputed !== true && !texts.includes(name));
  const values = others.map(([name, data]) => [name, toValue(data, entry.fields[name], made[name], context)] as const);
  const html = texts.map((name) => [toHtmlMember(name), made[name] ?? null] as const);
  const item = {
    slug,
    url: page === null ? null : context.siteUrl + page,
    path: page,
    title: toOwnTitle(entry, body),
    excerpt: entry.excerpt ?? (body.excerpt === "" ? null : body.excerpt),
    cover,
    tags: context.nameTags(entry.tags),
    language: entry.language ?? context.language,
    publishedAt,
    updatedAt: entry.updatedAt ?? publishedAt,
    ...Object.fromEntries(values),
  };
  const translations = context.findTranslations(entry);
  return { entry, item, body: { ...(entry.file.entry === undefined ? toBody(body) : NO_TEXT), translations, ...Object.fromEntries(html) } };
}

const toBody = ({ html, text, toc }: Body) => ({ bodyHtml: html, bodyText: text, toc });
/** Of an entry of a data file. */
const NO_TEXT = { bodyHtml: null, bodyText: null, toc: [] };

function toValue(data: FieldData, value: unknown, made: RenderedOwn["made"][string] | undefined, context: OwnContext): unknown {
  if (data.type === "picture" || data.type === "file") return made ?? null;
  if (data.type === "pictures") return made ?? [];
  if (data.type === "reference") return typeof value === "string" ? context.findReference(data.kind ?? "", value) : null;
  return value ?? null;
}
