import type { Book } from "../../contract/schemas/book.ts";
import type { Pagination, SearchResults } from "../../contract/schemas/list.ts";
import type { Photo } from "../../contract/schemas/photo.ts";
import type { Post, PostSeries, PostSummary } from "../../contract/schemas/post.ts";
import type { Project } from "../../contract/schemas/project.ts";
import type { ServiceOffering, ServicesPage } from "../../contract/schemas/service.ts";
import type { About, SiteSettings } from "../../contract/schemas/site.ts";
import type { Image } from "../../contract/schemas/values.ts";

/** Answers of the paths that are content, by operationId. */
export function createContentExamples(site: string): Record<string, unknown> {
  const summary = createSummary(site);
  const page = (items: readonly unknown[], pageSize = 20) => ({ items, pagination: onePage(items.length, pageSize) });
  const link = { slug: "tide-tables", title: summary.title, url: summary.url };
  const item = {
    position: 1,
    ...link,
    excerpt: summary.excerpt,
    type: summary.type,
    publishedAt: summary.publishedAt,
    readingTimeMinutes: 4,
  };
  const place = { slug: "the-sea-in-numbers", title: "The sea in numbers", position: 1, total: 1 };
  const post: Post = {
    ...summary,
    series: { ...place, description: null, previous: null, next: null, items: [item] },
    bodyHtml: "<p>A tide table is a promise about the moon.</p>",
    bodyText: "A tide table is a promise about the moon.",
    toc: [{ id: "the-moon", level: 2, title: "The moon" }],
    previousPost: null,
    nextPost: null,
    related: [],
    commentsOpen: true,
    canonicalUrl: summary.url,
    author: { name: "Ines", url: `${site}/about` },
    unlisted: false,
  };
  const series: PostSeries = {
    slug: place.slug,
    title: place.title,
    description: null,
    cover: null,
    status: "ongoing",
    totalPosts: 1,
    updatedAt: summary.updatedAt,
    items: [item],
  };
  const found: SearchResults = {
    items: [
      {
        kind: "post",
        ...link,
        snippetHtml: "A <mark>tide</mark> <mark>table</mark> is a promise about the moon.",
        score: 14.2071,
        tags: summary.tags,
        publishedAt: summary.publishedAt,
      },
    ],
    pagination: onePage(1, 10),
    facets: { post: 1, project: 0, book: 0 },
  };
  return {
    listPosts: page([{ ...summary, series: place }]),
    getPost: post,
    getPostSeries: series,
    listTags: { items: [{ slug: "sea", name: "Sea", count: 3 }] },
    listProjects: page([createProject(site)]),
    listBooks: page([createBook(site)]),
    listPhotos: page([createPhoto(site)], 24),
    listServices: { items: [OFFERING] },
    getServicesPage: SERVICES_PAGE,
    getSiteSettings: createSettings(site),
    getAbout: ABOUT,
    searchContent: found,
  };
}

function onePage(totalItems: number, pageSize: number): Pagination {
  return { page: 1, pageSize, totalItems, totalPages: 1, hasNextPage: false, hasPreviousPage: false };
}

function createImage(site: string): Image {
  const url = `${site}/media/harbour.5d41402abc4b.jpg`;
  return {
    url,
    width: 1600,
    height: 1067,
    alt: "A harbour at low tide",
    mimeType: "image/jpeg",
    thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
    dominantColor: "#5c6f7d",
    variants: [{ url: url.replace(".jpg", "-480.webp"), width: 480, height: 320, mimeType: "image/webp" }],
  };
}

function createSummary(site: string): PostSummary {
  return {
    slug: "tide-tables",
    url: `${site}/posts/tide-tables`,
    type: "TEXT",
    title: "How to read a tide table",
    excerpt: "A tide table is a promise about the moon.",
    cover: createImage(site),
    tags: [{ slug: "sea", name: "Sea" }],
    series: null,
    publishedAt: "2026-01-31T09:30:00.000Z",
    updatedAt: "2026-01-31T09:30:00.000Z",
    language: "en",
    wordCount: 812,
    readingTimeMinutes: 4,
    hasCode: false,
    codeLanguages: [],
    featured: true,
    likeCount: null,
    commentCount: null,
    video: null,
    images: [],
  };
}

function createProject(site: string): Project {
  return {
    slug: "harbour-clock",
    url: `${site}/projects/harbour-clock`,
    title: "Harbour clock",
    summary: "A clock that shows the tide.",
    descriptionHtml: "<p>A clock that shows the tide.</p>",
    status: "maintained",
    role: "Maker",
    startedOn: "2024-03-01",
    endedOn: null,
    repositoryUrl: "https://code.example/ines/harbour-clock",
    demoUrl: null,
    links: [],
    stack: ["TypeScript"],
    license: "MIT",
    cover: createImage(site),
    gallery: [],
    featured: true,
    order: 1,
    tags: [{ slug: "sea", name: "Sea" }],
    updatedAt: null,
  };
}

function createBook(site: string): Book {
  return {
    slug: "the-moon-and-the-tide",
    url: `${site}/books/the-moon-and-the-tide`,
    title: "The Moon and the Tide",
    subtitle: null,
    authors: [{ name: "A. Writer", url: null }],
    isbn13: "9780000000002",
    isbn10: null,
    publisher: null,
    publishedYear: 2019,
    pageCount: 240,
    language: "en",
    format: "paperback",
    cover: null,
    status: "finished",
    rating: 4.5,
    startedOn: "2025-11",
    finishedOn: "2026-01-12",
    reviewHtml: "<p>Clear as water.</p>",
    relatedPostSlug: "tide-tables",
    links: [],
    tags: [{ slug: "sea", name: "Sea" }],
    updatedAt: null,
  };
}

function createPhoto(site: string): Photo {
  return {
    slug: "low-water",
    url: `${site}/photos/low-water`,
    title: "Low water",
    captionHtml: null,
    image: createImage(site),
    takenAt: "2026-01-12T08:14:00",
    publishedAt: null,
    location: { name: "Bergen", country: "Norway", latitude: null, longitude: null },
    exif: { cameraMake: "Fujifilm", cameraModel: "X-T5", lens: null, focalLengthMm: 23, aperture: 5.6, shutterSpeed: "1/250", iso: 200 },
    album: null,
    license: "CC BY 4.0",
    tags: [{ slug: "sea", name: "Sea" }],
  };
}

const OFFERING: ServiceOffering = {
  id: "weaving-course",
  slug: "weaving-course",
  title: "Weaving course",
  summary: "A weekend at the loom.",
  descriptionHtml: "<p>A weekend at the loom.</p>",
  features: ["Two days", "All yarn included"],
  deliverables: ["A scarf of your own"],
  pricing: {
    model: "fixed",
    amountMinor: 240_000,
    maxAmountMinor: null,
    currency: "NOK",
    unit: "person",
    taxIncluded: true,
    display: null,
  },
  timeline: { min: 2, max: 2, unit: "day", display: null },
  availability: "open",
  featured: true,
  order: 1,
  updatedAt: null,
};

const SERVICES_PAGE: ServicesPage = {
  locale: "en",
  availableLocales: ["en"],
  hero: { title: "Work with me", subtitle: null, image: null, cta: null },
  process: { title: "How it goes", steps: [{ title: "You write", description: null }] },
  cta: null,
  translations: {},
  updatedAt: null,
};

const ABOUT: About = {
  headline: "I weave, and write about the sea",
  bioHtml: "<p>I live in Bergen.</p>",
  bioText: "I live in Bergen.",
  portrait: null,
  links: [],
  location: "Bergen",
  translations: {},
  updatedAt: null,
};

function createSettings(site: string): SiteSettings {
  return {
    name: "Ines",
    tagline: null,
    description: null,
    url: site,
    logo: null,
    favicon: null,
    accentColor: "#5c6f7d",
    language: "en",
    locales: ["en"],
    timeZone: "Europe/Oslo",
    author: { name: "Ines", url: `${site}/about` },
    footerLinks: [],
    social: [{ label: "Mastodon", url: "https://social.example/@ines", kind: "mastodon" }],
    feeds: { rss: `${site}/feed.xml`, json: `${site}/feed.json` },
    commentsEnabled: true,
    updatedAt: null,
  };
}
