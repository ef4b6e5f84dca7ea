import { hash } from "node:crypto";
import { putBelow } from "../../contract/text/base-path.ts";
import { SEARCHED_KINDS } from "../../kinds/document-kinds.ts";
import { postSearch, posts } from "../../kinds/posts.ts";
import type { SearchRow } from "../../kinds/search-row.ts";
import type { SearchedKind } from "../../search/format/layout.ts";
import type { HitHead, SearchText } from "../../search/format/search-documents.ts";
import type { IndexDocument } from "../../search/write/index-documents.ts";
import { type Assembled, itemsOf, ownKindsOf } from "../assemble/assemble.ts";
import type { RenderedContent } from "../assemble/input.ts";
import type { AssembledPost } from "../assemble/posts/assembled-post.ts";
import type { Body } from "../cache/bodies.ts";
import { memberTexts } from "./member-texts.ts";

/** A document as lists show it, with what every search hit has. */
interface Listed {
  readonly slug: string;
  readonly title: string;
  readonly url?: string | null;
  readonly tags?: readonly HitHead["tags"][number][];
  readonly publishedAt?: string | null;
}

/** A kind of the site that is searched, and its documents. */
interface SearchedList {
  readonly kind: SearchedKind;
  readonly row: SearchRow;
  readonly documents: readonly Listed[];
  readonly bodies: ReadonlyMap<string, Body>;
}

/** Everything that search finds on a site. */
export interface Searchable {
  /** In the order of hits with the same score. */
  readonly kinds: readonly SearchedKind[];
  readonly documents: Iterable<IndexDocument>;
}

/** @param pages patterns of the paths of pages by kind */
export function toSearchable(site: Assembled, content: RenderedContent, pages: Readonly<Record<string, string>>): Searchable {
  const siteUrl = site.siteSettings.url;
  const toKind = (name: string, list: string, page: string | null | undefined, { hasBodyText }: SearchRow): SearchedKind => ({
    name,
    page: page === null || page === undefined ? "" : putBelow(siteUrl, page),
    documents: hasBodyText ? `/${list}` : null,
  });
  const builtIn = SEARCHED_KINDS.map(
    ({ kind: { name, one }, search }): SearchedList => ({
      kind: toKind(one, name, pages[name], search),
      row: search,
      documents: name === "posts" ? [] : itemsOf(site, name),
      bodies: toBodies(content.documents[name] ?? []),
    }),
  );
  const own = ownKindsOf(site).flatMap(({ kind, documents }): SearchedList[] => {
    const { name, page, search } = kind;
    if (search === null) return [];
    const items = documents.map(({ item }) => item);
    return [{ kind: toKind(name, name, page, search), row: search, documents: items, bodies: toBodies(content.documents[name] ?? []) }];
  });
  const lists = [...builtIn, ...own];
  return { kinds: lists.map(({ kind }) => kind), documents: listDocuments(site, lists) };
}

function toBodies(rendered: readonly { readonly entry: { readonly slug: string }; readonly body: Body }[]): ReadonlyMap<string, Body> {
  return new Map(rendered.map(({ entry, body }) => [entry.slug, body]));
}

function* listDocuments({ posts, siteSettings }: Assembled, lists: readonly SearchedList[]): Generator<IndexDocument, void, undefined> {
  for (const post of posts) yield new PostDocument(post, siteSettings.url);
  for (const list of lists) {
    for (const document of list.documents) {
      const body = list.bodies.get(document.slug);
      if (body !== undefined) yield toDocument(list, document, body, siteSettings.url);
    }
  }
}

/** A class, not an object of closures: a large site has tens of thousands, and few of them are looked at. */
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

  get head(): HitHead {
    const { item, body } = this.#post;
    return toHead(postSearch, item, { body, siteUrl: this.#siteUrl });
  }

  get text(): SearchText {
    const { item, body } = this.#post;
    return new BodyText(toPlain(postSearch, item), body);
  }
}

type Plain = Pick<SearchText, "title" | "tags" | "excerpt">;

/** A text whose body is read when somebody looks at it. */
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

function toDocument({ kind, row }: SearchedList, document: Listed, body: Body, siteUrl: string): IndexDocument {
  const { slug, publishedAt = null } = document;
  const plain = toPlain(row, document);
  const head = toHead(row, document, { body, siteUrl });
  const [language = null] = row.language === null ? [] : memberTexts(document, row.language);
  const id = hash("sha1", JSON.stringify([kind.name, language, head, plain, body.digest]), "base64url");
  return { kind: kind.name, slug, publishedAt, language, head, id, text: new BodyText(plain, body), bodyId: body.digest };
}

function toPlain(row: SearchRow, document: Listed): Plain {
  const textsOf = (members: readonly string[]): string[] => members.flatMap((member) => memberTexts(document, member));
  return { title: document.title, tags: textsOf(row.tags), excerpt: textsOf(row.excerpt).join(", ") };
}

function toHead(row: SearchRow, document: Listed, { body, siteUrl }: { readonly body: Body; readonly siteUrl: string }): HitHead {
  const { slug, url, title, tags = [], publishedAt = null } = document;
  const cover = row.cover === null ? null : new Map(Object.entries(document)).get(row.cover);
  return {
    slug,
    // A document without a page of its own is found on the page of all.
    url: url ?? putBelow(siteUrl, "/services"),
    title,
    tags: [...tags],
    publishedAt,
    excerpt: toPlain(row, document).excerpt,
    // The row names a member that holds a picture or null.
    cover: (cover ?? null) as HitHead["cover"],
    ...(row.hasBodyText ? { bodyChecksum: body.checksum } : {}),
  };
}
