import type { SearchDocument } from "../../search/types.ts";
import type { Assembled } from "../assemble/assemble.ts";
import type { RenderedContent } from "../assemble/input.ts";
import type { ListsIndex } from "./lists.ts";

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
    const { title, tags, excerpt, toc, bodyText } = post;
    yield {
      kind: "post",
      number,
      title,
      tags: tags.map(({ name }) => name),
      excerpt,
      headings: toc.map((entry) => entry.title),
      body: bodyText,
    };
  }
  const projects = new Map(site.projects.map((project) => [project.slug, project]));
  const projectBodies = new Map(content.projects.map(({ entry, body }) => [entry.slug, body]));
  for (const [number, slug] of numbering.projects.entries()) {
    const project = projects.get(slug);
    if (project === undefined) continue;
    const body = projectBodies.get(slug);
    const stack = project.stack.join(", ");
    yield {
      kind: "project",
      number,
      title: project.title,
      tags: [...project.tags.map(({ name }) => name), ...(stack === "" ? [] : [stack])],
      excerpt: project.summary ?? "",
      headings: body?.toc.map((entry) => entry.title) ?? [],
      body: body?.text ?? "",
    };
  }
  const books = new Map(site.books.map((book) => [book.slug, book]));
  const bookBodies = new Map(content.books.map(({ entry, body }) => [entry.slug, body]));
  for (const [number, slug] of numbering.books.entries()) {
    const book = books.get(slug);
    if (book === undefined) continue;
    const body = bookBodies.get(slug);
    yield {
      kind: "book",
      number,
      title: book.title,
      tags: book.tags.map(({ name }) => name),
      excerpt: [book.subtitle ?? "", ...book.authors.map(({ name }) => name)].filter((part) => part !== "").join(", "),
      headings: body?.toc.map((entry) => entry.title) ?? [],
      body: body?.text ?? "",
    };
  }
}
