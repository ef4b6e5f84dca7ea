import { hash } from "node:crypto";
import { BUILT_IN_DOCUMENTS, DOCUMENT_KIND_NAMES, type DocumentKindName } from "../../kinds/document-kinds.ts";
import { LISTS } from "../../kinds/list-kinds.ts";
import type { HitHead, SearchText } from "../../search/format/search-documents.ts";
import type { IndexDocument } from "../../search/write/index-documents.ts";
import { type Assembled, type Item, itemsOf } from "../assemble/assemble.ts";
import type { RenderedContent } from "../assemble/input.ts";
import type { AssembledPost } from "../assemble/posts/post-in-site.ts";
import type { Body } from "../cache/bodies.ts";
import type { ListsIndex } from "./list-index.ts";
import { memberTexts } from "./member-texts.ts";

/** What the full-text index sees of each document that is searched. */
export function* toSearchDocuments(
  site: Assembled,
  content: RenderedContent,
  numbering: ListsIndex["numbering"],
): Generator<IndexDocument, void, undefined> {
  const posts = new Map(site.posts.map((post) => [post.facets.slug, post]));
  for (const [number, slug] of numbering.posts.entries()) {
    const post = posts.get(slug);
    if (post !== undefined) yield new PostDocument(number, post);
  }
  for (const name of DOCUMENT_KIND_NAMES) {
    const items = new Map(itemsOf(site, name).map((item) => [item.slug, item]));
    const bodies = new Map((content.documents[name] ?? []).map(({ entry, body }) => [entry.slug, body]));
    for (const [number, slug] of numbering[name].entries()) {
      const [item, body] = [items.get(slug), bodies.get(slug)];
      if (item !== undefined && body !== undefined) yield toItemDocument(name, number, item, body);
    }
  }
}

/** A class, not an object of closures: a large site has tens of thousands, and few of them are looked at. */
class PostDocument implements IndexDocument {
  readonly kind = "post";
  readonly number: number;
  readonly #post: AssembledPost;

  constructor(number: number, post: AssembledPost) {
    this.number = number;
    this.#post = post;
  }

  get id(): string {
    return this.#post.summaryId;
  }

  get bodyId(): string {
    return this.#post.body.digest;
  }

  get head(): HitHead {
    const { summary, body } = this.#post;
    const { slug, url, title, tags, publishedAt, excerpt } = summary;
    return { slug, url, title, tags, publishedAt, excerpt, bodyChecksum: body.checksum };
  }

  get text(): SearchText {
    const { title, tags, excerpt } = this.#post.summary;
    return new BodyText({ title, tags: namesOf(tags), excerpt }, this.#post.body);
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

function toItemDocument(name: DocumentKindName, number: number, item: Item, body: Body): IndexDocument {
  const { slug, url, title, tags } = item;
  const { search } = BUILT_IN_DOCUMENTS[name];
  const textsOf = (members: readonly string[]): string[] =>
    members.map((member) => memberTexts(item, member).join(", ")).filter((text) => text !== "");
  const excerpt = textsOf(search.excerpt).join(", ");
  const head = { slug, url: url ?? "", title, tags: [...tags], publishedAt: null, excerpt };
  return toDocument({ kind: LISTS[name].one, number, head }, { title, tags: [...namesOf(tags), ...textsOf(search.tags)], excerpt }, body);
}

function toDocument(named: Pick<IndexDocument, "kind" | "number" | "head">, plain: Plain, body: Body): IndexDocument {
  const { kind, head } = named;
  const id = hash("sha1", JSON.stringify([kind, head, plain, body.digest]), "base64url");
  return { ...named, id, text: new BodyText(plain, body), bodyId: body.digest };
}

function namesOf(named: readonly { readonly name: string }[]): string[] {
  return named.map(({ name }) => name);
}
