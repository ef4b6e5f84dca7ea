import type { FieldData, FieldType } from "../../kinds/members/field-data.ts";
import type { StandardSchema } from "./standard-schema.ts";

/** A field of a kind; `T` is the type of its value in the API. Its methods return new fields. */
export class Field<T> implements FieldData {
  /** Exists only in types. */
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

  /** Makes the field optional. A missing value is null in the API. */
  optional(): Field<T | null> {
    return new Field({ ...this, isOptional: true });
  }

  /** Makes the field optional. If it is missing, the API returns this value. */
  default(value: T): Field<T> {
    return new Field({ ...this, isOptional: true, fallback: value });
  }

  /** @param text one sentence, for editors and the API's description */
  describe(text: string): Field<T> {
    return new Field({ ...this, description: text });
  }
}

/** A picture in the API's responses. */
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

/** A file in the API's responses. */
export interface FileValue {
  readonly url: string;
  readonly mimeType: string;
  readonly bytes: number;
}

/** A document to which another one refers. It is public and listed. */
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
/** The values of a set of fields. */
export type FieldValues<F extends Members> = { readonly [Name in keyof F]: F[Name]["value"] };

/** The types that a field of a kind can have. */
export const field = {
  /** Text without markup, at least one character. */
  text: (): Field<string> => create("text"),
  /** Markdown. Documents have it as `<name>Html`; list items do not. */
  markdown: (): Field<string> => create("markdown"),
  number: (): Field<number> => create("number"),
  boolean: (): Field<boolean> => create("boolean"),
  /** A day: `2024-01-31`. */
  date: (): Field<string> => create("date"),
  /** A day, or a time with or without an offset. The API gives it in UTC. */
  instant: (): Field<string> => create("instant"),
  /** An absolute http or https address. */
  url: (): Field<string> => create("url"),
  oneOf: <const T extends string>(values: readonly T[]): Field<T> => create("oneOf", { values }),
  list: <T>(item: Field<T>): Field<readonly T[]> => create("list", { item }),
  object: <const F extends Members>(members: F): Field<FieldValues<F>> => create("object", { members }),
  /** A path relative to the file, or `{ src, alt }`. */
  picture: (): Field<ImageValue> => create("picture"),
  pictures: (): Field<readonly ImageValue[]> => create("pictures"),
  /** Any file, by its path relative to the document: slides, a score, a recording. */
  file: (): Field<FileValue> => create("file"),
  /** The slug of a document of another kind, built-in or own. A reference to a draft is null. */
  reference: (kind: string): Field<ReferenceValue | null> => create("reference", { kind }),
};

/** Members of every document in the API's responses. */
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
  /** The body and all Markdown fields, as HTML. */
  readonly [html: `${string}Html`]: string;
}

/** The site, as passed to a kind's functions. */
export interface ComputeSite {
  /** The response of `/site-settings`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** List items of the kinds named in `reads`. */
  readonly items: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

/** A kind of content that a site's configuration defines. */
export interface KindConfig<F extends Members = Members, C extends Members = Members> {
  /**
   * Globs of its Markdown or YAML files, relative to the content folder, or one data file with all
   * entries. Default `<name>/**\/*.{md,mdx}`.
   */
  files?: string | readonly string[];
  /** Names for its documents, for display. */
  words: { readonly one: string; readonly many: string };
  /** Fields in addition to title, publishedAt, cover and the others that every document has. */
  fields: F;
  /**
   * Front matter keys with a different name than their field: `{ banner_image: "cover" }`. ""
   * ignores a key.
   */
  names?: Readonly<Record<string, string>>;
  /**
   * Pattern for the slugs of files that state none: `{year}-{name}`, `{path}`. Default: the file's
   * name.
   */
  slugs?: string;
  /**
   * A schema from Zod, Valibot, ArkType or another library that checks and transforms the fields
   * further.
   */
  schema?: StandardSchema;
  /** Fields that `compute` returns. */
  computed?: C;
  /**
   * Called after all files are parsed, once for each document, which it receives in the API's form.
   * It must be pure and synchronous.
   */
  compute?(document: DocumentMembers & FieldValues<F>, site: ComputeSite): FieldValues<C>;
  /** Kinds whose items are passed to `compute`. */
  reads?: readonly string[];
  /**
   * Keys that order its list; `-` before a key means descending. Default: newest first by its first
   * date, otherwise by title.
   */
  order?: readonly string[];
  /** Fields by which its list can be filtered. */
  filters?: readonly string[];
  /** Keys that `sort` accepts in addition to those of `order`. */
  sorts?: readonly string[];
  /** Whether its documents have tags. Default false. */
  tags?: boolean;
  /**
   * Fields to search in addition to title, tags, excerpt, headings and body. `false`: its documents
   * are not searched. By default, a kind is searched if it has pages.
   */
  search?: readonly string[] | false;
  /** Pattern of the paths of its pages: `/talks/{slug}/`. By default it has no pages. */
  page?: string;
  /** One or more former patterns. Their paths redirect to the pages. */
  formerPage?: string | readonly string[];
}

/** Returns the kind unchanged. It gives editors its type. */
export function defineKind<const F extends Members, const C extends Members>(kind: KindConfig<F, C>): KindConfig<F, C> {
  return kind;
}
