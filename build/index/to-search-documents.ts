import { hash } from "node:crypto";
import type { Book } from "../../contract/schemas/book.ts";
import type { Project } from "../../contract/schemas/project.ts";
import type { HitHead, SearchText } from "../../search/format/search-documents.ts";
import type { IndexDocument } from "../../search/write/index-documents.ts";
import type { Assembled } from "../assemble/assemble.ts";
import type { RenderedContent } from "../assemble/input.ts";
import type { AssembledPost } from "../assemble/posts/post-in-site.ts";
import type { Body } from "../cache/bodies.ts";
import type { ListsIndex } from "./list-index.ts";

/** What the full-text index sees of each post, project and book. */
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
  const projects = new Map(site.projects.map((project) => [project.slug, project]));
  const projectBodies = new Map(content.projects.map(({ entry, body }) => [entry.slug, body]));
  for (const [number, slug] of numbering.projects.entries()) {
    const [project, body] = [projects.get(slug), projectBodies.get(slug)];
    if (project !== undefined && body !== undefined) yield toProjectDocument(number, project, body);
  }
  const books = new Map(site.books.map((book) => [book.slug, book]));
  const bookBodies = new Map(content.books.map(({ entry, body }) => [entry.slug, body]));
  for (const [number, slug] of numbering.books.entries()) {
    const [book, body] = [books.get(slug), bookBodies.get(slug)];
    if (book !== undefined && body !== undefined) yield toBookDocument(number, book, body);
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

function toProjectDocument(number: number, { slug, url, title, tags, summary, stack }: Project, body: Body): IndexDocument {
  const excerpt = summary ?? "";
  const head = { slug, url, title, tags, publishedAt: null, excerpt };
  const technologies = stack.length === 0 ? [] : [stack.join(", ")];
  return toDocument({ kind: "project", number, head }, { title, tags: [...namesOf(tags), ...technologies], excerpt }, body);
}

function toBookDocument(number: number, { slug, url, title, tags, subtitle, authors }: Book, body: Body): IndexDocument {
  const excerpt = [subtitle ?? "", ...namesOf(authors)].filter((part) => part !== "").join(", ");
  const head = { slug, url, title, tags, publishedAt: null, excerpt };
  return toDocument({ kind: "book", number, head }, { title, tags: namesOf(tags), excerpt }, body);
}

function toDocument(named: Pick<IndexDocument, "kind" | "number" | "head">, plain: Plain, body: Body): IndexDocument {
  const { kind, head } = named;
  const id = hash("sha1", JSON.stringify([kind, head, plain, body.digest]), "base64url");
  return { ...named, id, text: new BodyText(plain, body), bodyId: body.digest };
}

function namesOf(named: readonly { readonly name: string }[]): string[] {
  return named.map(({ name }) => name);
}
