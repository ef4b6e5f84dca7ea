// Generated from contract/ by `npm run generate`. Edit that, not this file.

/** Requests and responses of the API, generated from its schemas. A site's OpenAPI document describes the same values. */

/** About the owner */
export interface About {
  /** The owner in one line of plain text; null if none */
  headline: string | null;
  /** Safe HTML; null if none */
  bioHtml: string | null;
  /** The same as plain text; null if none */
  bioText: string | null;
  /** Portrait; null if none */
  portrait: Image | null;
  /** The owner's profiles elsewhere */
  links: LabelledLink[];
  /** Where the owner lives; null if not stated */
  location: string | null;
  /** Texts in the other languages, by BCP 47 tag */
  translations: { [name: string]: {
    /** The owner in one line of plain text; null if none */
    headline: string | null;
    /** Safe HTML; null if none */
    bioHtml: string | null;
  } };
  /** Date of the last change; null if undated */
  updatedAt: string | null;
}

/** An album of photos */
export interface Album {
  /** Slug of the album */
  slug: string;
  /** Title of the album */
  title: string;
  /** Number of photos */
  count: number;
  /** Its newest photo */
  cover: Image;
  /** When the oldest photo was taken; null if unknown */
  takenFrom: string | null;
  /** When the newest photo was taken; null if unknown */
  takenTo: string | null;
  /** Its page; null if the site's `urls` have no pattern for it */
  url: string | null;
  /** Path of that page */
  path: string | null;
}

/** All albums */
export interface AlbumList {
  /** All albums */
  items: Album[];
}

/** An album, as its page shows it */
export interface AlbumPage {
  /** Slug of the album */
  slug: string;
  /** Title of the album */
  title: string;
  /** Number of photos */
  count: number;
  /** Its newest photo */
  cover: Image;
  /** When the oldest photo was taken; null if unknown */
  takenFrom: string | null;
  /** When the newest photo was taken; null if unknown */
  takenTo: string | null;
  /** Its page; null if the site's `urls` have no pattern for it */
  url: string | null;
  /** Path of that page */
  path: string | null;
  /** Plain text; null if none */
  description: string | null;
}

/** The API itself, with its site and other addresses */
export interface ApiEntry {
  /** Name of the site */
  name: string;
  /** The site's language */
  language: string;
  /** Changes whenever any content changes */
  buildId: string;
  /** Format of the index files; read handlers of other versions may not understand it */
  format: number;
  /** Other addresses */
  links: {
    /** The site's public address */
    site: string;
    /** The OpenAPI document */
    openapi: string;
    /** The kinds of content */
    kinds: string;
    /** Full-text search; null if the site was built without it */
    search: string | null;
    /** The feed; null if none */
    rss: string | null;
    /** The same as JSON Feed; null if none */
    json: string | null;
  };
}

/** Number of posts by month */
export interface Archive {
  /** Newest year first */
  items: ArchiveYear[];
  /** Posts without a date */
  undated: number;
}

/** A month and its posts */
export interface ArchiveMonth {
  /** 1 for January */
  month: number;
  /** Posts of the month */
  count: number;
}

/** A year and its posts */
export interface ArchiveYear {
  /** In the site's time zone */
  year: number;
  /** Posts of the year */
  count: number;
  /** Months with posts, newest first */
  months: ArchiveMonth[];
}

/** Atom (RFC 4287), with replies (RFC 4685) */
export type AtomFeed = string;

/** An author of a post, with a biography */
export interface Author {
  /** Letters and digits of any script, and single hyphens between them */
  slug: string;
  /** As written */
  name: string;
  /** The author's own page; null if none */
  url: string | null;
  /** Plain text */
  bio: string | null;
  /** Portrait; null if none */
  avatar: Image | null;
}

/** An author and the number of their posts */
export interface AuthorCount {
  /** Letters and digits of any script, and single hyphens between them */
  slug: string;
  /** As written */
  name: string;
  /** The author's own page; null if none */
  url: string | null;
  /** Plain text */
  bio: string | null;
  /** Portrait; null if none */
  avatar: Image | null;
  /** Number of published posts */
  count: number;
  /** Page about the author on this site; null if the site's `urls` have no pattern for it */
  pageUrl: string | null;
  /** Path of that page */
  path: string | null;
}

/** An author of a post */
export interface AuthorLink {
  /** Letters and digits of any script, and single hyphens between them */
  slug: string;
  /** As written */
  name: string;
  /** The author's own page; null if none */
  url: string | null;
}

/** All authors of posts */
export interface AuthorList {
  /** All authors */
  items: AuthorCount[];
}

/** An author, as the author's page shows them */
export interface AuthorPage {
  /** Letters and digits of any script, and single hyphens between them */
  slug: string;
  /** As written */
  name: string;
  /** The author's own page; null if none */
  url: string | null;
  /** Plain text */
  bio: string | null;
  /** Portrait; null if none */
  avatar: Image | null;
  /** Number of published posts */
  count: number;
  /** Page about the author on this site; null if the site's `urls` have no pattern for it */
  pageUrl: string | null;
  /** Path of that page */
  path: string | null;
  /** The same as `bio` */
  description: string | null;
}

/** Availability of an offering */
export type Availability = "open" | "waitlist" | "closed";

/** A book */
export interface Book {
  /** Names the book in API paths */
  slug: string;
  /** The book's page */
  url: string;
  /** Path of that page */
  path: string;
  /** Plain text */
  title: string;
  /** Plain text; null if none */
  subtitle: string | null;
  /** In the order on the cover */
  authors: Person[];
  /** Digits only; null if unknown */
  isbn13: string | null;
  /** Ten characters, no hyphens; null if unknown */
  isbn10: string | null;
  /** Null if unknown */
  publisher: string | null;
  /** Null if unknown */
  publishedYear: number | null;
  /** Pages; null if unknown */
  pageCount: number | null;
  /** BCP 47 tag of the edition that was read; null if unknown */
  language: string | null;
  /** Its format; null if unknown */
  format: BookFormat | null;
  /** Picture of the cover; null if none */
  cover: Image | null;
  /** Reading status */
  status: BookStatus;
  /** Stars, in steps of 0.5; null if not rated */
  rating: number | null;
  /** When reading began; null if not stated */
  startedOn: string | null;
  /** When reading ended; null if not stated */
  finishedOn: string | null;
  /** The review as HTML; null if none */
  reviewHtml: string | null;
  /** Slug of a post about it; null if none */
  relatedPostSlug: string | null;
  /** Where it is sold or described */
  links: LabelledLink[];
  /** In the author's order */
  tags: Tag[];
  /** When it was published; null if undated */
  publishedAt: string | null;
  /** Date of the last change; null if undated */
  updatedAt: string | null;
  /** The author's own front matter */
  extra: Extra;
}

/** A book was opened */
export interface BookClick {
  /** Type of the event */
  type: "book_click";
  /** A repeated record counts only once */
  id?: string | null | undefined;
  /** Path of the page; truncated to 1024 characters */
  path?: string | null | undefined;
  /** `document.referrer`; only its host is stored; truncated to 2048 characters */
  referrer?: string | null | undefined;
  /** Milliseconds since the action */
  ageMs?: number | null | undefined;
  /** Slug of the book */
  slug: string;
}

/** Format of a book */
export type BookFormat = "hardcover" | "paperback" | "ebook" | "audiobook" | "graphic_novel";

/** A page of books */
export interface BookList {
  /** Books of this page */
  items: Book[];
  /** Position of the page */
  pagination: Pagination;
}

/** Reading status of a book */
export type BookStatus = "want_to_read" | "reading" | "finished" | "abandoned";

/** A button */
export interface CallToAction {
  /** Button text */
  label: string;
  /** Absolute address, or path on the site */
  href: string;
}

/** The campaign in the page's address: its `utm_source`, `utm_medium` and `utm_campaign`. Stored only if the site counts campaigns */
export interface Campaign {
  /** Source of the visit */
  source?: string | null | undefined;
  /** Medium of the visit */
  medium?: string | null | undefined;
  /** The campaign */
  name?: string | null | undefined;
}

/** A comment and its replies. A deleted comment keeps its place for its replies, without content */
export type Comment = {
  /** Id of the comment */
  id: string;
  /** The comment it replies to; null at the top level */
  parentId: string | null;
  /** 0: top level; a reply to a comment at the deepest level has the same depth */
  depth: number;
  /** UTC, always with three decimals */
  createdAt: string;
  /** Last change; null if none */
  editedAt: string | null;
  /** All public descendants */
  replyCount: number;
  /** On a top-level comment: whether there are more replies; `parentId` pages through them */
  repliesTruncated: boolean;
  /** Oldest first; empty in an answer to `parentId` */
  replies: Comment[];
} & ({
  /** Name as the author wrote it */
  authorName: string;
  /** The author's page; null if none */
  authorUrl: string | null;
  /** Written by the owner */
  isAuthor: boolean;
  /** Markdown as written */
  body: string;
  /** `body` as safe HTML: paragraphs, emphasis, links, code, quotes, lists */
  bodyHtml: string;
  /** The comment is public */
  deleted: false;
} | {
  /** Not shown */
  authorName: null;
  /** Not shown */
  authorUrl: null;
  /** Not shown */
  body: null;
  /** Not shown */
  bodyHtml: null;
  /** Not disclosed */
  isAuthor: false;
  /** The comment is not public, but its replies are */
  deleted: true;
});

/** Changes to a comment; absent members stay unchanged */
export interface CommentEdit {
  /** Shown with the comment */
  authorName?: string | null | undefined;
  /** Null or empty removes it */
  authorUrl?: string | null | undefined;
  /** Markdown, as in a new comment */
  body?: string | null | undefined;
}

/** A changed comment that waits for approval */
export interface CommentEdited {
  /** Id of the comment */
  id: string;
  /** Always this value: the decision is not disclosed */
  status: "pending";
  /** UTC, always with three decimals */
  createdAt: string;
  /** The comment it replies to; null at the top level */
  parentId: string | null;
  /** As it will be shown */
  authorName: string;
  /** As it will be shown; null if none */
  authorUrl: string | null;
  /** Markdown as stored */
  body: string;
  /** `body` as safe HTML: paragraphs, emphasis, links, code, quotes, lists */
  bodyHtml: string;
  /** Until then, the comment can be changed or withdrawn with the token from its submission */
  editableUntil: string;
}

/** `replies` of the comment is empty */
export interface CommentPlace {
  /** The comment */
  comment: Comment;
  /** The top-level comment of its thread, or the comment itself */
  threadId: string;
  /** Page of the post's comments that shows it, for the page size and order below */
  commentsPage: number;
  /** Threads per page, for `commentsPage` */
  commentsPageSize: number;
  /** Order of threads, for `commentsPage` */
  commentsSort: CommentSort;
  /** Whether the thread has too many replies to include this one, so that only `parentId` shows it */
  beyondReplies: boolean;
}

/** Order of threads */
export type CommentSort = "oldest" | "newest" | "popular";

/** A new comment */
export interface CommentSubmission {
  /** Shown with the comment */
  authorName: string;
  /** Markdown: paragraphs, emphasis, links, inline and fenced code, quotes, lists; everything else becomes plain text */
  body: string;
  /** Never shown */
  authorEmail?: string | null | undefined;
  /** Shown with the comment: http or https */
  authorUrl?: string | null | undefined;
  /** The approved comment of the post to which this one replies */
  parentId?: string | null | undefined;
  /** Whether to email `authorEmail` (then required) when somebody replies; nothing is sent unless the site's settings have `replyNotices` */
  notifyReplies?: boolean | null | undefined;
  /** Leave it out: a request with this member is treated as sent by a bot */
  contact_me_by_fax?: unknown;
}

/** A received comment that waits for approval */
export interface CommentSubmitted {
  /** Id of the comment */
  id: string;
  /** Always this value: the decision is not disclosed */
  status: "pending";
  /** UTC, always with three decimals */
  createdAt: string;
  /** The comment it replies to; null at the top level */
  parentId: string | null;
  /** As it will be shown */
  authorName: string;
  /** As it will be shown; null if none */
  authorUrl: string | null;
  /** Markdown as stored */
  body: string;
  /** `body` as safe HTML: paragraphs, emphasis, links, code, quotes, lists */
  bodyHtml: string;
  /** Until then, the comment can be changed or withdrawn with the token from its submission */
  editableUntil: string;
  /** For `X-Edit-Token`, valid for 15 minutes; it is sent only once */
  editToken: string;
}

/** `pagination` counts the items, including tombstones */
export interface CommentThreads {
  /** Threads; with `parentId`, that comment's descendants, flat */
  items: Comment[];
  /** Counts the items, including tombstones */
  pagination: Pagination;
  /** Public comments of the post, without tombstones */
  totalComments: number;
}

/** Likes and comments of posts */
export interface Counts {
  /** By slug; a missing post has no likes and comments */
  posts: { [name: string]: {
    /** Likes */
    likeCount: number;
    /** Public comments */
    commentCount: number;
    /** Null if the owner does not publish views */
    viewCount: number | null;
  } };
}

/** A visitor followed a call to action */
export interface CtaClick {
  /** Type of the event */
  type: "cta_click";
  /** A repeated record counts only once */
  id?: string | null | undefined;
  /** Path of the page; truncated to 1024 characters */
  path?: string | null | undefined;
  /** `document.referrer`; only its host is stored; truncated to 2048 characters */
  referrer?: string | null | undefined;
  /** Milliseconds since the action */
  ageMs?: number | null | undefined;
  /** Its name on the page */
  name: string;
}

/** A page or a document of the site's own kinds was opened */
export interface DocumentView {
  /** Type of the event */
  type: "document_view";
  /** A repeated record counts only once */
  id?: string | null | undefined;
  /** Path of the page; truncated to 1024 characters */
  path?: string | null | undefined;
  /** `document.referrer`; only its host is stored; truncated to 2048 characters */
  referrer?: string | null | undefined;
  /** Milliseconds since the action */
  ageMs?: number | null | undefined;
  /** Kind of the document, as in API paths */
  kind: string;
  /** Its slug */
  slug: string;
}

/** Result of sending records */
export interface EngagementAccepted {
  /** Accepted records, including those of bots and unknown slugs */
  accepted: number;
  /** Invalid records */
  rejected: {
    /** Position in `events`, from 0; 0 for a single record */
    index: number;
    /** Why the record is wrong */
    code: ProblemItemCode;
    /** Description of the expected value */
    detail: string;
  }[];
}

/** Several records */
export interface EngagementBatch {
  /** Records, in any order */
  events: EngagementRecord[];
}

/** An action of a reader, named by `type` */
export type EngagementRecord = PostView | PageView | OutboundClick | ReadProgress | Share | ProjectClick | BookClick | PhotoView | ServiceView | DocumentView | SearchUse | CtaClick;

/** One record or several */
export type EngagementRequest = EngagementRecord | EngagementBatch;

/** Front matter keys that the configuration names, as written; empty if there are none */
export type Extra = { [name: string]: unknown };

/** A picture */
export interface Image {
  /** Address of the original, without its metadata */
  url: string;
  /** Pixels; null if unknown (a picture on another server) */
  width: number | null;
  /** Pixels; null if unknown */
  height: number | null;
  /** Alternative text; empty if the picture is decorative or not described */
  alt: string;
  /** Media type; null if unknown */
  mimeType: string | null;
  /** Base64 ThumbHash; null for vector pictures */
  thumbhash: string | null;
  /** `#rrggbb`; null if unknown */
  dominantColor: string | null;
  /** WebP, narrowest first, up to the picture's own width or the site's largest width; empty for animated, vector and very tall pictures */
  variants: ImageVariant[];
}

/** A picture at one width */
export interface ImageVariant {
  /** Address of the file */
  url: string;
  /** Pixels */
  width: number;
  /** Pixels */
  height: number;
  /** Media type */
  mimeType: string;
}

/** A received inquiry */
export interface InquiryReceived {
  /** Id of the inquiry, for reference */
  id: string;
  /** Always this value */
  status: "received";
  /** UTC, always with three decimals */
  createdAt: string;
}

/** A new inquiry */
export interface InquirySubmission {
  /** Address to which the owner can reply */
  email: string;
  /** Plain text */
  message: string;
  /** Sender's name on Telegram, stored as `@name` */
  telegram?: string | null | undefined;
  /** `id` of a published offering */
  serviceId?: string | null | undefined;
  /** Name of the sender */
  name?: string | null | undefined;
  /** Leave it out: a request with this member is treated as sent by a bot */
  contact_me_by_fax?: unknown;
}

/** A kind of content */
export interface Kind {
  /** Name of the kind in API paths */
  name: string;
  /** Path of its list, relative to the base address */
  path: string;
  /** Names for its documents */
  words: KindWords;
  /** False: this site defines it */
  builtIn: boolean;
  /** Published documents */
  count: number;
  /** Pattern of the paths of its pages; null if it has no pages */
  page: string | null;
  /** The member by which documents are dated; null if none */
  date: string | null;
  /** Whether its documents have tags */
  tags: boolean;
  /** Whether search finds its documents */
  search: boolean;
  /** Parameters that filter its list */
  filters: KindFilter[];
  /** Keys that the list is sorted by; `-` before a descending key, `=` before a value that comes first */
  order: string[];
  /** Keys that `sort` accepts */
  sorts: string[];
  /** JSON Schema 2020-12 of an item of the list; references are relative to this document's address */
  schema: { [name: string]: unknown };
}

/** A parameter that filters a list */
export interface KindFilter {
  /** The query parameter */
  name: string;
  /** Type of its values; `text` matches in any letter case and with any white space */
  type: "slug" | "oneOf" | "boolean" | "number" | "text" | "language" | "period" | "instant";
  /** The values of `oneOf`; null if any value is valid */
  values: string[] | null;
}

/** All kinds of content with a list */
export interface KindList {
  /** First the built-in kinds with a list, then the kinds that the site defines */
  items: Kind[];
}

/** Names for documents of a kind */
export interface KindWords {
  /** One document */
  one: string;
  /** Several documents */
  many: string;
}

/** A link with its text */
export interface LabelledLink {
  /** Link text */
  label: string;
  /** Its target */
  url: string;
}

/** A language of the site's documents */
export interface LanguageCount {
  /** BCP 47 */
  language: string;
  /** Listed documents in this language */
  count: number;
  /** The same number by kind: `posts`, `projects` … */
  kinds: { [name: string]: number };
}

/** All languages that documents are written in */
export interface LanguageList {
  /** Most frequent language first */
  items: LanguageCount[];
}

/** A new document of any kind */
export interface LatestItem {
  /** Name of its kind, with which `/{kind}/{slug}` returns the document */
  kind: string;
  /** Slug of the document in API paths */
  slug: string;
  /** Its page; null if its kind has none */
  url: string | null;
  /** The path of that page */
  path: string | null;
  /** Plain text */
  title: string;
  /** Plain text; null if none */
  excerpt: string | null;
  /** Picture of the document; null if none */
  cover: Image | null;
  /** BCP 47; null if the kind has none */
  language: string | null;
  /** When it was published */
  publishedAt: string;
}

/** The site's newest documents */
export interface LatestList {
  /** Newest first */
  items: LatestItem[];
}

/** Likes of a post */
export interface Like {
  /** Slug of the post */
  slug: string;
  /** Whether this visitor likes it */
  liked: boolean;
  /** Likes of the post */
  likeCount: number;
}

/** An entry of the site's menu */
export interface NavigationItem {
  /** Link text */
  label: string;
  /** Target: an absolute address, `mailto:` or `tel:` */
  url: string;
  /** The path of that address on the site; null if it leads elsewhere */
  path: string | null;
  /** Kind of the document to which it leads; null if none */
  kind: string | null;
  /** Slug of that document; null if none */
  slug: string | null;
  /** Links below it */
  children: NavigationLink[];
}

/** A link in the site's menu */
export interface NavigationLink {
  /** Link text */
  label: string;
  /** Target: an absolute address, `mailto:` or `tel:` */
  url: string;
  /** The path of that address on the site; null if it leads elsewhere */
  path: string | null;
  /** Kind of the document to which it leads; null if none */
  kind: string | null;
  /** Slug of that document; null if none */
  slug: string | null;
}

/** An OpenAPI 3.1 document */
export interface OpenApiDocument {
  /** Version of the OpenAPI Specification */
  openapi: string;
  /** About the API */
  info: {
    /** Name of the API */
    title: string;
    /** Version of the API */
    version: string;
    [name: string]: unknown;
  };
  /** By path */
  paths: { [name: string]: unknown };
  [name: string]: unknown;
}

/** A link to another site was followed */
export interface OutboundClick {
  /** Type of the event */
  type: "outbound_click";
  /** A repeated record counts only once */
  id?: string | null | undefined;
  /** Path of the page; truncated to 1024 characters */
  path?: string | null | undefined;
  /** `document.referrer`; only its host is stored; truncated to 2048 characters */
  referrer?: string | null | undefined;
  /** Milliseconds since the action */
  ageMs?: number | null | undefined;
  /** Where the link leads */
  url: string;
  /** Slug of the post that contains it */
  slug?: string | null | undefined;
}

/** A page of the site */
export interface Page {
  /** Slug of the document in API paths */
  slug: string;
  /** The page's address */
  url: string;
  /** The path of that address */
  path: string;
  /** Plain text */
  title: string;
  /** Plain text; null if none */
  excerpt: string | null;
  /** Picture of the document; null if none */
  cover: Image | null;
  /** In the author's order */
  tags: Tag[];
  /** BCP 47 */
  language: string;
  /** Null if undated */
  publishedAt: string | null;
  /** Date of the last change; null if undated */
  updatedAt: string | null;
  /** Position set by the author, lowest first; null if none */
  order: number | null;
  /** Page of the nearest folder above it that has a page; null if none */
  parent: PageLink | null;
  /** The body as HTML */
  bodyHtml: string;
  /** The body as plain text */
  bodyText: string;
  /** Headings of the body, in order */
  toc: TocEntry[];
  /** The other listed translations, by language */
  translations: Translation[];
  /** Every page above, the topmost first */
  ancestors: PageLink[];
  /** Every page below, in order */
  children: PageLink[];
}

/** A page above or below another one */
export interface PageLink {
  /** Its slug in API paths */
  slug: string;
  /** Its address */
  url: string;
  /** The path of that address */
  path: string;
  /** Plain text */
  title: string;
}

/** A page of pages */
export interface PageList {
  /** Pages of this page */
  items: PageSummary[];
  /** Position of the page */
  pagination: Pagination;
}

/** A page of the site, as lists show it */
export interface PageSummary {
  /** Slug of the document in API paths */
  slug: string;
  /** The page's address */
  url: string;
  /** The path of that address */
  path: string;
  /** Plain text */
  title: string;
  /** Plain text; null if none */
  excerpt: string | null;
  /** Picture of the document; null if none */
  cover: Image | null;
  /** In the author's order */
  tags: Tag[];
  /** BCP 47 */
  language: string;
  /** Null if undated */
  publishedAt: string | null;
  /** Date of the last change; null if undated */
  updatedAt: string | null;
  /** Position set by the author, lowest first; null if none */
  order: number | null;
  /** Page of the nearest folder above it that has a page; null if none */
  parent: PageLink | null;
}

/** Another page was opened */
export interface PageView {
  /** Type of the event */
  type: "page_view";
  /** A repeated record counts only once */
  id?: string | null | undefined;
  /** Path of the page; truncated to 1024 characters */
  path: string;
  /** `document.referrer`; only its host is stored; truncated to 2048 characters */
  referrer?: string | null | undefined;
  /** Milliseconds since the action */
  ageMs?: number | null | undefined;
  /** The campaign in the page's address: its `utm_source`, `utm_medium` and `utm_campaign`. Stored only if the site counts campaigns */
  campaign?: Campaign | null | undefined;
}

/** Position of a page in its list */
export interface Pagination {
  /** Number of this page, from 1 */
  page: number;
  /** Maximum number of items per page */
  pageSize: number;
  /** Number of items on all pages */
  totalItems: number;
  /** 0 if there are no items */
  totalPages: number;
  /** Whether there is a page after this one */
  hasNextPage: boolean;
  /** Whether there is a page before this one */
  hasPreviousPage: boolean;
}

/** A person */
export interface Person {
  /** As written */
  name: string;
  /** The person's own page; null if none */
  url: string | null;
}

/** A photo, as lists show it */
export interface Photo {
  /** Names the photo in API paths */
  slug: string;
  /** The photo's page */
  url: string;
  /** Path of that page */
  path: string;
  /** Plain text */
  title: string;
  /** Safe HTML; null if none */
  captionHtml: string | null;
  /** The picture */
  image: Image;
  /** When it was taken; null if unknown */
  takenAt: string | null;
  /** When it was published; null if undated */
  publishedAt: string | null;
  /** Where it was taken; null if not stated */
  location: PhotoLocation | null;
  /** How it was taken; null if unknown */
  exif: PhotoExif | null;
  /** The album it is in; null if none */
  album: {
    /** Slug of the album */
    slug: string;
    /** Title of the album */
    title: string;
  } | null;
  /** As written; null if not stated */
  license: string | null;
  /** In the author's order */
  tags: Tag[];
  /** BCP 47 */
  language: string;
  /** Date of the last change; null if undated */
  updatedAt: string | null;
  /** The author's own front matter */
  extra: Extra;
}

/** A photo */
export interface PhotoDocument {
  /** Names the photo in API paths */
  slug: string;
  /** The photo's page */
  url: string;
  /** Path of that page */
  path: string;
  /** Plain text */
  title: string;
  /** Safe HTML; null if none */
  captionHtml: string | null;
  /** The picture */
  image: Image;
  /** When it was taken; null if unknown */
  takenAt: string | null;
  /** When it was published; null if undated */
  publishedAt: string | null;
  /** Where it was taken; null if not stated */
  location: PhotoLocation | null;
  /** How it was taken; null if unknown */
  exif: PhotoExif | null;
  /** The album it is in; null if none */
  album: {
    /** Slug of the album */
    slug: string;
    /** Title of the album */
    title: string;
  } | null;
  /** As written; null if not stated */
  license: string | null;
  /** In the author's order */
  tags: Tag[];
  /** BCP 47 */
  language: string;
  /** Date of the last change; null if undated */
  updatedAt: string | null;
  /** The author's own front matter */
  extra: Extra;
  /** The other listed translations, by language */
  translations: Translation[];
}

/** How a photo was taken */
export interface PhotoExif {
  /** Maker of the camera; null if unknown */
  cameraMake: string | null;
  /** Null if unknown */
  cameraModel: string | null;
  /** Null if unknown */
  lens: string | null;
  /** Millimetres; null if unknown */
  focalLengthMm: number | null;
  /** F-number, such as 5.6 */
  aperture: number | null;
  /** Seconds, as a fraction below one: `1/250` */
  shutterSpeed: string | null;
  /** Sensitivity; null if unknown */
  iso: number | null;
}

/** A page of photos */
export interface PhotoList {
  /** Photos of this page */
  items: Photo[];
  /** Position of the page */
  pagination: Pagination;
}

/** Only what the author writes, never from EXIF */
export interface PhotoLocation {
  /** Name of the place; null if not given */
  name: string | null;
  /** As written; null if not stated */
  country: string | null;
  /** Degrees, north is positive; null if not stated */
  latitude: number | null;
  /** Degrees, east is positive; null if not stated */
  longitude: number | null;
}

/** A photo was opened */
export interface PhotoView {
  /** Type of the event */
  type: "photo_view";
  /** A repeated record counts only once */
  id?: string | null | undefined;
  /** Path of the page; truncated to 1024 characters */
  path?: string | null | undefined;
  /** `document.referrer`; only its host is stored; truncated to 2048 characters */
  referrer?: string | null | undefined;
  /** Milliseconds since the action */
  ageMs?: number | null | undefined;
  /** Slug of the photo */
  slug: string;
}

/** A complete post */
export type Post = {
  /** Slug of the post in API paths */
  slug: string;
  /** The post's page */
  url: string;
  /** Path of that page */
  path: string;
  /** Plain text */
  title: string;
  /** Plain text */
  excerpt: string;
  /** Picture at the head; null if none */
  cover: Image | null;
  /** In the author's order */
  tags: Tag[];
  /** In the author's order */
  categories: Tag[];
  /** The first is the main author */
  authors: Author[];
  /** Its series; null if not in a series */
  series: PostSeriesContext | null;
  /** When it was published; null if undated */
  publishedAt: string | null;
  /** Date of the last change; null if undated */
  updatedAt: string | null;
  /** BCP 47 */
  language: string;
  /** Number of words in the body */
  wordCount: number;
  /** Minutes, rounded up */
  readingTimeMinutes: number;
  /** Whether the body has a code block */
  hasCode: boolean;
  /** Languages of its code blocks */
  codeLanguages: string[];
  /** Whether the author features it */
  featured: boolean;
  /** Null if unknown: files contain no counts */
  likeCount: number | null;
  /** Null if unknown: files contain no counts */
  commentCount: number | null;
  /** The author's own front matter */
  extra: Extra;
  /** The body as HTML */
  bodyHtml: string;
  /** The body as plain text */
  bodyText: string;
  /** Headings of the body, in order */
  toc: TocEntry[];
  /** The next older post */
  previousPost: PostLink | null;
  /** The next newer post */
  nextPost: PostLink | null;
  /** Posts about the same topic, closest first */
  related: RelatedPost[];
  /** Whether comments are accepted */
  commentsOpen: boolean;
  /** The post's canonical address: `url`, unless it was first published elsewhere */
  canonicalUrl: string;
  /** The first of `authors` */
  author: Person | null;
  /** The other listed translations, by language */
  translations: Translation[];
  /** True: anybody with the address can read it, but it is not in any list, feed, search result or sitemap, and its counts here are null */
  unlisted: boolean;
} & ({
  /** Mainly its body */
  type: "TEXT";
  /** Never null for a post of type VIDEO */
  video: Video | null;
  /** Never empty for a post of type IMAGE */
  images: Image[];
} | {
  /** Mainly a video */
  type: "VIDEO";
  /** Its video */
  video: Video;
  /** Never empty for a post of type IMAGE */
  images: Image[];
} | {
  /** Mainly pictures */
  type: "IMAGE";
  /** Never null for a post of type VIDEO */
  video: Video | null;
  /** Its pictures */
  images: Image[];
});

/** A post as a link */
export interface PostLink {
  /** Slug of the post */
  slug: string;
  /** Title of the post */
  title: string;
  /** Its page */
  url: string;
  /** Path of that page */
  path: string;
}

/** A page of posts */
export interface PostList {
  /** Posts of this page */
  items: PostSummary[];
  /** Position of the page */
  pagination: Pagination;
}

/** The post as Markdown, with front matter */
export type PostMarkdown = string;

/** A series with its posts */
export interface PostSeries {
  /** Slug of the series */
  slug: string;
  /** Title of the series */
  title: string;
  /** Plain text; null if none */
  description: string | null;
  /** Picture of the series; null if none */
  cover: Image | null;
  /** Whether the series continues */
  status: SeriesStatus;
  /** Published posts */
  totalPosts: number;
  /** Newest `updatedAt` of its posts */
  updatedAt: string | null;
  /** Its page; null if the site's `urls` have no pattern for it */
  url: string | null;
  /** Path of that page */
  path: string | null;
  /** In order of position */
  items: PostSeriesItem[];
}

/** A post's series, and the posts around it there */
export interface PostSeriesContext {
  /** Slug of the series */
  slug: string;
  /** Title of the series */
  title: string;
  /** The number that the author gave it */
  position: number;
  /** Published posts of the series */
  total: number;
  /** Description of the series, plain text; null if none */
  description: string | null;
  /** The post before this one in the series; null if none */
  previous: PostLink | null;
  /** The post after this one in the series; null if none */
  next: PostLink | null;
  /** In order of position, at most 50 around this post; /post-series/{slug} has all of them */
  items: PostSeriesItem[];
}

/** A post of a series */
export interface PostSeriesItem {
  /** The number that the author gave it */
  position: number;
  /** Slug of the post */
  slug: string;
  /** Its page */
  url: string;
  /** Path of that page */
  path: string;
  /** Title of the post */
  title: string;
  /** Plain text */
  excerpt: string;
  /** Main form of the post: text, video or pictures */
  type: PostType;
  /** When it was published; null if undated */
  publishedAt: string | null;
  /** Minutes, rounded up */
  readingTimeMinutes: number;
}

/** A post, as lists show it */
export type PostSummary = {
  /** Slug of the post in API paths */
  slug: string;
  /** The post's page */
  url: string;
  /** Path of that page */
  path: string;
  /** Plain text */
  title: string;
  /** Plain text */
  excerpt: string;
  /** Picture at the head; null if none */
  cover: Image | null;
  /** In the author's order */
  tags: Tag[];
  /** In the author's order */
  categories: Tag[];
  /** The first is the main author */
  authors: AuthorLink[];
  /** Its position in a series; null if not in a series */
  series: SeriesPlace | null;
  /** When it was published; null if undated */
  publishedAt: string | null;
  /** Date of the last change; null if undated */
  updatedAt: string | null;
  /** BCP 47 */
  language: string;
  /** Number of words in the body */
  wordCount: number;
  /** Minutes, rounded up */
  readingTimeMinutes: number;
  /** Whether the body has a code block */
  hasCode: boolean;
  /** Languages of its code blocks */
  codeLanguages: string[];
  /** Whether the author features it */
  featured: boolean;
  /** Null if unknown: files contain no counts */
  likeCount: number | null;
  /** Null if unknown: files contain no counts */
  commentCount: number | null;
  /** The author's own front matter */
  extra: Extra;
} & ({
  /** Mainly its body */
  type: "TEXT";
  /** Never null for a post of type VIDEO */
  video: Video | null;
  /** Never empty for a post of type IMAGE */
  images: Image[];
} | {
  /** Mainly a video */
  type: "VIDEO";
  /** Its video */
  video: Video;
  /** Never empty for a post of type IMAGE */
  images: Image[];
} | {
  /** Mainly pictures */
  type: "IMAGE";
  /** Never null for a post of type VIDEO */
  video: Video | null;
  /** Its pictures */
  images: Image[];
});

/** Main form of a post */
export type PostType = "TEXT" | "VIDEO" | "IMAGE";

/** A post was opened */
export interface PostView {
  /** Type of the event */
  type: "post_view";
  /** A repeated record counts only once */
  id?: string | null | undefined;
  /** Path of the page; truncated to 1024 characters */
  path?: string | null | undefined;
  /** `document.referrer`; only its host is stored; truncated to 2048 characters */
  referrer?: string | null | undefined;
  /** Milliseconds since the action */
  ageMs?: number | null | undefined;
  /** Slug of the post */
  slug: string;
  /** The campaign in the page's address: its `utm_source`, `utm_medium` and `utm_campaign`. Stored only if the site counts campaigns */
  campaign?: Campaign | null | undefined;
}

/** Price of a service */
export interface Pricing {
  /** Model of the price */
  model: PricingModel;
  /** Whole minor units (cents, øre) */
  amountMinor: number | null;
  /** Upper end of a range, in whole minor units; null if none */
  maxAmountMinor: number | null;
  /** ISO 4217 */
  currency: string | null;
  /** Unit of the price, such as `logo`; null if for everything */
  unit: string | null;
  /** Whether tax is included; null if not stated */
  taxIncluded: boolean | null;
  /** The price in the author's words; null if none */
  display: string | null;
}

/** Model of a price */
export type PricingModel = "fixed" | "from" | "range" | "hourly" | "daily" | "monthly" | "on_request";

/** Every response that is not a success (RFC 9457) */
export interface Problem {
  /** Address of the problem type's text */
  type: string;
  /** Title of the problem type, in English */
  title: string;
  /** The status of the response */
  status: number;
  /** The problem with this request, and its remedy */
  detail: string;
  /** Identifies the problem type */
  code: ProblemCode;
  /** All invalid values; empty if invalid values are not the problem */
  errors: ProblemItem[];
  /** Only from the write server */
  instance?: string | undefined;
  /** Only from the write server; the same as in `X-Request-Id` */
  requestId?: string | undefined;
}

/** Stable name of the problem type */
export type ProblemCode = "malformed-json" | "validation-error" | "unknown-reference" | "idempotency-key-reused" | "not-found" | "method-not-allowed" | "comments-closed" | "origin-not-allowed" | "edit-token-invalid" | "revision-conflict" | "duplicate-comment" | "content-too-large" | "uri-too-long" | "unsupported-media-type" | "quota-exceeded" | "query-not-supported" | "internal-error" | "index-unavailable" | "temporary-reduced-capacity";

/** One wrong value, with exactly one of `pointer`, `parameter` and `header` */
export interface ProblemItem {
  /** JSON pointer into the body (RFC 6901) */
  pointer?: string | undefined;
  /** Query parameter */
  parameter?: string | undefined;
  /** Request header */
  header?: string | undefined;
  /** Why the value is wrong */
  code: ProblemItemCode;
  /** Description of the expected value */
  detail: string;
}

/** Why a value is wrong */
export type ProblemItemCode = "required" | "invalid_type" | "invalid_format" | "invalid_value" | "too_small" | "too_big" | "unrecognized" | "repeated";

/** A problem type */
export interface ProblemType {
  /** Its own address, which is the `type` of responses */
  type: string;
  /** Name of the problem type */
  code: ProblemCode;
  /** Title of the problem type, in English */
  title: string;
  /** Possible statuses */
  statuses: number[];
  /** Cause of the problem and what a client can do about it, in CommonMark */
  description: string;
}

/** A project */
export interface Project {
  /** Names the project in API paths */
  slug: string;
  /** The project's page */
  url: string;
  /** Path of that page */
  path: string;
  /** Plain text */
  title: string;
  /** Plain text; null if none */
  summary: string | null;
  /** The body as HTML; null if none */
  descriptionHtml: string | null;
  /** Status of the project */
  status: ProjectStatus;
  /** The author's role in it; null if not given */
  role: string | null;
  /** First day; null if not stated */
  startedOn: string | null;
  /** Last day; null if not ended, or not stated */
  endedOn: string | null;
  /** Its source code; null if none */
  repositoryUrl: string | null;
  /** Where it can be tried; null if none */
  demoUrl: string | null;
  /** Other links */
  links: LabelledLink[];
  /** Languages, tools and materials */
  stack: string[];
  /** As written, often an SPDX name; null if not stated */
  license: string | null;
  /** Picture at the top; null if none */
  cover: Image | null;
  /** More pictures */
  gallery: Image[];
  /** Whether the author features it */
  featured: boolean;
  /** Position set by the author, lowest first; null if none */
  order: number | null;
  /** In the author's order */
  tags: Tag[];
  /** BCP 47 */
  language: string;
  /** When it was published; null if undated */
  publishedAt: string | null;
  /** Date of the last change; null if undated */
  updatedAt: string | null;
  /** The author's own front matter */
  extra: Extra;
  /** The other listed translations, by language */
  translations: Translation[];
}

/** A project was opened */
export interface ProjectClick {
  /** Type of the event */
  type: "project_click";
  /** A repeated record counts only once */
  id?: string | null | undefined;
  /** Path of the page; truncated to 1024 characters */
  path?: string | null | undefined;
  /** `document.referrer`; only its host is stored; truncated to 2048 characters */
  referrer?: string | null | undefined;
  /** Milliseconds since the action */
  ageMs?: number | null | undefined;
  /** Slug of the project */
  slug: string;
}

/** A page of projects */
export interface ProjectList {
  /** Projects of this page */
  items: ProjectSummary[];
  /** Position of the page */
  pagination: Pagination;
}

/** Status of a project */
export type ProjectStatus = "planned" | "active" | "maintained" | "archived";

/** A project, as lists show it */
export interface ProjectSummary {
  /** Names the project in API paths */
  slug: string;
  /** The project's page */
  url: string;
  /** Path of that page */
  path: string;
  /** Plain text */
  title: string;
  /** Plain text; null if none */
  summary: string | null;
  /** The body as HTML; null if none */
  descriptionHtml: string | null;
  /** Status of the project */
  status: ProjectStatus;
  /** The author's role in it; null if not given */
  role: string | null;
  /** First day; null if not stated */
  startedOn: string | null;
  /** Last day; null if not ended, or not stated */
  endedOn: string | null;
  /** Its source code; null if none */
  repositoryUrl: string | null;
  /** Where it can be tried; null if none */
  demoUrl: string | null;
  /** Other links */
  links: LabelledLink[];
  /** Languages, tools and materials */
  stack: string[];
  /** As written, often an SPDX name; null if not stated */
  license: string | null;
  /** Picture at the top; null if none */
  cover: Image | null;
  /** More pictures */
  gallery: Image[];
  /** Whether the author features it */
  featured: boolean;
  /** Position set by the author, lowest first; null if none */
  order: number | null;
  /** In the author's order */
  tags: Tag[];
  /** BCP 47 */
  language: string;
  /** When it was published; null if undated */
  publishedAt: string | null;
  /** Date of the last change; null if undated */
  updatedAt: string | null;
  /** The author's own front matter */
  extra: Extra;
}

/** How far a post was read */
export interface ReadProgress {
  /** Type of the event */
  type: "read_progress";
  /** A repeated record counts only once */
  id?: string | null | undefined;
  /** Path of the page; truncated to 1024 characters */
  path?: string | null | undefined;
  /** `document.referrer`; only its host is stored; truncated to 2048 characters */
  referrer?: string | null | undefined;
  /** Milliseconds since the action */
  ageMs?: number | null | undefined;
  /** Slug of the post */
  slug: string;
  /** Percentage of the text that was read */
  percent: number;
  /** Milliseconds on screen */
  activeMs: number;
}

/** A new comment of the site */
export interface RecentComment {
  /** Id of the comment */
  id: string;
  /** The comment it replies to; null at the top level */
  parentId: string | null;
  /** 0: top level; a reply to a comment at the deepest level has the same depth */
  depth: number;
  /** Name as the author wrote it */
  authorName: string;
  /** The author's page; null if none */
  authorUrl: string | null;
  /** Written by the owner */
  isAuthor: boolean;
  /** Markdown as written */
  body: string;
  /** `body` as safe HTML: paragraphs, emphasis, links, code, quotes, lists */
  bodyHtml: string;
  /** UTC, always with three decimals */
  createdAt: string;
  /** Last change; null if none */
  editedAt: string | null;
  /** The post to which it belongs */
  post: PostLink;
}

/** The site's newest comments */
export interface RecentCommentList {
  /** Newest first */
  items: RecentComment[];
}

/** A page that moved */
export interface Redirect {
  /** Former path of a page */
  from: string;
  /** Its current path */
  to: string;
}

/** Pages that moved */
export interface RedirectList {
  /** All former paths */
  items: Redirect[];
}

/** A post about the same topic */
export interface RelatedPost {
  /** Slug of the post */
  slug: string;
  /** Title of the post */
  title: string;
  /** Its page */
  url: string;
  /** Path of that page */
  path: string;
  /** Plain text */
  excerpt: string;
  /** When it was published; null if undated */
  publishedAt: string | null;
}

/** The document of a page */
export interface ResolvedPage {
  /** Name of the kind, with which `/{kind}/{slug}` returns the document; or `tags`, `categories`, `series`, `albums` or `authors` for a page of one of these */
  kind: string;
  /** Current slug of the document; the slugs of tags, categories, albums and authors may have letters of any script */
  slug: string;
  /** Current path of its page */
  path: string;
  /** Current address of its page */
  url: string;
  /** Whether the requested path is a former one */
  moved: boolean;
}

/** Numbers of documents found, by kind, regardless of `kind` */
export interface SearchFacets {
  /** Hits of the kind post */
  post: number;
  /** Hits of the kind project */
  project: number;
  /** Hits of the kind book */
  book: number;
  [name: string]: number;
}

/** A document that a search found */
export interface SearchHit {
  /** Kind of the document */
  kind: SearchKind;
  /** Slug of the document */
  slug: string;
  /** Its page */
  url: string;
  /** The path of that page */
  path: string;
  /** Plain text */
  title: string;
  /** Plain text; null if none */
  excerpt: string | null;
  /** Picture of the document; null if none */
  cover: Image | null;
  /** BCP 47; null if the kind has none */
  language: string | null;
  /** Escaped text with `<mark>` as its only element */
  snippetHtml: string;
  /** Relevance, comparable only within one response */
  score: number;
  /** In the author's order */
  tags: Tag[];
  /** Null if undated */
  publishedAt: string | null;
}

/** Kind of a hit; for a kind that the site defines, its name */
export type SearchKind = "post" | "project" | "book" | "photo" | "service" | "page" | string;

/** A page of hits */
export interface SearchResults {
  /** Hits of this page, best first */
  items: SearchHit[];
  /** Position of the page */
  pagination: Pagination;
  /** Numbers of documents found, by kind */
  facets: SearchFacets;
}

/** A visitor searched the site */
export interface SearchUse {
  /** Type of the event */
  type: "search";
  /** A repeated record counts only once */
  id?: string | null | undefined;
  /** Path of the page; truncated to 1024 characters */
  path?: string | null | undefined;
  /** `document.referrer`; only its host is stored; truncated to 2048 characters */
  referrer?: string | null | undefined;
  /** Milliseconds since the action */
  ageMs?: number | null | undefined;
  /** Documents found */
  resultCount: number;
}

/** All series */
export interface SeriesList {
  /** All series */
  items: SeriesSummary[];
}

/** Position of a post in its series */
export interface SeriesPlace {
  /** Slug of the series */
  slug: string;
  /** Title of the series */
  title: string;
  /** The number that the author gave it */
  position: number;
  /** Published posts of the series */
  total: number;
}

/** Whether more posts will follow */
export type SeriesStatus = "ongoing" | "complete";

/** A series of posts */
export interface SeriesSummary {
  /** Slug of the series */
  slug: string;
  /** Title of the series */
  title: string;
  /** Plain text; null if none */
  description: string | null;
  /** Picture of the series; null if none */
  cover: Image | null;
  /** Whether the series continues */
  status: SeriesStatus;
  /** Published posts */
  totalPosts: number;
  /** Newest `updatedAt` of its posts */
  updatedAt: string | null;
  /** Its page; null if the site's `urls` have no pattern for it */
  url: string | null;
  /** Path of that page */
  path: string | null;
}

/** All services */
export interface ServiceList {
  /** In the author's order */
  items: ServiceOffering[];
}

/** A service on offer */
export interface ServiceOffering {
  /** `serviceId` of inquiries */
  id: string;
  /** Names the service in API paths */
  slug: string;
  /** Its page, or the page that all services share */
  url: string;
  /** Path of that page */
  path: string;
  /** Plain text */
  title: string;
  /** Plain text; null if none */
  summary: string | null;
  /** The body as HTML; null if none */
  descriptionHtml: string | null;
  /** Included in the price, plain text */
  features: string[];
  /** Results that the client receives, plain text */
  deliverables: string[];
  /** Price */
  pricing: Pricing;
  /** Its duration; null if not stated */
  timeline: Timeline | null;
  /** Whether it can be ordered */
  availability: Availability;
  /** Whether the author features it */
  featured: boolean;
  /** Position set by the author, lowest first; null if none */
  order: number | null;
  /** Date of the last change; null if undated */
  updatedAt: string | null;
  /** The author's own front matter */
  extra: Extra;
}

/** A service was opened */
export interface ServiceView {
  /** Type of the event */
  type: "service_view";
  /** A repeated record counts only once */
  id?: string | null | undefined;
  /** Path of the page; truncated to 1024 characters */
  path?: string | null | undefined;
  /** `document.referrer`; only its host is stored; truncated to 2048 characters */
  referrer?: string | null | undefined;
  /** Milliseconds since the action */
  ageMs?: number | null | undefined;
  /** Slug of the service */
  slug: string;
}

/** Invitation at the end of the services page */
export interface ServicesCta {
  /** Plain text */
  title: string;
  /** Plain text; null if none */
  text: string | null;
  /** Button text */
  label: string;
  /** Absolute address, or path on the site */
  href: string;
}

/** Head of the services page */
export interface ServicesHero {
  /** Plain text */
  title: string;
  /** Plain text; null if none */
  subtitle: string | null;
  /** Picture; null if none */
  image: Image | null;
  /** Button; null if none */
  cta: CallToAction | null;
}

/** Texts of the services page */
export interface ServicesPage {
  /** BCP 47 tag of the texts in this response */
  locale: string;
  /** BCP 47 tags of all languages in which the page exists */
  availableLocales: string[];
  /** Head of the page; null if none */
  hero: ServicesHero | null;
  /** How the author works; null if not stated */
  process: ServicesProcess | null;
  /** Invitation at the end; null if none */
  cta: ServicesCta | null;
  /** Texts in the other languages, by BCP 47 tag */
  translations: { [name: string]: {
    /** The same in that language */
    hero: ServicesHero | null;
    /** The same in that language */
    process: ServicesProcess | null;
    /** The same in that language */
    cta: ServicesCta | null;
  } };
  /** Date of the last change; null if undated */
  updatedAt: string | null;
}

/** How the author works */
export interface ServicesProcess {
  /** Plain text; null if none */
  title: string | null;
  /** In order */
  steps: {
    /** Plain text */
    title: string;
    /** Plain text; null if none */
    description: string | null;
  }[];
}

/** A post was shared */
export interface Share {
  /** Type of the event */
  type: "share";
  /** A repeated record counts only once */
  id?: string | null | undefined;
  /** Path of the page; truncated to 1024 characters */
  path?: string | null | undefined;
  /** `document.referrer`; only its host is stored; truncated to 2048 characters */
  referrer?: string | null | undefined;
  /** Milliseconds since the action */
  ageMs?: number | null | undefined;
  /** Slug of the post */
  slug: string;
  /** Where it was shared */
  channel: string;
}

/** A link on every page of the site */
export interface SiteLink {
  /** Link text */
  label: string;
  /** Absolute address, path on the site, `mailto:` or `tel:` */
  url: string;
  /** Name of the service, for an icon; null if none */
  kind: string | null;
}

/** Settings that every page of the site needs */
export interface SiteSettings {
  /** Name of the site */
  name: string;
  /** A line below the name; null if none */
  tagline: string | null;
  /** Plain text; null if none */
  description: string | null;
  /** Its public address */
  url: string;
  /** Logo; null if none */
  logo: Image | null;
  /** Icon of browser tabs; null if none */
  favicon: Image | null;
  /** `#rrggbb`; null if none */
  accentColor: string | null;
  /** BCP 47 */
  language: string;
  /** BCP 47 tags of all languages of the content */
  locales: string[];
  /** IANA name */
  timeZone: string;
  /** The owner; null if not stated */
  author: Person | null;
  /** For the footer of each page */
  footerLinks: SiteLink[];
  /** The owner's profiles elsewhere */
  social: SiteLink[];
  /** The site's feeds */
  feeds: {
    /** Its address; null if none */
    rss: string | null;
    /** Its address; null if none */
    json: string | null;
  };
  /** The site's menu: the one that the owner wrote or, without one, the pages without a parent */
  navigation: NavigationItem[];
  /** Patterns of the paths of pages, by kind or collection; null if it has no pages */
  pages: { [name: string]: string | null };
  /** Whether posts accept comments by default */
  commentsEnabled: boolean;
  /** Whether `notifyReplies` of a comment has an effect */
  replyNotices: boolean;
  /** Date of the last change; null if undated */
  updatedAt: string | null;
}

/** A tag or a category */
export interface Tag {
  /** Letters and digits of any script, and single hyphens between them */
  slug: string;
  /** As written by the author */
  name: string;
}

/** A tag or a category and how often it is used */
export interface TagCount {
  /** Letters and digits of any script, and single hyphens between them */
  slug: string;
  /** As written by the author */
  name: string;
  /** Number of published documents that have it */
  count: number;
  /** Its page; null if the site's `urls` have no pattern for it */
  url: string | null;
  /** Path of that page */
  path: string | null;
}

/** All tags or categories */
export interface TagCountList {
  /** Most used first */
  items: TagCount[];
}

/** A tag or a category, as its page shows it */
export interface TagPage {
  /** Letters and digits of any script, and single hyphens between them */
  slug: string;
  /** As written by the author */
  name: string;
  /** Plain text; null if none */
  description: string | null;
  /** Number of published documents that have it */
  count: number;
  /** Cover; null if none */
  cover: Image | null;
  /** Its page; null if the site's `urls` have no pattern for it */
  url: string | null;
  /** Path of that page */
  path: string | null;
}

/** Duration of an offering */
export interface Timeline {
  /** In `unit`; null if open-ended */
  min: number | null;
  /** In `unit`; null if open-ended */
  max: number | null;
  /** Unit of `min` and `max` */
  unit: TimelineUnit;
  /** The duration in the author's words; null if none */
  display: string | null;
}

/** Unit of a duration */
export type TimelineUnit = "hour" | "day" | "week" | "month";

/** A heading of the body */
export interface TocEntry {
  /** `id` of the heading in `bodyHtml` */
  id: string;
  /** 1 to 6, as h1 to h6 */
  level: number;
  /** Plain text */
  title: string;
}

/** The same document in another language */
export interface Translation {
  /** BCP 47 */
  language: string;
  /** Slug of the translation in API paths */
  slug: string;
  /** Its page; null if its kind has none */
  url: string | null;
  /** The path of that page */
  path: string | null;
  /** Plain text */
  title: string;
}

/** The video of a post of type VIDEO */
export interface Video {
  /** `youtube`, `vimeo`, `peertube`, `file` or the host's name */
  provider: string;
  /** Page or file of the video */
  url: string;
  /** Address for an iframe; null if it cannot be embedded */
  embedUrl: string | null;
  /** Length in seconds; null if unknown */
  durationSeconds: number | null;
  /** Picture to show before it plays; null if none */
  poster: Image | null;
}

/** A document to which another one refers */
export interface DocumentReference {
  /** Name of the document's kind */
  kind: string;
  /** Its slug in API paths */
  slug: string;
  /** Plain text */
  title: string;
  /** Its page; null if its kind has none */
  url: string | null;
  /** The path of that page */
  path: string | null;
}

/** A document of a kind that the site defines, as lists show it */
export interface OwnItem {
  /** Slug of the document in API paths */
  slug: string;
  /** Its page; null if its kind has none */
  url: string | null;
  /** The path of that page */
  path: string | null;
  /** Plain text */
  title: string;
  /** Plain text; null if none */
  excerpt: string | null;
  /** Picture of the document; null if none */
  cover: Image | null;
  /** In the author's order */
  tags: Tag[];
  /** BCP 47 */
  language: string;
  /** Null if undated */
  publishedAt: string | null;
  /** Date of the last change; null if undated */
  updatedAt: string | null;
  [name: string]: unknown;
}

/** A document of a kind that the site defines */
export interface OwnDocument {
  /** Slug of the document in API paths */
  slug: string;
  /** Its page; null if its kind has none */
  url: string | null;
  /** The path of that page */
  path: string | null;
  /** Plain text */
  title: string;
  /** Plain text; null if none */
  excerpt: string | null;
  /** Picture of the document; null if none */
  cover: Image | null;
  /** In the author's order */
  tags: Tag[];
  /** BCP 47 */
  language: string;
  /** Null if undated */
  publishedAt: string | null;
  /** Date of the last change; null if undated */
  updatedAt: string | null;
  /** The body as HTML; null for an entry of a data file */
  bodyHtml: string | null;
  /** The body as plain text; null for an entry of a data file */
  bodyText: string | null;
  /** Headings of the body, in order */
  toc: TocEntry[];
  /** The other listed translations, by language */
  translations: Translation[];
  [name: string]: unknown;
}

/** A problem of the API with its code and its status. */
export interface ProblemOf<Code extends ProblemCode, Status extends number> extends Problem {
  code: Code;
  status: Status;
}

/** Every problem that the API returns, identified by `code`. Others may be added within v1. */
export type ApiProblem =
  | ProblemOf<"malformed-json", 400>
  | ProblemOf<"validation-error", 400 | 422>
  | ProblemOf<"unknown-reference", 422>
  | ProblemOf<"idempotency-key-reused", 422>
  | ProblemOf<"not-found", 404>
  | ProblemOf<"method-not-allowed", 405>
  | ProblemOf<"comments-closed", 403>
  | ProblemOf<"origin-not-allowed", 403>
  | ProblemOf<"edit-token-invalid", 403>
  | ProblemOf<"revision-conflict", 409>
  | ProblemOf<"duplicate-comment", 409>
  | ProblemOf<"content-too-large", 413>
  | ProblemOf<"uri-too-long", 414>
  | ProblemOf<"unsupported-media-type", 415>
  | ProblemOf<"quota-exceeded", 429>
  | ProblemOf<"query-not-supported", 501>
  | ProblemOf<"internal-error", 500>
  | ProblemOf<"index-unavailable", 503>
  | ProblemOf<"temporary-reduced-capacity", 503>;

/** Query of `posts.list`; null and undefined are not sent. */
export interface PostsListQuery {
  /** Full-text filter, 1 to 200 characters after NFKC and trimming; blank is the same as absent. Posts must have all words or, if no post has all of them, one of them; this is decided before other filters apply. The order stays that of the list, or of `sort`. */
  q?: string | null | undefined;
  /** Type of post, in capitals. */
  type?: "TEXT" | "VIDEO" | "IMAGE" | null | undefined;
  /** Slug of a tag, ignoring case, or up to 5 joined by commas (all must match). An unknown tag gives an empty list. */
  tag?: string | readonly string[] | null | undefined;
  /** Slug of a category, ignoring case. An unused one gives an empty list. */
  category?: string | null | undefined;
  /** Slug of an author, ignoring case. An unused one gives an empty list. */
  author?: string | null | undefined;
  /** Slug of a series, ignoring case. An unused one gives an empty list. */
  series?: string | null | undefined;
  /** BCP 47, ignoring case. `en` also finds `en-GB`. */
  language?: string | null | undefined;
  /** `true`: only featured posts; `false`: only the others. */
  featured?: boolean | null | undefined;
  /** `true`: only posts with code; `false`: only posts without code. */
  hasCode?: boolean | null | undefined;
  /** Published at or after this. RFC 3339: a date, which means that day in the site's time zone, or a date-time with `Z` or an offset. Documents without a date never match. */
  publishedFrom?: string | Date | null | undefined;
  /** Published at or before this; a date includes the whole day. RFC 3339: a date, which means that day in the site's time zone, or a date-time with `Z` or an offset. Documents without a date never match. */
  publishedTo?: string | Date | null | undefined;
  /** A year or a month in the site's time zone, or `undated`. A date with only a year belongs to no month. */
  period?: string | null | undefined;
  /** Sort key; `-` before it for descending order. Documents without a value always come last. Default: the list's order. */
  sort?: "publishedAt" | "-publishedAt" | "updatedAt" | "-updatedAt" | "title" | "-title" | "readingTimeMinutes" | "-readingTimeMinutes" | null | undefined;
  /** Page number, digits only. Pages past the end are empty. Default: 1. */
  page?: number | null | undefined;
  /** Items per page, digits only. Default: 20. */
  pageSize?: number | null | undefined;
}

/** Query of `comments.list`; null and undefined are not sent. */
export interface CommentsListQuery {
  /** Id of a comment. Lists all its public descendants, flat and oldest first, instead of the post's threads. */
  parentId?: string | null | undefined;
  /** Order of the threads; `popular` puts those with the most replies first. Replies are always oldest first. Default: oldest. */
  commentsSort?: "oldest" | "newest" | "popular" | null | undefined;
  /** Number of replies per thread, oldest first. If there are more, `repliesTruncated` is true. Default: 200. */
  repliesLimit?: number | null | undefined;
  /** Page number, digits only. Pages past the end are empty. Default: 1. */
  commentsPage?: number | null | undefined;
  /** Items per page, digits only. Default: 20. */
  commentsPageSize?: number | null | undefined;
}

/** Query of `comments.get`; null and undefined are not sent. */
export interface CommentsGetQuery {
  /** Order of the threads; `popular` puts those with the most replies first. Replies are always oldest first. Default: oldest. */
  commentsSort?: "oldest" | "newest" | "popular" | null | undefined;
  /** Items per page, digits only. Default: 20. */
  commentsPageSize?: number | null | undefined;
}

/** Query of `projects.list`; null and undefined are not sent. */
export interface ProjectsListQuery {
  /** Slug of a tag, ignoring case, or up to 5 joined by commas (all must match). An unknown tag gives an empty list. */
  tag?: string | readonly string[] | null | undefined;
  /** Status of the project. Lists only documents with this value. */
  status?: "planned" | "active" | "maintained" | "archived" | null | undefined;
  /** BCP 47, ignoring case. `en` also finds `en-GB`. */
  language?: string | null | undefined;
  /** A year or a month in the site's time zone, or `undated`. A date with only a year belongs to no month. */
  period?: string | null | undefined;
  /** Sort key; `-` before it for descending order. Documents without a value always come last. Default: the list's order. */
  sort?: "startedOn" | "-startedOn" | "updatedAt" | "-updatedAt" | "title" | "-title" | null | undefined;
  /** Page number, digits only. Pages past the end are empty. Default: 1. */
  page?: number | null | undefined;
  /** Items per page, digits only. Default: 20. */
  pageSize?: number | null | undefined;
}

/** Query of `books.list`; null and undefined are not sent. */
export interface BooksListQuery {
  /** Slug of a tag, ignoring case, or up to 5 joined by commas (all must match). An unknown tag gives an empty list. */
  tag?: string | readonly string[] | null | undefined;
  /** Reading status. Lists only documents with this value. */
  status?: "want_to_read" | "reading" | "finished" | "abandoned" | null | undefined;
  /** A year or a month in the site's time zone, or `undated`. A date with only a year belongs to no month. */
  period?: string | null | undefined;
  /** Sort key; `-` before it for descending order. Documents without a value always come last. Default: the list's order. */
  sort?: "finishedOn" | "-finishedOn" | "startedOn" | "-startedOn" | "rating" | "-rating" | "publishedYear" | "-publishedYear" | "title" | "-title" | null | undefined;
  /** Page number, digits only. Pages past the end are empty. Default: 1. */
  page?: number | null | undefined;
  /** Items per page, digits only. Default: 20. */
  pageSize?: number | null | undefined;
}

/** Query of `photos.list`; null and undefined are not sent. */
export interface PhotosListQuery {
  /** Slug of a tag, ignoring case, or up to 5 joined by commas (all must match). An unknown tag gives an empty list. */
  tag?: string | readonly string[] | null | undefined;
  /** Slug of an album, ignoring case. An unused one gives an empty list. */
  album?: string | null | undefined;
  /** BCP 47, ignoring case. `en` also finds `en-GB`. */
  language?: string | null | undefined;
  /** A year or a month in the site's time zone, or `undated`. A date with only a year belongs to no month. */
  period?: string | null | undefined;
  /** Sort key; `-` before it for descending order. Documents without a value always come last. Default: the list's order. */
  sort?: "takenAt" | "-takenAt" | "publishedAt" | "-publishedAt" | "title" | "-title" | null | undefined;
  /** Page number, digits only. Pages past the end are empty. Default: 1. */
  page?: number | null | undefined;
  /** Items per page, digits only. Default: 24. */
  pageSize?: number | null | undefined;
}

/** Query of `pages.list`; null and undefined are not sent. */
export interface PagesListQuery {
  /** Slug of a tag, ignoring case, or up to 5 joined by commas (all must match). An unknown tag gives an empty list. */
  tag?: string | readonly string[] | null | undefined;
  /** BCP 47, ignoring case. `en` also finds `en-GB`. */
  language?: string | null | undefined;
  /** Sort key; `-` before it for descending order. Documents without a value always come last. Default: the list's order. */
  sort?: "order" | "-order" | "updatedAt" | "-updatedAt" | "title" | "-title" | null | undefined;
  /** Page number, digits only. Pages past the end are empty. Default: 1. */
  page?: number | null | undefined;
  /** Items per page, digits only. Default: 20. */
  pageSize?: number | null | undefined;
}

/** Query of `search`; null and undefined are not sent. */
export interface SearchQuery {
  /** Words to search for, 1 to 200 characters after NFKC and trimming. */
  q: string;
  /** Hits of this kind only: `post`, `project`, `book`, `photo`, `service`, `page`, or the exact name of a kind that the site defines. It does not affect which documents match, or `facets`. */
  kind?: "post" | "project" | "book" | "photo" | "service" | "page" | (string & {}) | null | undefined;
  /** Only documents in this language, in `facets` as well; BCP 47, ignoring case. `en` also finds `en-GB`. Services have no language, and the language of a book is not that of its review. */
  language?: string | null | undefined;
  /** Page number, digits only. Pages past the end are empty. Default: 1. */
  page?: number | null | undefined;
  /** Items per page, digits only. Default: 10. */
  pageSize?: number | null | undefined;
}

/** Query of `site.resolve`; null and undefined are not sent. */
export interface SiteResolveQuery {
  /** Path of a page, beginning with `/`, or its full address. Query, fragment, encoding and a final slash make no difference. Former paths also work. */
  path?: string | null | undefined;
}

/** Query of `counts.get`; null and undefined are not sent. */
export interface CountsGetQuery {
  /** Slugs of up to 50 posts, current or former, joined by commas. Each one that is listed has an entry under the requested slug, even without likes and comments. */
  slug?: string | null | undefined;
}
