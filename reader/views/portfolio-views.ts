import type { Book, Project } from "../../packages/octavo-client/client.ts";
import { h, prose } from "../element.ts";
import { emptyNote, filterMenu, pageLinks } from "../pages.ts";
import { pictureFrame } from "../picture.ts";
import { count, day, facts, outward, pathOf, tagLinks } from "../texts.ts";
import type { Reader, View } from "../view.ts";

const PROJECT_STATUSES = { planned: "Planned", active: "Active", maintained: "Maintained", archived: "Archived" } as const;
const BOOK_STATUSES = { reading: "Reading", finished: "Finished", want_to_read: "Want to read", abandoned: "Abandoned" } as const;

const toChoices = (names: Readonly<Record<string, string>>) => Object.entries(names).map(([value, name]) => ({ value, name }));
const toTags = (tags: { items: { slug: string; name: string; count: number }[] }) =>
  tags.items.map(({ slug, name, count }) => ({ value: slug, name, count }));

/** The status that is asked for if it is one of those there are; null else. */
function toStatus<T extends string>(query: URLSearchParams, names: Readonly<Record<T, string>>): T | null {
  const value = query.get("status");
  return value !== null && Object.hasOwn(names, value) ? (value as T) : null;
}

export async function showProjects({ client, query, signal }: Reader): Promise<View> {
  const [list, tags] = await Promise.all([
    client.projects.list(
      { tag: query.get("tag"), status: toStatus(query, PROJECT_STATUSES), page: Number(query.get("page") ?? 1) },
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
          h("h2", {}, h("a", { href: pathOf(project.url), "data-place": `projects ${project.slug}` }, project.title)),
          facts(PROJECT_STATUSES[project.status], years(project)),
          project.summary === null ? null : h("p", { class: "excerpt" }, project.summary),
        ),
        project.cover === null
          ? null
          : pictureFrame(project.cover, { sizes: "(min-width: 40rem) 12rem, 100vw", class: "crop", first: index < 2, thumbnail: true }),
      ),
    ),
  );
  return {
    title: "Projects",
    content: [
      h("h1", {}, "Projects"),
      h(
        "div",
        { class: "filters" },
        filterMenu("Tag", "tag", toTags(tags), query),
        filterMenu("Status", "status", toChoices(PROJECT_STATUSES), query),
      ),
      facts(count(list.pagination.totalItems, "project")),
      cards.length === 0 ? emptyNote(query, "project") : h("ol", { class: "cards" }, cards),
      h("div", {}, pageLinks(list.pagination, query)),
    ],
  };
}

function years({ startedOn, endedOn }: Project): string | null {
  if (startedOn === null) return null;
  const [from, to] = [startedOn.slice(0, 4), endedOn?.slice(0, 4)];
  return to === undefined ? `since ${from}` : from === to ? from : `${from}–${to}`;
}

export async function showProject({ client, signal }: Reader, slug: string): Promise<View> {
  const project = await client.projects.get(slug, { signal });
  const links = [
    ...(project.demoUrl === null ? [] : [outward("See it", project.demoUrl)]),
    ...(project.repositoryUrl === null ? [] : [outward("Source", project.repositoryUrl)]),
    ...project.links.map(({ label, url }) => outward(label, url)),
  ];
  return {
    title: project.title,
    content: [
      h(
        "article",
        { class: "post" },
        h(
          "header",
          {},
          h("h1", {}, project.title),
          facts(PROJECT_STATUSES[project.status], project.role, years(project), project.license),
          tagLinks(project.tags, "projects"),
        ),
        project.cover === null
          ? null
          : h("figure", { class: "wide" }, pictureFrame(project.cover, { sizes: "(min-width: 56rem) 52rem, 100vw", first: true })),
        project.descriptionHtml === null ? h("p", {}, project.summary ?? "") : prose(project.descriptionHtml),
        project.stack.length === 0 ? null : h("p", { class: "facts" }, `Made with ${project.stack.join(", ")}`),
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

export async function showBooks({ client, query, signal }: Reader): Promise<View> {
  const [list, tags] = await Promise.all([
    client.books.list({ tag: query.get("tag"), status: toStatus(query, BOOK_STATUSES), page: Number(query.get("page") ?? 1) }, { signal }),
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
      facts(BOOK_STATUSES[book.status], rating(book)),
    ),
  );
  return {
    title: "Books",
    content: [
      h("h1", {}, "Books"),
      h(
        "div",
        { class: "filters" },
        filterMenu("Tag", "tag", toTags(tags), query),
        filterMenu("Status", "status", toChoices(BOOK_STATUSES), query),
      ),
      facts(count(list.pagination.totalItems, "book")),
      shelf.length === 0 ? emptyNote(query, "book") : h("ol", { class: "shelf" }, shelf),
      h("div", {}, pageLinks(list.pagination, query)),
    ],
  };
}

function authorsOf({ authors }: Book): string {
  return authors.map(({ name }) => name).join(", ");
}

function rating({ rating: stars }: Book): HTMLElement | null {
  if (stars === null) return null;
  return h("span", { role: "img", "aria-label": `${stars} of 5` }, "★".repeat(Math.round(stars)) + "☆".repeat(5 - Math.round(stars)));
}

export async function showBook({ client, signal }: Reader, slug: string): Promise<View> {
  const book = await client.books.get(slug, { signal });
  return {
    title: book.title,
    content: [
      h(
        "article",
        { class: "post", lang: book.language },
        h(
          "header",
          {},
          h("h1", {}, book.title),
          book.subtitle === null ? null : h("p", { class: "subtitle" }, book.subtitle),
          facts(
            authorsOf(book),
            book.publisher,
            book.publishedYear === null ? null : String(book.publishedYear),
            book.pageCount === null ? null : `${book.pageCount} pages`,
          ),
          facts(
            BOOK_STATUSES[book.status],
            rating(book),
            book.finishedOn === null ? null : h("span", {}, "finished ", day(book.finishedOn)),
          ),
          tagLinks(book.tags, "books"),
        ),
        book.cover === null ? null : h("figure", { class: "jacket" }, pictureFrame(book.cover, { sizes: "14rem", first: true })),
        book.reviewHtml === null ? h("p", { class: "note" }, "No review yet.") : prose(book.reviewHtml),
        book.links.length === 0
          ? null
          : h(
              "p",
              { class: "links" },
              book.links.map(({ label, url }) => outward(label, url)),
            ),
        book.relatedPostSlug === null
          ? null
          : h(
              "p",
              {},
              h("a", { href: `/posts/${book.relatedPostSlug}`, "data-place": `posts ${book.relatedPostSlug}` }, "The post about it"),
            ),
      ),
    ],
  };
}
