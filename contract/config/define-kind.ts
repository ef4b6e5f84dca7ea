import type { FieldData, FieldType } from "../../kinds/members/field-data.ts";
import type { StandardSchema } from "./standard-schema.ts";

/** A field of a kind; `T` is its value in the API. Its methods return new fields. */
export class Field<T> implements FieldData {
  /** Exists for types only. */
  declare readonly value: T;
  declare readonly type: FieldType;
  declare readonly isOptional: boolean;
  declare readonly fallback?: unknown;
  declare readonly description?: string;
  declare readonly values?: readonly string[];
  declare readonly item?: FieldData;
  declare readonly members?: Readonly<Record<string, FieldData>>;
  declare readonly kind?: string;

  constructor(data: FieldData) {
    Object.assign(this, data);
  }

  /** A document may leave it out: null in the API. */
  optional(): Field<T | null> {
    return new Field({ ...this, isOptional: true });
  }

  /** A document may leave it out: this value in the API. */
  default(value: T): Field<T> {
    return new Field({ ...this, isOptional: true, fallback: value });
  }

  /** @param text one sentence, for editors and the API's description */
  describe(text: string): Field<T> {
    return new Field({ ...this, description: text });
  }
}

/** A picture as the API answers it. */
export interface ImageValue {
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly alt: string;
  readonly mimeType: string | null;
  readonly thumbhash: string | null;
  readonly dominantColor: string | null;
  readonly variants: readonly { readonly url: string; readonly width: number; readonly height: number; readonly mimeType: string }[];
}

/** A file as the API answers it. */
export interface FileValue {
  readonly url: string;
  readonly mimeType: string;
  readonly bytes: number;
}

/** A document that another refers to, as far as it is public and listed. */
export interface ReferenceValue {
  readonly kind: string;
  readonly slug: string;
  readonly title: string;
  readonly url: string | null;
  readonly path: string | null;
}

const create = <T>(type: FieldType, rest: Omit<FieldData, "type" | "isOptional"> = {}): Field<T> =>
  new Field({ type, isOptional: false, ...rest });

type Members = Readonly<Record<string, Field<unknown>>>;
/** The values of some fields. */
export type FieldValues<F extends Members> = { readonly [Name in keyof F]: F[Name]["value"] };

/** The types that a field of a kind can have. */
export const field = {
  /** Text without markup, at least one character. */
  text: (): Field<string> => create("text"),
  /** Markdown; as `<name>Html` in the document, and not in lists. */
  markdown: (): Field<string> => create("markdown"),
  number: (): Field<number> => create("number"),
  boolean: (): Field<boolean> => create("boolean"),
  /** A day: `2024-01-31`. */
  date: (): Field<string> => create("date"),
  /** A day, or a time with or without an offset; in UTC in the API. */
  instant: (): Field<string> => create("instant"),
  /** An absolute http or https address. */
  url: (): Field<string> => create("url"),
  oneOf: <const T extends string>(values: readonly T[]): Field<T> => create("oneOf", { values }),
  list: <T>(item: Field<T>): Field<readonly T[]> => create("list", { item }),
  object: <const F extends Members>(members: F): Field<FieldValues<F>> => create("object", { members }),
  /** A path relative to the file, or `{ src, alt }`. */
  picture: (): Field<ImageValue> => create("picture"),
  pictures: (): Field<readonly ImageValue[]> => create("pictures"),
  /** A path relative to the file, of any file: slides, a score, a recording. */
  file: (): Field<FileValue> => create("file"),
  /** The slug of a document of another kind, built-in or own. A link to a draft is null. */
  reference: (kind: string): Field<ReferenceValue | null> => create("reference", { kind }),
};

/** Members of every document, as the API answers them. */
interface DocumentMembers {
  readonly slug: string;
  readonly url: string | null;
  readonly path: string | null;
  readonly title: string;
  readonly excerpt: string | null;
  readonly cover: ImageValue | null;
  readonly tags: readonly { readonly slug: string; readonly name: string }[];
  readonly language: string;
  readonly publishedAt: string | null;
  readonly updatedAt: string | null;
  readonly bodyText: string;
  readonly toc: readonly { readonly id: string; readonly level: number; readonly title: string }[];
  /** The body and fields of Markdown. */
  readonly [html: `${string}Html`]: string;
}

/** The site, as the functions of a kind see it. */
export interface ComputeSite {
  /** The answer of `/site-settings`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Items of the lists of the kinds that `reads` names. */
  readonly items: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

/** A kind of content of a site's own, as its configuration defines it. */
export interface KindConfig<F extends Members = Members, C extends Members = Members> {
  /** Globs of its Markdown files, relative to the content folder. Default `<name>/**\/*.{md,mdx}`. */
  files?: string | readonly string[];
  /** Names for its documents, shown to people. */
  words: { readonly one: string; readonly many: string };
  /** Beside title, publishedAt, cover and the other fields that every document has. */
  fields: F;
  /** Checks and changes the fields besides: a schema of Zod, Valibot, ArkType and others. */
  schema?: StandardSchema;
  /** Fields that `compute` gives. */
  computed?: C;
  /** Called with each document as the API answers it, when all documents are put together. It must be pure, and answer at once. */
  compute?(document: DocumentMembers & FieldValues<F>, site: ComputeSite): FieldValues<C>;
  /** Kinds whose items `compute` is given. */
  reads?: readonly string[];
  /** Keys of its list's order, `-` before what descends. Default: the newest of its first date, else by title. */
  order?: readonly string[];
  /** Fields that its list can be filtered by. */
  filters?: readonly string[];
  /** Keys that `sort` takes beside those of the order. */
  sorts?: readonly string[];
  /** Whether its documents have tags. Default false. */
  tags?: boolean;
  /** Fields whose text search finds, beside title, tags, excerpt, headings and body; `false`: search finds none of its documents. A kind with pages is searched. */
  search?: readonly string[] | false;
  /** Pattern of the paths of its pages: `/talks/{slug}/`. Default: it has none. */
  page?: string;
}

/** Types a kind; returns it as it is. */
export function defineKind<const F extends Members, const C extends Members>(kind: KindConfig<F, C>): KindConfig<F, C> {
  return kind;
}
