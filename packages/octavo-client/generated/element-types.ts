// Generated from scripts/client/element-descriptions.ts by `npm run generate`. Edit that, not this file.

/** `<octavo-comments>`: The comments of a post, and the form for new ones. */
export interface OctavoCommentsElement extends HTMLElement {
  /** The attribute `slug`; null if there is none. */
  slug: string | null;
  /** The attribute `comments-open`; null if there is none. */
  commentsOpen: "true" | "false" | null;
  /** The attribute `api`; null if there is none. */
  api: string | null;
}

/** The event `octavo-comment`: A comment was sent. */
export type OctavoCommentsEvent = CustomEvent<{ readonly id: string; readonly status: "pending" }>;

/** Attributes of `<octavo-comments>`. */
export interface OctavoCommentsAttributes {
  /** The post's `slug` in the API. */
  slug: string;
  /** The post's `commentsOpen`, if the page has it; saves a request. */
  "comments-open"?: "true" | "false" | undefined;
  /** Base address of the API. Default: `api/v1` in the script's folder, or `baseUrl` of `defineElements`. */
  api?: string | undefined;
  /** The language of texts, dates and numbers. Default: the `lang` of the nearest ancestor. */
  lang?: string | undefined;
}

/** `<octavo-like>`: The number of likes of a post, and a button to like it. */
export interface OctavoLikeElement extends HTMLElement {
  /** The attribute `slug`; null if there is none. */
  slug: string | null;
  /** The attribute `api`; null if there is none. */
  api: string | null;
}

/** The event `octavo-like`: The visitor liked the post, or withdrew the like. */
export type OctavoLikeEvent = CustomEvent<{ readonly slug: string; readonly liked: boolean; readonly likeCount: number }>;

/** Attributes of `<octavo-like>`. */
export interface OctavoLikeAttributes {
  /** The post's `slug` in the API. */
  slug: string;
  /** Base address of the API. Default: `api/v1` in the script's folder, or `baseUrl` of `defineElements`. */
  api?: string | undefined;
  /** The language of texts, dates and numbers. Default: the `lang` of the nearest ancestor. */
  lang?: string | undefined;
}

/** `<octavo-search>`: A search field that shows results while the visitor types. */
export interface OctavoSearchElement extends HTMLElement {
  /** The attribute `q`; null if there is none. */
  q: string | null;
  /** The attribute `sync`; null if there is none. */
  sync: "" | "true" | "false" | null;
  /** The attribute `api`; null if there is none. */
  api: string | null;
}

/** The event `octavo-search`: Results arrived. */
export type OctavoSearchEvent = CustomEvent<{ readonly q: string; readonly totalItems: number }>;

/** Attributes of `<octavo-search>`. */
export interface OctavoSearchAttributes {
  /** Query that is searched at once. */
  q?: string | undefined;
  /** Keeps the query in the page's address (`?q=`), and the hits under the field. */
  sync?: "" | "true" | "false" | undefined;
  /** Base address of the API. Default: `api/v1` in the script's folder, or `baseUrl` of `defineElements`. */
  api?: string | undefined;
  /** The language of texts, dates and numbers. Default: the `lang` of the nearest ancestor. */
  lang?: string | undefined;
}

/** `<octavo-inquiry>`: A form for an inquiry about one service, or about any of them. */
export interface OctavoInquiryElement extends HTMLElement {
  /** The attribute `service-id`; null if there is none. */
  serviceId: string | null;
  /** The attribute `api`; null if there is none. */
  api: string | null;
}

/** The event `octavo-inquiry`: An inquiry was sent. */
export type OctavoInquiryEvent = CustomEvent<{ readonly id: string }>;

/** Attributes of `<octavo-inquiry>`. */
export interface OctavoInquiryAttributes {
  /** The `id` of an offering; without it visitors choose one, or none. */
  "service-id"?: string | undefined;
  /** Base address of the API. Default: `api/v1` in the script's folder, or `baseUrl` of `defineElements`. */
  api?: string | undefined;
  /** The language of texts, dates and numbers. Default: the `lang` of the nearest ancestor. */
  lang?: string | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    "octavo-comments": OctavoCommentsElement;
    "octavo-like": OctavoLikeElement;
    "octavo-search": OctavoSearchElement;
    "octavo-inquiry": OctavoInquiryElement;
  }
  /** The events bubble, even out of shadow roots. */
  interface GlobalEventHandlersEventMap {
    "octavo-comment": OctavoCommentsEvent;
    "octavo-like": OctavoLikeEvent;
    "octavo-search": OctavoSearchEvent;
    "octavo-inquiry": OctavoInquiryEvent;
  }
}
