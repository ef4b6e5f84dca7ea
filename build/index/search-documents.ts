import { hash } from "node:crypto";
import type { HitHead, SearchText } from "../../search/format/documents.ts";
import type { IndexDocument } from "../../search/write/index-documents.ts";
import type { Assembled } from "../assemble/assemble.ts";
import type { RenderedContent } from "../assemble/input.ts";
import type { Body } from "../cache/bodies.ts";
import type { ListsIndex } from "./lists.ts";

/** What the full-text index sees of each post, project and book. */
export function* toSearchDocuments(
  site: Assembled,
  content: RenderedContent,
  numbering: ListsIndex["numbering"],
): Generator<IndexDocument, void, undefined> {
  const posts = new Map(site.posts.map((post) => [post.summary.slug, post]));
  for (const [number, slug] of numbering.posts.entries()) {
    const found = posts.get(slug);
    if (found === undefined) continue;
    const { summary, body } = found;
    const { url, title, tags, excerpt, publishedAt } = summary;
    const plain = { title, tags: namesOf(tags), excerpt };
    yield {
      kind: "post",
      number,
      head: { slug, url, title, tags, publishedAt, excerpt, ...checksumOf(body) },
      ...digestOf(plain, body),
      get text() {
        return { ...plain, headings: body.toc.map((entry) => entry.title), body: body.text };
      },
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
      ...toText({ title, tags: [...namesOf(tags), ...(stack === "" ? [] : [stack])], excerpt }, body),
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
      ...toText({ title, tags: namesOf(tags), excerpt }, body),
    };
  }
}

function namesOf(named: readonly { readonly name: string }[]): string[] {
  return named.map(({ name }) => name);
}

/** Of a body that is kept as bytes. */
function checksumOf(body: object | undefined): Pick<HitHead, "bodyChecksum"> {
  return body !== undefined && "checksum" in body && typeof body.checksum === "number" ? { bodyChecksum: body.checksum } : {};
}

type Plain = Pick<SearchText, "title" | "tags" | "excerpt">;

function toText(plain: Plain, body: Body | undefined): Pick<IndexDocument, "digest" | "text"> {
  return {
    ...digestOf(plain, body),
    text: { ...plain, headings: body?.toc.map((entry) => entry.title) ?? [], body: body?.text ?? "" },
  };
}

function digestOf({ title, tags, excerpt }: Plain, body: Body | undefined): Pick<IndexDocument, "digest"> {
  return body === undefined ? {} : { digest: hash("sha1", JSON.stringify([title, tags, excerpt, body.digest])) };
}
