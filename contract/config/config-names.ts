import { LIST_KINDS } from "../../kinds/list-kinds.ts";

/** Groups of documents. Each tag, category and so on can have its own page. */
export const PAGE_GROUPS = ["tags", "categories", "series", "albums", "authors"] as const;
export type PageGroup = (typeof PAGE_GROUPS)[number];

/** Hosts that can run the write server. */
export const WRITES_HOSTS = ["cloudflare"] as const;
export type WritesHost = (typeof WRITES_HOSTS)[number];

/**
 * How a website's pages are rendered: by the build, as files, or by a host's program on request.
 */
export const WEBSITE_RENDERINGS = ["files", "edge"] as const;
export type WebsiteRendering = (typeof WEBSITE_RENDERINGS)[number];

export const COLLECTION_NAMES = [...LIST_KINDS, "services", "series"] as const;
export type CollectionName = (typeof COLLECTION_NAMES)[number];
/** Kinds whose documents have a member `extra`. */
export const EXTRA_KINDS = [...LIST_KINDS.filter((name) => name !== "pages"), "services"] as const satisfies readonly CollectionName[];
export type ExtraKind = (typeof EXTRA_KINDS)[number];
export const CHECK_NAMES = ["brokenLinks", "missingPictures", "dates", "titles", "slugs", "pages", "anchors", "markdown"] as const;
export type CheckName = (typeof CHECK_NAMES)[number];
/**
 * Checks that guess, and checks for mistakes that do not keep visitors from reading the text. They
 * are warnings by default.
 */
export const MILD_CHECKS: readonly CheckName[] = ["pages", "anchors", "markdown"];
export type CheckSeverity = "error" | "warning" | "off";
