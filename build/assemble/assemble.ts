import type { ListKind } from "../../contract/paths.ts";
import type { Book } from "../../contract/schemas/book.ts";
import type { Photo } from "../../contract/schemas/photo.ts";
import type { Post, PostSeries, PostSummary } from "../../contract/schemas/post.ts";
import type { Project } from "../../contract/schemas/project.ts";
import type { ServiceOffering, ServicesPage } from "../../contract/schemas/service.ts";
import type { About, SiteSettings } from "../../contract/schemas/site.ts";
import type { TagCount } from "../../contract/schemas/values.ts";
import type { Rendered } from "../render/types.ts";
import { type Addressing, toBook, toPhoto, toProject, toService } from "./collections.ts";
import type { RenderedContent } from "./input.ts";
import { compareBooks, compareByNumber, compareProjects, compareServices } from "./order.ts";
import { assemblePosts } from "./posts.ts";
import { toAbout, toServicesPage, toSiteSettings } from "./site.ts";
import { countTags, createTagNamer } from "./tags.ts";
import { toUnlistedPost, type UnlistedPost } from "./unlisted.ts";

/** Everything the API answers, each list in its order. */
export interface Assembled {
  /** Listed ones alone. */
  readonly posts: readonly Post[];
  readonly summaries: readonly PostSummary[];
  /** Of the posts, in the same order; they may be on disk. */
  readonly bodies?: readonly Rendered[];
  /** Places of the posts that each post names as related. */
  readonly related?: readonly (readonly number[])[];
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

/** Puts published documents together. A pure function of its input: no clock, no disk. */
export function assemble(content: RenderedContent, urls: Readonly<Record<ListKind, string>>): Assembled {
  const { site } = content;
  const listed = content.posts.filter(({ entry }) => !entry.unlisted);
  const nameTags = createTagNamer(
    [...listed, ...content.projects, ...content.books, ...content.photos].map(({ entry }) => entry),
    content.tagNames,
  );
  const addressing = (kind: ListKind): Addressing => ({ siteUrl: site.addresses.site, urlPattern: urls[kind], nameTags });

  const postsInput = { site, posts: listed, series: content.series, urlPattern: urls.posts, nameTags };
  const { posts, summaries, series, bodies, related } = assemblePosts(postsInput);
  const slugs = new Set(summaries.map(({ slug }) => slug));
  const projects = content.projects.map((project) => toProject(project, addressing("projects"))).sort(compareProjects);
  const books = content.books.map((book) => toBook(book, addressing("books"), (slug) => slugs.has(slug))).sort(compareBooks);
  const photos = content.photos
    .map((photo) => toPhoto(photo, addressing("photos")))
    .sort((a, b) => compareByNumber<Photo>((photo) => photo.takenAt)(b, a));
  return {
    posts,
    summaries,
    bodies,
    related,
    unlisted: content.posts.filter(({ entry }) => entry.unlisted).map((post) => toUnlistedPost(post, postsInput)),
    series,
    projects,
    books,
    photos,
    services: content.services.map(toService).sort(compareServices),
    servicesPage: toServicesPage(content.servicesPage, site.document.language),
    siteSettings: toSiteSettings(site),
    about: toAbout(content.about),
    tagCounts: { posts: countTags(summaries), projects: countTags(projects), books: countTags(books), photos: countTags(photos) },
  };
}
