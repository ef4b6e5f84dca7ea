import { type ListKindDefinition, wordsOf } from "./list-kind.ts";
import type { Members } from "./members/member-data.ts";
import { OWN_FURTHER, OWN_MEMBERS, TRANSLATIONS } from "./members/own-members.ts";
import type { OwnListDefinition } from "./own-kind.ts";
import type { SearchRow } from "./search-row.ts";

/** A kind whose documents are made from the members that its definition lists: a built-in one, or one of the site's own. */
export interface DocumentKind extends OwnListDefinition {
  readonly words: { readonly one: string; readonly many: string };
  readonly isBuiltIn: boolean;
  /** Name of the schema of a document in the OpenAPI document, and what it describes; null: they are made from the kind's name and words. */
  readonly schema: { readonly name: string; readonly description: string } | null;
  /** Of an item of the list, in the order of the answer. */
  readonly members: Members;
  /** Of a document, besides; {}: the list shows whole documents. */
  readonly further: Members;
  /** Whether `date` in the front matter says when a document was published. */
  readonly isDated: boolean;
  /** What `publishedAt` in the front matter means; null: before it, a document is not public. */
  readonly publishedAt: string | null;
  /** Members that begin and end a time. */
  readonly span: readonly [start: string, end: string] | null;
  /** One file holds its documents as entries. */
  readonly isDataFile: boolean;
  readonly hasTags: boolean;
  /** Whether documents have a language, and can be translations of each other. */
  readonly hasTranslations: boolean;
  /** null: search does not find its documents. */
  readonly search: SearchRow | null;
  /** Pattern of the paths of its pages, of built-in kinds unless the configuration has another; null: it has none. */
  readonly page: string | null;
  /** Whether slug, page and parent of a document come from the folders of its file. */
  readonly isTree: boolean;
  /** Members that a page for people shows beside the title of each item of a list; null: its date and filters, and all that is short. */
  readonly inBrief: readonly string[] | null;
}

/** What the definition of a built-in kind says besides its list. */
export interface BuiltInDocuments {
  readonly schema: { readonly name: string; readonly description: string };
  readonly search: SearchRow;
  /** What the description of the list says of its order. */
  readonly about: string;
  /** In the front matter, what `publishedAt` means. Default: before it, a document is not public. */
  readonly publishedAt?: string;
  readonly isDated?: boolean;
  /** Whether its texts are in a language; default: that is not said. */
  readonly hasLanguage?: boolean;
  readonly span?: readonly [start: string, end: string];
  /** The folders of its files are a tree; documents have bodies, and lists leave those out. */
  readonly isTree?: boolean;
  /** Default: none. */
  readonly inBrief?: readonly string[];
  /** Behind slug, address and title, and before tags, dates and extra. */
  readonly members: Members;
  /** Of a made-up document, for the API's description; what it leaves out is empty. */
  readonly example: Readonly<Record<string, unknown>> & { readonly slug: string };
}

export function toDocumentKind(list: ListKindDefinition, documents: BuiltInDocuments): DocumentKind {
  const { name, one, pageSize, order, filters, sorts, date } = list;
  if (documents.isTree === true) return toTreeKind(list, documents);
  const { schema, members, hasLanguage = false, isDated = false, publishedAt = null, span = null, inBrief = [] } = documents;
  const description = `Language of the ${one}'s text, a BCP 47 tag. Default: the site's`;
  const whole: Members = {
    slug: { type: "slug", answer: `Names the ${one} in paths of the API` },
    url: { type: "pageUrl", answer: `The ${one}'s page` },
    path: { type: "pagePath", answer: "Path of that page, as in `url`" },
    title: { type: "title", description: "Title, as text", answer: "Plain text" },
    ...members,
    tags: { type: "tags", answer: "In the author's order" },
    ...(hasLanguage ? { language: { type: "language", hasStandIn: true, description, answer: "BCP 47" } } : {}),
    publishedAt: { type: "publishedAt", answer: "Since when it is public; null: undated" },
    updatedAt: { type: "updatedAt", answer: "Last change the author dates; null: undated" },
    extra: { type: "extra", answer: "The author's own front matter" },
  };
  const kind = { name, words: wordsOf(list), pageSize, order, filters, sorts, date, search: documents.search };
  return {
    ...kind,
    isBuiltIn: true,
    schema,
    members: whole,
    further: hasLanguage ? { translations: TRANSLATIONS } : {},
    isDated,
    publishedAt,
    span,
    isDataFile: false,
    hasTags: true,
    hasTranslations: hasLanguage,
    page: `/${name}/{slug}`,
    isTree: false,
    inBrief,
  };
}

function toTreeKind(list: ListKindDefinition, { schema, members, search }: BuiltInDocuments): DocumentKind {
  const { name, one, pageSize, order, filters, sorts, date } = list;
  return {
    ...{ name, words: wordsOf(list), pageSize, order, filters, sorts, date, search },
    ...{ isBuiltIn: true, schema, isDated: true, publishedAt: null, span: null, isDataFile: false, hasTags: true, hasTranslations: true },
    members: {
      ...OWN_MEMBERS,
      url: { type: "pageUrl", answer: `The ${one}'s address` },
      path: { type: "pagePath", answer: "The path of that address" },
      ...members,
    },
    further: {
      ...OWN_FURTHER,
      bodyHtml: { type: "html", answer: "The body as safe HTML" },
      bodyText: { type: "plainText", answer: "The body as plain text" },
      ancestors: { type: "ancestors", answer: `Every ${one} above, the topmost first` },
      children: { type: "children", answer: `Every ${one} below, in their order` },
    },
    page: "/{path}/",
    isTree: true,
    inBrief: [],
  };
}

/** Names of the schemas of a kind in the OpenAPI document. Lists of most built-in kinds show whole documents. */
export function schemaNamesOf({ name, schema, further }: Pick<DocumentKind, "name" | "schema" | "further">) {
  if (schema !== null) {
    const item = Object.keys(further).length === 0 ? schema.name : `${schema.name}Summary`;
    return { item, document: schema.name, list: `${schema.name}List` };
  }
  const pascal = toPascalCase(name);
  return { item: `${pascal}Item`, document: `${pascal}Document`, list: `${pascal}List` };
}

/** Names of the two operations of a kind: `listTalks` and `getTalksItem`, of built-in ones `listBooks` and `getBook`. */
export function operationIdsOf({ name, schema }: Pick<DocumentKind, "name" | "schema">) {
  const pascal = toPascalCase(name);
  return { list: `list${pascal}`, get: schema === null ? `get${pascal}Item` : `get${schema.name}` };
}

/** `my-talks` → `MyTalks`. */
function toPascalCase(name: string): string {
  return name.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
