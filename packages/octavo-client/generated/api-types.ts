// Made from contract/ by `npm run generate`. Change that, not this.

/** What the API takes and answers. Made from its schemas; the OpenAPI document of a site says the same of values. */

export interface About {
  headline: string | null;
  bioHtml: string | null;
  bioText: string | null;
  portrait: Image | null;
  links: LabelledLink[];
  location: string | null;
  translations: { [name: string]: {
    headline: string | null;
    bioHtml: string | null;
  } };
  updatedAt: string | null;
}

/** `cover` is its newest photo */
export interface Album {
  slug: string;
  title: string;
  count: number;
  cover: Image;
  takenFrom: string | null;
  takenTo: string | null;
}

export interface AlbumList {
  items: Album[];
}

export interface Archive {
  items: ArchiveYear[];
  /** posts without a date */
  undated: number;
}

export interface ArchiveMonth {
  month: number;
  count: number;
}

export interface ArchiveYear {
  year: number;
  count: number;
  /** newest first; those with posts */
  months: ArchiveMonth[];
}

export type AtomFeed = string;

export interface Author {
  /** letters and digits of any script, and single hyphens between them */
  slug: string;
  name: string;
  url: string | null;
  /** plain text */
  bio: string | null;
  avatar: Image | null;
}

export interface AuthorCount {
  /** letters and digits of any script, and single hyphens between them */
  slug: string;
  name: string;
  url: string | null;
  /** plain text */
  bio: string | null;
  avatar: Image | null;
  count: number;
}

export interface AuthorLink {
  /** letters and digits of any script, and single hyphens between them */
  slug: string;
  name: string;
  url: string | null;
}

export interface AuthorList {
  items: AuthorCount[];
}

export type Availability = "open" | "waitlist" | "closed";

export interface Book {
  slug: string;
  url: string;
  title: string;
  subtitle: string | null;
  authors: Person[];
  isbn13: string | null;
  isbn10: string | null;
  publisher: string | null;
  publishedYear: number | null;
  pageCount: number | null;
  language: string | null;
  format: BookFormat | null;
  cover: Image | null;
  status: BookStatus;
  rating: number | null;
  startedOn: string | null;
  finishedOn: string | null;
  reviewHtml: string | null;
  relatedPostSlug: string | null;
  links: LabelledLink[];
  tags: Tag[];
  updatedAt: string | null;
  extra: Extra;
}

export interface BookClick {
  type: "book_click";
  /** makes a repeated record count once */
  id?: string | null | undefined;
  path?: string | null | undefined;
  referrer?: string | null | undefined;
  /** milliseconds since it happened */
  ageMs?: number | null | undefined;
  slug: string;
}

export type BookFormat = "hardcover" | "paperback" | "ebook" | "audiobook" | "graphic_novel";

export interface BookList {
  items: Book[];
  pagination: Pagination;
}

export type BookStatus = "want_to_read" | "reading" | "finished" | "abandoned";

export interface CallToAction {
  label: string;
  href: string;
}

export interface Comment {
  id: string;
  /** the comment that it answers; null: the post */
  parentId: string | null;
  /** 0: top level; a reply to the deepest stands beside it */
  depth: number;
  /** null on a tombstone */
  authorName: string | null;
  authorUrl: string | null;
  /** written by the owner, with the owner's own tools */
  isAuthor: boolean;
  /** Markdown as written; null on a tombstone */
  body: string | null;
  bodyHtml: string | null;
  /** UTC, always with three decimals */
  createdAt: string;
  editedAt: string | null;
  /** a tombstone: not public itself, but its replies are */
  deleted: boolean;
  /** all public descendants */
  replyCount: number;
  /** oldest first; empty in an answer to `parentId` */
  replies: Comment[];
  /** on the top-level comment: there are more replies, paged by `parentId` */
  repliesTruncated: boolean;
}

export interface CommentEdit {
  authorName?: string | null | undefined;
  authorUrl?: string | null | undefined;
  body?: string | null | undefined;
}

export interface CommentEdited {
  id: string;
  /** always: what becomes of it is not told */
  status: "pending";
  /** UTC, always with three decimals */
  createdAt: string;
  parentId: string | null;
  authorName: string;
  authorUrl: string | null;
  body: string;
  /** `body` as safe HTML: paragraphs, emphasis, links, code, quotes, lists */
  bodyHtml: string;
  /** until then it can be changed and withdrawn, with the token of its submission */
  editableUntil: string;
}

/** `replies` of the comment is empty */
export interface CommentPlace {
  comment: Comment;
  /** the top-level comment of its thread; its own, where it is one */
  threadId: string;
  /** of the post's comments, with the size and the order below */
  commentsPage: number;
  commentsPageSize: number;
  commentsSort: CommentSort;
  /** the thread carries too many replies to hold it: `parentId` alone shows it */
  beyondReplies: boolean;
}

export type CommentSort = "oldest" | "newest" | "popular";

export interface CommentSubmission {
  authorName: string;
  /** Markdown: paragraphs, emphasis, links, inline and fenced code, quotes, lists; the rest becomes text */
  body: string;
  authorEmail?: string | null | undefined;
  authorUrl?: string | null | undefined;
  parentId?: string | null | undefined;
  /** mail to `authorEmail`, which it needs, when somebody answers; nothing is sent unless the site's settings say `replyNotices` */
  notifyReplies?: boolean | null | undefined;
  /** leave it out: what fills it in is taken for a bot */
  contact_me_by_fax?: unknown;
}

export interface CommentSubmitted {
  id: string;
  /** always: what becomes of it is not told */
  status: "pending";
  /** UTC, always with three decimals */
  createdAt: string;
  parentId: string | null;
  authorName: string;
  authorUrl: string | null;
  body: string;
  /** `body` as safe HTML: paragraphs, emphasis, links, code, quotes, lists */
  bodyHtml: string;
  /** until then it can be changed and withdrawn, with the token of its submission */
  editableUntil: string;
  /** for `X-Edit-Token`, good for 15 minutes; it is given out this once */
  editToken: string;
}

/** `pagination` counts the items, tombstones too */
export interface CommentThreads {
  /** threads; with `parentId`, its descendants, flat */
  items: Comment[];
  pagination: Pagination;
  /** public comments of the post, without tombstones */
  totalComments: number;
}

export interface Counts {
  posts: { [name: string]: {
    likeCount: number;
    commentCount: number;
    /** null: the owner does not count in public */
    viewCount: number | null;
  } };
}

export interface CtaClick {
  type: "cta_click";
  /** makes a repeated record count once */
  id?: string | null | undefined;
  path?: string | null | undefined;
  referrer?: string | null | undefined;
  /** milliseconds since it happened */
  ageMs?: number | null | undefined;
  name: string;
}

export interface EngagementAccepted {
  /** records taken, those of bots and unknown slugs too */
  accepted: number;
  rejected: {
    /** place in `events`, from 0; 0 for a single record */
    index: number;
    code: ProblemItemCode;
    detail: string;
  }[];
}

export interface EngagementBatch {
  events: EngagementRecord[];
}

export type EngagementRecord = PostView | PageView | OutboundClick | ReadProgress | Share | ProjectClick | BookClick | PhotoView | ServiceView | SearchUse | CtaClick;

export type EngagementRequest = EngagementRecord | EngagementBatch;

/** front matter keys that the configuration names, as written; empty where there are none */
export type Extra = { [name: string]: unknown };

export interface Image {
  url: string;
  /** pixels; null: not known, of a picture on another server */
  width: number | null;
  /** pixels; null: not known */
  height: number | null;
  /** empty: decorative, or not described */
  alt: string;
  /** null: not known */
  mimeType: string | null;
  /** base64 ThumbHash; null for vector pictures */
  thumbhash: string | null;
  dominantColor: string | null;
  /** WebP, narrowest first, up to the picture's own width or the largest that the site makes; empty for moving, vector and very high pictures */
  variants: ImageVariant[];
}

export interface ImageVariant {
  url: string;
  width: number;
  height: number;
  mimeType: string;
}

export interface InquiryReceived {
  id: string;
  status: "received";
  /** UTC, always with three decimals */
  createdAt: string;
}

export interface InquirySubmission {
  email: string;
  message: string;
  telegram?: string | null | undefined;
  serviceId?: string | null | undefined;
  name?: string | null | undefined;
  /** leave it out: what fills it in is taken for a bot */
  contact_me_by_fax?: unknown;
}

export interface LabelledLink {
  label: string;
  url: string;
}

export interface Like {
  slug: string;
  /** by this visitor */
  liked: boolean;
  likeCount: number;
}

/** an OpenAPI 3.1 document */
export interface OpenApiDocument {
  openapi: string;
  info: {
    title: string;
    version: string;
    [name: string]: unknown;
  };
  paths: { [name: string]: unknown };
  [name: string]: unknown;
}

export interface OutboundClick {
  type: "outbound_click";
  /** makes a repeated record count once */
  id?: string | null | undefined;
  path?: string | null | undefined;
  referrer?: string | null | undefined;
  /** milliseconds since it happened */
  ageMs?: number | null | undefined;
  url: string;
  slug?: string | null | undefined;
}

export interface PageView {
  type: "page_view";
  /** makes a repeated record count once */
  id?: string | null | undefined;
  /** of the page; cut at 1024 characters */
  path: string;
  referrer?: string | null | undefined;
  /** milliseconds since it happened */
  ageMs?: number | null | undefined;
}

export interface Pagination {
  page: number;
  pageSize: number;
  totalItems: number;
  totalPages: number;
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}

export interface Person {
  name: string;
  url: string | null;
}

export interface Photo {
  slug: string;
  url: string;
  title: string;
  captionHtml: string | null;
  image: Image;
  takenAt: string | null;
  publishedAt: string | null;
  location: PhotoLocation | null;
  exif: PhotoExif | null;
  album: {
    slug: string;
    title: string;
  } | null;
  license: string | null;
  tags: Tag[];
  extra: Extra;
}

export interface PhotoExif {
  cameraMake: string | null;
  cameraModel: string | null;
  lens: string | null;
  focalLengthMm: number | null;
  /** f-number */
  aperture: number | null;
  /** seconds, as a fraction below one */
  shutterSpeed: string | null;
  iso: number | null;
}

export interface PhotoList {
  items: Photo[];
  pagination: Pagination;
}

/** only what the author writes, never from EXIF */
export interface PhotoLocation {
  name: string | null;
  country: string | null;
  latitude: number | null;
  longitude: number | null;
}

export interface PhotoView {
  type: "photo_view";
  /** makes a repeated record count once */
  id?: string | null | undefined;
  path?: string | null | undefined;
  referrer?: string | null | undefined;
  /** milliseconds since it happened */
  ageMs?: number | null | undefined;
  slug: string;
}

export interface Post {
  slug: string;
  url: string;
  type: PostType;
  title: string;
  /** plain text */
  excerpt: string;
  cover: Image | null;
  tags: Tag[];
  categories: Tag[];
  authors: Author[];
  series: PostSeriesContext | null;
  publishedAt: string | null;
  updatedAt: string | null;
  /** BCP 47 */
  language: string;
  wordCount: number;
  readingTimeMinutes: number;
  hasCode: boolean;
  codeLanguages: string[];
  featured: boolean;
  /** null: not known (the files hold content alone) */
  likeCount: number | null;
  /** null: not known (the files hold content alone) */
  commentCount: number | null;
  video: Video | null;
  images: Image[];
  extra: Extra;
  bodyHtml: string;
  bodyText: string;
  toc: TocEntry[];
  /** the next older post */
  previousPost: PostLink | null;
  /** the next newer post */
  nextPost: PostLink | null;
  related: RelatedPost[];
  commentsOpen: boolean;
  canonicalUrl: string;
  /** the first of `authors` */
  author: Person | null;
  /** true: whoever has the address reads it, but it stands in no list, feed, search or sitemap, and its counts here are null */
  unlisted: boolean;
}

export interface PostLink {
  slug: string;
  title: string;
  url: string;
}

export interface PostList {
  items: PostSummary[];
  pagination: Pagination;
}

export type PostMarkdown = string;

export interface PostSeries {
  slug: string;
  title: string;
  description: string | null;
  cover: Image | null;
  status: SeriesStatus;
  totalPosts: number;
  /** newest updatedAt of its posts */
  updatedAt: string | null;
  /** by position */
  items: PostSeriesItem[];
}

export interface PostSeriesContext {
  slug: string;
  title: string;
  /** as the author numbers it */
  position: number;
  /** published posts of the series */
  total: number;
  description: string | null;
  previous: PostLink | null;
  next: PostLink | null;
  /** by position, at most 50 around this post; all are at /post-series/{slug} */
  items: PostSeriesItem[];
}

export interface PostSeriesItem {
  position: number;
  slug: string;
  url: string;
  title: string;
  excerpt: string;
  type: PostType;
  publishedAt: string | null;
  readingTimeMinutes: number;
}

export interface PostSummary {
  slug: string;
  url: string;
  type: PostType;
  title: string;
  /** plain text */
  excerpt: string;
  cover: Image | null;
  tags: Tag[];
  categories: Tag[];
  authors: AuthorLink[];
  series: SeriesPlace | null;
  publishedAt: string | null;
  updatedAt: string | null;
  /** BCP 47 */
  language: string;
  wordCount: number;
  readingTimeMinutes: number;
  hasCode: boolean;
  codeLanguages: string[];
  featured: boolean;
  /** null: not known (the files hold content alone) */
  likeCount: number | null;
  /** null: not known (the files hold content alone) */
  commentCount: number | null;
  video: Video | null;
  images: Image[];
  extra: Extra;
}

export type PostType = "TEXT" | "VIDEO" | "IMAGE";

export interface PostView {
  type: "post_view";
  /** makes a repeated record count once */
  id?: string | null | undefined;
  path?: string | null | undefined;
  referrer?: string | null | undefined;
  /** milliseconds since it happened */
  ageMs?: number | null | undefined;
  slug: string;
}

export interface Pricing {
  model: PricingModel;
  /** whole minor units (cents, øre) */
  amountMinor: number | null;
  maxAmountMinor: number | null;
  /** ISO 4217 */
  currency: string | null;
  unit: string | null;
  taxIncluded: boolean | null;
  display: string | null;
}

export type PricingModel = "fixed" | "from" | "range" | "hourly" | "daily" | "monthly" | "on_request";

export interface Problem {
  /** address of the problem type's text */
  type: string;
  title: string;
  /** the answer's own status */
  status: number;
  /** what is wrong this time, and the remedy */
  detail: string;
  code: ProblemCode;
  /** all values that are wrong; empty where the problem is none of a value */
  errors: ProblemItem[];
  /** from the write server alone */
  instance?: string | undefined;
  /** from the write server alone: as in `X-Request-Id` */
  requestId?: string | undefined;
}

/** stable name of the problem type */
export type ProblemCode = "malformed-json" | "validation-error" | "unknown-reference" | "idempotency-key-reused" | "not-found" | "method-not-allowed" | "comments-closed" | "origin-not-allowed" | "edit-token-invalid" | "revision-conflict" | "duplicate-comment" | "content-too-large" | "uri-too-long" | "unsupported-media-type" | "quota-exceeded" | "query-not-supported" | "internal-error" | "index-unavailable" | "temporary-reduced-capacity";

/** one wrong value, with exactly one of `pointer`, `parameter` and `header` */
export interface ProblemItem {
  /** JSON pointer into the body (RFC 6901) */
  pointer?: string | undefined;
  /** query parameter */
  parameter?: string | undefined;
  /** request header */
  header?: string | undefined;
  code: ProblemItemCode;
  detail: string;
}

/** why a value is wrong */
export type ProblemItemCode = "required" | "invalid_type" | "invalid_format" | "invalid_value" | "too_small" | "too_big" | "unrecognized" | "repeated";

export interface ProblemType {
  /** its own address: `type` of the answers */
  type: string;
  code: ProblemCode;
  title: string;
  /** statuses that it comes with */
  statuses: number[];
  /** what it means and what a client can do, in CommonMark */
  description: string;
}

export interface Project {
  slug: string;
  url: string;
  title: string;
  summary: string | null;
  descriptionHtml: string | null;
  status: ProjectStatus;
  role: string | null;
  startedOn: string | null;
  endedOn: string | null;
  repositoryUrl: string | null;
  demoUrl: string | null;
  links: LabelledLink[];
  stack: string[];
  license: string | null;
  cover: Image | null;
  gallery: Image[];
  featured: boolean;
  order: number | null;
  tags: Tag[];
  updatedAt: string | null;
  extra: Extra;
}

export interface ProjectClick {
  type: "project_click";
  /** makes a repeated record count once */
  id?: string | null | undefined;
  path?: string | null | undefined;
  referrer?: string | null | undefined;
  /** milliseconds since it happened */
  ageMs?: number | null | undefined;
  slug: string;
}

export interface ProjectList {
  items: Project[];
  pagination: Pagination;
}

export type ProjectStatus = "planned" | "active" | "maintained" | "archived";

export interface ReadProgress {
  type: "read_progress";
  /** makes a repeated record count once */
  id?: string | null | undefined;
  path?: string | null | undefined;
  referrer?: string | null | undefined;
  /** milliseconds since it happened */
  ageMs?: number | null | undefined;
  slug: string;
  percent: number;
  /** milliseconds in front of a reader */
  activeMs: number;
}

export interface RecentComment {
  id: string;
  /** the comment that it answers; null: the post */
  parentId: string | null;
  /** 0: top level; a reply to the deepest stands beside it */
  depth: number;
  authorName: string;
  authorUrl: string | null;
  /** written by the owner, with the owner's own tools */
  isAuthor: boolean;
  /** Markdown as written */
  body: string;
  /** `body` as safe HTML: paragraphs, emphasis, links, code, quotes, lists */
  bodyHtml: string;
  /** UTC, always with three decimals */
  createdAt: string;
  editedAt: string | null;
  post: PostLink;
}

export interface RecentCommentList {
  /** newest first */
  items: RecentComment[];
}

export interface Redirect {
  from: string;
  to: string;
}

export interface RedirectList {
  items: Redirect[];
}

export interface RelatedPost {
  slug: string;
  title: string;
  url: string;
  excerpt: string;
  publishedAt: string | null;
}

export interface SearchFacets {
  post: number;
  project: number;
  book: number;
}

export interface SearchHit {
  kind: SearchKind;
  slug: string;
  url: string;
  title: string;
  /** escaped text and `<mark>`, nothing else */
  snippetHtml: string;
  score: number;
  tags: Tag[];
  /** null for projects and books */
  publishedAt: string | null;
}

export type SearchKind = "post" | "project" | "book";

export interface SearchResults {
  items: SearchHit[];
  pagination: Pagination;
  facets: SearchFacets;
}

export interface SearchUse {
  type: "search";
  /** makes a repeated record count once */
  id?: string | null | undefined;
  path?: string | null | undefined;
  referrer?: string | null | undefined;
  /** milliseconds since it happened */
  ageMs?: number | null | undefined;
  resultCount: number;
}

export interface SeriesList {
  items: SeriesSummary[];
}

export interface SeriesPlace {
  slug: string;
  title: string;
  /** as the author numbers it */
  position: number;
  /** published posts of the series */
  total: number;
}

export type SeriesStatus = "ongoing" | "complete";

export interface SeriesSummary {
  slug: string;
  title: string;
  description: string | null;
  cover: Image | null;
  status: SeriesStatus;
  totalPosts: number;
  /** newest updatedAt of its posts */
  updatedAt: string | null;
}

export interface ServiceList {
  items: ServiceOffering[];
}

export interface ServiceOffering {
  /** what an inquiry names as `serviceId` */
  id: string;
  slug: string;
  title: string;
  summary: string | null;
  descriptionHtml: string | null;
  features: string[];
  deliverables: string[];
  pricing: Pricing;
  timeline: Timeline | null;
  availability: Availability;
  featured: boolean;
  order: number | null;
  updatedAt: string | null;
  extra: Extra;
}

export interface ServiceView {
  type: "service_view";
  /** makes a repeated record count once */
  id?: string | null | undefined;
  path?: string | null | undefined;
  referrer?: string | null | undefined;
  /** milliseconds since it happened */
  ageMs?: number | null | undefined;
  slug: string;
}

export interface ServicesCta {
  title: string;
  text: string | null;
  label: string;
  href: string;
}

export interface ServicesHero {
  title: string;
  subtitle: string | null;
  image: Image | null;
  cta: CallToAction | null;
}

export interface ServicesPage {
  /** BCP 47 */
  locale: string;
  availableLocales: string[];
  hero: ServicesHero | null;
  process: ServicesProcess | null;
  cta: ServicesCta | null;
  translations: { [name: string]: {
    hero: ServicesHero | null;
    process: ServicesProcess | null;
    cta: ServicesCta | null;
  } };
  updatedAt: string | null;
}

export interface ServicesProcess {
  title: string | null;
  steps: {
    title: string;
    description: string | null;
  }[];
}

export interface Share {
  type: "share";
  /** makes a repeated record count once */
  id?: string | null | undefined;
  path?: string | null | undefined;
  referrer?: string | null | undefined;
  /** milliseconds since it happened */
  ageMs?: number | null | undefined;
  slug: string;
  channel: string;
}

export interface SiteLink {
  label: string;
  url: string;
  kind: string | null;
}

export interface SiteSettings {
  name: string;
  tagline: string | null;
  description: string | null;
  url: string;
  logo: Image | null;
  favicon: Image | null;
  accentColor: string | null;
  /** BCP 47 */
  language: string;
  locales: string[];
  /** IANA */
  timeZone: string;
  author: Person | null;
  footerLinks: SiteLink[];
  social: SiteLink[];
  /** null: the site has none of this kind */
  feeds: {
    rss: string | null;
    json: string | null;
  };
  commentsEnabled: boolean;
  /** whether `notifyReplies` of a comment has an effect */
  replyNotices: boolean;
  updatedAt: string | null;
}

export interface Tag {
  /** letters and digits of any script, and single hyphens between them */
  slug: string;
  name: string;
}

export interface TagCount {
  /** letters and digits of any script, and single hyphens between them */
  slug: string;
  name: string;
  count: number;
}

export interface TagCountList {
  items: TagCount[];
}

export interface Timeline {
  min: number | null;
  max: number | null;
  unit: TimelineUnit;
  display: string | null;
}

export type TimelineUnit = "hour" | "day" | "week" | "month";

export interface TocEntry {
  id: string;
  level: number;
  title: string;
}

export interface Video {
  /** youtube, vimeo, peertube, file or the host's name */
  provider: string;
  url: string;
  embedUrl: string | null;
  durationSeconds: number | null;
  poster: Image | null;
}

/** A problem of the API with its code and its status. */
export interface ProblemOf<Code extends ProblemCode, Status extends number> extends Problem {
  code: Code;
  status: Status;
}

/** Every problem that the API answers: `code` tells which. Others may be added within v1. */
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

/** What `posts.list` may be asked; null and undefined are not sent. */
export interface PostsListQuery {
  /** Full-text filter, 1 to 200 characters after NFKC and trimming; blank is the same as absent. The order stays newest first. */
  q?: string | null | undefined;
  /** Type of post, written exactly so. */
  type?: "TEXT" | "VIDEO" | "IMAGE" | null | undefined;
  /** Slug of a tag, in any case, or up to 5 joined by commas: what has all of them. A tag that nothing has gives an empty list. */
  tag?: string | readonly string[] | null | undefined;
  /** Slug of a category, in any case. One that nothing has gives an empty list. */
  category?: string | null | undefined;
  /** Slug of an author, in any case. One that nothing has gives an empty list. */
  author?: string | null | undefined;
  /** Slug of a series, in any case. One that nothing has gives an empty list. */
  series?: string | null | undefined;
  /** BCP 47, in any case. Takes what it begins, too: `en` finds `en` and `en-GB`. */
  language?: string | null | undefined;
  /** `true`: featured posts alone; `false`: the others. */
  featured?: boolean | null | undefined;
  /** `true`: posts with code alone; `false`: posts without. */
  hasCode?: boolean | null | undefined;
  /** Published at or after this. RFC 3339: a date, which means that day in the site's time zone, or a date-time with `Z` or an offset. Documents without a date never match. */
  publishedFrom?: string | Date | null | undefined;
  /** Published at or before this; a date includes the whole day. RFC 3339: a date, which means that day in the site's time zone, or a date-time with `Z` or an offset. Documents without a date never match. */
  publishedTo?: string | Date | null | undefined;
  /** Page number, digits only. A page past the end has no items. Default: 1. */
  page?: number | null | undefined;
  /** Items on a page, digits only. Default: 20. */
  pageSize?: number | null | undefined;
}

/** What `comments.list` may be asked; null and undefined are not sent. */
export interface CommentsListQuery {
  /** Id of a comment: all its public descendants, flat, oldest first, instead of the post's threads. */
  parentId?: string | null | undefined;
  /** Order of the threads; `popular` puts those with most replies first. Replies are always oldest first. Default: oldest. */
  commentsSort?: "oldest" | "newest" | "popular" | null | undefined;
  /** Page number, digits only. A page past the end has no items. Default: 1. */
  commentsPage?: number | null | undefined;
  /** Items on a page, digits only. Default: 20. */
  commentsPageSize?: number | null | undefined;
}

/** What `comments.get` may be asked; null and undefined are not sent. */
export interface CommentsGetQuery {
  /** Order of the threads; `popular` puts those with most replies first. Replies are always oldest first. Default: oldest. */
  commentsSort?: "oldest" | "newest" | "popular" | null | undefined;
  /** Items on a page, digits only. Default: 20. */
  commentsPageSize?: number | null | undefined;
}

/** What `projects.list` may be asked; null and undefined are not sent. */
export interface ProjectsListQuery {
  /** Slug of a tag, in any case, or up to 5 joined by commas: what has all of them. A tag that nothing has gives an empty list. */
  tag?: string | readonly string[] | null | undefined;
  /** Status, written exactly so. */
  status?: "planned" | "active" | "maintained" | "archived" | null | undefined;
  /** Page number, digits only. A page past the end has no items. Default: 1. */
  page?: number | null | undefined;
  /** Items on a page, digits only. Default: 20. */
  pageSize?: number | null | undefined;
}

/** What `books.list` may be asked; null and undefined are not sent. */
export interface BooksListQuery {
  /** Slug of a tag, in any case, or up to 5 joined by commas: what has all of them. A tag that nothing has gives an empty list. */
  tag?: string | readonly string[] | null | undefined;
  /** Status, written exactly so. */
  status?: "want_to_read" | "reading" | "finished" | "abandoned" | null | undefined;
  /** Page number, digits only. A page past the end has no items. Default: 1. */
  page?: number | null | undefined;
  /** Items on a page, digits only. Default: 20. */
  pageSize?: number | null | undefined;
}

/** What `photos.list` may be asked; null and undefined are not sent. */
export interface PhotosListQuery {
  /** Slug of a tag, in any case, or up to 5 joined by commas: what has all of them. A tag that nothing has gives an empty list. */
  tag?: string | readonly string[] | null | undefined;
  /** Slug of an album, in any case. One that nothing has gives an empty list. */
  album?: string | null | undefined;
  /** Page number, digits only. A page past the end has no items. Default: 1. */
  page?: number | null | undefined;
  /** Items on a page, digits only. Default: 24. */
  pageSize?: number | null | undefined;
}

/** What `search` may be asked; null and undefined are not sent. */
export interface SearchQuery {
  /** What to look for, 1 to 200 characters after NFKC and trimming. */
  q: string;
  /** Hits of this kind alone; `facets` counts all kinds regardless. */
  kind?: "post" | "project" | "book" | null | undefined;
  /** Page number, digits only. A page past the end has no items. Default: 1. */
  page?: number | null | undefined;
  /** Items on a page, digits only. Default: 10. */
  pageSize?: number | null | undefined;
}
