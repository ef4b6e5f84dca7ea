import { wordsOf } from "./list-kind.ts";
import type { MemberData, Members } from "./members/member-data.ts";
import { OWN_FURTHER, OWN_MEMBERS, TRANSLATIONS } from "./members/own-members.ts";
import type { OwnListDefinition } from "./own-kind.ts";
import type { SearchRow } from "./search-row.ts";

/**
 * A kind whose documents are defined by the members in its definition. It is built-in or the site's
 * own.
 */
export interface DocumentKind extends OwnListDefinition {
  readonly words: { readonly one: string; readonly many: string };
  readonly isBuiltIn: boolean;
  /** null if names are derived from the kind's name and words. */
  readonly schema: DocumentSchema | null;
  /** Members of a list item, in the order of the response. */
  readonly members: Members;
  /** Additional members of a document; {} if the list shows whole documents. */
  readonly further: Members;
  /** Whether `date` in the front matter is the date of publication. */
  readonly isDated: boolean;
  /**
   * Meaning of `publishedAt` in the front matter; null if the document is not public before that
   * date.
   */
  readonly publishedAt: string | null;
  /** Members with the start and end of a period. */
  readonly span: readonly [start: string, end: string] | null;
  /** Whether its documents are entries of one file. */
  readonly isDataFile: boolean;
  readonly hasTags: boolean;
  /** Whether documents have a language and can be translations of each other. */
  readonly hasTranslations: boolean;
  /** null if search does not cover its documents. */
  readonly search: SearchRow | null;
  /**
   * Path pattern of its pages. The configuration can replace a built-in kind's pattern. null if it
   * has no pages.
   */
  readonly page: string | null;
  /** Whether slug, page and parent of a document come from the folders of its file. */
  readonly isTree: boolean;
  /** Whether its list has pages and parameters. */
  readonly isPaged: boolean;
  /**
   * Members that a page shows beside the title of each list item; null for the date, the filters
   * and all short members.
   */
  readonly inBrief: readonly string[] | null;
}

/** Names in the OpenAPI document: `getPhoto` and `PhotoList`. */
interface DocumentSchema {
  readonly name: string;
  /** Name of the schema of a document. Default: `name`. */
  readonly document?: string;
  /** Name of the schema of a list item, if it differs. Default: `PhotoSummary`. */
  readonly item?: string;
  readonly description: string;
}

/** Definition of a built-in kind's documents, in addition to its list. */
export interface BuiltInDocuments {
  readonly schema: DocumentSchema;
  /** Section of its operations in the OpenAPI document. Default: Portfolio. */
  readonly section?: "Portfolio" | "Services";
  readonly search: SearchRow;
  /** Describes the order of the list. */
  readonly about: string;
  /**
   * Meaning of `publishedAt` in the front matter. Default: the document is not public before that
   * date.
   */
  readonly publishedAt?: string;
  readonly isDated?: boolean;
  /** Whether its texts have a language. Default: no language is given. */
  readonly hasLanguage?: boolean;
  readonly span?: readonly [start: string, end: string];
  /** Path pattern of its pages. Default: the name and `{slug}`. */
  readonly page?: string;
  /**
   * Whether the folders of its files form a tree. If so, documents have bodies, which lists leave
   * out.
   */
  readonly isTree?: boolean;
  /** Whether it lacks pages, tags and dates. If so, its list shows all documents. */
  readonly isPlain?: boolean;
  /** Default: none. */
  readonly inBrief?: readonly string[];
  /** Whether its files may be YAML without a body. */
  readonly mayBeYaml?: boolean;
  /**
   * Front matter of a new document, between title and tags. `{day}`, `{date}`, `{picture}`
   * and `{alt}` stand for values, null for values that the author fills in.
   */
  readonly starter?: Readonly<Record<string, unknown>>;
  /**
   * Placed after slug, address and title, and before tags, dates and extra, some of which may also
   * be listed here.
   */
  readonly members: Members;
  /** Members of a sample document, for the API's description. Omitted ones are empty. */
  readonly example: Readonly<Record<string, unknown>> & { readonly slug: string };
}

export function toDocumentKind(list: OwnListDefinition & { readonly one: string }, documents: BuiltInDocuments): DocumentKind {
  const { name, pageSize, order, filters, sorts, date } = list;
  const { schema, search, hasLanguage = false, isDated = false, publishedAt = null, span = null } = documents;
  const { isTree = false, isPlain = false, inBrief = [], page = `/${name}/{slug}` } = documents;
  const toMembers = isTree ? toTreeMembers : isPlain ? toPlainMembers : toPagedMembers;
  return {
    ...{ name, words: wordsOf(list), pageSize, order, filters, sorts, date, search },
    ...{ isBuiltIn: true, schema, isDated, publishedAt, span, isDataFile: false, isTree, isPaged: !isPlain, inBrief },
    ...{ hasTags: !isPlain, hasTranslations: hasLanguage, page: isPlain ? null : page },
    ...toMembers(list.one, documents),
  };
}

type AllMembers = Pick<DocumentKind, "members" | "further">;

function toPagedMembers(one: string, { members, hasLanguage = false }: BuiltInDocuments): AllMembers {
  const description = `Language of the ${one}'s text, a BCP 47 tag. Default: the site's`;
  return {
    members: {
      slug: { type: "slug", answer: `Names the ${one} in API paths` },
      url: { type: "pageUrl", answer: `The ${one}'s page` },
      path: { type: "pagePath", answer: "Path of that page" },
      title: TITLE,
      ...members,
      tags: { type: "tags", answer: "In the author's order" },
      ...(hasLanguage ? { language: { type: "language", hasStandIn: true, description, answer: "BCP 47" } } : {}),
      publishedAt: { type: "publishedAt", answer: "When it was published; null if undated" },
      ...CHANGED,
    },
    further: hasLanguage ? { translations: TRANSLATIONS } : {},
  };
}

const TITLE: MemberData = { type: "title", description: "Title, as text", answer: "Plain text" };
const CHANGED: Members = {
  updatedAt: { type: "updatedAt", answer: "Date of the last change; null if undated" },
  extra: { type: "extra", answer: "The author's own front matter" },
};

function toPlainMembers(one: string, { members }: BuiltInDocuments): AllMembers {
  const slug: MemberData = { type: "slug", answer: `Names the ${one} in API paths` };
  return { members: { ...members, slug, title: TITLE, ...CHANGED }, further: {} };
}

function toTreeMembers(one: string, { members }: BuiltInDocuments): AllMembers {
  return {
    members: {
      ...OWN_MEMBERS,
      url: { type: "pageUrl", answer: `The ${one}'s address` },
      path: { type: "pagePath", answer: "The path of that address" },
      ...members,
    },
    further: {
      ...OWN_FURTHER,
      bodyHtml: { type: "html", answer: "The body as HTML" },
      bodyText: { type: "plainText", answer: "The body as plain text" },
      ancestors: { type: "ancestors", answer: `Every ${one} above, the topmost first` },
      children: { type: "children", answer: `Every ${one} below, in order` },
    },
  };
}

/**
 * Names of a kind's schemas in the OpenAPI document. Lists of most built-in kinds show whole
 * documents.
 */
export function schemaNamesOf({ name, schema, further }: Pick<DocumentKind, "name" | "schema" | "further">) {
  if (schema !== null) {
    const { name: one, document = one, item = `${one}Summary` } = schema;
    return { item: Object.keys(further).length === 0 ? document : item, document, list: `${one}List` };
  }
  const pascal = toPascalCase(name);
  return { item: `${pascal}Item`, document: `${pascal}Document`, list: `${pascal}List` };
}

/**
 * Names of a kind's two operations: `listTalks` and `getTalksItem`; for built-in kinds `listBooks`
 * and `getBook`.
 */
export function operationIdsOf({ name, schema }: Pick<DocumentKind, "name" | "schema">) {
  const pascal = toPascalCase(name);
  return { list: `list${pascal}`, get: schema === null ? `get${pascal}Item` : `get${schema.name}` };
}

/** `my-talks` → `MyTalks`. */
function toPascalCase(name: string): string {
  return name.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
