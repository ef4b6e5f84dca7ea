import type { DocumentKind } from "./site-model.ts";

/**
 * Values that a field may have, `null` for "not written"; the schemas decide which fields exist
 * (see fields.test.ts).
 */
export type FieldValues = Readonly<Record<string, readonly unknown[]>>;

const WORDS = ["Rain again", "On looms", "A heron", "Nothing much", "Long walk"];
/** Some share an instant, some share a day, one has no date. */
const DATES = ["2024-01-01", "2024-02-10T08:00:00Z", "2024-02-10T09:00:00Z", "2024-03-05", "2024-06-30T23:30", "2024-07-04", null];
const EXPIRIES = [null, "2024-04-01", "2024-07-05", "2024-07-10T00:00:00Z", "2025-01-01"];
const CHANGES = [null, "2024-08-01", "2024-09-03T10:00"];
const TAGS = [null, ["Rain"], ["rain", "Looms"], ["Looms", "C++"], ["Herons", "Rain", "Looms"]];
const LANGUAGES = [null, "nb", "pt-BR"];
const LINKS = [null, [{ label: "Shop", url: "https://shop.example" }], [{ label: "Mill", url: "https://mill.example/a" }]];
const URLS = [null, "https://one.example/a", "https://two.example/b"];
const TEXTS = [null, "Some words", "Other words"];
const LISTS = [null, ["linen"], ["wool", "silk"]];
const FLAGS = [null, true];
const ORDERS = [null, 1, 2];

const HERON = { src: "../pictures/heron.svg", alt: "A heron" };
const LOOM = { src: "/loom.png", alt: "A loom" };
const PICTURES = [
  null,
  HERON,
  LOOM,
  { ...HERON, alt: "" },
  { ...LOOM, alt: "A standing loom" },
  { src: "../pictures/none.svg", alt: "None" },
  { src: "https://marsh.example/loom.png", alt: "A loom" },
  { src: "https://other.example/loom.png", alt: "A loom elsewhere", width: 640 },
];

/** @param name of the file: slugs and former slugs are its own */
const common = (name: string): FieldValues => ({
  title: WORDS,
  slug: [null, `${name}-now`],
  draft: FLAGS,
  publishedAt: DATES,
  expiresAt: EXPIRIES,
});

/** Some equal another document's, so that a build fails or skips one of them. */
const paged = (name: string): FieldValues => ({
  permalink: [null, `/fixed/${name}/`, "/fixed/two", `/größe/${name}`],
});
const FORMER = (name: string): readonly unknown[] => [null, ["/old/two"], [`/old/${name}/`, "/posts/three"]];

const moved = (name: string): FieldValues => ({ ...paged(name), redirectFrom: FORMER(name) });
/** Fields of kinds whose documents are made from posts that name them. */
const member = (name: string): FieldValues => ({
  ...common(name),
  ...moved(name),
  excerpt: TEXTS,
  cover: PICTURES,
  language: LANGUAGES,
  translationKey: [null, "tide", "marsh"],
  tags: TAGS,
  updatedAt: CHANGES,
});

const VIDEO = { url: "https://vimeo.com/12345", durationSeconds: 60 };
const PRICE = { model: "from", amountMinor: 12_500, currency: "EUR" };
const EXIF = { cameraMake: "Zenit", cameraModel: "E", lens: "Helios", focalLengthMm: 58, aperture: 2, shutterSpeed: "1/250", iso: 400 };
const PLACE = { name: "Marsh", country: "NO", latitude: 60.5, longitude: 5.5 };
const HERO = { title: "Weaving for you", subtitle: "By hand", image: LOOM, cta: { label: "Ask", href: "/ask" } };
const STEPS = { title: "How", steps: [{ title: "You ask", description: "By mail" }, { title: "I weave" }] };
const CALL = { title: "Well?", text: "Come by.", label: "Ask", href: "mailto:a@b.example" };

const VALUES: Readonly<Record<DocumentKind, (name: string) => FieldValues>> = {
  posts: (name) => ({
    ...common(name),
    ...paged(name),
    type: [null, "TEXT"],
    excerpt: [null, "Short.", "Summary of another kind."],
    updatedAt: CHANGES,
    tags: TAGS,
    unlisted: FLAGS,
    preview: [null, "abcdefghijklmnop", "ponmlkjihgfedcba"],
    series: [null, { slug: "walks" }, { slug: "walks", position: 2 }, { slug: "cloth" }, { slug: "cloth", position: 5 }],
    aliases: [null, [`former-${name}`], [`former-${name}`, `/2019/older-${name}/`], ["former"], ["/old/two"]],
    cover: PICTURES,
    images: [null, [HERON], [LOOM, HERON]],
    video: [null, "https://www.youtube.com/watch?v=dQw4w9WgXcQ", VIDEO, { ...VIDEO, durationSeconds: 61 }, { ...VIDEO, poster: LOOM }],
    language: LANGUAGES,
    translationKey: [null, "tide", "marsh"],
    featured: FLAGS,
    commentsOpen: [null, true, false],
    canonicalUrl: URLS,
    // Keys of the author's own, which the configuration may publish.
    mood: [null, "glad", { of: ["rain", 2.5], since: 2011 }],
    translator: [null, "Kari", ["Kari", "Aud"]],
    categories: [null, ["Diary"], ["diary", "Craft"], "Craft"],
    authors: [null, "Aud", { name: "Ines", url: "https://ines.example" }, ["kari", "Aud"], ["Kari Vik", { name: "Ines", url: null }]],
    // Hugo's date of publication. The later of this and `date` counts.
    publishDate: [null, "2024-03-01", "2024-07-02", "2024-07-09T12:00"],
  }),
  pages: (name) => ({ ...member(name), order: ORDERS }),
  projects: (name) => ({
    translationKey: [null, "tide", "marsh"],
    ...common(name),
    ...moved(name),
    summary: TEXTS,
    status: [null, "planned", "archived"],
    role: TEXTS,
    startedOn: [null, "2020-01-01", "2020-02-02"],
    endedOn: [null, "2021-01-01", "2022-02-02"],
    repositoryUrl: URLS,
    demoUrl: URLS,
    links: LINKS,
    stack: LISTS,
    license: TEXTS,
    language: LANGUAGES,
    cover: PICTURES,
    gallery: [null, [HERON], [LOOM, HERON]],
    featured: FLAGS,
    order: ORDERS,
    tags: TAGS,
    updatedAt: CHANGES,
  }),
  books: (name) => ({
    ...common(name),
    ...moved(name),
    subtitle: TEXTS,
    authors: [null, ["Aud"], [{ name: "Ines", url: "https://ines.example" }, "Aud"]],
    isbn13: [null, "978-0-306-40615-7"],
    isbn10: [null, "0-306-40615-2"],
    publisher: TEXTS,
    publishedYear: [null, 1998, 2003],
    pageCount: [null, 320, 99],
    language: LANGUAGES,
    format: [null, "ebook", "paperback"],
    cover: PICTURES,
    status: ["finished", "reading", "want_to_read"],
    rating: [null, 4.5, 3],
    startedOn: [null, "2019", "2020-02"],
    finishedOn: [null, "2021", "2022-02-02"],
    relatedPostSlug: [null, "two", "three", "nowhere"],
    links: LINKS,
    tags: TAGS,
    updatedAt: CHANGES,
  }),
  photos: (name) => ({
    translationKey: [null, "tide", "marsh"],
    updatedAt: CHANGES,
    ...common(name),
    ...moved(name),
    image: [HERON, LOOM, { ...HERON, alt: "Grey" }],
    takenAt: [null, "2024-01-31T18:05:00", "2023-05-06T07:08:09"],
    location: [null, PLACE, { ...PLACE, name: "Mill" }, { country: "SE" }],
    exif: [null, EXIF, { ...EXIF, iso: 200 }, { lens: "Jupiter" }],
    album: [null, "Birds", { slug: "grey", title: "Grey things" }],
    license: TEXTS,
    language: LANGUAGES,
    tags: TAGS,
  }),
  services: (name) => ({
    ...common(name),
    id: [null, `${name}-id`],
    summary: TEXTS,
    features: LISTS,
    deliverables: LISTS,
    pricing: [
      null,
      PRICE,
      { ...PRICE, model: "range", maxAmountMinor: 20_000, taxIncluded: true },
      { ...PRICE, unit: "m", display: "Ask" },
    ],
    timeline: [null, { min: 1, max: 2, unit: "week" }, { min: 3, unit: "day", display: "Soon" }],
    availability: [null, "waitlist", "closed"],
    featured: FLAGS,
    order: ORDERS,
    updatedAt: CHANGES,
  }),
  series: (name) => ({
    ...common(name),
    description: TEXTS,
    cover: PICTURES,
    status: [null, "complete"],
  }),
  talks: (name) => ({
    ...member(name),
    event: TEXTS,
    heldOn: [null, "2024-01-31", "2023-05-06"],
    filmedAt: [null, "2024-01-31", "2023-05-06T07:08"],
    level: [null, "intro", "deep"],
    seats: [null, 12, 40.5],
    recorded: FLAGS,
    topics: LISTS,
    venue: [null, { city: "Bergen" }, { city: "Oslo", built: 1920 }],
    abstract: [null, "Some *words*.", "See [two](../posts/two.md).\n\n![A](../pictures/heron.svg)", "See [nothing](none.md)."],
    website: URLS,
    slides: [null, "../notes.txt", "/notes.txt", "../none.txt"],
    shot: PICTURES,
    shots: [null, [HERON], [LOOM, HERON]],
    post: [null, "two", "later"],
    next: [null, "tides", "looms", "mist"],
  }),
  site: () => ({
    navigation: [
      null,
      [{ label: "Posts", url: "/" }],
      [{ label: "Two", url: "https://two.example/" }],
      [{ url: "pages/docs/index.md", children: [{ label: "Setup", url: "pages/docs/install.md" }] }],
      [{ url: "posts/later.md" }, { url: "/uses/", children: [{ url: "/docs/#same-heading" }] }],
    ],
    name: WORDS,
    url: ["https://marsh.example", "https://fen.example"],
    tagline: TEXTS,
    description: TEXTS,
    logo: PICTURES,
    favicon: PICTURES,
    accentColor: [null, "#336699", "#aa0000"],
    look: ["book", "plain", "gallery"],
    colorSchemeSwitch: [false, true],
    language: LANGUAGES,
    locales: [null, ["en", "nb"], ["nb"]],
    timeZone: [null, "Europe/Oslo", "America/St_Johns"],
    author: [null, "Ines", { name: "Aud", url: "https://aud.example", email: "aud@aud.example" }],
    footerLinks: [null, [{ label: "Legal", url: "/legal" }], [{ label: "Legal", url: "/legal", kind: "imprint" }]],
    social: [null, [{ label: "Elsewhere", url: "https://social.example/@a", kind: "mastodon" }]],
    commentsEnabled: [null, false],
    replyNotices: [null, true],
    campaigns: [null, true],
    updatedAt: CHANGES,
  }),
  about: () => ({
    draft: FLAGS,
    publishedAt: DATES,
    expiresAt: EXPIRIES,
    headline: TEXTS,
    portrait: PICTURES,
    links: LINKS,
    location: TEXTS,
    updatedAt: CHANGES,
    translations: [
      null,
      { nb: { headline: "Jeg", bio: "Jeg *skriver*." } },
      { nb: { bio: "[To](posts/two.md)" }, de: { headline: "Ich" } },
    ],
  }),
  servicesPage: () => ({
    locale: LANGUAGES,
    hero: [null, HERO, { ...HERO, subtitle: null, image: { ...HERON, src: "pictures/heron.svg" } }, { title: "Only a title" }],
    process: [null, STEPS, { ...STEPS, title: null }],
    cta: [null, CALL, { ...CALL, text: null }],
    translations: [null, { nb: { hero: HERO } }, { nb: { cta: CALL, process: STEPS } }],
    updatedAt: CHANGES,
  }),
};

/** The fields of a document, each with the values that edits give it. */
export function valuesOf(kind: DocumentKind, name: string): FieldValues {
  return VALUES[kind](name);
}
