import type { Book, ProjectSummary } from "../../packages/octavo-client/client.ts";
import { h, prose } from "../element.ts";
import { createFilterMenus, emptyNote, pageLinks } from "../pages.ts";
import { pictureFrame } from "../picture.ts";
import { facts, outward, pathOf, plainTitle, tagLinks, titleNodes } from "../texts.ts";
import type { Reader, View } from "../view.ts";
import type { ReaderWording } from "../words/reader-wording.ts";

const toChoices = (names: Readonly<Record<string, string>>) => Object.entries(names).map(([value, name]) => ({ value, name }));
const toTags = (tags: { items: { slug: string; name: string; count: number }[] }) =>
  tags.items.map(({ slug, name, count }) => ({ value: slug, name, count }));

/** The status of the query if the kind has it, else null. */
function toStatus<T extends string>(query: URLSearchParams, names: Readonly<Record<T, string>>): T | null {
  const value = query.get("status");
  return value !== null && Object.hasOwn(names, value) ? (value as T) : null;
}

export async function showProjects({ client, query, signal, wording }: Reader): Promise<View> {
  const { words, count } = wording;
  const menu = createFilterMenus(query, wording);
  const [list, tags] = await Promise.all([
    client.projects.list(
      { tag: query.get("tag"), status: toStatus(query, words.projectStatus), page: Number(query.get("page") ?? 1) },
      { signal },
    ),
    client.tags.list("projects", { signal }),
  ]);
  const cards = list.items.map((project, index) =>
    h(
      "li",
      {},
      h(
        "article",
        { class: project.cover === null ? "card" : "card pictured" },
        h(
          "div",
          {},
          h("h2", {}, h("a", { href: pathOf(project.url), "data-place": `projects ${project.slug}` }, titleNodes(project.title))),
          facts(words.projectStatus[project.status], years(project, wording)),
          project.summary === null ? null : h("p", { class: "excerpt" }, project.summary),
        ),
        project.cover === null
          ? null
          : pictureFrame(project.cover, { sizes: "(min-width: 40rem) 12rem, 100vw", class: "crop", first: index < 2, thumbnail: true }),
      ),
    ),
  );
  return {
    title: words.sections.projects,
    content: [
      h("h1", {}, words.sections.projects),
      h("div", { class: "filters" }, menu(words.tag, "tag", toTags(tags)), menu(words.status, "status", toChoices(words.projectStatus))),
      facts(count(words.projects, list.pagination.totalItems)),
      cards.length === 0 ? emptyNote(query, wording) : h("ol", { class: "cards" }, cards),
      h("div", {}, pageLinks(list.pagination, query, wording)),
    ],
  };
}

function years({ startedOn, endedOn }: ProjectSummary, { words, say }: ReaderWording): string | null {
  if (startedOn === null) return null;
  const [from, to] = [startedOn.slice(0, 4), endedOn?.slice(0, 4)];
  return to === undefined ? say(words.sinceYear, { year: from }) : from === to ? from : `${from}–${to}`;
}

export async function showProject({ client, signal, wording }: Reader, slug: string): Promise<View> {
  const { words, say } = wording;
  const project = await client.projects.get(slug, { signal });
  const links = [
    ...(project.demoUrl === null ? [] : [outward(words.demo, project.demoUrl)]),
    ...(project.repositoryUrl === null ? [] : [outward(words.source, project.repositoryUrl)]),
    ...project.links.map(({ label, url }) => outward(label, url)),
  ];
  return {
    title: plainTitle(project.title),
    content: [
      h(
        "article",
        { class: "post" },
        h(
          "header",
          {},
          h("h1", { dir: "auto" }, titleNodes(project.title)),
          facts(words.projectStatus[project.status], project.role, years(project, wording), project.license),
          tagLinks(project.tags, "projects", wording),
        ),
        project.cover === null
          ? null
          : h("figure", { class: "wide" }, pictureFrame(project.cover, { sizes: "(min-width: 56rem) 52rem, 100vw", first: true })),
        project.descriptionHtml === null ? h("p", {}, project.summary ?? "") : prose(project.descriptionHtml, { dir: "auto" }),
        project.stack.length === 0 ? null : h("p", { class: "facts" }, say(words.madeWith, { stack: project.stack.join(", ") })),
        links.length === 0 ? null : h("p", { class: "links" }, links),
        h(
          "div",
          { class: "gallery" },
          project.gallery.map((image) => pictureFrame(image, { sizes: "(min-width: 56rem) 26rem, 100vw" })),
        ),
      ),
    ],
  };
}

export async function showBooks({ client, query, signal, wording }: Reader): Promise<View> {
  const { words, count } = wording;
  const menu = createFilterMenus(query, wording);
  const [list, tags] = await Promise.all([
    client.books.list(
      { tag: query.get("tag"), status: toStatus(query, words.bookStatus), page: Number(query.get("page") ?? 1) },
      { signal },
    ),
    client.tags.list("books", { signal }),
  ]);
  const shelf = list.items.map((book, index) =>
    h(
      "li",
      {},
      h(
        "a",
        { href: pathOf(book.url), "data-place": `books ${book.slug}`, class: "book" },
        book.cover === null
          ? h("span", { class: "spine", "aria-hidden": "true" }, book.title)
          : pictureFrame({ ...book.cover, alt: "" }, { sizes: "9rem", first: index < 6, thumbnail: true }),
        h("b", {}, book.title),
        h("span", {}, authorsOf(book)),
      ),
      facts(words.bookStatus[book.status], rating(book, wording)),
    ),
  );
  return {
    title: words.sections.books,
    content: [
      h("h1", {}, words.sections.books),
      h("div", { class: "filters" }, menu(words.tag, "tag", toTags(tags)), menu(words.status, "status", toChoices(words.bookStatus))),
      facts(count(words.books, list.pagination.totalItems)),
      shelf.length === 0 ? emptyNote(query, wording) : h("ol", { class: "shelf" }, shelf),
      h("div", {}, pageLinks(list.pagination, query, wording)),
    ],
  };
}

function authorsOf({ authors }: Book): string {
  return authors.map(({ name }) => name).join(", ");
}

/** Ratings are halves: `★★★★½`. */
function rating({ rating: stars }: Book, { words, say, number }: ReaderWording): HTMLElement | null {
  if (stars === null) return null;
  const text = "★".repeat(Math.floor(stars)) + (Number.isInteger(stars) ? "" : "½") + "☆".repeat(5 - Math.ceil(stars));
  return h("span", { role: "img", "aria-label": say(words.rating, { stars: number(stars) }) }, text);
}

export async function showBook({ client, signal, wording }: Reader, slug: string): Promise<View> {
  const { words, count, compose, day } = wording;
  const book = await client.books.get(slug, { signal });
  return {
    title: book.title,
    content: [
      h(
        "article",
        { class: "post" },
        h(
          "header",
          {},
          h("h1", { lang: book.language, dir: "auto" }, book.title),
          book.subtitle === null ? null : h("p", { class: "subtitle", lang: book.language, dir: "auto" }, book.subtitle),
          facts(
            authorsOf(book),
            book.publisher,
            book.publishedYear === null ? null : String(book.publishedYear),
            book.pageCount === null ? null : count(words.bookPages, book.pageCount),
          ),
          facts(
            words.bookStatus[book.status],
            rating(book, wording),
            book.finishedOn === null ? null : h("span", {}, compose(words.finished, { date: day(book.finishedOn) })),
          ),
          tagLinks(book.tags, "books", wording),
        ),
        book.cover === null ? null : h("figure", { class: "jacket" }, pictureFrame(book.cover, { sizes: "14rem", first: true })),
        book.reviewHtml === null ? h("p", { class: "note" }, words.noReview) : prose(book.reviewHtml, { dir: "auto" }),
        book.links.length === 0
          ? null
          : h(
              "p",
              { class: "links" },
              book.links.map(({ label, url }) => outward(label, url)),
            ),
        book.relatedPostSlug === null
          ? null
          : h("p", {}, h("a", { href: `/posts/${book.relatedPostSlug}`, "data-place": `posts ${book.relatedPostSlug}` }, words.bookPost)),
      ),
    ],
  };
}
