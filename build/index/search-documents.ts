import type { SearchKind } from "../../contract/schemas/list.ts";
import type { HitHead, SearchText } from "../../search/types.ts";
import type { Assembled } from "../assemble/assemble.ts";
import type { RenderedContent } from "../assemble/input.ts";
import type { ListsIndex } from "./lists.ts";

/** A document as the full-text index sees it, its terms not yet counted. */
export interface SearchDocument {
  readonly kind: SearchKind;
  readonly number: number;
  readonly head: HitHead;
  /** What terms are counted in: the only part that takes long. */
  readonly text: SearchText;
}

/** What the full-text index sees of each post, project and book. */
export function* toSearchDocuments(
  site: Assembled,
  content: RenderedContent,
  numbering: ListsIndex["numbering"],
): Generator<SearchDocument, void, undefined> {
  const posts = new Map(site.posts.map((post) => [post.slug, post]));
  for (const [number, slug] of numbering.posts.entries()) {
    const post = posts.get(slug);
    if (post === undefined) continue;
    const { url, title, tags, excerpt, publishedAt, toc, bodyText } = post;
    yield {
      kind: "post",
      number,
      head: { slug, url, title, tags, publishedAt, excerpt },
      text: { title, tags: namesOf(tags), excerpt, headings: toc.map((entry) => entry.title), body: bodyText },
    };
  }
  const projects = new Map(site.projects.map((project) => [project.slug, project]));
  const projectBodies = new Map(content.projects.map(({ entry, body }) => [entry.slug, body]));
  for (const [number, slug] of numbering.projects.entries()) {
    const project = projects.get(slug);
    if (project === undefined) continue;
    const body = projectBodies.get(slug);
    const stack = project.stack.join(", ");
    const { url, title, tags, summary } = project;
    const excerpt = summary ?? "";
    yield {
      kind: "project",
      number,
      head: { slug, url, title, tags, publishedAt: null, excerpt },
      text: { title, tags: [...namesOf(tags), ...(stack === "" ? [] : [stack])], excerpt, ...bodyOf(body) },
    };
  }
  const books = new Map(site.books.map((book) => [book.slug, book]));
  const bookBodies = new Map(content.books.map(({ entry, body }) => [entry.slug, body]));
  for (const [number, slug] of numbering.books.entries()) {
    const book = books.get(slug);
    if (book === undefined) continue;
    const body = bookBodies.get(slug);
    const { url, title, tags, subtitle, authors } = book;
    const excerpt = [subtitle ?? "", ...namesOf(authors)].filter((part) => part !== "").join(", ");
    yield {
      kind: "book",
      number,
      head: { slug, url, title, tags, publishedAt: null, excerpt },
      text: { title, tags: namesOf(tags), excerpt, ...bodyOf(body) },
    };
  }
}

function namesOf(named: readonly { readonly name: string }[]): string[] {
  return named.map(({ name }) => name);
}

function bodyOf(body: RenderedContent["projects"][number]["body"] | undefined): Pick<SearchText, "headings" | "body"> {
  return { headings: body?.toc.map((entry) => entry.title) ?? [], body: body?.text ?? "" };
}
