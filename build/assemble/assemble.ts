import type { ListKind } from "../../contract/paths.ts";
import type { Book } from "../../contract/schemas/book.ts";
import type { Photo } from "../../contract/schemas/photo.ts";
import type { PostSeries } from "../../contract/schemas/post.ts";
import type { Project } from "../../contract/schemas/project.ts";
import type { ServiceOffering, ServicesPage } from "../../contract/schemas/service.ts";
import type { About, SiteSettings } from "../../contract/schemas/site.ts";
import type { TagCount } from "../../contract/schemas/values.ts";
import type { Memos } from "../cache/memos.ts";
import { type Addressing, toBook, toPhoto, toProject, toService } from "./collections.ts";
import type { RenderedContent } from "./input.ts";
import { compareBooks, compareByNumber, compareProjects, compareServices } from "./order.ts";
import { type AssembledPost, assemblePosts, assembleUnlisted, type UnlistedPost } from "./posts.ts";
import { toAbout, toServicesPage, toSiteSettings } from "./site.ts";
import { countTags, createTagNamer } from "./tags.ts";

/** Everything the API answers, each list in its order. */
export interface Assembled {
  /** Listed ones alone. */
  readonly posts: readonly AssembledPost[];
  readonly unlisted: readonly UnlistedPost[];
  readonly series: readonly PostSeries[];
  readonly projects: readonly Project[];
  readonly books: readonly Book[];
  readonly photos: readonly Photo[];
  readonly services: readonly ServiceOffering[];
  readonly servicesPage: ServicesPage;
  readonly siteSettings: SiteSettings;
  readonly about: About;
  readonly tagCounts: Readonly<Record<ListKind, readonly TagCount[]>>;
}

export interface AssembleOptions {
  readonly urls: Readonly<Record<ListKind, string>>;
  readonly memos: Memos;
}

/** Puts published documents together. A pure function of its input: no clock, no disk. */
export async function assemble(content: RenderedContent, { urls, memos }: AssembleOptions): Promise<Assembled> {
  const { site } = content;
  const listed = content.posts.filter(({ entry }) => !entry.unlisted);
  const nameTags = createTagNamer(
    [...listed, ...content.projects, ...content.books, ...content.photos].map(({ entry }) => entry),
    content.tagNames,
  );
  const addressing = (kind: ListKind): Addressing => ({ siteUrl: site.addresses.site, urlPattern: urls[kind], nameTags });

  const input = { site, series: content.series, urlPattern: urls.posts, nameTags, memos };
  const { posts, series } = await assemblePosts({ ...input, posts: listed });
  const slugs = new Set(posts.map(({ summary }) => summary.slug));
  const projects = content.projects.map((project) => toProject(project, addressing("projects"))).sort(compareProjects);
  const books = content.books.map((book) => toBook(book, addressing("books"), (slug) => slugs.has(slug))).sort(compareBooks);
  const photos = content.photos
    .map((photo) => toPhoto(photo, addressing("photos")))
    .sort((a, b) => compareByNumber<Photo>((photo) => photo.takenAt)(b, a));
  return {
    posts,
    unlisted: assembleUnlisted({ ...input, posts: content.posts.filter(({ entry }) => entry.unlisted) }),
    series,
    projects,
    books,
    photos,
    services: content.services.map(toService).sort(compareServices),
    servicesPage: toServicesPage(content.servicesPage, site.document.language),
    siteSettings: toSiteSettings(site),
    about: toAbout(content.about),
    tagCounts: {
      posts: countTags(posts.map(({ summary }) => summary)),
      projects: countTags(projects),
      books: countTags(books),
      photos: countTags(photos),
    },
  };
}
