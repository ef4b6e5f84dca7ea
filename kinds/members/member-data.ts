import type { FieldData, FieldType } from "./field-data.ts";

/** A member that a document has without a field of its own: its value is found where files meet. */
type FoundType =
  | "slug"
  | "pageUrl"
  | "pagePath"
  | "publishedAt"
  | "updatedAt"
  | "tags"
  | "html"
  | "fieldHtml"
  | "plainText"
  | "toc"
  | "translations"
  | "parent"
  | "ancestors"
  | "children"
  | "extra";
/** Fields that only built-in kinds have. */
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

export type MemberType = FieldType | FoundType | BuiltInType;

/** One member of the documents of a kind, in the front matter and in the API. */
export interface MemberData extends Omit<FieldData, "type" | "isOptional" | "item" | "members"> {
  readonly type: MemberType;
  /** Default false. */
  readonly isOptional?: boolean;
  /** Description in the API; `description` is for authors. Default: the same. */
  readonly answer?: string;
  readonly item?: MemberData;
  readonly members?: Readonly<Record<string, MemberData>>;
  /** For `fieldHtml`: the field of Markdown. */
  readonly of?: string;
  /** Names of it that other generators use, the best first. */
  readonly names?: readonly string[];
  /** Ends messages about a wrong value: `want a year such as 1998`. */
  readonly want?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** For a number: the step between values. 1: whole numbers. */
  readonly multipleOf?: number;
  /** For `oneOf`: other people's words for a value. The right one is suggested. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** Name and description of its schema in the OpenAPI document. Default: it has none of its own. */
  readonly schema?: { readonly name: string; readonly description: string };
  /** The front matter may leave it out, and something else stands in the answer: a heading for the title, the site's language for the document's. */
  readonly hasStandIn?: boolean;
  /** For `picture`: the main one, without which there is no document. */
  readonly isMain?: boolean;
  /** If the author leaves it out, that of the main picture is taken. */
  readonly fromPicture?: "exif" | "takenAt";
  /** For `reference`: the API shows the slug alone. */
  readonly showsSlug?: boolean;
}

export type Members = Readonly<Record<string, MemberData>>;

/** Whether the front matter has it. */
export function isField({ type, isComputed }: MemberData): boolean {
  return isComputed !== true && !FOUND.includes(type);
}

const FOUND: readonly MemberType[] = [
  ...(["slug", "pageUrl", "pagePath", "publishedAt", "updatedAt", "tags", "html", "fieldHtml", "plainText"] as const),
  ...(["toc", "translations", "parent", "ancestors", "children", "extra"] as const),
];
