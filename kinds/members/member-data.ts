import type { FieldData, FieldType } from "./field-data.ts";

/** Types of members without a field. Their values are found after all files are parsed. */
const FOUND_TYPES = [
  ...(["slug", "pageUrl", "pagePath", "publishedAt", "updatedAt", "tags", "html", "fieldHtml", "plainText"] as const),
  ...(["toc", "translations", "parent", "ancestors", "children", "extra"] as const),
];
/** Types of fields that only built-in kinds have. */
type BuiltInType =
  | "title"
  | "excerpt"
  | "language"
  | "partialDate"
  | "localTime"
  | "isbn13"
  | "isbn10"
  | "people"
  | "links"
  | "album"
  | "currency";

export type MemberType = FieldType | (typeof FOUND_TYPES)[number] | BuiltInType;

/** One member of a kind's documents, in the front matter and in the API. */
export interface MemberData extends Omit<FieldData, "type" | "isOptional" | "item" | "members"> {
  readonly type: MemberType;
  /** Default false. */
  readonly isOptional?: boolean;
  /** Description in the API. Default: `description`, which is written for authors. */
  readonly answer?: string;
  readonly item?: MemberData;
  readonly members?: Readonly<Record<string, MemberData>>;
  /** For `fieldHtml`: the name of the Markdown field. */
  readonly of?: string;
  /** Names that other generators use for it, best first. */
  readonly names?: readonly string[];
  /** Ends messages about a wrong value: `want a year such as 1998`. */
  readonly want?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** For a number: the step between values. 1 means whole numbers. */
  readonly multipleOf?: number;
  /** For `oneOf`: other words for a value, which messages translate into the right one. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /**
   * Name and description of its schema in the OpenAPI document. Default: it has no named schema.
   */
  readonly schema?: { readonly name: string; readonly description: string };
  /**
   * Whether the front matter may omit it because the response has a substitute: a heading for the
   * title, the site's language for the document's.
   */
  readonly hasStandIn?: boolean;
  /** For `picture`: the main one. A document must have it. */
  readonly isMain?: boolean;
  /** The data of the main picture that supplies the value if the front matter omits it. */
  readonly fromPicture?: "exif" | "takenAt";
  /** For `reference`: the API shows only the slug. */
  readonly showsSlug?: boolean;
}

export type Members = Readonly<Record<string, MemberData>>;

/** Whether it is a field of the front matter. */
export function isField({ type, isComputed }: MemberData): boolean {
  return isComputed !== true && !FOUND_TYPES.some((found) => found === type);
}
