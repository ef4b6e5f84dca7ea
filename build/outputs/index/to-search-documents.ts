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
import type { AssembledPost } from "../../assemble/posts/assembled-post.ts";
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

function* listDocuments({ posts, siteSettings }: Assembled, lists: readonly SearchedList[]): Generator<IndexDocument, void, undefined> {
  for (const post of posts) yield new PostDocument(post, siteSettings.url);
  for (const list of lists) {
    for (const document of list.documents) {
      const body = list.bodies.get(document.item.slug);
      if (body !== undefined) yield new AssembledSearchDocument(list, document, { body, siteUrl: siteSettings.url });
    }
  }
}

/**
 * A post for the search index. It is a class and not a set of closures, because a large site has
 * tens of thousands of them and few are read.
 */
class PostDocument implements IndexDocument {
  readonly kind = posts.one;
  readonly #post: AssembledPost;
  readonly #siteUrl: string;

  constructor(post: AssembledPost, siteUrl: string) {
    this.#post = post;
    this.#siteUrl = siteUrl;
  }

  get slug(): string {
    return this.#post.facets.slug;
  }

  get publishedAt(): string | null {
    return this.#post.facets.publishedAt;
  }

  get language(): string {
    return this.#post.facets.language;
  }

  get id(): string {
    return this.#post.itemId;
  }

  get bodyId(): string {
    return this.#post.body.digest;
  }

  get wordCount(): number {
    return this.#post.body.wordCount;
  }

  get head(): HitHead {
    const { item, body } = this.#post;
    return toHead(postSearch, item, { body, siteUrl: this.#siteUrl });
  }

  get text(): SearchText {
    const { item, body } = this.#post;
    return new BodyText(toPlain(postSearch, item), body);
  }
}

/** Parts of a document that its item lacks. */
interface Around {
  readonly body: Body;
  readonly siteUrl: string;
}

/** Like PostDocument, for a document of a kind that is defined by its members. */
class AssembledSearchDocument implements IndexDocument {
  readonly kind: string;
  readonly #row: SearchRow;
  readonly #document: AssembledDocument;
  readonly #around: Around;

  constructor({ kind, row }: SearchedList, document: AssembledDocument, around: Around) {
    this.kind = kind.name;
    this.#row = row;
    this.#document = document;
    this.#around = around;
  }

  get slug(): string {
    return this.#document.item.slug;
  }

  get publishedAt(): string | null {
    return this.#document.item.publishedAt ?? null;
  }

  get language(): string | null {
    return this.#row.language === null ? null : (memberTexts(this.#document.item, this.#row.language)[0] ?? null);
  }

  get id(): string {
    const { id, item } = this.#document;
    return `${this.kind} ${id}${item.url == null ? ` ${this.#around.siteUrl}` : ""}`;
  }

  get bodyId(): string {
    return this.#around.body.digest;
  }

  get wordCount(): number {
    return this.#around.body.wordCount;
  }

  get head(): HitHead {
    return toHead(this.#row, this.#document.item, this.#around);
  }

  get text(): SearchText {
    return new BodyText(toPlain(this.#row, this.#document.item), this.#around.body);
  }
}

type Plain = Pick<SearchText, "title" | "tags" | "excerpt">;

/** A text with a body that is read on demand. */
class BodyText implements SearchText {
  readonly title: string;
  readonly tags: readonly string[];
  readonly excerpt: string;
  readonly #body: Body;

  constructor({ title, tags, excerpt }: Plain, body: Body) {
    this.title = title;
    this.tags = tags;
    this.excerpt = excerpt;
    this.#body = body;
  }

  get headings(): readonly string[] {
    return this.#body.toc.map((entry) => entry.title);
  }

  get body(): string {
    return this.#body.text;
  }
}

function toPlain(row: SearchRow, document: Listed): Plain {
  return { title: document.title, tags: textsOf(document, row.tags), excerpt: textsOf(document, row.excerpt).join(", ") };
}

function textsOf(document: Listed, members: readonly string[]): string[] {
  return members.flatMap((member) => memberTexts(document, member));
}

function toHead(row: SearchRow, document: Listed, { body, siteUrl }: Around): HitHead {
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
