import { putBelow } from "../../../contract/text/base-path.ts";
import { SEARCHED_KINDS } from "../../../kinds/document-kinds.ts";
import { postSearch, posts } from "../../../kinds/posts.ts";
import type { SearchRow } from "../../../kinds/search-row.ts";
import type { SearchedKind } from "../../../search/format/layout.ts";
import type { HitHead, SearchText } from "../../../search/format/search-documents.ts";
import type { IndexDocument } from "../../../search/write/index-documents.ts";
import type { Assembled } from "../../assemble/assemble.ts";
import type { AssembledDocument } from "../../assemble/documents/assembled-document.ts";
import type { RenderedContent } from "../../assemble/documents/input.ts";
import type { Body } from "../../rows/bodies.ts";
import { memberTexts } from "./member-texts.ts";

/** A document as lists show it, with the members that every search hit has. */
interface Listed {
  readonly slug: string;
  readonly title: string;
  readonly url?: string | null;
  readonly tags?: readonly HitHead["tags"][number][];
  readonly publishedAt?: string | null;
}

/** A searched kind and its documents. */
interface SearchedList {
  readonly kind: SearchedKind;
  readonly row: SearchRow;
  readonly documents: readonly AssembledDocument[];
  readonly bodies: ReadonlyMap<string, Body>;
}

/** Everything on a site that can be searched. */
export interface Searchable {
  /** In the order of hits with the same score. */
  readonly kinds: readonly SearchedKind[];
  readonly documents: Iterable<IndexDocument>;
}

/** @param pages path patterns of pages by kind */
export function toSearchable(site: Assembled, content: RenderedContent, pages: Readonly<Record<string, string>>): Searchable {
  const siteUrl = site.siteSettings.url;
  const toKind = (name: string, list: string, page: string | null | undefined, { hasBodyText }: SearchRow): SearchedKind => ({
    name,
    page: page === null || page === undefined ? "" : putBelow(siteUrl, page),
    documents: hasBodyText ? `/${list}` : null,
  });
  const documentsOf = (name: string): Pick<SearchedList, "documents" | "bodies"> => ({
    documents: site.kinds.find(({ kind }) => kind.name === name)?.documents ?? [],
    bodies: new Map((content.documents[name] ?? []).map(({ entry, body }) => [entry.slug, body])),
  });
  const builtIn = SEARCHED_KINDS.map(({ kind: { name, one }, search }): SearchedList => {
    return { kind: toKind(one, name, pages[name], search), row: search, ...documentsOf(name) };
  });
  const own = site.kinds.flatMap(({ kind: { name, page, search, isBuiltIn } }): SearchedList[] =>
    isBuiltIn || search === null ? [] : [{ kind: toKind(name, name, page, search), row: search, ...documentsOf(name) }],
  );
  const lists = [...builtIn, ...own];
  return { kinds: lists.map(({ kind }) => kind), documents: listDocuments(site, lists) };
}

function* listDocuments(site: Assembled, lists: readonly SearchedList[]): Generator<IndexDocument, void, undefined> {
  const siteUrl = site.siteSettings.url;
  for (const post of site.posts) {
    const { itemId, facets, body } = post;
    yield new SearchedDocument({ id: itemId, kind: posts.one, row: postSearch, body, siteUrl }, facets, post);
  }
  for (const { kind, row, documents, bodies } of lists) {
    for (const document of documents) {
      const { slug, publishedAt = null, url } = document.item;
      const body = bodies.get(slug);
      if (body === undefined) continue;
      const language = row.language === null ? null : (memberTexts(document.item, row.language)[0] ?? null);
      const id = `${kind.name} ${document.id}${url == null ? ` ${siteUrl}` : ""}`;
      yield new SearchedDocument({ id, kind: kind.name, row, body, siteUrl }, { slug, publishedAt, language }, document);
    }
  }
}

/** Parts of a document that its item lacks. */
interface Around {
  readonly id: string;
  readonly kind: string;
  readonly row: SearchRow;
  readonly body: Body;
  readonly siteUrl: string;
}

/**
 * A document for the search index. It is a class and not a set of closures, because a large site
 * has tens of thousands of them and few are read.
 */
class SearchedDocument implements IndexDocument {
  readonly id: string;
  readonly kind: string;
  readonly slug: string;
  readonly publishedAt: string | null;
  readonly language: string | null;
  readonly #around: Around;
  readonly #document: { readonly item: Listed };

  constructor(around: Around, facets: Pick<IndexDocument, "slug" | "publishedAt" | "language">, document: { readonly item: Listed }) {
    this.id = around.id;
    this.kind = around.kind;
    this.slug = facets.slug;
    this.publishedAt = facets.publishedAt;
    this.language = facets.language;
    this.#around = around;
    this.#document = document;
  }

  get bodyId(): string {
    return this.#around.body.digest;
  }

  get wordCount(): number {
    return this.#around.body.wordCount;
  }

  get head(): HitHead {
    return toHead(this.#document.item, this.#around);
  }

  get text(): SearchText {
    return toText(this.#document.item, this.#around);
  }
}

/** A text with a body that is read on demand. */
function toText(document: Listed, { row, body }: Around): SearchText {
  return {
    title: document.title,
    tags: textsOf(document, row.tags),
    excerpt: textsOf(document, row.excerpt).join(", "),
    get headings() {
      return body.toc.map((entry) => entry.title);
    },
    get body() {
      return body.text;
    },
  };
}

function textsOf(document: Listed, members: readonly string[]): string[] {
  return members.flatMap((member) => memberTexts(document, member));
}

function toHead(document: Listed, { row, body, siteUrl }: Around): HitHead {
  const { slug, url, title, tags = [], publishedAt = null } = document;
  const cover: unknown = row.cover === null ? null : Reflect.get(document, row.cover);
  return {
    slug,
    // A document without its own page is on the page that all services share.
    url: url ?? putBelow(siteUrl, "/services"),
    title,
    tags: [...tags],
    publishedAt,
    excerpt: textsOf(document, row.excerpt).join(", "),
    // The row names a member that is a picture or null.
    cover: (cover ?? null) as HitHead["cover"],
    ...(row.hasBodyText ? { bodyChecksum: body.checksum } : {}),
  };
}
