import { COLLECTION_NAMES, type CollectionName } from "../../../contract/config/config-names.ts";
import { DOCUMENT_KIND_NAMES, DOCUMENT_KINDS, type DocumentKindName } from "../../../kinds/document-kinds.ts";
import { isField, type MemberData, type MemberType } from "../../../kinds/members/member-data.ts";

/** Kinds of documents in the order in which edits are dealt. Posts have edits of their own. */
export const OTHER_KINDS = [
  ...COLLECTION_NAMES.filter((name): name is Exclude<CollectionName, "posts"> => name !== "posts"),
  ...(["talks", "site", "about", "servicesPage"] as const),
] as const;
export type DocumentKind = "posts" | (typeof OTHER_KINDS)[number];

/**
 * Values that a field may have; `null` means that it is not written. The schemas decide which
 * fields exist (see edits.test.ts).
 */
export type FieldValues = Readonly<Record<string, readonly unknown[]>>;

const WORDS = ["Rain again", "On looms", "A heron", "Nothing much", "Long walk"];
/** Some are the same instant, some are on the same day, and one is missing. */
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

/** @param name name of the file, on which slugs and former slugs depend */
const common = (name: string): FieldValues => ({
  title: WORDS,
  slug: [null, `${name}-now`],
  draft: FLAGS,
  publishedAt: DATES,
  expiresAt: EXPIRIES,
});

/** Some values equal those of another document, so that a build fails or skips one of them. */
const paged = (name: string): FieldValues => ({
  permalink: [null, `/fixed/${name}/`, "/fixed/two", `/größe/${name}`],
});
const FORMER = (name: string): readonly unknown[] => [null, ["/old/two"], [`/old/${name}/`, "/posts/three"]];

const moved = (name: string): FieldValues => ({ ...paged(name), redirectFrom: FORMER(name) });
/** Fields of the talks that their definition does not list. */
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

/** Values of a member by its type. */
const BY_TYPE: Readonly<Partial<Record<MemberType, readonly unknown[]>>> = {
  ...{ title: WORDS, excerpt: TEXTS, text: TEXTS, boolean: FLAGS, list: LISTS, url: URLS, links: LINKS, language: LANGUAGES },
  ...{ picture: PICTURES, pictures: [null, [HERON], [LOOM, HERON]], updatedAt: CHANGES, publishedAt: DATES, tags: TAGS },
  date: [null, "2020-01-01", "2021-02-02"],
  instant: [null, "2024-01-31", "2023-05-06T07:08"],
  partialDate: [null, "2019", "2020-02", "2022-02-02"],
  localTime: [null, "2024-01-31T18:05:00", "2023-05-06T07:08:09"],
  people: [null, ["Aud"], [{ name: "Ines", url: "https://ines.example" }, "Aud"]],
  isbn13: [null, "978-0-306-40615-7"],
  isbn10: [null, "0-306-40615-2"],
  album: [null, "Birds", { slug: "grey", title: "Grey things" }],
  markdown: [null, "Some *words*.", "See [two](../posts/two.md).\n\n![A](../pictures/heron.svg)", "See [nothing](none.md)."],
  file: [null, "../notes.txt", "/notes.txt", "../none.txt"],
  reference: [null, "two", "three", "nowhere"],
};

/** Values of members whose type does not determine them. */
const BY_NAME: Readonly<Partial<Record<DocumentKindName, (name: string) => FieldValues>>> = {
  photos: () => ({
    image: [HERON, LOOM, { ...HERON, alt: "Grey" }],
    location: [null, PLACE, { ...PLACE, name: "Mill" }, { country: "SE" }],
    exif: [null, EXIF, { ...EXIF, iso: 200 }, { lens: "Jupiter" }],
  }),
  services: (name) => ({
    id: [null, `${name}-id`],
    pricing: [
      null,
      PRICE,
      { ...PRICE, model: "range", maxAmountMinor: 20_000, taxIncluded: true },
      { ...PRICE, unit: "m", display: "Ask" },
    ],
    timeline: [null, { min: 1, max: 2, unit: "week" }, { min: 3, unit: "day", display: "Soon" }],
  }),
};

function valuesOfKind(kind: DocumentKindName, name: string): FieldValues {
  const { members, page, hasTranslations } = DOCUMENT_KINDS[kind];
  const fields = Object.entries(members).filter(([, member]) => isField(member) || member.type === "updatedAt" || member.type === "tags");
  return {
    ...common(name),
    ...(page === null ? {} : moved(name)),
    ...(hasTranslations ? { translationKey: [null, "tide", "marsh"] } : {}),
    ...Object.fromEntries(fields.map(([field, member]) => [field, valuesOfMember(member)])),
    ...BY_NAME[kind]?.(name),
  };
}

function valuesOfMember({
  type,
  values = [],
  isOptional,
  hasStandIn,
  fallback,
  minimum = 1,
  multipleOf = 1,
}: MemberData): readonly unknown[] {
  const all =
    type === "oneOf" ? [null, ...values] : type === "number" ? [null, minimum + multipleOf, minimum + 2 * multipleOf] : BY_TYPE[type];
  const isRequired = isOptional !== true && hasStandIn !== true && fallback === undefined && (type === "oneOf" || type === "number");
  return (all ?? []).filter((value) => value !== null || !isRequired);
}

/** Front matter that a document of a kind needs besides its title. */
export function requiredFieldsOf(kind: DocumentKindName): Readonly<Record<string, unknown>> {
  const values = Object.entries(valuesOfKind(kind, "a")).filter(([field, all]) => field !== "title" && !all.includes(null));
  return Object.fromEntries(values.map(([field, [first]]) => [field, first]));
}

const VALUES: Readonly<Record<Exclude<DocumentKind, DocumentKindName>, (name: string) => FieldValues>> = {
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
    // The author's own keys, which the configuration may publish.
    mood: [null, "glad", { of: ["rain", 2.5], since: 2011 }],
    translator: [null, "Kari", ["Kari", "Aud"]],
    categories: [null, ["Diary"], ["diary", "Craft"], "Craft"],
    authors: [null, "Aud", { name: "Ines", url: "https://ines.example" }, ["kari", "Aud"], ["Kari Vik", { name: "Ines", url: null }]],
    // Hugo's date of publication. The later of this and `date` counts.
    publishDate: [null, "2024-03-01", "2024-07-02", "2024-07-09T12:00"],
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

/** Returns the fields of a document, each with the values that edits give it. */
export function valuesOf(kind: DocumentKind, name: string): FieldValues {
  return isDocumentKind(kind) ? valuesOfKind(kind, name) : VALUES[kind](name);
}

function isDocumentKind(kind: DocumentKind): kind is DocumentKindName {
  return DOCUMENT_KIND_NAMES.some((name) => name === kind);
}
